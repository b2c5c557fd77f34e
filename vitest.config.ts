import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import Order from './test/setup/order.ts'

/**
 * Two more than there are cores: half of the files wait, for a database, a process or a page, and while they do a core is idle. As
 * many files as cores left a third of the processor unused. What they promise holds on a machine that has other things to do, too;
 * what cannot is `MEASURED`.
 */
const WORKERS = availableParallelism() + 2

/** What measures how long something takes: one file after the other, when all others are done. */
const MEASURED = [
  'src/database/recovery.test.ts',
  'test/processes/kill.test.ts',
  'test/processes/start.test.ts',
]

/** What starts processes and waits for them. */
const PROCESSES = [
  'src/database/durability.test.ts',
  'test/cli/serve.test.ts',
  'test/cluster/**/*.test.ts',
  'test/processes/**/*.test.ts',
]

/** Long runs that look at the heap, or need much of it: each in a thread of its own. By its name vitest begins with it. */
const LONG = ['test/attack/fuzz.test.ts', 'test/simulation/**/*.test.ts']

/** In a real browser, on pages that are built first. */
const BROWSER = ['test/browser/**/*.test.ts']

/** Of the pages' sources, which only a bundler can read. */
const PAGES = ['web/**/*.test.ts']

/**
 * What V8 made of the sources is kept where the program keeps it: a thread or a process that begins later in a run, or in another, need
 * not compile the gateway once more. Workers read it from the environment.
 */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/sluice', import.meta.url))

const shared = {
  setupFiles: ['test/setup/each-file.ts'],
  // Only for what hangs: on a busy machine a test may take ten times as long, and one that is cut off works on beside the next.
  // What must be fast counts its processor time.
  testTimeout: 600_000,
  hookTimeout: 300_000,
  // The same of what is asked for until it is so. Left out, Vitest gives up after a second.
  expect: { poll: { timeout: 60_000 } },
  maxWorkers: WORKERS,
}

/**
 * Node reads the sources itself, as it does when the gateway runs: Vite's transforms and its own loading of modules took a sixth of the
 * processor. (Nothing here mocks modules, which is what it would be for.)
 */
const BY_NODE = { experimental: { viteModuleRunner: false, nodeLoader: false } }

/**
 * One file after the other in the same process: to import the whole gateway anew for each took as long as many a file's tests.
 * So no test may leave anything behind in a module.
 */
const TOGETHER = { isolate: false, ...BY_NODE }

/**
 * V8 compiles much of the embedded database a second time, to make it faster, in each process that opens one; those of a few tests never
 * earn it back. Not for what measures, nor for threads that live for the whole run.
 */
const BASELINE_ONLY = '--liftoff-only'

/**
 * The same in threads of one process, which share what V8 made of PGlite's WebAssembly: in processes each compiled it for itself, a
 * quarter of all that the rooms took. Not for what is about processes, their signals or their working folder.
 */
const IN_THREADS = { ...TOGETHER, pool: 'threads' } as const

/**
 * Each file of the two APIs runs on one engine: these on PostgreSQL, the others, the simulation and the fuzz run in memory. A file
 * that names its engines itself stays among the rooms. That every statement ran on both, `test/setup/statement-report.ts` sees to.
 */
const ON_POSTGRES = [
  // A create is alone, and its answer made early, where there are two slots.
  'src/intake/create/committing.test.ts',
  'test/api/*.test.ts',
  'src/admin/**/!(invariants|gone-back|alerts|people).test.ts',
  'src/processors/own-account/own-account.test.ts',
  'src/processors/own-account/amounts.test.ts',
]

/** In memory and on PostgreSQL: what locks, or measures, by statements of its own. */
const ON_BOTH = [
  'src/access/master-keys.test.ts',
  'src/admin/alerts/alerts.test.ts',
  'src/admin/people/people.test.ts',
  'src/figures/figures.test.ts',
  'src/members/members.test.ts',
  'src/members/owner-mail.test.ts',
  'src/people/identity-provider.test.ts',
  'src/people/sign-in.test.ts',
  'src/search/own.test.ts',
]

/**
 * The same database as in memory, with a disk below it, and slower: money on its way in and out, once more. Its durability has
 * tests of its own, and all that starts a process runs on it.
 */
const ON_DISK = ['test/api/money.test.ts']

const onEngine = (name: string, engine: 'disk' | 'postgres', include: string[]) => ({
  test: {
    ...shared,
    name,
    include,
    env: { SLUICE_TEST_ENGINE: engine },
    ...IN_THREADS,
  },
})

export default defineConfig({
  test: {
    // Of the run and not of each project: one PostgreSQL, and one of each image, for all of them.
    globalSetup: ['test/setup/databases.ts'],
    sequence: { sequencer: Order },
    reporters: ['default', './test/setup/statement-report.ts', './test/setup/time-report.ts'],
    projects: [
      {
        test: {
          ...shared,
          name: 'rooms',
          include: ['src/**/*.test.ts', 'client/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...MEASURED, ...LONG, ...PROCESSES, ...BROWSER, ...ON_POSTGRES],
          ...IN_THREADS,
        },
      },
      { test: { ...shared, name: 'pages', include: PAGES, isolate: false } },
      { test: { ...shared, name: 'long', include: LONG, ...IN_THREADS, isolate: true } },
      onEngine('on disk', 'disk', ON_DISK),
      onEngine('on PostgreSQL', 'postgres', [...ON_POSTGRES, ...ON_BOTH]),
      {
        test: {
          ...shared,
          name: 'processes',
          include: PROCESSES,
          exclude: MEASURED,
          ...TOGETHER,
          execArgv: [BASELINE_ONLY],
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          include: BROWSER,
          globalSetup: ['test/browser/pages.setup.ts', 'test/browser/chromium.setup.ts'],
          ...IN_THREADS,
        },
      },
      {
        test: {
          ...shared,
          name: 'measured',
          include: MEASURED,
          ...TOGETHER,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
