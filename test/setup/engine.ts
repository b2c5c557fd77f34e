/** The engine that `openTestDatabase` opens: for a whole file, by its kind, or for some of its tests (`onEngines`). */
import { afterAll, beforeAll, describe } from 'vitest'

/** In memory, on the test run's PostgreSQL, or the embedded one with a disk. */
export type TestEngine = 'memory' | 'postgres' | 'disk'

const NAMES: Readonly<Record<TestEngine, string>> = {
  memory: 'in memory',
  postgres: 'on PostgreSQL',
  disk: 'on disk',
}

let chosen: TestEngine = 'memory'

export const chosenEngine = (): TestEngine => chosen

export function chooseEngine(engine: TestEngine): void {
  chosen = engine
}

/** Runs the same tests on each of these engines, one after the other: for tests of locks, or that measure their own statements. */
export function onEngines(engines: readonly TestEngine[], tests: () => void): void {
  const named = engines.map((engine) => [NAMES[engine], engine] as const)
  describe.each(named)('%s:', (_, engine) => {
    const before = chosen
    beforeAll(() => chooseEngine(engine))
    afterAll(() => chooseEngine(before))
    tests()
  })
}
