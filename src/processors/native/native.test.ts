import { afterAll, beforeAll, expect, it } from 'vitest'
import { START } from '../../../test/harness.ts'
import { openTestDatabase } from '../../../test/setup/shared.ts'
import type { Database } from '../../database/port.ts'
import { simulatedDeps } from '../../foundation/simulated-deps.ts'
import { maker } from '../../payments/payments.fixture.ts'
import { Breaker } from '../breaker.ts'
import type { AcceptContext } from '../port.ts'
import { NativeProcessor } from './native.ts'
import { pix } from './pix/pix.ts'
import type { OrderAnswer, OrderFindings } from './provider.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase(START)
})
afterAll(() => database?.close())

const CONTEXT: AcceptContext = {
  reference: 'R',
  merchantName: 'Shop',
  taken: [],
  sandboxReceiving: () => ({}),
}

it('logs and counts each word that a provider’s specification does not have, and settles nothing by it', async () => {
  const deps = simulatedDeps(1, {})
  let taken: OrderAnswer = { type: 'unclear', why: 'TIMEOUT' }
  let found: OrderFindings = { type: 'unlisted', word: 'REVERSED' }
  const told: unknown[] = []
  const processor = new NativeProcessor({
    name: 'test-native-words',
    isTest: true,
    isPaused: false,
    provider: pix,
    settings: { profile: 'efi' },
    account: { takeOn: async () => taken, find: async () => found, ping: async () => ({ ok: true }) },
    breaker: new Breaker(deps.clock),
    database,
    deps,
    takeReport: async (report) => {
      told.push(report)
      return 'applied'
    },
  })
  const payment = maker(deps).payment('payout', 'words')
  expect((await processor.accept(payment, CONTEXT)).type).toBe('later')
  expect(processor.unlistedWords).toBe(0)
  taken = { type: 'unclear', why: 'status 403', unlisted: 'NEW_CODE' }
  expect((await processor.accept(payment, CONTEXT)).type).toBe('later')
  expect(await processor.ask(payment)).toBe('open')
  found = { type: 'unclear', why: 'status 403', unlisted: 'NEW_CODE' }
  await expect(processor.ask(payment)).rejects.toThrow('status 403')
  expect(processor.unlistedWords).toBe(3)
  expect(told).toEqual([])
  const errors = deps.logged.filter(({ level }) => level === 'error').map(({ fields }) => fields)
  expect(errors).toMatchObject([{ word: 'NEW_CODE' }, { word: 'REVERSED' }, { word: 'NEW_CODE' }])
})
