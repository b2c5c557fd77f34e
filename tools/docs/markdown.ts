/** Small parts of Markdown. Text is escaped, so that a table stays a table. */
export type Cell = string | number

const cellText = (cell: Cell): string => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')

export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.map(cellText).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

export const code = (text: string): string => `\`${text}\``

export const codes = (texts: readonly string[]): string => texts.map(code).join(', ')

export const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

export const paragraphs = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join('\n\n')

/** Milliseconds for people: `5 s`, `2 h`. */
export function duration(ms: number): string {
  if (ms >= 86_400_000 && ms % 86_400_000 === 0) return plural(ms / 86_400_000, 'day')
  if (ms >= 3_600_000 && ms % 3_600_000 === 0) return `${ms / 3_600_000} h`
  if (ms >= 60_000 && ms % 60_000 === 0) return `${ms / 60_000} min`
  return `${ms / 1_000} s`
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
