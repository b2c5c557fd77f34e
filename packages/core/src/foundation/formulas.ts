/**
 * Which text is dangerous in a spreadsheet cell: one rule for the files of the server and of the web pages. Pure, and without
 * imports.
 */

/**
 * A spreadsheet runs text that begins like this as a formula, which may start programs and call addresses. A payer's name must
 * never be one. The full-width signs matter in East Asian settings, and some programs ignore leading white space.
 */
const FORMULA_LIKE = /^[\s\uFEFF]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/

export const isFormulaLike = (text: string): boolean => FORMULA_LIKE.test(text)

/**
 * The same after a character that begins a new cell in files not separated by commas. Each sign looks back only over the blanks
 * before it, so this is linear.
 */
const FORMULA_WITHIN = /(?<=[;\t\r\n][\s"\uFEFF]*)[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/g

/**
 * For a CSV field. Half of the world's spreadsheets separate columns by semicolons. They only recognise quotes around the first
 * field of a line; in any other field a semicolon, tab or line break begins a new cell, which a payer could have written.
 */
export const withoutFormulas = (text: string): string =>
  (isFormulaLike(text) ? `'${text}` : text).replace(FORMULA_WITHIN, "'$&")
