import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { faulty } from '@sluice/database/faulty.ts'
import { DatabaseFailure } from '@sluice/database/port.ts'
import type { Opened } from '@sluice/database/testing.ts'
import type { CallRecord } from '@sluice/provider-kit/calls.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../../test/setup/shared.ts'
import { maker } from '../../payments/payments.fixture.ts'
import { CallRecords, callsAbout } from './call-records.ts'

const NAME = 'native-bank'

describe.each(bothEngines)('the record of calls ($name)', ({ open }) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened?.close())

  const about = (id: string) => {
    const deps = simulatedDeps(1)
    const payment = maker(deps).payment('payin', id)
    const call = (changes: Partial<CallRecord> = {}): CallRecord => ({
      payment,
      ...{ operation: 'read', outcome: '200', statusCode: 'ATIVA', durationMs: 7 },
      ...changes,
    })
    return { deps, at: deps.clock.now(), call, read: () => callsAbout(opened.database, payment) }
  }

  it('has the same question with the same answer as one row that counts, whoever wrote it', async () => {
    const { deps, at, call, read } = about('told')
    for (const durationMs of [7, 30, 9]) {
      const records = new CallRecords(opened.database, deps)
      records.note(NAME, call({ durationMs }))
      await deps.advance(1_000)
      records.note(NAME, call({ durationMs: durationMs + 1 }))
      await records.stop()
    }
    const statusCode = { processor: NAME, operation: 'read', outcome: '200', statusCode: 'ATIVA' }
    expect(await read()).toEqual([
      { ...statusCode, times: 6, firstAt: at, lastAt: at + 3_000, slowestMs: 31 },
    ])
  })

  it('has what different answers there were, in their order, and none of another payment', async () => {
    const { deps, call, read } = about('mixed')
    const records = new CallRecords(opened.database, deps)
    records.note(NAME, call({ outcome: 'TIMEOUT', statusCode: undefined }))
    records.note(NAME, { ...call(), payment: about('another').call().payment })
    await deps.advance(10)
    records.note(NAME, call())
    await records.stop()
    expect(await read()).toMatchObject([
      { outcome: 'TIMEOUT', statusCode: '', times: 1 },
      { outcome: '200', statusCode: 'ATIVA', times: 1 },
    ])
  })

  it('is written half a second after the first of them, together', async () => {
    const { deps, call, read } = about('behind')
    let statements = 0
    const database = faulty(opened.database, () => {
      statements += 1
      return { kind: 'NONE' }
    })
    const records = new CallRecords(database, deps)
    records.start()
    for (let times = 0; times < 5; times += 1) records.note(NAME, call({ operation: `part-${times}` }))
    await deps.advance(499)
    expect(statements).toBe(0)
    await deps.advance(1)
    await records.stop()
    expect([statements, (await read()).length]).toEqual([1, 5])
  })

  it('is written with the next ones where the database could not be reached, and says so', async () => {
    const { deps, call, read } = about('again')
    const database = faulty(opened.database, (_, count) => ({ kind: count === 1 ? 'UNAVAILABLE' : 'NONE' }))
    const records = new CallRecords(database, deps)
    records.note(NAME, call())
    await records.stop()
    expect(await read()).toEqual([])
    records.note(NAME, call())
    await records.stop()
    expect(await read()).toMatchObject([{ times: 2 }])
    expect(deps.logged).toMatchObject([{ message: 'calls to providers could not be recorded' }])
  })
})

it('leaves out what the database takes amiss, and goes on with the others', async () => {
  const deps = simulatedDeps(1)
  const answers = [new DatabaseFailure('STATEMENT', 'refused'), undefined]
  const run = async () => {
    const failure = answers.shift()
    if (failure) throw failure
    return []
  }
  const records = new CallRecords({ run }, deps)
  const payment = maker(deps).payment('payin', 'p')
  for (const operation of ['read', 'create']) {
    records.note(NAME, { payment, operation, outcome: '200', statusCode: undefined, durationMs: 1 })
    await records.stop()
  }
  expect([answers.length, deps.logged.length]).toEqual([0, 1])
})

it('keeps so many calls in memory that wait to be written, and says how many it leaves out', async () => {
  const deps = simulatedDeps(1)
  const written: unknown[] = []
  const nowhere = async (_: unknown, [rows]: readonly unknown[]) => {
    written.push(...JSON.parse(String(rows)))
    return []
  }
  const records = new CallRecords({ run: nowhere }, deps)
  const payment = maker(deps).payment('payin', 'p')
  for (let times = 0; times < 2_007; times += 1)
    records.note(NAME, {
      payment,
      operation: `o${times}`,
      outcome: '200',
      statusCode: undefined,
      durationMs: 1,
    })
  await records.stop()
  expect(written).toHaveLength(2_000)
  expect(deps.logged).toMatchObject([{ fields: { calls: 7 } }])
})
