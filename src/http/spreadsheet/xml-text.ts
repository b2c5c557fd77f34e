/** Text in the XML of a workbook. Pure. */

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** What a cell holds at most, says Excel; a longer one makes it call the file broken. */
const MAX_CELL_CHARACTERS = 32_767

const MARKUP: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  // A bare one would be read as a line feed.
  ['\r', '&#13;'],
])

/** What XML cannot hold, and what stands for it in a workbook: `_x0001_`. Text that looks so is written with its underscore so. */
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
