/**
 * Faults: what is wrong with one field of a request, in one vocabulary for the whole wire.
 *
 * Every `code` inside `errors` of a 400 is a key of this table, whichever room found the fault: merchants decide by it.
 * The table is also what the documents show. Never holds the code of a whole answer: those stand in the tables of problems.
 */

/** Code → when it stands. */
export const FAULT_CODES = {
  REQUIRED: 'is missing, and must be given',
  WRONG_TYPE: 'is of another JSON type than it must be',
  INVALID_FORMAT: 'does not match the required format',
  INVALID_CHARACTER: 'holds a character, or a byte, that no text may hold',
  INVALID_CHECK_DIGIT: 'matches the format, but its check digits are wrong: most likely a typing error',
  TOO_SHORT: 'is a text or a list with too little in it',
  TOO_LONG: 'is a text or a list with too much in it',
  NOT_POSITIVE: 'is an amount that is not greater than zero',
  TOO_LARGE: 'is an amount beyond every bound',
  TOO_MANY_DIGITS: 'is a number with more than 15 significant digits',
  TOO_MANY_DECIMALS: 'is an amount finer than the currency can be paid in',
  OUT_OF_RANGE: 'is below or above what is allowed',
  UNKNOWN_VALUE: 'is none of the values that are known here',
  UNKNOWN_FIELD: 'is a property that is not known, where a misspelt one would do harm',
  DUPLICATE_NAME: 'is a property that its object has more than once',
  NOT_ALLOWED: 'is understood, and not allowed here',
  CONFLICT: 'contradicts another part of the request, or what is there already',
  NOT_A_URL: 'is not an absolute URL',
  SCHEME_REFUSED: 'is a URL whose scheme is not allowed here',
  HOST_REFUSED: 'is a URL that leads where we do not go',
  CREDENTIALS: 'is a URL with a user name or a password in it',
} as const satisfies Readonly<Record<string, string>>

export type FaultCode = keyof typeof FAULT_CODES

/** One broken field or rule. */
export interface Fault {
  /** A JSON Pointer (RFC 6901) from the root of the body, or `header:NAME`, `query:NAME`, `path:NAME`. */
  readonly path: string
  readonly code: FaultCode
  /** What to do; the path goes before it. Never repeats what was sent: it may be personal. */
  readonly message: string
}
