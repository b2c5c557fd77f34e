/** Tables of a provider's status and error codes, and how they are read. Pure. */
import { assert } from '@sluice/core/foundation/result.ts'

/**
 * A table of codes, written by meaning: `byMeaning({ open: 'PENDING QUEUED', done: 'PAID' })`.
 * @param codes of each meaning, separated by spaces or line breaks. A code may have one meaning only
 */
export function byMeaning<Meaning extends string>(
  codes: Readonly<Record<Meaning, string>>,
): Readonly<Record<string, Meaning>> {
  const meanings = Object.keys(codes) as Meaning[]
  const rows = meanings.flatMap((meaning) => words(codes[meaning]).map((code) => [code, meaning] as const))
  const table: Readonly<Record<string, Meaning>> = Object.fromEntries(rows)
  assert(Object.keys(table).length === rows.length, 'a table lists each code once')
  return table
}

/** Codes that are written in one text, separated by spaces or line breaks. */
export const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** A table of names, written in one text: `pairs('BCA=bca BNI=bni')`. */
export const pairs = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(words(text).map((pair) => pair.split('=')))

/** The same with numbers: `numbers('HDFC=3021 ICIC=3022')`. */
export const numbers = (text: string): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(pairs(text)).map(([name, number]) => [name, Number(number)]))

/**
 * What a table says of a code.
 *
 * Only the table's own codes count: every object has a `constructor`, and a provider, or a forger, could send that as a code.
 * @returns undefined where the table does not list it
 */
export const listed = <Meaning>(
  table: Readonly<Record<string | number, Meaning>>,
  statusCode: string | number | undefined,
): Meaning | undefined =>
  statusCode !== undefined && Object.hasOwn(table, statusCode) ? table[statusCode] : undefined
