import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { StepPurpose } from '@sluice/core/payment/claims.ts'
import { startLookedFor } from '@sluice/database/due-looks.fixture.ts'
import type { Database } from '@sluice/database/port.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../test/setup/shared.ts'
import { NO_PLAN, type Plan } from './change.ts'
import { LaneJournal } from './journal.ts'
import type { Journal } from './journal-port.ts'
import { emptyJournal, maker, rowsOf, SHOP, tracked } from './payments.fixture.ts'
import { ended } from './plans.ts'
import { readBeside, readPending } from './reading.ts'
import { type StepHandler, StepRunner } from './steps.ts'
import { leftOf, splitSteps, Waker } from './waking.ts'

const MINUTE_MS = 60_000
const ENGINES = bothEngines

describe('where the steps of a new payment go', () => {
  it('is its own row, but for those due at once', () => {
    const steps = [
      { purpose: 'sandbox', dueAt: 3_000 },
      { purpose: 'expire', dueAt: 15 * MINUTE_MS },
      { purpose: 'silence', dueAt: 24 * 60 * MINUTE_MS },
    ] as const
    expect(splitSteps(steps, 0)).toEqual({
      rows: [steps[0]],
      waiting: { expire: '1970-01-01T00:15:00.000Z', silence: '1970-01-02T00:00:00.000Z' },
      wakesAt: 15 * MINUTE_MS,
    })
  })

  it('is rows where none of them is due within half an hour', () => {
    const steps = [{ purpose: 'expire', dueAt: 31 * MINUTE_MS }] as const
    expect(splitSteps(steps, 0)).toEqual({ rows: steps, waiting: undefined, wakesAt: undefined })
  })

  it('loses what a change clears or sets anew', () => {
    const waiting = splitSteps(
      (['expire', 'inquiry', 'silence'] as const).map((purpose) => ({ purpose, dueAt: 15 * MINUTE_MS })),
      0,
    ).waiting
    const left = leftOf(waiting, { steps: [{ purpose: 'inquiry', dueAt: 1 }], clearSteps: ['expire'] })
    expect(Object.keys(left ?? {})).toEqual(['silence'])
    expect(leftOf(waiting, { steps: [], clearSteps: ['expire', 'inquiry', 'silence'] })).toBeUndefined()
  })
})

