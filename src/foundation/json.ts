/**
 * Replies as JSON: written by JSON.stringify, with exact numbers where a double would not do.
 *
 * A serialiser made from a schema would write a `number` through a double: `5e-7`, or digits lost beyond 2^53.
 * So schemas describe replies and never write them. Never used for reading: see `json-document.ts`.
 */

declare global {
  interface JSON {
    /** ECMAScript's "JSON.parse source text access"; Node 22 and later have it, TypeScript's library does not yet. */
    rawJSON(text: string): ExactNumber
  }
}

/** A number that JSON.stringify writes as the given text. Frozen, and opaque to everything else. */
export interface ExactNumber {
  readonly rawJSON: string
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/** @param text a decimal number as it shall stand in the JSON, without exponent. Anything else is a bug and throws. */
export function rawNumber(text: string): ExactNumber {
  if (!NUMBER.test(text)) throw new Error('not a decimal number')
  return JSON.rawJSON(text)
}
