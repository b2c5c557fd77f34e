import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * Vitest leaves one core to itself, which of two is half of all. It has little to do while tests run, and those that wait for a
 * database or a process leave a core idle.
 */
const WORKERS = availableParallelism()

/** What measures how long something takes: one file after the other, when all others are done. */
const MEASURED = [
  'src/database/recovery.test.ts',
  'test/processes/kill.test.ts',
  'test/processes/start.test.ts',
]

/** What starts processes and waits for them; what they promise holds on a machine that has other things to do, too. */
const PROCESSES = [
  'src/database/durability.test.ts',
  'test/cli/serve.test.ts',
  'test/cluster/**/*.test.ts',
  'test/processes/**/*.test.ts',
]

/** Long runs that look at the heap, or need much of it: each in a process of its own. By its name vitest begins with it. */
const LONG = ['test/attack/fuzz.test.ts', 'test/simulation/**/*.test.ts']

/** In a real browser, on pages that are built first. */
const BROWSER = ['test/browser/**/*.test.ts']

const shared = {
  globalSetup: ['test/setup/databases.ts'],
  setupFiles: ['test/setup/each-file.ts'],
  // Only for what hangs: on a busy machine a test may take ten times as long. What must be fast counts its processor time.
  testTimeout: 120_000,
  hookTimeout: 300_000,
  // The same of what is asked for until it is so. Left out, Vitest gives up after a second.
  expect: { poll: { timeout: 60_000 } },
  maxWorkers: WORKERS,
}

/**
 * One file after the other in the same process: to import the whole gateway anew for each took as long as many a file's tests.
 * So no test may leave anything behind in a module.
 */
const TOGETHER = { isolate: false, sequence: { groupOrder: 0 } }

/**
 * Each file of the two APIs runs on one engine: these on PostgreSQL, the others, the simulation and the fuzz run in memory. A file
 * that names its engines itself stays among the rooms. That every statement ran on both, `test/setup/statement-report.ts` sees to.
 */
const ON_POSTGRES = [
  'test/api/*.test.ts',
  'src/admin/**/!(invariants|gone-back|alerts).test.ts',
  'src/processors/own-account/own-account.test.ts',
  'src/processors/own-account/amounts.test.ts',
]

/** In memory and on PostgreSQL: what locks, or measures, by statements of its own. */
const ON_BOTH = ['src/access/master-keys.test.ts', 'src/admin/alerts/alerts.test.ts']

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
    ...TOGETHER,
  },
})

export default defineConfig({
  test: {
    reporters: ['default', './test/setup/statement-report.ts', './test/setup/time-report.ts'],
    projects: [
      {
        test: {
          ...shared,
          name: 'rooms',
          include: ['src/**/*.test.ts', 'client/**/*.test.ts', 'test/**/*.test.ts', 'web/**/*.test.ts'],
          exclude: [...MEASURED, ...LONG, ...PROCESSES, ...BROWSER, ...ON_POSTGRES],
          ...TOGETHER,
        },
      },
      { test: { ...shared, name: 'long', include: LONG, sequence: { groupOrder: 0 } } },
      onEngine('on disk', 'disk', ON_DISK),
      onEngine('on PostgreSQL', 'postgres', [...ON_POSTGRES, ...ON_BOTH]),
      {
        test: {
          ...shared,
          name: 'processes',
          include: PROCESSES,
          exclude: MEASURED,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          include: BROWSER,
          globalSetup: [
            ...shared.globalSetup,
            'test/browser/pages.setup.ts',
            'test/browser/chromium.setup.ts',
          ],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: 'measured',
          include: MEASURED,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
