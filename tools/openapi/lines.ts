/** JSON in lines that are short enough to review: as few as fit, except for what is reviewed one by one. */

const WIDTH = 140

/** Properties kept on one line, whatever their length. */
const WHOLE: ReadonlySet<string> = new Set(['example', 'examples', 'required', 'enum'])
/** Properties whose own properties each get a line. */
const LISTED: ReadonlySet<string> = new Set([
  'paths',
  'components',
  'schemas',
  'properties',
  '$defs',
  'parameters',
  'headers',
])

const holdsMore = (value: unknown): boolean =>
  value instanceof Object &&
  ('properties' in value || 'responses' in value || Object.values(value).some(holdsMore))

/**
 * Each property and each long parameter has a line of its own, however long; other members share a line as far as they
 * fit. An object that has one long member, its last, begins and ends on that one's lines: `"content": { "application/json": {`.
 *
 * @param indent of the line on which the value begins
 * @param before how long the text before the value is
 */
export function inLines(value: unknown, name = '', indent = '', before = 0): string {
  if (!(value instanceof Object) || WHOLE.has(name)) return onOneLine(value)
  const text = onOneLine(value)
  const isList = Array.isArray(value)
  const isListed = LISTED.has(name) && !isList
  if (indent.length + before + text.length <= WIDTH) return text
  if (!isList && !isListed && name !== 'responses' && !holdsMore(value)) return text
  const entries: readonly Entry[] = isList
    ? value.map((each: unknown) => ['', '', each])
    : Object.entries(value).map(([key, each]) => [key, `${JSON.stringify(key)}: `, each])
  const joined = isListed ? undefined : joinedLines(entries, indent, before)
  const [opening, closing] = isList ? '[]' : '{}'
  if (joined !== undefined) return `${opening} ${joined} ${closing}`
  const within = `${indent} `
  const members = entries.map(
    ([key, prefix, each]) => `${prefix}${inLines(each, key, within, prefix.length)}`,
  )
  const lines = isListed ? members : filled(members, WIDTH - within.length)
  return `${opening}\n${lines.map((line) => `${within}${line}`).join(',\n')}\n${indent}${closing}`
}

type Entry = readonly [key: string, prefix: string, value: unknown]

/** The members, if only the last of them is long and the others fit before it. */
function joinedLines(entries: readonly Entry[], indent: string, before: number): string | undefined {
  const last = entries.at(-1)
  if (!last) return undefined
  const others = entries.slice(0, -1).map(([, prefix, each]) => `${prefix}${onOneLine(each)}, `)
  const [key, prefix, value] = last
  const start = `${others.join('')}${prefix}`
  const text = inLines(value, key, indent, before + start.length + 2)
  const [opening = '', ...rest] = text.split('\n')
  const isLong = rest.length > 0 && indent.length + before + start.length + opening.length + 2 <= WIDTH
  return isLong ? `${start}${text}` : undefined
}

/** Neighbours that fit on one line together. */
function filled(members: readonly string[], width: number): readonly string[] {
  const lines: string[] = []
  for (const member of members) {
    const last = lines.at(-1)
    const both = `${last}, ${member}`
    const isShort = last !== undefined && !both.includes('\n') && both.length < width
    if (isShort) lines[lines.length - 1] = both
    else lines.push(member)
  }
  return lines
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  if (!(value instanceof Object)) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${onOneLine(each)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
