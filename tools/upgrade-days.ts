/**
 * `npm run upgrade:days`: simulates the days on which the upgrade from this version is tested, and stores their rows.
 */
import { readMigrations } from '@sluice/database/migrate.ts'
import { cluster } from '@sluice/database/prepared-making.ts'
import { openForItself } from '../test/setup/in-this-thread.ts'
import { openWorlds } from '../test/simulation/database.ts'
import { runSeed } from '../test/simulation/run.ts'
import { liveBusinessDay } from '../test/upgrade/business-day.ts'
import { daysFile, type KeptDay, rowsOf, writeKeptDays } from '../test/upgrade/kept-days.ts'

/** Shortened simulations: one mostly of payments and one mostly of people. */
const SEEDS = [8, 10]
const STEPS = 40

const image = await cluster('migrated')
const days: Record<string, KeptDay> = {}

const worlds = await openWorlds(image)
for (const seed of SEEDS) {
  const { failure } = await runSeed({ database: worlds, seed, steps: STEPS, leaveOpen: true })
  if (failure) throw new Error(`world ${seed}: ${failure.message}`)
  days[`world ${seed}`] = await rowsOf(worlds)
}
await worlds.close()

const business = await openForItself(image)
await liveBusinessDay(business)
days.business = await rowsOf(business)
await business.close()

const newest = Math.max(...(await readMigrations()).map(({ number }) => number))
writeKeptDays(newest, days)
process.stdout.write(`${daysFile(newest)} written\n`)
