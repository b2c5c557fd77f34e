/**
 * The fields of MT940 messages: lines grouped by tag. Pure.
 *
 * A payer's text is wrapped by length, so one of its lines can begin with anything: `:61:`, `-}`, `{5:`. The standard
 * forbids lines that begin with `:` or `-`, but not every bank obeys. So within a statement only a tag allowed at that
 * position begins a field, and a field after a full line of a payer's text is marked, because its tag may be part of
 * that text.
 */
export interface Field {
  readonly tag: string
  readonly line: number
  readonly lines: readonly string[]
  /** The line before it is full, so it may continue it. */
  readonly afterFullLine: boolean
}

const TAG = /^:(\d{2}[A-Z]?):/
/** Tags from the opening to the closing balance. */
const INSIDE: ReadonlySet<string> = new Set(['60F', '60M', '61', '62F', '62M', '86'])
const OUTSIDE: ReadonlySet<string> = new Set(['13D', '20', '21', '25', '25P', '28', '28C', '64', '65'])
/** Ends one SWIFT message and begins the next. */
const AROUND = /^-?\}|^-$|^\{/

interface Gathered {
  readonly tag: string
  readonly line: number
  readonly lines: string[]
}

/** @param hasBalances statements begin and end with balances; otherwise nothing marks their bounds */
export function fieldsOf(text: string, hasBalances: boolean): readonly Field[] {
  const fields: Gathered[] = []
  let isInside = false
  let isOpen = false
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const last = fields.at(-1)
    const found = TAG.exec(line)
    const tag = found?.[1] ?? ''
    const isTag = INSIDE.has(tag) ? !(tag === '86' && last?.tag === '86') : !isInside && OUTSIDE.has(tag)
    if (found && isTag) {
      fields.push({ tag, line: index + 1, lines: [line.slice(found[0].length)] })
      isOpen = true
      if (tag.startsWith('6') && hasBalances) isInside = !/^6[245]/.test(tag)
    } else if (!isInside && AROUND.test(line)) isOpen = false
    else if (isOpen && line.trim() !== '') last?.lines.push(line)
  }
  const isFull = fullness(fields)
  return fields.map((field, index) => ({ ...field, afterFullLine: isFull(fields[index - 1]) }))
}

/** The standard's line width of `:86:` and of the text after `:61:`. */
const WORDS_WIDTH = 65
const SUPPLEMENT_WIDTH = 34
/** Some banks include the tag in the first line's width. */
const TAG_WIDTH = 4
/** No bank wraps at less. */
const NARROWEST = 27

/** Whether a field's last line is as long as the bank's longest lines, or as its usual wrapped lines. */
function fullness(fields: readonly Gathered[]): (field: Gathered | undefined) => boolean {
  let widest = 0
  const wentOn = new Map<number, number>()
  for (const { tag, lines } of fields) {
    if (tag !== '86') continue
    for (const [index, { length }] of lines.entries()) {
      widest = Math.max(widest, length)
      if (index < lines.length - 1) wentOn.set(length, (wentOn.get(length) ?? 0) + 1)
    }
  }
  const [usual = widest] = [...wentOn].sort(([, a], [, b]) => b - a).map(([length]) => length)
  const widths = new Set([WORDS_WIDTH, ...[widest, usual].filter((width) => width >= NARROWEST)])
  return (field) => {
    const length = field?.lines.at(-1)?.length ?? 0
    if (field?.tag !== '61' && field?.tag !== '86') return false
    const isFirst = field.lines.length === 1
    if (field.tag === '61' && !isFirst && length >= SUPPLEMENT_WIDTH) return true
    return widths.has(length) || (isFirst && widths.has(length + TAG_WIDTH))
  }
}
