import { describe, expect, it } from 'vitest'
import type { Database, Row, SqlCall } from '../database/port.ts'
import { type RowOut, rowsInCall } from '../database/row-arrays.ts'
import { type SimulatedDeps, simulatedDeps } from '../foundation/simulated-deps.ts'
import { Journal } from './journal.ts'
import { createdBy, maker } from './payments.fixture.ts'
import { createPayments } from './statements.ts'

interface Sent {
  readonly creates: number
  /** In one trip, or in two. */
  readonly trips: 1 | 2
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
        sent.push({ creates: calls.flatMap(createdInTwo).length, trips: 2, answer: () => undefined })
      }),
    ping: async () => true,
    close: async () => undefined,
    batch: ([call]: readonly SqlCall[]) =>
      new Promise((resolve) => {
        const rows = call ? createdBy(call).map(({ key }): Row => ({ key })) : []
        sent.push({ creates: rows.length, trips: 1, answer: () => resolve([rows]) })
      }),
  }
  return { database, sent }
}

function house(writeSlots = 2) {
  const deps: SimulatedDeps = simulatedDeps(1)
  const { database, sent } = heldDatabase(writeSlots)
  const journal = new Journal(database, deps, { queueLimit: 100 })
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
      { creates: 0, trips: 2 },
      { creates: 3, trips: 1 },
    ])
  })

  it('travel together where there is one slot', async () => {
    const { arrive, credit, sent } = house(1)
    credit()
    await arrive(3)
    expect(sent).toMatchObject([{ creates: 3, trips: 2 }])
  })
})

describe('a change for which nothing else is known to wait', () => {
  const afterSending = async (earlier: number, writeSlots: number) => {
    const world = house(writeSlots)
    await world.arrive(earlier)
    world.sent[0]?.answer()
    await world.deps.rest()
    return world
  }

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
