/** Which text is dangerous in a cell of a spreadsheet: one rule for the server's files and for those that pages make. Pure, and without imports. */

/**
 * A spreadsheet takes what begins so for a formula, which may call programs and addresses: a payer's name must never be one.
 * The full-width signs count in East Asian settings; white space before them is passed over by some programs.
 */
const FORMULA_LIKE = /^[\s\uFEFF]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/

export const isFormulaLike = (text: string): boolean => FORMULA_LIKE.test(text)

/** Behind what begins a cell anew where columns are not divided by commas. Each sign looks back over its own blanks alone: linear. */
const FORMULA_WITHIN = /(?<=[;\t\r\n][\s"\uFEFF]*)[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/g

/**
 * For a field of CSV. Half of the world's spreadsheets divide columns by semicolons: to them only the first field of a line is quoted, and
 * in any other a semicolon, a tab or the end of a line begins a cell of the payer's own.
 */
export const withoutFormulas = (text: string): string =>
  (isFormulaLike(text) ? `'${text}` : text).replace(FORMULA_WITHIN, "'$&")
