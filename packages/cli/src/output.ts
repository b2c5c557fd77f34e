/**
 * What a command prints: aligned names and values, or aligned rows; with `--json` the server's own JSON.
 *
 * Results go to standard output (`context.print`), everything else to standard error (`context.note`). Much of the text
 * was written by strangers and must not control the terminal: control characters are removed from values, and in all
 * other output, including the gateway's JSON, they are escaped as in JSON (`unsteered`).
 */
import { currency as currencyOf } from '@sluice/core/catalogue/currencies.ts'
import { readableAmount } from '@sluice/core/foundation/readable-amount.ts'

/** A value of parsed JSON at a path, or undefined. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value
  for (const name of path) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Readonly<Record<string | number, unknown>>)[name]
  }
  return found
}

export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** As text for people: money as `100.00 THB`, nothing as `-`. */
export function shown(value: unknown): string {
  if (value === undefined || value === null || value === '') return '-'
  if (typeof value === 'object') {
    const amount = at(value, 'amount')
    const currency = at(value, 'currencyCode')
    if (amount !== undefined && currency !== undefined) return moneyShown(String(amount), String(currency))
    return printable(JSON.stringify(value))
  }
  return printable(String(value))
}

const moneyShown = (amount: string, code: string): string =>
  `${printable(readableAmount(amount, currencyOf(code)?.ledgerDigits ?? 0))} ${printable(code)}`

const printable = (text: string): string => unsteered(text.replace(/\p{Cc}/gu, '\uFFFD'))

/** Control characters, and marks that reverse the text after them, such as an account number. */
const STEERING = /[^\P{Cc}\t\n]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** For a terminal. Within JSON the meaning is the same. */
export const unsteered = (text: string): string =>
  text.replace(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

export type Fact = readonly [name: string, value: unknown]

/** Names and values in two columns, without unknown values. */
export function facts(entries: readonly Fact[]): string {
  const known = entries.filter(([, value]) => value !== undefined && value !== null)
  const width = Math.max(0, ...known.map(([name]) => name.length))
  const indent = `\n${' '.repeat(width + 2)}`
  return known.map(([name, value]) => `${name.padEnd(width)}  ${shownLines(value, indent)}`).join('\n')
}

/** The lines of a text stay lines. Each is indented, so that none can pass for the next name. */
const shownLines = (value: unknown, indent: string): string =>
  typeof value === 'string' && value.includes('\n')
    ? value.split('\n').map(printable).join(indent)
    : shown(value)

/** Every leaf of a document with its path: `account.accountNumber`. Money is one leaf. */
export function leaves(value: unknown, prefix = ''): Fact[] {
  const isMoney = at(value, 'amount') !== undefined && at(value, 'currencyCode') !== undefined
  if (typeof value !== 'object' || value === null || isMoney) return [[prefix, value]]
  return Object.entries(value).flatMap(([name, member]) =>
    leaves(member, prefix === '' ? name : `${prefix}.${name}`),
  )
}

/** Rows below their headers. `none` is printed if there are no rows. */
export function table(heads: readonly string[], rows: readonly (readonly unknown[])[], none: string): string {
  if (rows.length === 0) return none
  const cells = [heads, ...rows.map((row) => row.map(shown))]
  const widths = heads.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)))
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