describe.each(ENGINES)('steps that a payment holds itself, on $name', ({ open }) => {
  let opened: Opened
  let database: Database
  let deps: SimulatedDeps
  let journal: Journal
  let make: ReturnType<typeof maker>
  let runners: { stop(): Promise<void> }[]
  let handled: string[]

  beforeAll(async () => {
    opened = await open()
  })
  beforeEach(async () => {
    await emptyJournal(opened.database)
    const world = tracked(opened.database)
    database = world.database
    deps = simulatedDeps(1, { settled: world.settled })
    journal = new LaneJournal(database, deps, { queueLimit: 1_000 })
    make = maker(deps)
    runners = []
    handled = []
  })
  afterEach(async () => {
    await Promise.all(runners.map((each) => each.stop()))
  })
  afterAll(() => opened?.close())

  const runner = (): void => {
    const noted: StepHandler = async ({ id, purpose }) => {
      handled.push(`${id} ${purpose}`)
      return undefined
    }
    const made = new StepRunner(database, deps, journal, {
      accept: noted,
      expire: noted,
      sandbox: noted,
      processor: noted,
      inquiry: noted,
      silence: noted,
      rest: noted,
    })
    runners.push(made, startLookedFor(database, deps, made))
  }
  const withSteps = (id: string, inMs: Partial<Record<StepPurpose, number>>) => {
    const payment = make.payment('payin', id)
    const steps = Object.entries(inMs).map(([purpose, ms]) => ({
      purpose: purpose as StepPurpose,
      dueAt: payment.createdAt + ms,
    }))
    return { payment, change: make.created(payment, steps) }
  }
  const create = async (id: string, inMs: Partial<Record<StepPurpose, number>>) => {
    const { payment, change } = withSteps(id, inMs)
    await journal.commit(change)
    return payment
  }
  const plan = (changes: Partial<Plan>) => () => ({ plan: { ...NO_PLAN, ...changes } })
  const inStep = () => rowsOf(database, 'select id, purpose from step order by id, purpose')

  it('are handled when they are due, not before, once by two runners, in whatever order payments were made', async () => {
    runner()
    runner()
    await create('slow', { expire: 20 * MINUTE_MS })
    await create('quick', { expire: 5 * MINUTE_MS })
    expect(await inStep()).toEqual([])
    await deps.jump(5 * MINUTE_MS - 3_000)
    await deps.advance(2_999)
    expect(handled).toEqual([])
    await deps.advance(1)
    expect(handled).toEqual(['quick expire'])
    await deps.jump(15 * MINUTE_MS)
    await deps.advance(1_000)
    expect(handled).toEqual(['quick expire', 'slow expire'])
  })

  it('are due after a long time in which nobody looked', async () => {
    await create('forgotten', { expire: 5 * MINUTE_MS, silence: 20 * MINUTE_MS })
    await deps.jump(24 * 60 * MINUTE_MS)
    runner()
    await deps.advance(1_000)
    expect(handled.toSorted()).toEqual(['forgotten expire', 'forgotten silence'])
  })

  it('never happen to a payment that has ended before', async () => {
    runner()
    await create('p', { sandbox: 59_000, expire: 5 * MINUTE_MS, silence: 20 * MINUTE_MS })
    await journal.commit(
      make.moved('payin', 'p', (payment) => ended(payment, 'FAILED', 'no', deps.clock.now())),
    )
    await deps.jump(6 * MINUTE_MS)
    await deps.advance(1_000)
    await deps.jump(30 * MINUTE_MS)
    await deps.advance(1_000)
    expect(handled).toEqual([])
    expect(await inStep()).toEqual([])
  })

  it('stay as they are in a change that does not name them, and give way to one that does', async () => {
    runner()
    await create('p', { expire: 5 * MINUTE_MS, inquiry: 6 * MINUTE_MS, silence: 7 * MINUTE_MS })
    const later = deps.clock.now() + 10 * MINUTE_MS
    const change = plan({ steps: [{ purpose: 'expire', dueAt: later }], clearSteps: ['inquiry'] })
    await journal.commit(make.moved('payin', 'p', change))
    await deps.jump(9 * MINUTE_MS)
    await deps.advance(1_000)
    expect(handled).toEqual(['p silence'])
    await deps.jump(MINUTE_MS)
    await deps.advance(1_000)
    expect(handled).toEqual(['p silence', 'p expire'])
  })

  it('are found within minutes where the create was committed after their time', async () => {
    runner()
    const { change } = withSteps('late', { expire: 2 * MINUTE_MS })
    await create('other', { expire: 4 * MINUTE_MS })
    await deps.jump(5 * MINUTE_MS)
    await deps.advance(1_000)
    await journal.commit(change)
    await deps.advance(5_000)
    expect(handled).toEqual(['other expire'])
    await deps.jump(11 * MINUTE_MS)
    await deps.advance(2_000)
    expect(handled).toEqual(['other expire', 'late expire'])
  })

  it('are found in time though a clock was ahead and is right again', async () => {
    runner()
    const { change } = withSteps('p', { expire: 5 * MINUTE_MS })
    const ahead = simulatedDeps(2, { startAt: deps.clock.now() + 60 * MINUTE_MS })
    const waker = new Waker(database, ahead.clock)
    await waker.wake()
    await journal.commit(change)
    await deps.jump(5 * MINUTE_MS)
    await deps.advance(1_000)
    expect(handled).toEqual(['p expire'])
  })

  it('are shown beside the payment, and count as open payins with those that are rows', async () => {
    const payment = await create('held', { expire: 15 * MINUTE_MS, silence: 60 * MINUTE_MS })
    await create('row', { expire: 24 * 60 * MINUTE_MS })
    const { steps } = await readBeside(database, payment)
    const at = deps.clock.now()
    expect(steps).toEqual([
      { purpose: 'expire', dueAt: at + 15 * MINUTE_MS, tries: 0 },
      { purpose: 'silence', dueAt: at + 60 * MINUTE_MS, tries: 0 },
    ])
    expect(await readPending(database, SHOP)).toEqual(new Map([['THB', 20_000n]]))
    // Long after others were passed for good it still counts.
    runner()
    await deps.jump(14 * MINUTE_MS)
    await deps.advance(1_000)
    expect(await readPending(database, SHOP)).toEqual(new Map([['THB', 20_000n]]))
    await deps.jump(MINUTE_MS)
    await deps.advance(1_000)
    expect((await inStep()).map(({ id, purpose }) => `${id} ${purpose}`)).toEqual([
      'held silence',
      'row expire',
    ])
  })
})
