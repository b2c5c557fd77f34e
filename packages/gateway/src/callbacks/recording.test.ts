import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { asDescribed, type Database } from '@sluice/database/port.ts'
import { type RowOut, rowsInCall } from '@sluice/database/row-arrays.ts'
import { silentLog } from '@sluice/database/testing.ts'
import { expect, it } from 'vitest'
import { Recording } from './recording.ts'
import { FINISH } from './statements.ts'

const endOf = (seq: number) => ({ row: { seq, outcome: 'DELIVERED' } satisfies RowOut, payment: {} })

/** What was recorded together, by sequence number; each statement takes a turn of the event loop. */
function recording() {
  const deps = simulatedDeps(1)
  const together: unknown[][] = []
  const database: Pick<Database, 'batch'> = {
    async batch(calls) {
      const finish = calls.find(({ statement }) => statement === FINISH)
      together.push(finish ? rowsInCall(FINISH, finish).map(({ seq }) => seq) : [])
      await new Promise((resolve) => setImmediate(resolve))
      return asDescribed(calls.map(() => []))
    },
  }
  return { recording: new Recording(database, { log: silentLog, timers: deps.timers }), together }
}

it('records the attempts that end in one turn of the event loop in one statement, the first of them too', async () => {
  const { recording: ends, together } = recording()
  await Promise.all([1, 2, 3].map((seq) => ends.record(endOf(seq))))
  expect(together).toEqual([[1, 2, 3]])
})

it('records those that end meanwhile together after that, and a later one without waiting for others', async () => {
  const { recording: ends, together } = recording()
  const first = ends.record(endOf(1))
  await new Promise((resolve) => setImmediate(resolve))
  await Promise.all([first, ends.record(endOf(2)), ends.record(endOf(3))])
  await ends.record(endOf(4))
  expect(together).toEqual([[1], [2, 3], [4]])
})
