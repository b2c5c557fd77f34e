import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { StepPurpose } from '@sluice/core/payment/claims.ts'
import { startLookedFor } from '@sluice/database/due-looks.fixture.ts'
import type { Database } from '@sluice/database/port.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../test/setup/shared.ts'
import { NO_PLAN } from './change.ts'
import { LaneJournal } from './journal.ts'
import type { Journal } from './journal-port.ts'
import { emptyJournal, maker, rowsOf, stopAll, tracked } from './payments.fixture.ts'
import { paid } from './plans.ts'
import { type DueStep, type StepHandler, StepRunner } from './steps.ts'

const ENGINES = bothEngines

describe.each(ENGINES)('steps on $name', ({ open }) => {
  let opened: Opened
  let database: Database
  let deps: SimulatedDeps
  let journal: Journal
  let make: ReturnType<typeof maker>
  let runners: { stop(): Promise<void> }[]
  let handled: DueStep[]

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
  afterEach(() => stopAll(deps, runners))
  afterAll(() => opened?.close())

  const runner = (handle: StepHandler = async () => undefined): StepRunner => {
    const noted: StepHandler = (step) => {
      handled.push(step)
      return handle(step)
    }
    const handlers: Record<StepPurpose, StepHandler> = {
      accept: noted,
      expire: noted,
      sandbox: noted,
      processor: noted,
      inquiry: noted,
      silence: noted,
      rest: noted,
    }
    const made = new StepRunner(database, deps, journal, handlers)
    runners.push(made, startLookedFor(database, deps, made))
    return made
  }
  const withStep = (id: string, inMs: number, purpose: StepPurpose = 'sandbox') =>
    journal.commit(make.created(make.payment('payin', id), [{ purpose, dueAt: deps.clock.now() + inMs }]))
  const left = () => rowsOf(database, 'select id, purpose from step order by id')

  it('run when they are due, not before, and are gone then', async () => {
    runner()
    await withStep('p', 3_300)
    await deps.advance(3_299)
    expect(handled).toEqual([])
    await deps.advance(1)
    expect(handled.map(({ id, purpose, tries }) => [id, purpose, tries])).toEqual([['p', 'sandbox', 1]])
    expect(await left()).toEqual([])
  })

  it('of a payment that their handler has ended went with its commit, and are not finished once more', async () => {
    const named: string[] = []
    const { batch } = database
    database = {
      ...database,
      batch: (calls) => {
        named.push(...calls.map(({ statement }) => statement.name))
        return batch(calls)
      },
    }
    runner(async ({ id }) => {
      if (id === 'waits') return undefined
      const money = make.moved('payin', id, (payin) =>
        paid(payin, { statusUpdate: id, received: payin.money, at: deps.clock.now() }, undefined),
      )
      await journal.commit(money)
      return undefined
    })
    await withStep('ends', 1_000)
    await deps.advance(2_000)
    expect(handled).toHaveLength(1)
    expect(await left()).toEqual([])
    expect(named).not.toContain('step_finish')
    await withStep('waits', 1_000)
    await deps.advance(2_000)
    expect(await left()).toEqual([])
    expect(named).toContain('step_finish')
  })

  it('run once each, from two runners', async () => {
    await Promise.all(Array.from({ length: 500 }, (_, index) => withStep(`p${index}`, index % 7)))
    runner()
    runner()
    await deps.advance(3_000)
    expect(handled).toHaveLength(500)
    expect(new Set(handled.map(({ id }) => id)).size).toBe(500)
    expect(await left()).toEqual([])
  })

  it('of a processor that hangs leave places for those of the others, and its payments expire in time', async () => {
    const hung: (() => void)[] = []
    runner(({ processor, purpose }) =>
      processor === 'test-hangs' && purpose !== 'expire'
        ? new Promise((resolve) => hung.push(() => resolve(undefined)))
        : Promise.resolve(undefined),
    )
    const due = (id: string, processor: string, purpose: StepPurpose) =>
      journal.commit(
        make.created(make.payment('payin', id, { processor }), [{ purpose, dueAt: deps.clock.now() }]),
      )
    await Promise.all(Array.from({ length: 850 }, (_, index) => due(`hung-${index}`, 'test-hangs', 'accept')))
    await deps.advance(5_000)
    expect(hung).toHaveLength(400)
    await due('other', 'test-other', 'accept')
    await due('expires', 'test-hangs', 'expire')
    await deps.advance(1_000)
    expect(
      handled
        .slice(-2)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['expires', 'other'])
    for (const end of hung) end()
  })

  it('of several processors that hang still leave places for those of the next', async () => {
    const ends: (() => void)[] = []
    const hung: string[] = []
    runner(({ processor = '' }) => {
      if (processor === 'test-other') return Promise.resolve(undefined)
      hung.push(processor)
      return new Promise((resolve) => ends.push(() => resolve(undefined)))
    })
    for (const processor of ['test-1', 'test-2', 'test-3']) {
      await Promise.all(
        Array.from({ length: 500 }, (_, index) =>
          journal.commit(
            make.created(make.payment('payin', `${processor}-${index}`, { processor }), [
              { purpose: 'inquiry', dueAt: deps.clock.now() },
            ]),
          ),
        ),
      )
      await deps.advance(5_000)
    }
    const openOf = (processor: string) => hung.filter((name) => name === processor).length
    expect(['test-1', 'test-2', 'test-3'].map(openOf)).toEqual([400, 200, 100])
    const other = make.payment('payin', 'other', { processor: 'test-other' })
    await journal.commit(make.created(other, [{ purpose: 'inquiry', dueAt: deps.clock.now() }]))
    await deps.advance(1_000)
    expect(handled.at(-1)?.id).toBe('other')
    for (const end of ends) end()
  })

  it('are tried again later and later where their handler throws, and others do not wait for them', async () => {
    const at: number[] = []
    runner(async ({ id }) => {
      if (id === 'good') return undefined
      at.push(deps.clock.now())
      throw new Error('not now')
    })
    await withStep('bad', 0)
    await withStep('good', 0)
    await deps.advance(40_000)
    const pauses = at.slice(1).map((each, index) => each - (at[index] ?? 0))
    expect(pauses).toHaveLength(4)
    // Chance takes off a fifth at most: what failed together does not come back together.
    for (const [index, pauseMs] of pauses.entries()) {
      expect(pauseMs).toBeLessThanOrEqual(2_000 * 2 ** index)
      expect(pauseMs).toBeGreaterThanOrEqual(1_600 * 2 ** index)
    }
    expect(await left()).toEqual([{ id: 'bad', purpose: 'sandbox' }])
    expect(deps.logged.filter(({ level }) => level === 'error')).toHaveLength(at.length)
  })

  it('come again when their handler asks for it', async () => {
    runner(async () => (handled.length < 3 ? deps.clock.now() + 700 : undefined))
    await withStep('p', 0)
    await deps.advance(5_000)
    expect(handled).toHaveLength(3)
    expect(await left()).toEqual([])
  })

  it('are taken over from a runner that died, when its lease has run out', async () => {
    await withStep('p', 0)
    const dead = isoTime(deps.clock.now() + 60_000)
    await database.run({ name: '', text: 'update step set lease = $1, due_at = $2' }, [make.uuid(), dead])
    runner()
    await deps.advance(58_000)
    expect(handled).toHaveLength(0)
    await deps.advance(4_000)
    expect(handled).toHaveLength(1)
    expect(await left()).toEqual([])
  })

  it('do not wait for a handler that never ends, which is called again after half a minute', async () => {
    const at: number[] = []
    runner(async ({ id }) => {
      if (id !== 'stuck') return undefined
      at.push(deps.clock.now())
      return new Promise(() => undefined)
    })
    await withStep('stuck', 0)
    await deps.advance(10)
    await Promise.all(Array.from({ length: 450 }, (_, index) => withStep(`p${index}`, 1_000)))
    await deps.advance(2_000)
    expect([handled.length, (await left()).map(({ id }) => id)]).toEqual([451, ['stuck']])
    await deps.advance(31_000)
    const [pauseMs, ...more] = at.slice(1).map((each) => each - (at[0] ?? 0))
    expect(more).toEqual([])
    expect(pauseMs).toBeGreaterThanOrEqual(31_600)
    expect(pauseMs).toBeLessThanOrEqual(32_000)
  })

  it('are begun 400 at once, and more as soon as some have ended', async () => {
    const endings: (() => void)[] = []
    runner(() => new Promise((resolve) => endings.push(() => resolve(undefined))))
    await Promise.all(Array.from({ length: 450 }, (_, index) => withStep(`p${index}`, 0)))
    await deps.advance(5_000)
    expect(handled).toHaveLength(400)
    for (const end of endings.splice(0, 10)) end()
    await deps.advance(0)
    expect(handled).toHaveLength(410)
    for (const end of endings.splice(0)) end()
    await deps.advance(0)
    expect(handled).toHaveLength(450)
    for (const end of endings.splice(0)) end()
    await deps.advance(0)
    expect(await left()).toEqual([])
  })

  it('keep the step that a change of their own handler has set anew', async () => {
    runner(async ({ id }) => {
      if (handled.length > 1) return undefined
      const dueAt = deps.clock.now() + 2_000
      const steps = [{ purpose: 'sandbox' as const, dueAt }]
      await journal.commit(make.moved('payin', id, () => ({ plan: { ...NO_PLAN, steps } })))
      return undefined
    })
    await withStep('p', 0)
    await deps.advance(500)
    expect(handled).toHaveLength(1)
    expect(await left()).toHaveLength(1)
    await deps.advance(3_000)
    expect(handled).toHaveLength(2)
    expect(await left()).toEqual([])
  })

  it('go on however often one was tried: its counter has an end, the step has none', async () => {
    await withStep('p', 0)
    await database.run({ name: '', text: 'update step set tries = 32767' }, [])
    await withStep('q', 0)
    runner()
    await deps.advance(10)
    expect(handled.map(({ id }) => id).sort()).toEqual(['p', 'q'])
  })

  it('begin nothing after the stop, which waits for what has begun', async () => {
    let finish: () => void = () => undefined
    const stopping = runner(
      () =>
        new Promise((resolve) => {
          finish = () => resolve(undefined)
        }),
    )
    await withStep('p', 0)
    await deps.advance(10)
    let stopped = false
    const stop = stopping.stop().then(() => {
      stopped = true
    })
    await withStep('q', 0)
    await deps.advance(5_000)
    expect([stopped, handled.length]).toEqual([false, 1])
    finish()
    await stop
    expect(await left()).toEqual([{ id: 'q', purpose: 'sandbox' }])
  })
})
