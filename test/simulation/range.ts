/** Runs many seeds, one after the other, on a database that is kept small: in this process, or in one of several. */
import type { MigratableDatabase } from '@sluice/database/migrate.ts'
import { openWorlds, tidyWorlds } from './database.ts'
import { describeFailure, describeRun } from './report.ts'
import { runSeed } from './run.ts'

const TIDY_EVERY_WORLDS = 50

export interface Order {
  readonly seed: number
  readonly steps: number
  /** Real time for shortening a failing history. */
  readonly shrinkMs: number
}

/** The result of one seed; plain data, so that it can pass between processes. */
export interface SeedResult {
  readonly seed: number
  readonly line: string
  readonly coverage: readonly (readonly [name: string, times: number])[]
  /** The report of a failure; undefined if all checks pass. */
  readonly failure: readonly string[] | undefined
}

export class Runner {
  readonly #database: MigratableDatabase
  #lived = 0

  private constructor(database: MigratableDatabase) {
    this.#database = database
  }

  static async open(): Promise<Runner> {
    return new Runner(await openWorlds())
  }

  async run({ seed, steps, shrinkMs }: Order): Promise<SeedResult> {
    if (this.#lived > 0 && this.#lived % TIDY_EVERY_WORLDS === 0) await tidyWorlds(this.#database)
    this.#lived += 1
    const startedAt = performance.now()
    const run = await runSeed({ database: this.#database, seed, steps })
    const line = describeRun(run, performance.now() - startedAt)
    const failure = run.failure && (await describeFailure(this.#database, run, shrinkMs))
    return { seed, line, coverage: [...run.coverage], failure }
  }

  close(): Promise<void> {
    return this.#database.close()
  }
}
