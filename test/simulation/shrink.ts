/**
 * The shortest history that still fails: leaves out as many deeds of a failed world as possible.
 *
 * First it guesses which deeds are needed: those on the objects that the failure names, alone and with all failures of machines, and those
 * in the same part of the world. Then it uses delta debugging (Zeller and Hildebrandt, 2002) on the plan's deeds: whole kinds first,
 * beginning with mishaps and the most frequent kinds, then halves, quarters and so on down to single ones, until none can be left out or
 * the result is short enough. An attempt counts as the same failure if the same check fails.
 */
import { isOfExcess } from './excess.ts'
import { isNative } from './native.ts'
import { isOfPeople } from './people-actions.ts'
import { type ActionDeed, isOfTheMarket, isOfTheOffice, planOf } from './plan.ts'
import { DEFAULT_STEPS, type Run, type RunOptions, runSeed } from './run.ts'

export interface ShrinkOptions extends Omit<RunOptions, 'only' | 'onLine'> {
  /** The run that failed. */
  readonly failed: Run
  /** Called before each attempt with the remaining deeds; returns true if time is over, or if they are few enough. */
  readonly isEnough: (deeds: readonly number[]) => boolean
}

export interface Shrunk {
  /** The last attempt that failed: its story is the shortest that was found. */
  readonly run: Run
  /** The deeds that it needs, in order. */
  readonly deeds: readonly number[]
  readonly tries: number
}

/** Runs ever fewer deeds of a failed world. */
export async function shrink(options: ShrinkOptions): Promise<Shrunk> {
  const { failed, isEnough, ...world } = options
  const steps = world.steps ?? DEFAULT_STEPS
  let best = failed
  let deeds = deedsUntil(world.seed, steps, failed.failure?.step ?? steps)
  let tries = 0

  /** Whether the failure is the same without these. */
  const spares = async (dropped: ReadonlySet<number>): Promise<boolean> => {
    const rest = deeds.filter((deed) => !dropped.has(deed))
    if (rest.length === deeds.length || isEnough(deeds)) return false
    tries += 1
    const run = await runSeed({ ...world, steps, only: new Set(rest) })
    if (run.failure?.check !== failed.failure?.check) return false
    best = run
    const last = run.failure?.step ?? steps
    const needed = new Set(deedsUntil(world.seed, steps, last))
    deeds = rest.filter((deed) => needed.has(deed))
    return true
  }

  for (const guess of guessesOf(world.seed, steps, failed))
    await spares(new Set(deeds.filter((deed) => !guess.has(deed))))
  for (const kind of kindsOf(world.seed, steps)) await spares(kind)
  for (let size = Math.ceil(deeds.length / 2); size >= 1 && !isEnough(deeds); ) {
    let isSpared = false
    // The last first, because earlier deeds are more likely to be needed.
    for (let end = deeds.length; end > 0; end = Math.min(end - size, deeds.length)) {
      if (await spares(new Set(deeds.slice(Math.max(0, end - size), end)))) isSpared = true
    }
    if (size === 1 && !isSpared) break
    size = size === 1 ? 1 : Math.ceil(size / 2)
  }
  return { run: best, deeds, tries }
}

/** Names of payments and of money in failures and stories: `order-1012`, `excess-1`. */
const NAME = /\b[a-z]+-\d+\b/g
/** The deed of an order or of a line of the story. A deed that makes several orders counts them in thousands. */
const DEED = /(?:^\d+ #|\border-)(\d+)/g
const ORDERS_OF_ONE = 1_000

/** Small sets of deeds that may be enough, the smallest first. */
function guessesOf(seed: number, steps: number, { failure }: Run): readonly ReadonlySet<number>[] {
  const plan = planOf(seed, steps)
  const actions = plan.flatMap(({ actions }) => actions)
  const names = new Set(failure?.message.match(NAME))
  const reported = [failure?.message ?? '', ...(failure?.story ?? [])].filter((line) =>
    line.match(NAME)?.some((name) => names.has(name)),
  )
  const known = indexes(actions)
  const touching = new Set(
    reported
      .flatMap((line) => [...line.matchAll(DEED)].map(([, index]) => Number(index)))
      .map((index) => (known.has(index) ? index : index % ORDERS_OF_ONE)),
  )
  // A deed needs the deed that it is about, and what else was done to that.
  for (const { index, on } of actions) if (on !== undefined && touching.has(on)) touching.add(index)
  for (const { index, on } of actions.toReversed())
    if (on !== undefined && touching.has(index)) touching.add(on)
  const [first] = actions.filter(({ index }) => touching.has(index))
  if (!first) return []
  const happenings = indexes(plan.flatMap(({ mishap, passing }) => [mishap ?? [], passing ?? []].flat()))
  const alike = indexes(actions.filter((action) => partOf(action) === partOf(first)))
  return [touching, new Set([...touching, ...happenings]), new Set([...alike, ...happenings])]
}

/** The part of the world: deeds of different parts seldom affect each other. */
function partOf({ what }: ActionDeed): number {
  return [isOfTheMarket, isOfExcess, isNative, isOfTheOffice, isOfPeople].findIndex((isOf) => isOf(what))
}

/** Deeds of later steps cannot matter. */
function deedsUntil(seed: number, steps: number, last: number): readonly number[] {
  return planOf(seed, steps)
    .filter(({ number }) => number <= last)
    .flatMap(({ mishap, actions, passing }) => [mishap, ...actions, passing])
    .flatMap((deed) => (deed ? [deed.index] : []))
}

/** The deeds by kind: all mishaps, all passing of time, and each kind of mishap and of action. */
function kindsOf(seed: number, steps: number): readonly ReadonlySet<number>[] {
  const plan = planOf(seed, steps)
  const mishaps = plan.flatMap(({ mishap }) => (mishap ? [mishap] : []))
  const passings = plan.flatMap(({ passing }) => (passing ? [passing] : []))
  const byKind = (deeds: readonly { readonly index: number; readonly what: string }[]) =>
    [...Map.groupBy(deeds, ({ what }) => what).values()].map(indexes)
  const actions = byKind(plan.flatMap(({ actions }) => actions)).toSorted(
    (one, other) => other.size - one.size,
  )
  return [indexes(mishaps), ...byKind(mishaps), indexes(passings), ...actions]
}

const indexes = (deeds: readonly { readonly index: number }[]): ReadonlySet<number> =>
  new Set(deeds.map(({ index }) => index))
