/**
 * Characters that no name, number or note needs: control characters, which break bank files and logs (and no database stores
 * NUL), and the marks that reverse the direction of text, which can make an account number beside a name read backwards. Pure.
 *
 * The direction marks that right-to-left languages are written with (U+200E, U+200F, U+061C) are allowed. They reverse nothing.
 */
const SIGNS = String.raw`\p{Cc}\u202A-\u202E\u2066-\u2069`

export const NOT_ON_A_LINE = new RegExp(`[${SIGNS}]`, 'u')

/** The same as a JSON Schema pattern: a text without these characters. */
export const LINE_PATTERN = `^[^${SIGNS}]+$`
