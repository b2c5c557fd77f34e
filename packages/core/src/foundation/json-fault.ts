/**
 * Finds where a text stops being JSON (RFC 8259) and what was expected there, for people who write JSON by hand.
 *
 * JSON.parse only says that it failed, or repeats the input. This reports line and column and never a character of the text,
 * which may be personal data. Used only after JSON.parse has failed. Linear, and without recursion, however deep the text is
 * nested.
 */
export interface JsonFault {
  /** Both count from 1; columns in UTF-16 units, like editors do. */
  readonly line: number
  readonly column: number
  /** «a comma or }». */
  readonly expected: string
}

type Expects = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma' | 'nothing'
type Scanned = { readonly end: number } | { readonly at: number; readonly expected: string }

const VALUE = 'a value (an object, a list, a text in double quotes, a number, true, false or null)'
const NAME = "a property's name in double quotes"
const NUMBER_OR_WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const ESCAPED = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y

/** @returns undefined if the text is JSON */
export function jsonFault(text: string): JsonFault | undefined {
  /** The closing brackets of what is open, innermost last. */
  const open: ('}' | ']')[] = []
  let expects: Expects = 'value'
  let at = 0
  const close = (): void => {
    open.pop()
    at += 1
    expects = open.length === 0 ? 'nothing' : 'comma'
  }
  for (;;) {
    at = skipSpace(text, at)
    const next = text[at]
    const closing = open.at(-1)
    if (expects === 'nothing') return next === undefined ? undefined : place(text, at, 'nothing more')
    if (expects === 'comma') {
      if (next === closing) close()
      else if (next === ',') {
        at += 1
        expects = closing === '}' ? 'name' : 'value'
      } else return place(text, at, `a comma or ${closing}`)
    } else if (expects === 'colon') {
      if (next !== ':') return place(text, at, 'a colon')
      at += 1
      expects = 'value'
    } else if (next === closing && (expects === 'name or }' || expects === 'value or ]')) {
      close()
    } else if (expects === 'name' || expects === 'name or }') {
      if (next !== '"') return place(text, at, expects === 'name' ? NAME : `${NAME} or }`)
      const name = scanText(text, at)
      if (!('end' in name)) return place(text, name.at, name.expected)
      at = name.end
      expects = 'colon'
    } else if (next === '{' || next === '[') {
      open.push(next === '{' ? '}' : ']')
      at += 1
      expects = next === '{' ? 'name or }' : 'value or ]'
    } else {
      const value = scanPlain(text, at)
      if (!('end' in value)) return place(text, value.at, value.expected)
      at = value.end
      expects = open.length === 0 ? 'nothing' : 'comma'
    }
  }
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1
  return at
}

function scanPlain(text: string, at: number): Scanned {
  if (text[at] === '"') return scanText(text, at)
  NUMBER_OR_WORD.lastIndex = at
  return NUMBER_OR_WORD.test(text) ? { end: NUMBER_OR_WORD.lastIndex } : { at, expected: VALUE }
}

/** @param start the position of its first quotation mark */
function scanText(text: string, start: number): Scanned {
  for (let at = start + 1; at < text.length; at += 1) {
    const each = text[at] ?? ''
    if (each === '"') return { end: at + 1 }
    if (each < ' ') return { at, expected: 'an escape such as \\n in the place of a control character' }
    if (each !== '\\') continue
    ESCAPED.lastIndex = at + 1
    if (!ESCAPED.test(text)) return { at: at + 1, expected: 'one of " \\ / b f n r t, or u and four digits' }
    at = ESCAPED.lastIndex - 1
  }
  return { at: text.length, expected: 'a closing quotation mark' }
}

function place(text: string, at: number, expected: string): JsonFault {
  let line = 1
  let begin = 0
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', end + 1)) {
    line += 1
    begin = end + 1
  }
  return { line, column: at - begin + 1, expected }
}
