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

const shared = {
  globalSetup: ['test/setup/databases.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
}

/** The merchants' and the operators' API, once more on the other engines; all else that speaks SQL names its engines itself. */
const onEngine = (name: string, engine: 'disk' | 'postgres') => ({
  test: {
    ...shared,
    name,
    include: ['test/api/**/*.test.ts', 'src/admin/**/*.test.ts'],
    env: { SLUICE_TEST_ENGINE: engine },
    sequence: { groupOrder: 0 },
  },
})

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
      onEngine('on disk', 'disk'),
      onEngine('on PostgreSQL', 'postgres'),
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
