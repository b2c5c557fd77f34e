import { defineConfig } from 'vitest/config'

/**
 * Tests that start processes or measure time run one after the other, when all others are done: they have the machine for
 * themselves, as the servers they speak of have.
 */
const PROCESSES = [
  'src/database/durability.test.ts',
  'test/cli/serve.test.ts',
  'test/cluster/**/*.test.ts',
  'test/processes/**/*.test.ts',
]

/** In a real browser, on pages that are built first. */
const BROWSER = ['test/browser/**/*.test.ts']

const shared = {
  globalSetup: ['test/setup/databases.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
}

/** What is told once more on another engine; all else that speaks SQL names its engines itself. */
const onEngine = (name: string, engine: 'disk' | 'postgres', include: string[]) => ({
  test: {
    ...shared,
    name,
    include,
    env: { SLUICE_TEST_ENGINE: engine },
    sequence: { groupOrder: 0 },
  },
})

/** The merchants' and the operators' API and the unique amounts. */
const API = [
  'test/api/**/*.test.ts',
  'src/admin/**/*.test.ts',
  'src/processors/own-account/own-account.test.ts',
]

/**
 * The same database as in memory, with a disk below it, and slower: what moves money. Its durability has tests of its own, and all
 * that starts a process runs on it.
 */
const MONEY = [
  'test/api/money.test.ts',
  'test/api/interface/states-and-errors.test.ts',
  'src/admin/merchants.test.ts',
  'src/processors/own-account/own-account.test.ts',
]

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'rooms',
          include: ['src/**/*.test.ts', 'client/**/*.test.ts', 'test/**/*.test.ts', 'web/**/*.test.ts'],
          exclude: [...PROCESSES, ...BROWSER],
          sequence: { groupOrder: 0 },
        },
      },
      onEngine('on disk', 'disk', MONEY),
      onEngine('on PostgreSQL', 'postgres', API),
      {
        test: {
          ...shared,
          name: 'processes',
          include: PROCESSES,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          include: BROWSER,
          globalSetup: [...shared.globalSetup, 'test/browser/pages.setup.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
