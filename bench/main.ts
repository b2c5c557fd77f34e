/**
 * `npm run bench`: the real server under load and, in the same run on the same database, what it is compared with.
 *
 * It starts everything that it needs on the loopback and removes it afterwards. Absolute numbers depend on the machine;
 * the ratios are what counts. `README.md` explains each measurement and what was learnt.
 */
import { holdToCores } from './cores.ts'
import { creates, embeddedCreates } from './creates.ts'
import { feed } from './feed.ts'
import { searchFilling } from './fill-search.ts'
import { type Filling, filled } from './filled.ts'
import { floorOverHttp } from './floor-http.ts'
import { growth } from './growth.ts'
import { lives } from './lives.ts'
import { memory } from './memory.ts'
import { type BenchOptions, HELP, type Part, readOptions } from './options.ts'
import { pages } from './pages.ts'
import { type BenchPostgres, startPostgres } from './postgres-server.ts'
import { processes } from './processes.ts'
import { providers } from './providers.ts'
import { reads } from './reads.ts'
import { machine, markdown, save } from './results.ts'
import type { Run } from './run.ts'
import { search } from './search.ts'
import { settlement } from './settlement.ts'
import { statements, statementsFilling } from './statements.ts'
import { Stopped, unlessStopped } from './stopping.ts'
import { success } from './success.ts'
import { targets } from './targets.ts'

const WORK: Readonly<Record<Part, (run: Run) => Promise<void>>> = {
  targets,
  creates,
  embedded: embeddedCreates,
  reads,
  lives,
  success,
  feed,
  floor: floorOverHttp,
  growth,
  memory,
  pages,
  processes,
  providers,
  search,
  settlement,
  statements,
}

/** Databases that parts fill before they measure and that `--keep` may keep. */
const FILLINGS: Readonly<Partial<Record<Part, (options: BenchOptions) => Filling>>> = {
  search: searchFilling,
  pages: searchFilling,
  statements: statementsFilling,
}

const say = (text: string): void => void process.stderr.write(`${text}\n`)

async function bench(options: BenchOptions): Promise<void> {
  if (options.cores !== undefined) holdToCores(options.cores)
  const postgres = await startPostgres(options)
  try {
    if (options.isOnlyFilling) {
      for (const part of options.parts) await unlessStopped(fillOnly(part, options, postgres), postgres.stop)
      return
    }
    const setting = { ...machine(), ...(await postgres.settings()) }
    const results = { lines: [], ratios: [] }
    for (const part of options.parts) {
      await unlessStopped(WORK[part]({ options, postgres, results, say }), postgres.stop)
    }
    process.stdout.write(`${markdown(setting, results)}\n`)
    if (options.save !== undefined) save(options.save, setting, results)
  } finally {
    await postgres.stop()
  }
}

async function fillOnly(part: Part, options: BenchOptions, postgres: BenchPostgres): Promise<void> {
  const filling = FILLINGS[part]?.(options)
  if (filling) await filled({ postgres, say }, filling)
}

const options = readOptions(process.argv.slice(2))
if (options) {
  await bench(options).catch((error: unknown) => {
    if (!(error instanceof Stopped)) throw error
    say(`stopped by ${error.message}: nothing was saved`)
    process.exitCode = 130
  })
} else say(HELP)
