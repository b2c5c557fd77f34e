/** The prose of a source as Markdown, line for line: what was on line 7 of the source is on line 7 of what is read. */

/** `//` begins a comment only at the start of a line or after a space, as the formatter writes it. */
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
/** In quotes, or between the tags of JSX. */
const TEXT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|>[^<>{}()=;]*[<{]/g

/** Without what makes it a comment, and without indentation, which Markdown would take for code. */
const plainComment = (line: string): string =>
  line
    .replace(/^\s*(?:\/\*\*?|\*\/|\*|\/\/)?\s?/, '')
    .replace(/\s*\*\/\s*$/, '')
    .trimStart()

/** A name or a path is no phrase. */
const isPhrase = (text: string): boolean => /[a-z],? [a-z]/i.test(text)

/** The finds of a pattern, each on its own lines of an otherwise empty document. */
function onTheirLines(source: string, pattern: RegExp, plain: (line: string) => string): string {
  const lines: string[] = source.split('\n').map(() => '')
  for (const { 0: found, index } of source.matchAll(pattern)) {
    const first = source.slice(0, index).split('\n').length - 1
    for (const [offset, line] of found.split('\n').entries()) {
      const before = lines[first + offset]
      lines[first + offset] = before ? `${before} | ${plain(line)}` : plain(line)
    }
  }
  return lines.join('\n')
}

export const commentsOf = (source: string): string => onTheirLines(source, COMMENT, plainComment)

export const textsOf = (source: string): string =>
  onTheirLines(
    source.replace(COMMENT, (comment) => comment.replaceAll(/[^\n]/g, ' ')),
    TEXT,
    (line) => (isPhrase(line) ? line.replaceAll(/^[>'"`\s]+|[<{'"`\s]+$/g, '') : ''),
  )
