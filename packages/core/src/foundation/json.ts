/**
 * JSON replies, written by JSON.stringify, with exact numbers where a double is not enough.
 *
 * A serialiser generated from a schema would write a `number` through a double: `5e-7`, or digits lost beyond 2^53. So schemas
 * describe replies and do not serialise them. For reading see `json-document.ts`.
 */

declare global {
  interface JSON {
    /** ECMAScript's "JSON.parse source text access": in Node since version 22, but not yet in TypeScript's library. */
    rawJSON(text: string): ExactNumber
  }
}

/** A number that JSON.stringify writes as the given text. Frozen and opaque. */
export interface ExactNumber {
  readonly rawJSON: string
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/** @param text a decimal number as it must appear in the JSON, without exponent. Throws on anything else, which is a bug. */
export function rawNumber(text: string): ExactNumber {
  if (!NUMBER.test(text)) throw new Error('not a decimal number')
  return JSON.rawJSON(text)
}
