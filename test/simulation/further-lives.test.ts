/** The other half of the simulation's seeds in the suite, beside the first on another core; and planted bugs that it must find. */
import type { MigratableDatabase } from '@sluice/database/migrate.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedImage } from '../setup/shared.ts'
import { openWorlds, tidyWorlds } from './database.ts'
import { deedsOf, onlyDeeds, planOf } from './plan.ts'
import { PLANTED } from './planted.ts'
import { describeFailure } from './report.ts'
import { runSeed } from './run.ts'
import { shrink } from './shrink.ts'

const SEEDS_A_TEST = 10
/** After those of `simulation.test.ts`. */
const FIRSTS = Array.from({ length: 7 }, (_, index) => 121 + index * SEEDS_A_TEST)
/** Of some sixty that a plan has. */
const FEW_DEEDS = 15
const MOST_TRIES = 40
/** Lives until a bug shows that needs a thief, a payer and a bank to meet. */
const MOST_LIVES = 40
/** A tampered statement that the database refuses shows nothing of what the simulation finds. */
const SHOWS_NOTHING = ['the simulation itself', 'no statement fails by itself']
const SHRINK_MS = 20_000

let database: MigratableDatabase
beforeAll(async () => {
  database = await openWorlds(await embeddedImage('migrated'))
})
afterAll(() => database.close())

describe('a simulated gateway', () => {
  it.each(FIRSTS)(`keeps its promises through ${SEEDS_A_TEST} lives from seed %i on`, async (first) => {
    for (let seed = first; seed < first + SEEDS_A_TEST; seed++) {
      const run = await runSeed({ database, seed })
      if (run.failure) expect.fail((await describeFailure(database, run, SHRINK_MS)).join('\n'))
    }
    await tidyWorlds(database)
  })
})

describe('the plan of a life', () => {
  it('begins the same however many steps it has', () => {
    expect(planOf(7, 30).slice(0, 11)).toEqual(planOf(7, 10))
  })

  it('loses only the deeds that are left out', () => {
    const plan = planOf(7, 30)
    const [first, second] = deedsOf(plan)
    expect(deedsOf(onlyDeeds(plan, (index) => index !== first))).toEqual(deedsOf(plan).slice(1))
    expect(onlyDeeds(plan, (index) => index === second)).toHaveLength(1)
  })
})

describe('a planted bug is found, and told in a few deeds:', () => {
  it.each(PLANTED)('a gateway that %s', async (_bug, tamper, firstSeed) => {
    let seed = firstSeed
    let failed = await runSeed({ database, seed, tamper })
    const isFound = () => failed.failure !== undefined && !SHOWS_NOTHING.includes(failed.failure.check)
    while (!isFound() && seed < firstSeed + MOST_LIVES)
      failed = await runSeed({ database, seed: ++seed, tamper })
    expect(failed.failure?.check).toBeDefined()
    expect(SHOWS_NOTHING).not.toContain(failed.failure?.check)
    let tries = 0
    const isEnough = ({ length }: readonly number[]) => length <= FEW_DEEDS || ++tries > MOST_TRIES
    const { deeds, run } = await shrink({ database, seed, tamper, failed, isEnough })
    expect(deeds.length).toBeLessThanOrEqual(FEW_DEEDS)
    expect(run.failure?.check).toBe(failed.failure?.check)
    const again = await runSeed({ database, seed, tamper, only: new Set(deeds) })
    expect(again.digest).toBe(run.digest)
  })
})
