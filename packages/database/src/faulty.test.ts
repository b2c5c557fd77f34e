import { describe, expect, it } from 'vitest'
import { faulty, type InjectedFault } from './faulty.ts'
import { asDescribed, type Database } from './port.ts'

const statement = { name: 's', text: 'select 1' }

/** Counts what reached it. */
const counting = () => {
  const reached = { runs: 0 }
  const database: Database = {
    engine: 'embedded',
    writeSlots: 1,
    run: async () => {
      reached.runs += 1
      return []
    },
    batch: async () => asDescribed([]),
    transact: async (_reads, decide) => decide(asDescribed([])).outcome,
    ping: async () => true,
    close: async () => undefined,
  }
  return { reached, database }
}

const after = (fault: InjectedFault) => {
  const { reached, database } = counting()
  const outcome = faulty(database, () => fault).run(statement, [])
  return outcome.then(
    () => ({ kind: 'DONE', ...reached }),
    (error: { kind: string }) => ({ kind: error.kind, ...reached }),
  )
}

describe('a faulty database', () => {
  it.each<[InjectedFault['kind'], string, number]>([
    ['UNAVAILABLE', 'UNAVAILABLE', 0],
    ['RETRY', 'RETRY', 0],
    ['LOST_BEFORE', 'UNKNOWN_FATE', 0],
    ['LOST_AFTER', 'UNKNOWN_FATE', 1],
    ['NONE', 'DONE', 1],
  ])('with %s answers %s and lets %i through', async (fault, kind, runs) => {
    if (fault === 'DELAY') throw new Error('has a test of its own')
    expect(await after({ kind: fault })).toEqual({ kind, runs })
  })

  it('delays on the timers it is given', async () => {
    const { reached, database } = counting()
    const delays: number[] = []
    const timers = {
      after: (delayMs: number, action: () => void) => {
        delays.push(delayMs)
        action()
        return () => undefined
      },
      soon: (action: () => void) => action(),
    }
    await faulty(database, () => ({ kind: 'DELAY', delayMs: 70 }), timers).run(statement, [])
    expect({ delays, ...reached }).toEqual({ delays: [70], runs: 1 })
  })

  it('asks the plan with the operation and its number', async () => {
    const requested: unknown[] = []
    const database = faulty(counting().database, (...question) => {
      requested.push(question)
      return { kind: 'NONE' }
    })
    await database.run(statement, [])
    await database.batch([])
    await database.transact([], () => ({ calls: [], outcome: 1 }))
    expect(requested).toEqual([
      ['run', 1],
      ['batch', 2],
      ['transact', 3],
    ])
  })
})
