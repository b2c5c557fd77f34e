/**
 * Finds names that an object of a JSON text has twice.
 *
 * JSON.parse silently uses the last one; other readers use the first. Nearly no text has one, so the names are counted first: if
 * the text has as many as the parsed value, none was lost. Only if the numbers differ is the text read again.
 *
 * Both take linear time. Both are for texts that JSON.parse has accepted and whose depth was checked.
 */
const [QUOTE, COLON, COMMA, BACKSLASH] = [0x22, 0x3a, 0x2c, 0x5c]
const [OPENING_BRACE, CLOSING_BRACE, OPENING_BRACKET, CLOSING_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** An upper limit of the names: within a string, a quotation mark and a colon may look like the end of a name. */
export function namesWritten(text: string): number {
  let names = 0
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    let before = at - 1
    while (isSpace(text.charCodeAt(before))) before -= 1
    if (text.charCodeAt(before) === QUOTE) names += 1
  }
  return names
}

/** From the root, through names and list indexes. */
export type NamePath = readonly (string | number)[]

/** An open object or list. */
interface Open {
  /** For an object: its names so far. */
  readonly names: Set<string> | undefined
  /** The reader's position in it: a name, or a list index. */
  at: string | number
}

/** Positions of repeated names, in the order of the text. @param most the maximum to report */
export function repeatedNames(text: string, most: number): readonly NamePath[] {
  const found: NamePath[] = []
  const open: Open[] = []
  /** The string that was read last. If a colon follows, it is a name. */
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

/** @returns the position after its closing quotation mark */
function endOfText(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at + 1
}

/** However it is written: an escape and its character are the same name. */
const nameOf = (quoted: string): string =>
  quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
