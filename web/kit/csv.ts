/** What a screen shows, as CSV for spreadsheets: no text of a stranger is ever a formula in it. Pure. The server's own exports have the same rule. */

/** A spreadsheet takes what begins so for a formula, which may call programs and addresses. */
const FORMULA_LIKE = /^[\s\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/

/** Behind what begins a cell anew where columns are divided by semicolons: there only the first field of a line is quoted. */
const FORMULA_WITHIN = /(?<=[;\t\r\n][\s"\uFEFF]*)[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/g

export const withoutFormulas = (text: string): string =>
  (FORMULA_LIKE.test(text) ? `'${text}` : text).replace(FORMULA_WITHIN, "'$&")

const cell = (text: string): string => {
  const safe = withoutFormulas(text)
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** With a byte order mark, without which spreadsheets take it for an old encoding. */
export const csvOf = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `\uFEFF${[heads, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
