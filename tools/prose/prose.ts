/**
 * `npm run lint:prose`: reads the prose of the parts in `scope.ts` for the words in `words.yml`, by textlint and its rule prh. Code
 * within prose is not read. With `--all` the finds in parts that are not held yet are listed, too, and change no exit status.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TextlintKernel } from '@textlint/kernel'
import markdown from '@textlint/textlint-plugin-markdown'
import prh from 'textlint-rule-prh'
import { commentsOf, textsOf } from './prose-of.ts'
import { PARTS, type Part, type Reads } from './scope.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A space in a pattern may also be the end of a line. */
const WORDS = readFileSync(new URL('words.yml', import.meta.url), 'utf8').replaceAll(
  /(?<=pattern: ')[^\n]+(?=',)/g,
  (pattern) => pattern.replaceAll(' ', '\\s'),
)

const kernel = new TextlintKernel()

interface Find {
  readonly path: string
  readonly line: number
  readonly message: string
}

const PROSE: Readonly<Record<Reads, (source: string) => string>> = {
  markdown: (source) => source,
  comments: commentsOf,
  texts: textsOf,
}

/** The finds in one document, each at its line. */
export async function findsIn(path: string, source: string, reads: Reads): Promise<readonly Find[]> {
  const { messages } = await kernel.lintText(PROSE[reads](source), {
    ext: '.md',
    filePath: path,
    plugins: [{ pluginId: 'markdown', plugin: markdown.default }],
    rules: [
      {
        ruleId: 'prh',
        rule: prh.default,
        options: { ruleContents: [WORDS], checkLink: true, checkBlockQuote: true, checkEmphasis: true },
      },
    ],
  })
  return messages.map(({ line, message }) => ({ path, line, message: message.replaceAll(/\s+/g, ' ') }))
}

const filesOf = ({ files, except = [] }: Part): readonly string[] =>
  globSync([...files], { cwd: ROOT, exclude: ['node_modules/**', ...except] }).sort()

async function findsOf(part: Part): Promise<readonly Find[]> {
  const finds: Find[] = []
  for (const path of filesOf(part))
    finds.push(...(await findsIn(path, readFileSync(join(ROOT, path), 'utf8'), part.reads)))
  return finds
}

if (import.meta.main) {
  const isListingAll = process.argv.includes('--all')
  for (const part of PARTS) {
    const finds = await findsOf(part)
    if (part.held || isListingAll)
      for (const { path, line, message } of finds) process.stdout.write(`${path}:${line} ${message}\n`)
    if (finds.length > 0)
      process.stdout.write(`${part.name}: ${finds.length}${part.held ? '' : ', not held yet'}\n`)
    if (part.held && finds.length > 0) process.exitCode = 1
  }
}
