import { loopInHand } from '@sluice/core/foundation/busy-poll.fixture.ts'
import type { EventLoop } from '@sluice/core/foundation/busy-poll.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { asDescribed, type Database, type Row, type SqlCall } from '@sluice/database/port.ts'
import { type RowOut, rowsInCall } from '@sluice/database/row-arrays.ts'
import { describe, expect, it } from 'vitest'
import { LaneJournal } from './journal.ts'
import { createdBy, maker } from './payments.fixture.ts'
import { createPayments } from './statements.ts'

interface Sent {
  readonly creates: number
  /** In one trip, or in two. */
  readonly roundTrips: 1 | 2
  answer(): void
}

const createdInTwo = (call: SqlCall): readonly RowOut[] =>
  call.statement === createPayments ? rowsInCall(createPayments, call) : []

/** Answers a batch of creates when it is told to, and any other never. */
function heldDatabase(writeSlots: number): { readonly database: Database; readonly sent: Sent[] } {
  const sent: Sent[] = []
  const never = () => Promise.reject(new Error('only creates are sent here'))
  const database: Database = {
    engine: 'postgres',
    writeSlots,
    run: never,
    transact: (calls) =>
      new Promise(() => {
        sent.push({ creates: calls.flatMap(createdInTwo).length, roundTrips: 2, answer: () => undefined })
      }),
    ping: async () => true,
    close: async () => undefined,
    batch: ([call]: readonly SqlCall[]) =>
      new Promise((resolve) => {
        const rows = call ? createdBy(call).map(({ key }): Row => ({ key })) : []
        sent.push({ creates: rows.length, roundTrips: 1, answer: () => resolve(asDescribed([rows])) })
      }),
  }
  return { database, sent }
}

function house(writeSlots = 2, loop?: EventLoop) {
  const deps: SimulatedDeps = simulatedDeps(1)
  const { database, sent } = heldDatabase(writeSlots)
  const journal = new LaneJournal(database, deps, { queueLimit: 100, loop })
  const make = maker(deps)
  let made = 0
  const arrive = async (count: number) => {
    for (let index = 0; index < count; index++)
      void journal.commit(make.created(make.payment('payin', `order-${++made}`)))
    await deps.rest()
  }
  const commit = () => void journal.commit(make.created(make.payment('payin', `order-${++made}`)))
  const credit = () => void journal.commit(make.credited(1n))
  const sizes = () => sent.map(({ creates }) => creates)
  return { deps, sent, sizes, arrive, commit, credit }
}

describe('changes of several kinds', () => {
  it('travel apart from payin creates, which take one trip by themselves', async () => {
    const { arrive, credit, sent } = house()
    credit()
    await arrive(3)
    expect(sent).toMatchObject([
      { creates: 0, roundTrips: 2 },
      { creates: 3, roundTrips: 1 },
    ])
  })

  it('travel together where there is one slot', async () => {
    const { arrive, credit, sent } = house(1)
    credit()
    await arrive(3)
    expect(sent).toMatchObject([{ creates: 3, roundTrips: 2 }])
  })
})

async function afterSending(earlier: number, writeSlots: number, loop?: EventLoop) {
  const world = house(writeSlots, loop)
  await world.arrive(earlier)
  world.sent[0]?.answer()
  await world.deps.rest()
  return world
}

describe('a change for which nothing else is known to wait', () => {
  it('is sent before the turn ends where the last one was alone, too', async () => {
    const { commit, sizes, deps } = await afterSending(1, 2)
    commit()
    expect(sizes()).toEqual([1, 1])
    commit()
    commit()
    await deps.rest()
    expect(sizes()).toEqual([1, 1, 2])
  })

  it.each([
    [2, 2],
    [1, 1],
  ])('waits for the rest of its turn after %i, with %i slots', async (earlier, writeSlots) => {
    const { commit, sizes, deps } = await afterSending(earlier, writeSlots)
    commit()
    commit()
    expect(sizes().slice(1)).toEqual([])
    await deps.rest()
    expect(sizes().slice(1)).toEqual([2])
  })
})

describe('the thread of whoever creates alone', () => {
  const alone = async () => {
    const hand = loopInHand()
    const world = await afterSending(1, 2, hand.loop)
    const answered = async (index: number) => {
      world.sent[index]?.answer()
      await world.deps.rest()
      hand.pass(0.1)
    }
    // The first was in the queue, as if others were about: after that two are left out.
    for (const index of [1, 2]) {
      world.commit()
      await answered(index)
    }
    return { ...world, ...hand, answered }
  }

  it('stays awake for the commit, and after it for the next create', async () => {
    const { commit, answered, isAwake, pass } = await alone()
    for (const index of [3, 4]) {
      commit()
      pass(0.4)
      expect(isAwake()).toBe(true)
      await answered(index)
      pass(0.1)
      expect(isAwake()).toBe(true)
    }
    pass(0.2)
    expect(isAwake()).toBe(false)
  })

  it('sleeps where a commit takes longer than half a millisecond', async () => {
    const { commit, isAwake, pass } = await alone()
    commit()
    pass(0.5)
    expect(isAwake()).toBe(false)
  })

  it('sleeps as soon as others are about, whose commit is waited for anyway', async () => {
    const { commit, answered, isAwake, pass } = await alone()
    commit()
    commit()
    pass(0.1)
    expect(isAwake()).toBe(false)
    await answered(3)
    expect(isAwake()).toBe(false)
  })
})

describe('changes that arrive beside a batch in flight', () => {
  it('take the second slot where they are half as many', async () => {
    const { arrive, sizes } = house()
    await arrive(6)
    await arrive(3)
    expect(sizes()).toEqual([6, 3])
  })

  it('wait for its end where they are fewer, and go together', async () => {
    const { arrive, sizes, sent, deps } = house()
    await arrive(6)
    await arrive(1)
    await arrive(1)
    expect(sizes()).toEqual([6])
    sent[0]?.answer()
    await deps.rest()
    expect(sizes()).toEqual([6, 2])
  })

  it('wait for nobody beside one or two', async () => {
    const { arrive, sizes } = house()
    await arrive(2)
    await arrive(1)
    expect(sizes()).toEqual([2, 1])
  })

  it('do not wait for one that is late', async () => {
    const { arrive, sizes, deps } = house()
    await arrive(6)
    await arrive(1)
    await deps.advance(99)
    expect(sizes()).toEqual([6])
    await deps.advance(1)
    expect(sizes()).toEqual([6, 1])
  })
})
