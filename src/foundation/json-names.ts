/**
 * Names that an object of a JSON text has twice.
 *
 * JSON.parse takes the last of them and tells nobody; other readers take the first. Nearly no text has one, so counting comes first: as many
 * names in the text as in the value that was made of it means that none was lost. Only where the numbers differ is the text read once more.
 *
 * Both take time in proportion to the text, whatever is in it. Both are for texts that JSON.parse has taken, and of a depth that was judged.
 */
const [QUOTE, COLON, COMMA, BACKSLASH] = [0x22, 0x3a, 0x2c, 0x5c]
const [OPENING_BRACE, CLOSING_BRACE, OPENING_BRACKET, CLOSING_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** How many names there are at the most: within a text a quotation mark and a colon may look like the end of one. */
export function namesWritten(text: string): number {
  let names = 0
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    let before = at - 1
    while (isSpace(text.charCodeAt(before))) before -= 1
    if (text.charCodeAt(before) === QUOTE) names += 1
  }
  return names
}

/** From the root, through names and places in lists. */
export type NamePath = readonly (string | number)[]

/** An object or a list that is open. */
interface Open {
  /** Of an object: the names so far. */
  readonly names: Set<string> | undefined
  /** Where the reader is in it: a name, or a place in the list. */
  at: string | number
}

/** Where names stand again in their object, in the order of the text. @param most of them that are told */
export function repeatedNames(text: string, most: number): readonly NamePath[] {
  const found: NamePath[] = []
  const open: Open[] = []
  /** The text in quotation marks that was last read: with a colon behind it, it is a name. */
  let quoted = ''
  for (let at = 0; at < text.length && found.length < most; at += 1) {
    const inner = open.at(-1)
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfText(text, at)
        quoted = text.slice(at, end)
        at = end - 1
        break
      }
      case COLON:
        if (inner?.names) {
          inner.at = nameOf(quoted)
          if (inner.names.has(inner.at)) found.push(open.map((each) => each.at))
          inner.names.add(inner.at)
        }
        break
      case COMMA:
        if (typeof inner?.at === 'number') inner.at += 1
        break
      case OPENING_BRACE:
        open.push({ names: new Set(), at: '' })
        break
      case OPENING_BRACKET:
        open.push({ names: undefined, at: 0 })
        break
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        open.pop()
        break
    }
  }
  return found
}

/** @returns the place behind its last quotation mark */
function endOfText(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at + 1
}

/** However it is spelt: an escape and its character are one name. */
const nameOf = (quoted: string): string =>
  quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
