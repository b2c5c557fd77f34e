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
import type { OrderAnswer, OrderFindings, ProviderAccount } from './provider.ts'

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

const NOTHING: ProviderAccount = {
  takeOn: async () => ({ type: 'unclear', why: 'TIMEOUT' }),
  find: async () => ({ type: 'never' }),
  ping: async () => ({ ok: true }),
}
const deps = simulatedDeps(1, {})
const told: unknown[] = []
/** A node's own processor of one account. */
const processorOf = (account: Partial<ProviderAccount>) =>
  new NativeProcessor({
    name: 'test-native-words',
    isTest: true,
    isPaused: false,
    provider: pix,
    settings: { profile: 'efi' },
    account: { ...NOTHING, ...account },
    breaker: new Breaker(deps.clock),
    database,
    deps,
    takeReport: async (report) => {
      told.push(report)
      return 'applied'
    },
  })

it('logs and counts each word that a provider’s specification does not have, and settles nothing by it', async () => {
  let taken: OrderAnswer = { type: 'unclear', why: 'TIMEOUT' }
  let found: OrderFindings = { type: 'unlisted', word: 'REVERSED' }
  const processor = processorOf({ takeOn: async () => taken, find: async () => found })
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

const DECLINED: OrderAnswer = { type: 'declined', reason: 'LIMIT', detail: 'its wallet is empty' }

it.each<OrderAnswer>([DECLINED, { type: 'refused', reason: 'it does not want it' }])(
  'sends nothing more of what a provider has %o, on any node',
  async (said) => {
    const payment = maker(deps).payment('payout', `ended-${said.type}`)
    let sent = 0
    const takeOn = async (): Promise<OrderAnswer> => {
      sent += 1
      return said
    }
    expect(await processorOf({ takeOn }).accept(payment, CONTEXT)).toEqual(said)
    expect(await processorOf({ takeOn }).accept(payment, CONTEXT)).toMatchObject({ type: 'declined' })
    expect(sent).toBe(1)
  },
)

it('passes nothing on that another node has tried meanwhile: that one may have it taken on', async () => {
  const payment = maker(deps).payment('payout', 'raced')
  const accepted: OrderAnswer = {
    type: 'accepted',
    receiving: {},
    processorRef: 'r',
    processorStatus: 'ACCEPTED',
  }
  const other = processorOf({ takeOn: async () => accepted })
  const slow = processorOf({
    async takeOn() {
      expect((await other.accept(payment, CONTEXT)).type).toBe('accepted')
      return DECLINED
    },
  })
  expect((await slow.accept(payment, CONTEXT)).type).toBe('later')
})
