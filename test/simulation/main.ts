/**
 * `npm run sim -- --seed N [--seeds K] [--steps M] [--jobs J]`: simulated worlds, in parallel on all cores.
 *
 * If a check fails: the seed, the check, the shortest history that still fails, and the command that repeats it; the exit code is 1. At the
 * end, what happened in all worlds, and what never did.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Costs } from './costs.ts'
import { addUp, describeCoverage } from './coverage.ts'
import { openWorlds } from './database.ts'
import { openWorkers, type Worker } from './jobs.ts'
import type { SeedResult } from './range.ts'
import { describeRun } from './report.ts'
import { DEFAULT_STEPS, runSeed } from './run.ts'

/** Up to this many seeds, each has a line; for more, the progress is shown. */
const FEW = 20
const PROGRESS_EVERY_MS = 10_000
/** More failures add little information. */
const MOST_FAILURES = 10

const HELP = `Drives the whole gateway in process through simulated lives, with crashes, and checks what must hold.

  npm run sim -- [--seed N] [--seeds K] [--steps M] [--jobs J] [--only DEEDS] [--costs] [--verbose]

  --seed N          the first seed (1): a whole number; --from N is the same, to go on where a long run was stopped
  --seeds K         how many seeds, counting up from the first (1)
  --steps M         steps in each life (${DEFAULT_STEPS})
  --jobs J          processes side by side (as many as there are cores)
  --only DEEDS      of one seed's deeds only these: numbers with commas, as a failure prints them
  --shrink-secs S   how long to look for a shorter history that fails (60)
  --costs           print what the lives ask of their database, by statement; in one process
  --verbose         print everything that happens (of one seed)
  --help            this text

The same seed with the same steps gives the same run and the same digest. The exit code is 1 where a check fails.`

function readArguments() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      from: { type: 'string' },
      seeds: { type: 'string', default: '1' },
      steps: { type: 'string', default: String(DEFAULT_STEPS) },
      jobs: { type: 'string', default: String(availableParallelism()) },
      only: { type: 'string' },
      'shrink-secs': { type: 'string', default: '60' },
      costs: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const whole = (name: string, text: string): number => {
    if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number, not ${text}`)
    return Number(text)
  }
  const seeds = whole('seeds', values.seeds)
  return {
    seed: whole('seed', values.seed ?? values.from ?? '1'),
    seeds,
    steps: whole('steps', values.steps),
    jobs: Math.max(1, Math.min(whole('jobs', values.jobs), seeds)),
    only: values.only?.split(',').map((deed) => whole('only', deed)),
    shrinkMs: whole('shrink-secs', values['shrink-secs']) * 1_000,
    costs: values.costs,
    verbose: values.verbose,
    help: values.help,
  }
}

type Arguments = ReturnType<typeof readArguments>

/** One world, with everything that happens in it. */
async function show({ seed, steps, only, verbose }: Arguments): Promise<number> {
  const database = await openWorlds()
  try {
    const startedAt = performance.now()
    const onLine = verbose ? console.log : undefined
    const run = await runSeed({
      ...{ database, seed, steps },
      ...(only && { only: new Set(only) }),
      ...(onLine && { onLine }),
    })
    console.log(describeRun(run, performance.now() - startedAt))
    if (!run.failure) return 0
    if (!onLine) console.log(run.failure.story.join('\n'))
    console.log(`seed ${seed}, step ${run.failure.step}: ${run.failure.message}`)
    return 1
  } finally {
    await database.close()
  }
}

/** The database costs of the worlds. */
async function count({ seed: first, seeds, steps }: Arguments): Promise<number> {
  const database = await openWorlds()
  const costs = new Costs()
  let failures = 0
  for (let seed = first; seed < first + seeds; seed++) {
    const run = await runSeed({ database: costs.of(database), seed, steps })
    if (run.failure) failures += 1
  }
  await database.close()
  console.log([...costs.table(seeds), `${failures} failed`].join('\n'))
  return failures
}

/** Gives the seeds, one after the other, to the next free worker. */
async function runAll(workers: readonly Worker[], options: Arguments): Promise<number> {
  const { seed: first, seeds, steps, shrinkMs } = options
  const startedAt = performance.now()
  const outcomes: Pick<SeedResult, 'seed' | 'coverage'>[] = []
  let failures = 0
  let next = first
  let isStopped = false
  let reportedAt = startedAt
  process.once('SIGINT', () => {
    isStopped = true
  })

  const take = (outcome: SeedResult) => {
    outcomes.push({ seed: outcome.seed, coverage: outcome.coverage })
    if (outcome.failure) {
      failures += 1
      console.log(`\n${outcome.failure.join('\n')}\n`)
    }
    if (seeds <= FEW) console.log(outcome.line)
    else if (performance.now() - reportedAt >= PROGRESS_EVERY_MS) {
      reportedAt = performance.now()
      console.log(progress(outcomes.length, seeds, failures, reportedAt - startedAt))
    }
  }
  const work = async (worker: Worker) => {
    while (next < first + seeds && !isStopped && failures < MOST_FAILURES) {
      const seed = next++
      take(await worker.run({ seed, steps, shrinkMs }))
    }
  }
  await Promise.all(workers.map(work))

  if (seeds === 1) return failures
  console.log(progress(outcomes.length, seeds, failures, performance.now() - startedAt))
  console.log('what came about:')
  console.log(describeCoverage(addUp(outcomes.map(({ coverage }) => new Map(coverage)))).join('\n'))
  if (next < first + seeds) console.log(`to go on: --from ${next} --seeds ${first + seeds - next}`)
  return failures
}

function progress(done: number, all: number, failures: number, ms: number): string {
  const aSecond = done / (ms / 1_000)
  const leftSecs = Math.round((all - done) / aSecond)
  const rate = `${aSecond.toFixed(1)} a second`
  const left = done < all ? `, ${Math.floor(leftSecs / 60)} min ${leftSecs % 60} s to go` : ''
  return `${done} of ${all} seeds, ${failures} failed, ${Math.round(ms / 1_000)} s, ${rate}${left}`
}

async function main(): Promise<number> {
  const options = readArguments()
  if (options.help) {
    console.log(HELP)
    return 0
  }
  if (options.only || options.verbose) return show(options)
  if (options.costs) return count(options)
  const workers = await openWorkers(options.jobs)
  try {
    return (await runAll(workers, options)) === 0 ? 0 : 1
  } finally {
    for (const worker of workers) await worker.close()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
