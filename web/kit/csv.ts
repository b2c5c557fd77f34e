/** What a screen shows, as CSV for spreadsheets: no text of a stranger is ever a formula in it. Pure. The server's own exports have the same rule. */

/** A spreadsheet takes what begins so for a formula, which may call programs and addresses. */
const FORMULA_LIKE = /^[\s\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/

const cell = (text: string): string => {
  const safe = FORMULA_LIKE.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** With a byte order mark, without which spreadsheets take it for an old encoding. */
export const csvOf = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `\uFEFF${[heads, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
