/**
 * What a command prints: aligned names and values, or aligned rows. With `--json` the server's own JSON instead.
 *
 * Results go to standard output (`context.print`), everything else to standard error (`context.note`). Much of it was written by
 * strangers, so nothing of it steers the terminal: control characters are taken out of values, and whatever else comes, the gateway's JSON
 * as well, has its own written as JSON writes them (`unsteered`).
 */

import { currency as currencyOf } from '../catalogue/currencies.ts'
import { readableAmount } from '../foundation/readable-amount.ts'

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

/** As a human reads it: money as `100.00 THB`, nothing as `-`. */
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

/** What a terminal obeys, and marks that turn around what stands behind them: an account number, read backwards. */
const STEERING = /[^\P{Cc}\t\n]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** For a terminal. Within JSON it means the same. */
export const unsteered = (text: string): string =>
  text.replace(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

export type Fact = readonly [name: string, value: unknown]

/** Names and values in two columns; what is not known is left out. */
export function facts(entries: readonly Fact[]): string {
  const known = entries.filter(([, value]) => value !== undefined && value !== null)
  const width = Math.max(0, ...known.map(([name]) => name.length))
  return known.map(([name, value]) => `${name.padEnd(width)}  ${shown(value)}`).join('\n')
}

/** Every leaf of a document with its path: `account.accountNumber`. Money stays whole. */
export function leaves(value: unknown, prefix = ''): Fact[] {
  const isMoney = at(value, 'amount') !== undefined && at(value, 'currencyCode') !== undefined
  if (typeof value !== 'object' || value === null || isMoney) return [[prefix, value]]
  return Object.entries(value).flatMap(([name, member]) =>
    leaves(member, prefix === '' ? name : `${prefix}.${name}`),
  )
}

/** Rows under their heads. `none` is said where there is no row. */
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
