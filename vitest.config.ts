import { defineConfig } from 'vitest/config'

/**
 * Tests that start processes or measure time run one after the other, when all others are done: they have the machine for
 * themselves, as the servers they speak of have.
 */
const PROCESSES = [
  'src/database/durability.test.ts',
  'test/cli/**/*.test.ts',
  'test/cluster/**/*.test.ts',
  'test/docs/quickstart.test.ts',
  'test/processes/**/*.test.ts',
]

const shared = {
  globalSetup: ['test/setup/databases.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'rooms',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: PROCESSES,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: 'processes',
          include: PROCESSES,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
