/**
 * What kinds of test files there are, by where they stand: on what they run, in which order, and under which name the report of a run
 * adds them up. `vitest.config.ts` makes its projects of the same lists.
 */
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What measures how long something takes: one file after the other, when all others are done. */
export const MEASURED = [
  'packages/database/src/recovery.test.ts',
  'test/processes/kill.test.ts',
  'test/processes/start.test.ts',
]

/** What starts processes and waits for them. */
export const PROCESSES = [
  'packages/database/src/durability.test.ts',
  'test/cli/serve.test.ts',
  'test/cluster/**/*.test.ts',
  'test/processes/**/*.test.ts',
]

/** Long runs that look at the heap, or need much of it: each in a thread of its own. By its name vitest begins with the project. */
export const LONG = ['test/attack/fuzz.test.ts', 'test/simulation/**/*.test.ts']

/** In a real browser, on pages that are built first. */
const BROWSER = ['test/browser/**/*.test.ts']

/** Of the pages' sources, which only a bundler can read. */
export const PAGES = ['packages/{ui-kit,checkout,console,dashboard}/{src,made}/**/*.test.ts']

/**
 * Each file of the two APIs runs on one engine: these on PostgreSQL, the others, the simulation and the fuzz run in memory. A file
 * that names its engines itself (`onEngines`) may stand anywhere. That every statement ran on both, `statement-report.ts` sees to.
 */
const ON_POSTGRES = [
  // A create is alone, and its answer made early, where there are two slots.
  'packages/gateway/src/api/create/committing.test.ts',
  'test/api/*.test.ts',
  'packages/gateway/src/admin/**/!(invariants|gone-back).test.ts',
  'packages/gateway/src/processors/own-account/own-account.test.ts',
  'packages/gateway/src/processors/own-account/amounts.test.ts',
]

/** What takes long comes first, beside what only waits; the many short files come last and fill what is left of each core. */
const FIRST_TO_LAST = [
  ['measured', MEASURED],
  ['long', LONG],
  ['processes', PROCESSES],
  ['browser', BROWSER],
  ['on PostgreSQL', ON_POSTGRES],
  ['pages', PAGES],
] as const

export type Kind = (typeof FIRST_TO_LAST)[number][0] | 'rooms'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const filesOf = (patterns: readonly string[]): ReadonlySet<string> =>
  new Set(globSync([...patterns], { cwd: ROOT }).map((path) => path.replaceAll('\\', '/')))

const KINDS = FIRST_TO_LAST.map(([kind, patterns]) => ({ kind, files: filesOf(patterns) }))

const fromRoot = (path: string): string => path.slice(ROOT.length).replaceAll('\\', '/')

/** @param path of a test file, an absolute one */
export const kindAt = (path: string): Kind =>
  KINDS.find(({ files }) => files.has(fromRoot(path)))?.kind ?? 'rooms'

/** Which of two files begins first: the one with the lower place. What measures is kept until the end by its project. */
export const placeAt = (path: string): number => {
  const place = KINDS.findIndex(({ files }) => files.has(fromRoot(path)))
  return place < 0 ? KINDS.length : place
}
