import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { madeForConsole } from './packages/console/made/modules.ts'
import { madeForDashboard } from './packages/dashboard/made/modules.ts'
import { LONG, MEASURED, PAGES, PROCESSES } from './test/setup/kinds.ts'
import Order from './test/setup/order.ts'

/**
 * Two more than there are cores: half of the files wait, for a database, a process or a page, and while they do a core is idle. As
 * many files as cores left a third of the processor unused. What they promise holds on a machine that has other things to do, too;
 * what cannot is `MEASURED`.
 */
const WORKERS = availableParallelism() + 2

/**
 * What V8 made of the sources is kept where the program keeps it: a thread or a process that begins later in a run, or in another, need
 * not compile the gateway once more. Workers read it from the environment.
 */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/sluice', import.meta.url))

/**
 * The tests of a file run in an order that nobody has written, so that none comes to need what another has left. It is the same in each
 * run, so that nothing fails by chance; `--sequence.seed=…` gives another one.
 */
const SEED = 101
const SHUFFLED = { shuffle: { tests: true } } as const

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
 * quarter of all that the other tests took. Not for what is about processes, their signals or their working folder.
 */
const IN_THREADS = { ...TOGETHER, pool: 'threads' } as const

export default defineConfig({
  test: {
    // Of the run and not of each project: one PostgreSQL, one browser, and one of each image, for all of them.
    globalSetup: ['test/setup/shared-server.ts'],
    sequence: { sequencer: Order, seed: SEED },
    reporters: ['default', './test/setup/statement-report.ts', './test/setup/time-report.ts'],
    projects: [
      {
        test: {
          ...shared,
          name: 'modules',
          include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...MEASURED, ...LONG, ...PROCESSES, ...PAGES],
          sequence: SHUFFLED,
          ...IN_THREADS,
        },
      },
      {
        plugins: [madeForConsole, madeForDashboard],
        test: { ...shared, name: 'pages', include: PAGES, sequence: SHUFFLED, isolate: false },
      },
      { test: { ...shared, name: 'long', include: LONG, ...IN_THREADS, isolate: true } },
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
