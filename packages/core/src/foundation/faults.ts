/**
 * Faults: what is wrong with one field of a request, with the same codes everywhere.
 *
 * Every `code` inside `errors` of a 400 is a key of this table, whichever module found the fault. Merchants' programs act on
 * these codes, and the documentation lists this table. Codes of a whole answer are in the tables of problems instead.
 */

/** Each code and what it means. */
export const FAULT_CODES = {
  REQUIRED: 'is mandatory and missing',
  WRONG_TYPE: 'has the wrong JSON type',
  INVALID_FORMAT: 'does not match the required format',
  INVALID_CHARACTER: 'has a character or byte that is not allowed in text',
  INVALID_CHECK_DIGIT: 'matches the format, but its check digits are wrong: most likely a typing error',
  TOO_SHORT: 'is a text or list that is too short',
  TOO_LONG: 'is a text or list that is too long',
  NOT_POSITIVE: 'is an amount that is not greater than zero',
  TOO_LARGE: 'is an amount beyond all limits',
  TOO_MANY_DIGITS: 'is a number with more than 15 significant digits',
  TOO_MANY_DECIMALS: 'has more decimals than the currency can be paid in',
  OUT_OF_RANGE: 'is outside the allowed range',
  UNKNOWN_VALUE: 'is not one of the known values',
  UNKNOWN_FIELD: 'is an unknown property, in a place where a misspelled one would do harm',
  DUPLICATE_NAME: 'is a property that occurs more than once in its object',
  NOT_ALLOWED: 'is valid, but not allowed here',
  CONFLICT: 'contradicts another part of the request, or existing data',
  NOT_A_URL: 'is not an absolute URL',
  SCHEME_REFUSED: 'is a URL whose scheme is not allowed here',
  HOST_REFUSED: 'is a URL to a host that is not allowed',
  CREDENTIALS: 'is a URL with a user name or password',
} as const satisfies Readonly<Record<string, string>>

export type FaultCode = keyof typeof FAULT_CODES

/** One broken field or rule. */
export interface Fault {
  /** A JSON Pointer (RFC 6901) from the root of the body, or `header:NAME`, `query:NAME`, `path:NAME`. */
  readonly path: string
  readonly code: FaultCode
  /** What to do, shown after the path. Never repeats what was sent, which may be personal data. */
  readonly message: string
}
