import { type Database, DatabaseFailure } from '@sluice/database/port.ts'
import { truncateAll } from '@sluice/database/truncate.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '../../../../test/setup/shared.ts'
import { RecordedLog, START, TestClock } from '../http/http.fixture.ts'
import { Trial } from './trial.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase(START)
})
beforeEach(() => truncateAll(database))
afterAll(() => database.close())

const log = new RecordedLog()
const begun = (noTrialFor: readonly string[] = [], on: Database = database) =>
  Trial.begin({ database: on, deps: { clock: new TestClock(), log }, noTrialFor })
const settled = () => database.ping(60_000)

it('a trial is open until a request comes through something in front, and closed from there on', async () => {
  const trial = await begun()
  expect([trial.isOpen, trial.end]).toEqual([true, undefined])
  trial.endBy('via')
  expect([trial.isOpen, trial.end]).toEqual([false, expect.objectContaining({ by: 'request', sign: 'via' })])
  await settled()
})

it('it stays closed after a restart, and remembers the first sign', async () => {
  const trial = await begun()
  trial.endBy('x-forwarded-for')
  trial.endBy('via')
  await settled()
  const again = await begun()
  expect(again.end).toEqual(trial.end)
  expect([again.isOpen, again.watches]).toEqual([false, false])
})

it('there is none where the settings speak of others, and no request changes that', async () => {
  const trial = await begun(['TRUST_PROXY'])
  trial.endBy('via')
  expect(trial.end).toEqual({ by: 'settings', variables: ['TRUST_PROXY'] })
  expect([trial.isOpen, trial.watches]).toEqual([false, false])
  expect(await database.run({ name: '', text: 'select sign from proxy_sign' }, [])).toEqual([])
})

it('a sign that could not be kept closes it all the same, and the next one is kept', async () => {
  let fails = true
  const flaky: Database = {
    engine: database.engine,
    writeSlots: database.writeSlots,
    run: (statement, values) =>
      fails && statement.text.startsWith('insert')
        ? Promise.reject(new DatabaseFailure('UNAVAILABLE', 'gone'))
        : database.run(statement, values),
    batch: (calls) => database.batch(calls),
    transact: (reads, decide) => database.transact(reads, decide),
    ping: (timeoutMs) => database.ping(timeoutMs),
    close: () => database.close(),
  }
  const trial = await begun([], flaky)
  trial.endBy('via')
  await settled()
  expect([trial.isOpen, trial.watches]).toEqual([false, true])
  fails = false
  trial.endBy('via')
  await settled()
  expect((await begun()).isOpen).toBe(false)
})
