/** Text in the XML of a workbook. Pure. */
export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Excel's limit for a cell; a longer one makes it report the file as damaged. */
const MAX_CELL_CHARACTERS = 32_767

const MARKUP: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  // A plain one would be read as a line feed.
  ['\r', '&#13;'],
])

/**
 * Characters that XML cannot contain, and how a workbook writes them: `_x0001_`. Text that already looks like this gets its
 * underscore escaped in the same way.
 */
const UNSPEAKABLE = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/gu
const NEEDS_ESCAPE = /[&<>_\p{Cc}\p{Cs}\uFFFE\uFFFF]/u

export function escaped(given: string): string {
  const text = given.length > MAX_CELL_CHARACTERS ? `${given.slice(0, MAX_CELL_CHARACTERS - 1)}…` : given
  if (!NEEDS_ESCAPE.test(text)) return text
  return text
    .toWellFormed()
    .replace(UNSPEAKABLE, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>\r]/g, (sign) => MARKUP.get(sign) ?? sign)
}
