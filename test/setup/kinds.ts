/**
 * The kinds of test files, by path: what they run on, in which order, and under which name the report of a run adds them up.
 * `vitest.config.ts` makes its projects from the same lists.
 */
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Tests that measure time: they run one file after the other, after all others. */
export const MEASURED = [
  'packages/database/src/recovery.test.ts',
  'test/processes/kill.test.ts',
  'test/processes/start.test.ts',
]

/** Tests that start processes and wait for them. */
export const PROCESSES = [
  'packages/database/src/durability.test.ts',
  'test/cli/serve.test.ts',
  'test/cluster/**/*.test.ts',
  'test/processes/**/*.test.ts',
]

/** Long runs that measure the heap or need much of it: each in a separate thread. The project's name makes vitest start it first. */
export const LONG = ['test/attack/fuzz.test.ts', 'test/simulation/**/*.test.ts']

/** Tests in a real browser, on pages that are built first. */
const BROWSER = ['test/browser/**/*.test.ts']

/** Tests of the pages' sources, which need a bundler. */
export const PAGES = ['packages/{ui-kit,checkout,console,dashboard}/{src,made}/**/*.test.ts']

/**
 * Each test file of the two APIs runs on one engine: these on PostgreSQL; the others, the simulation and the fuzz run in memory. A file
 * that names its engines itself (`onEngines`) may be in either. `statement-report.ts` checks that every statement ran on both.
 */
const ON_POSTGRES = [
  // Needs two write slots, so that a create counts as alone and its answer is made early.
  'packages/gateway/src/api/create/committing.test.ts',
  'test/api/*.test.ts',
  'packages/gateway/src/admin/**/!(invariants|gone-back).test.ts',
  'packages/gateway/src/processors/own-account/own-account.test.ts',
  'packages/gateway/src/processors/own-account/amounts.test.ts',
]

/** Long tests come first, beside those that only wait; the many short files come last and fill the remaining time of each core. */
const FIRST_TO_LAST = [
  ['measured', MEASURED],
  ['long', LONG],
  ['processes', PROCESSES],
  ['browser', BROWSER],
  ['on PostgreSQL', ON_POSTGRES],
  ['pages', PAGES],
] as const

export type Kind = (typeof FIRST_TO_LAST)[number][0] | 'modules'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const filesOf = (patterns: readonly string[]): ReadonlySet<string> =>
  new Set(globSync([...patterns], { cwd: ROOT }).map((path) => path.replaceAll('\\', '/')))

const KINDS = FIRST_TO_LAST.map(([kind, patterns]) => ({ kind, files: filesOf(patterns) }))

const fromRoot = (path: string): string => path.slice(ROOT.length).replaceAll('\\', '/')

/** @param path the absolute path of a test file */
export const kindAt = (path: string): Kind =>
  KINDS.find(({ files }) => files.has(fromRoot(path)))?.kind ?? 'modules'

/** Files with a lower place begin first. Tests that measure time run last because of their project. */
export const placeAt = (path: string): number => {
  const place = KINDS.findIndex(({ files }) => files.has(fromRoot(path)))
  return place < 0 ? KINDS.length : place
}
