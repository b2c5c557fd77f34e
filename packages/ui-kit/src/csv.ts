/**
 * Writes what a screen shows as CSV for spreadsheets. Text never becomes a formula, by the same rule as in the server's
 * exports. Pure.
 */
import { withoutFormulas } from '@sluice/core/foundation/formulas.ts'

const cell = (text: string): string => {
  const safe = withoutFormulas(text)
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** With a byte order mark, without which spreadsheets assume an old encoding. */
export const csvOf = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `\uFEFF${[heads, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
