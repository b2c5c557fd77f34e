/** On which engine `openTestDatabase` opens: of a whole file, by its kind, or of some of its tests (`onEngines`). */
import { afterAll, beforeAll, describe } from 'vitest'
import { TEST_LANES } from './lanes.ts'

/** In memory, on the test run's PostgreSQL, or the one in memory with a disk below it. */
export type TestEngine = 'memory' | 'postgres' | 'disk'

const NAMES: Readonly<Record<TestEngine, string>> = {
  memory: 'in memory',
  postgres: 'on PostgreSQL',
  disk: 'on disk',
}

let chosen: TestEngine = 'memory'

/** Lanes are tested on PostgreSQL, whatever a file asks for. */
export const chosenEngine = (): TestEngine => (TEST_LANES === 'merchant' ? 'postgres' : chosen)

export function chooseEngine(engine: TestEngine): void {
  chosen = engine
}

/** The same tests on each of these engines, one after the other: for what locks, or measures, by statements of its own. */
export function onEngines(engines: readonly TestEngine[], tests: () => void): void {
  const named = engines.map((engine) => [NAMES[engine], engine] as const)
  describe.each(named)('%s:', (_, engine) => {
    const before = chosen
    beforeAll(() => chooseEngine(engine))
    afterAll(() => chooseEngine(before))
    tests()
  })
}
