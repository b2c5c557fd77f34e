/**
 * What no name, number or note of anybody needs: control characters, which break files of banks and rows of logs (NUL no database takes),
 * and the marks that turn around what stands behind them: an account number beside such a name reads backwards. Pure.
 *
 * The marks that languages from right to left are written with (U+200E, U+200F, U+061C) stay: they turn nothing around.
 */
const SIGNS = String.raw`\p{Cc}\u202A-\u202E\u2066-\u2069`

export const NOT_ON_A_LINE = new RegExp(`[${SIGNS}]`, 'u')

/** The same for JSON Schema: a text of nothing but others. */
export const LINE_PATTERN = `^[^${SIGNS}]+$`
