/**
 * `npm run sim -- --seed N [--seeds K] [--steps M] [--verbose]`: simulated worlds, one after the other.
 *
 * Prints one line for each seed. Where a check fails: the seed, the step, the check and the last of what happened, and the
 * exit code is 1. To see a failure again, give its seed and the same number of steps.
 */
import { parseArgs } from 'node:util'
import { openWorlds } from './database.ts'
import { DEFAULT_STEPS, type Run, runSeed } from './run.ts'

/** Of the history; --verbose prints all of it. */
const LONGEST_LINE = 240
/** Emptied over and over, its catalogue and its log grow; a new one takes a second and a half. */
const WORLDS_OF_A_DATABASE = 200

const HELP = `Drives the whole gateway in process through simulated lives, with crashes, and checks what must hold.

  npm run sim -- [--seed N] [--seeds K] [--steps M] [--verbose]

  --seed N     the first seed (1): a whole number
  --seeds K    how many seeds, counting up from the first (1)
  --steps M    steps in each life (${DEFAULT_STEPS})
  --verbose    print everything that happens
  --help       this text

The same seed with the same steps gives the same run and the same digest. The exit code is 1 where a check fails.`

function readArguments() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      seeds: { type: 'string', default: '1' },
      steps: { type: 'string', default: String(DEFAULT_STEPS) },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const whole = (name: 'seed' | 'seeds' | 'steps'): number => {
    const text = values[name]
    if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number, not ${text}`)
    return Number(text)
  }
  return { ...values, seed: whole('seed'), seeds: whole('seeds'), steps: whole('steps') }
}

function tell(run: Run, ms: number): void {
  const { seed, step, payments, crashes, days, digest, failure } = run
  const facts = `${step} steps, ${payments} payments, ${crashes} crashes, ${days.toFixed(1)} days`
  console.log(
    `seed ${seed}: ${failure ? 'FAILED' : 'holds'}, ${facts}, ${Math.round(ms)} ms, digest ${digest}`,
  )
  if (!failure) return
  const history = failure.history.map((line) => line.slice(0, LONGEST_LINE))
  console.log(`\n${history.join('\n')}\n\nseed ${seed}, step ${step}: ${failure.message}\n`)
}

async function main(): Promise<number> {
  const { seed, seeds, steps, verbose, help } = readArguments()
  if (help) {
    console.log(HELP)
    return 0
  }
  let database = await openWorlds()
  let failures = 0
  try {
    for (let at = seed; at < seed + seeds; at++) {
      if (at > seed && (at - seed) % WORLDS_OF_A_DATABASE === 0) {
        await database.close()
        database = await openWorlds()
      }
      const startedAt = performance.now()
      const run = await runSeed({ database, seed: at, steps, ...(verbose && { onLine: console.log }) })
      if (run.failure) failures += 1
      tell(run, performance.now() - startedAt)
    }
  } finally {
    await database.close()
  }
  if (seeds > 1) console.log(`${seeds - failures} of ${seeds} seeds hold`)
  return failures === 0 ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
