/**
 * What is named is there: every path in backticks, in documents and in comments, leads to a file or folder of this project, and so
 * does every path from a top folder that stands there without them.
 *
 * A path is taken from the root, from the modules of a package, or from any folder from the file's own upwards, with its extension or
 * without. What
 * has a slash is one where its first part is found there, or where it ends as our files do; a bare name only where it ends so.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../tools/docs.ts'

const NOT_OURS = new Set(['node_modules', '.git', 'dist', 'built', 'coverage'])
const READ = new Set(['.md', '.ts', '.tsx', '.mjs', '.css', '.html', '.sql'])

/** Files that a reader makes, or that had this name once. */
const TO_BE_MADE = new Set([
  'CONTRIBUTING.md: packages/console/src/pages/signing-keys.tsx',
  'docs/contributing/command.md: packages/cli/dist/admin-operations.json',
  'site/.vitepress/config.ts: dist/site/',
  'tools/pack.ts: dist/packages/',
  'docs/contributing/method.md: packages/core/src/catalogue/payins/pesa-tap.ts',
  'docs/merchants/shop.md: shop.mjs',
  'packages/database/src/migrate.ts: NNNN_name.sql',
])

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(path)
    return READ.has(extname(entry.name)) ? [path] : []
  })
}

/** What people read of a file: all of a document but its examples, and the comments of a source. Where a link leads is looked at elsewhere. */
function proseOf(path: string): string {
  const text = readFileSync(join(ROOT, path), 'utf8')
  if (path.endsWith('.md'))
    return text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').replaceAll(/\[[^\]]*\]\([^)]*\)/g, '')
  if (path.endsWith('.sql')) return (text.match(/--.*$/gm) ?? []).join('\n')
  return (text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm) ?? []).join('\n')
}

/** With stars where several are meant. */
const PATH = /^(?:\.{1,2}\/)*[\w.-]*\w[\w.-]*(?:\/[\w.*-]+)*\/?$/
/** How files end that are surely ours. Others' are named, too: `pg_hba.conf`. */
const OURS = /\w\.(ts|tsx|sql|mjs)$/
const FROM_A_TOP_FOLDER =
  /(?<![\w./`-])(?:packages|test|docs|tools|bench)\/[\w./-]*\w\.(?:ts|tsx|md|sql|json)\b/g

/** Those that hold a folder for each module. */
const SOURCES = ['packages/core/src', 'packages/gateway/src']

/** The root, the modules, and every folder from the file's own upwards. */
function startingPoints(file: string): readonly string[] {
  const own: string[] = []
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) own.push(folder)
  return ['.', ...SOURCES, ...own]
}

/** Where a gateway that was started here keeps its own, and what readers are told that they find there. */
const KEPT = 'data'

const isThere = (from: string, path: string): boolean => existsSync(join(ROOT, from, path))

/** `data/*.json` leads where `data` does. */
const withoutStar = (path: string): string => path.replace(/\/[^/]*\*.*$/, '')

const ENDINGS = ['', '.ts', '.tsx', '.json', '.md']

const leadsSomewhere = (file: string, path: string): boolean =>
  startingPoints(file).some((from) =>
    ENDINGS.some((ending) => isThere(from, `${withoutStar(path)}${ending}`)),
  )

function isMeantAsPath(file: string, text: string): boolean {
  if (!PATH.test(text)) return false
  if (OURS.test(text)) return true
  const [first = ''] = text.split('/')
  const places = startingPoints(file).filter((from) => !(from === '.' && first === KEPT))
  return text.includes('/') && /\w/.test(first) && places.some((from) => isThere(from, first))
}

const inBackticks = (file: string, prose: string): readonly string[] =>
  [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, text = '']) => (isMeantAsPath(file, text) ? [text] : []))

it('every path in documents and comments leads to a file or folder', () => {
  const named = filesBelow('.').flatMap((file) => {
    const prose = proseOf(file)
    const paths = new Set([...inBackticks(file, prose), ...(prose.match(FROM_A_TOP_FOLDER) ?? [])])
    return [...paths].map((path) => ({ file, path }))
  })
  expect(named.length).toBeGreaterThan(200)
  const lost = named.filter(({ file, path }) => !leadsSomewhere(file, path))
  expect(lost.map(({ file, path }) => `${file}: ${path}`).filter((each) => !TO_BE_MADE.has(each))).toEqual([])
})
