import { describe, expect, it } from 'vitest'
import type { Database, Row, SqlCall } from '../database/port.ts'
import { type SimulatedDeps, simulatedDeps } from '../foundation/simulated-deps.ts'
import { Journal } from './journal.ts'
import { createdBy, maker } from './payments.fixture.ts'

interface Sent {
  readonly creates: number
  answer(): void
}

/** Answers a batch of creates when it is told to. */
function heldDatabase(): { readonly database: Database; readonly sent: Sent[] } {
  const sent: Sent[] = []
  const never = () => Promise.reject(new Error('only creates are sent here'))
  const database: Database = {
    engine: 'postgres',
    writeSlots: 2,
    run: never,
    transact: never,
    ping: async () => true,
    close: async () => undefined,
    batch: ([call]: readonly SqlCall[]) =>
      new Promise((resolve) => {
        const rows = call ? createdBy(call).map(({ key }): Row => ({ key })) : []
        sent.push({ creates: rows.length, answer: () => resolve([rows]) })
      }),
  }
  return { database, sent }
}

function house() {
  const deps: SimulatedDeps = simulatedDeps(1)
  const { database, sent } = heldDatabase()
  const journal = new Journal(database, deps, { queueLimit: 100 })
  const make = maker(deps)
  let made = 0
  const arrive = async (count: number) => {
    for (let index = 0; index < count; index++)
      void journal.commit(make.created(make.payment('payin', `order-${++made}`)))
    await deps.rest()
  }
  const sizes = () => sent.map(({ creates }) => creates)
  return { deps, sent, sizes, arrive }
}

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
