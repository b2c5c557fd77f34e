/** Half of the simulation's seeds in the suite, what they must have met, and the proof that a seed decides everything. */
import type { MigratableDatabase } from '@sluice/database/migrate.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedImage } from '../setup/shared.ts'
import { addUp, type Coverage, neverHappened } from './coverage.ts'
import { openWorlds, tidyWorlds } from './database.ts'
import { describeFailure } from './report.ts'
import { runSeed } from './run.ts'

/** As many in each test, so that each stays within its time on a busy machine. */
const SEEDS_A_TEST = 10
/** In the last batch two payers claim one number, which is seldom. */
const FIRSTS = [...Array.from({ length: 12 }, (_, index) => 1 + index * SEEDS_A_TEST), 1581]
/** Of a failure in the suite; `npm run sim` takes longer and finds less to tell. */
const SHRINK_MS = 20_000

let database: MigratableDatabase
beforeAll(async () => {
  database = await openWorlds(await embeddedImage('migrated'))
})
afterAll(() => database.close())

describe('a simulated gateway', () => {
  const coverages: Coverage[] = []
  const digests = new Map<number, string>()

  it.each(FIRSTS)(`keeps its promises through ${SEEDS_A_TEST} lives from seed %i on`, async (first) => {
    for (let seed = first; seed < first + SEEDS_A_TEST; seed++) {
      const run = await runSeed({ database, seed })
      coverages.push(run.coverage)
      digests.set(seed, run.digest)
      if (run.failure) expect.fail((await describeFailure(database, run, SHRINK_MS)).join('\n'))
    }
    await tidyWorlds(database)
  })

  it('has met every fault, every act and every transition in them', () => {
    expect(neverHappened(addUp(coverages))).toEqual([])
  })

  it('lives the same life for a seed, byte for byte, alone as after others, and another for another', async () => {
    const alone = await openWorlds(await embeddedImage('migrated'))
    try {
      const seed = Math.max(...digests.keys())
      const { digest } = await runSeed({ database: alone, seed })
      expect(digest).toBe(digests.get(seed))
      expect(new Set(digests.values()).size).toBe(digests.size)
    } finally {
      await alone.close()
    }
  })
})
