/** The report of a failed world: the seed, the check, the shortest history that was found, and how to repeat it. */
import type { Database } from '@sluice/database/port.ts'
import { DEFAULT_STEPS, type Run } from './run.ts'
import { type Shrunk, shrink } from './shrink.ts'

/** The length of a line of the history; `--verbose` prints all of it. */
const LONGEST_LINE = 240
const LAST_INSIDE = 25

/** Shortens the history of a failed run and describes it. Uses up to this much more real time. */
export async function describeFailure(
  database: Database,
  failed: Run,
  shrinkMs: number,
): Promise<readonly string[]> {
  const { seed, steps } = failed
  const until = performance.now() + shrinkMs
  const isEnough = () => performance.now() >= until
  return reportShrunk(failed, await shrink({ database, seed, steps, failed, isEnough }))
}

function reportShrunk(failed: Run, { run, deeds, tries }: Shrunk): readonly string[] {
  const { seed, steps, failure } = failed
  const cut = (line: string) => `  ${line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line}`
  const stepsGiven = steps === DEFAULT_STEPS ? '' : ` --steps ${steps}`
  return [
    `seed ${seed} fails in step ${failure?.step} of ${steps}: ${failure?.message}`,
    `the shortest history that was found, after ${tries} tries: ${deeds.length} deeds`,
    ...(run.failure?.story ?? []).map(cut),
    `  ✗ ${run.failure?.message}`,
    'and the last that happened inside:',
    ...(run.failure?.history ?? []).slice(-LAST_INSIDE).map(cut),
    'to see all of it again:',
    `  npm run sim -- --seed ${seed}${stepsGiven} --only ${deeds.join(',')} --verbose`,
    `  npm run sim -- --seed ${seed}${stepsGiven} --verbose`,
  ]
}

/** One line for each run. */
export function describeRun(run: Run, ms: number): string {
  const { seed, steps, payments, crashes, days, digest, failure } = run
  const facts = `${steps} steps, ${payments} payments, ${crashes} crashes, ${days.toFixed(1)} days`
  return `seed ${seed}: ${failure ? 'FAILED' : 'holds'}, ${facts}, ${Math.round(ms)} ms, digest ${digest}`
}
