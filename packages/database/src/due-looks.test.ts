import { Loop } from '@sluice/core/foundation/loop.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { tracked } from '@sluice/gateway/payments/payments.fixture.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../test/setup/shared.ts'
import { DueLooks, type DueWork } from './due-looks.ts'
import type { Database } from './port.ts'
import type { Opened } from './testing.ts'

describe.each(bothEngines)('looks for what is due, on $label', ({ open }) => {
  let opened: Opened
  let database: Database
  let deps: SimulatedDeps
  /** When rounds began, by the work they are of. */
  let begun: [work: string, afterMs: number][]
  let startedAt: number
  let requested: number
  /** What its rounds do. */
  let round: (work: string) => Promise<unknown>

  beforeAll(async () => {
    opened = await open()
  })
  beforeEach(async () => {
    const world = tracked(opened.database)
    requested = 0
    database = {
      ...world.database,
      run: (statement, values) => {
        if (statement.ofQueue) requested += 1
        return world.database.run(statement, values)
      },
    }
    deps = simulatedDeps(1, { settled: world.settled })
    startedAt = deps.clock.now()
    begun = []
    round = async () => undefined
  })
  afterAll(() => opened?.close())

  const loopOf = (name: string): Loop => {
    const loop = new Loop(deps, {
      everyMs: 1_000,
      round: async () => {
        begun.push([name, deps.clock.now() - startedAt])
        await round(name)
        return Number.POSITIVE_INFINITY
      },
      failed: `${name} failed`,
    })
    loop.start(Number.POSITIVE_INFINITY)
    return loop
  }
  /** @param dueAfterMs from the beginning; undefined: nothing is ever due */
  const workOf = (name: string, dueAfterMs: number | undefined, more: Partial<DueWork> = {}): DueWork => ({
    name,
    dueAt: (until, [at = '']) => `select ${at}::timestamptz where ${at}::timestamptz <= ${until}`,
    own: () => [dueAfterMs === undefined ? null : new Date(startedAt + dueAfterMs).toISOString()],
    loop: loopOf(name),
    ...more,
  })
  const whileLooking = async (works: readonly DueWork[], ms: number) => {
    const looks = new DueLooks(database, deps, works)
    looks.start()
    await deps.advance(ms)
    await looks.stop()
  }

  it('ask one statement a second, and wake nobody where nothing is due', async () => {
    await whileLooking([workOf('one', undefined), workOf('other', undefined)], 5_000)
    expect([begun, requested]).toEqual([[], 6])
  })

  it('begin the round of that alone which is due, at its time where they have seen it coming', async () => {
    let isDone = false
    round = async () => {
      isDone = true
    }
    const own = () => [isDone ? null : new Date(startedAt + 2_400).toISOString()]
    await whileLooking([workOf('early', undefined), workOf('late', 0, { own })], 5_000)
    expect(begun).toEqual([['late', 2_400]])
  })

  it('leave a loop alone while it is at work', async () => {
    round = () => new Promise<void>((resolve) => deps.timers.after(2_500, resolve))
    await whileLooking([workOf('slow', 0)], 4_900)
    expect(begun).toEqual([
      ['slow', 0],
      ['slow', 3_000],
    ])
  })

  it('wake no more often than it wants what is due again and again', async () => {
    await whileLooking([workOf('often', 0), workOf('seldom', 0, { pauseMsAfter: 2_000 })], 3_900)
    const of = (name: string) => begun.filter(([work]) => work === name).map(([, afterMs]) => afterMs)
    expect([of('often'), of('seldom')]).toEqual([
      [0, 1_000, 2_000, 3_000],
      [0, 2_000],
    ])
  })

  it('have each loop ask for itself where one part of the look fails', async () => {
    const broken = workOf('broken', undefined, {
      dueAt: (_, [at]) => `select now() where ${at}::text is null and 1 / (select 0) = 1`,
    })
    await whileLooking([broken, workOf('sound', undefined)], 1_500)
    expect(begun).toEqual([
      ['broken', 0],
      ['sound', 0],
      ['broken', 1_000],
      ['sound', 1_000],
    ])
  })

  it('leave a round that has failed to its own next try', async () => {
    round = () => Promise.reject(new Error('no luck'))
    await whileLooking([workOf('unlucky', 0)], 2_500)
    expect(begun.map(([, afterMs]) => afterMs)).toEqual([0, 1_000, 2_000])
  })
})
