import { minor } from '@sluice/core/foundation/money.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { Breaker } from '@sluice/core/processor/breaker.ts'
import type { AcceptContext, AcceptStatusUpdate, StatusUpdateAnswer } from '@sluice/core/processor/port.ts'
import type { Database } from '@sluice/database/port.ts'
import type {
  OrderAnswer,
  OrderFindings,
  ProviderAccount,
  ProviderFact,
  ProviderOrder,
} from '@sluice/provider-kit/provider.ts'
import { pix } from '@sluice/providers/pix/pix.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { START } from '../../../../../test/harness.ts'
import { openTestDatabase } from '../../../../../test/setup/shared.ts'
import { maker } from '../../payments/payments.fixture.ts'
import { NativeProcessor } from './adapter.ts'
import { beginOrder } from './orders.ts'

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
  accept: async () => ({ type: 'unclear', why: 'TIMEOUT' }),
  find: async () => ({ type: 'never' }),
  ping: async () => ({ ok: true }),
}
const deps = simulatedDeps(1, {})
const reported: unknown[] = []
const acceptAll: AcceptStatusUpdate = async (statusUpdate) => {
  reported.push(statusUpdate)
  return 'applied'
}
const NAME = 'test-native-words'
const IDENTITY = '00000000-0000-7000-8000-000000000001'
/** A node's own processor of one account. */
const processorOf = (
  account: Partial<ProviderAccount>,
  identity: string | undefined = IDENTITY,
  acceptStatusUpdate: AcceptStatusUpdate = acceptAll,
) =>
  new NativeProcessor({
    name: NAME,
    isTest: true,
    isPaused: false,
    provider: pix,
    settings: { profile: 'efi' },
    identity,
    account: { ...NOTHING, ...account },
    breaker: new Breaker(deps.clock),
    database,
    deps,
    acceptStatusUpdate,
  })

it('logs and counts each word that a provider’s specification does not have, and settles nothing by it', async () => {
  let taken: OrderAnswer = { type: 'unclear', why: 'TIMEOUT' }
  let found: OrderFindings = { type: 'unlisted', statusCode: 'REVERSED' }
  const processor = processorOf({ accept: async () => taken, find: async () => found })
  const payment = maker(deps).payment('payout', 'words')
  const [reportedBefore, loggedBefore] = [reported.length, deps.logged.length]
  expect((await processor.accept(payment, CONTEXT)).type).toBe('later')
  expect(processor.unlistedStatusCodes).toBe(0)
  taken = { type: 'unclear', why: 'status 403', unlisted: 'NEW_CODE' }
  expect((await processor.accept(payment, CONTEXT)).type).toBe('later')
  expect(await processor.ask(payment)).toBe('open')
  found = { type: 'unclear', why: 'status 403', unlisted: 'NEW_CODE' }
  await expect(processor.ask(payment)).rejects.toThrow('status 403')
  expect(processor.unlistedStatusCodes).toBe(3)
  expect(reported).toHaveLength(reportedBefore)
  const errors = deps.logged
    .slice(loggedBefore)
    .filter(({ level }) => level === 'error')
    .map(({ fields }) => fields)
  expect(errors).toMatchObject([
    { statusCode: 'NEW_CODE' },
    { statusCode: 'REVERSED' },
    { statusCode: 'NEW_CODE' },
  ])
})

it.each([0n, -500n])(
  'believes no provider that %s of money has come: that is a question, and no report',
  async (came) => {
    const payment = maker(deps).payment('payin', `nothing-${came}`)
    const received = { ...payment.money, amountMinor: minor(came) }
    const paid: ProviderFact = {
      fact: 'F',
      processorStatus: 'PAID',
      statusChange: { type: 'paid', received },
    }
    const find = async (): Promise<OrderFindings> => ({
      ...{ type: 'known', processorStatus: 'PAID', isOver: true },
      facts: [paid],
    })
    const processor = processorOf({ find })
    await processor.accept(payment, CONTEXT)
    const before = reported.length
    await expect(processor.ask(payment)).rejects.toThrow('a payment of no money')
    expect(reported).toHaveLength(before)
  },
)

const DECLINED: OrderAnswer = { type: 'declined', reason: 'LIMIT', detail: 'its wallet is empty' }

it.each<OrderAnswer>([DECLINED, { type: 'refused', reason: 'it does not want it' }])(
  'sends nothing more of what a provider has %o, on any node',
  async (said) => {
    const payment = maker(deps).payment('payout', `ended-${said.type}`)
    let sent = 0
    const accept = async (): Promise<OrderAnswer> => {
      sent += 1
      return said
    }
    expect(await processorOf({ accept }).accept(payment, CONTEXT)).toEqual(said)
    expect(await processorOf({ accept }).accept(payment, CONTEXT)).toMatchObject({ type: 'declined' })
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
  const other = processorOf({ accept: async () => accepted })
  const slow = processorOf({
    async accept() {
      expect((await other.accept(payment, CONTEXT)).type).toBe('accepted')
      return DECLINED
    },
  })
  expect((await slow.accept(payment, CONTEXT)).type).toBe('later')
})

describe('what was sent before settings that say which account it is were changed', () => {
  const OTHER = '00000000-0000-7000-8000-000000000002'
  /** With an account whose answer was lost; then the account is another one. */
  const sentBefore = async (id: string) => {
    const payment = maker(deps).payment('payout', id)
    expect((await processorOf({}).accept(payment, CONTEXT)).type).toBe('later')
    return payment
  }

  it('is not sent again: the other account may take on what is on its way already', async () => {
    const sentAt = deps.clock.now()
    const payment = await sentBefore('moved')
    const sent: (number | undefined)[] = []
    const accept = async ({ lastTriedAt }: ProviderOrder): Promise<OrderAnswer> => {
      sent.push(lastTriedAt)
      return DECLINED
    }
    await deps.advance(1_000)
    expect((await processorOf({ accept }, OTHER).accept(payment, CONTEXT)).type).toBe('later')
    expect(sent).toEqual([])
    await processorOf({ accept }).accept(payment, CONTEXT)
    expect(sent).toEqual([sentAt])
  })

  it('is not believed to be unknown: an account that has never heard of it may be another one', async () => {
    const payment = await sentBefore('unknown')
    expect(await processorOf({}).ask(payment)).toBe('unknown')
    await expect(processorOf({}, OTHER).ask(payment)).rejects.toThrow('it does not know the payment')
  })

  it('counts as it is told: a renewed key shows what the one before has sent', async () => {
    const payment = await sentBefore('renewed')
    const find = async (): Promise<OrderFindings> => ({
      type: 'known',
      processorStatus: 'DONE',
      facts: [{ fact: 'f', processorStatus: 'DONE', statusChange: { type: 'delivered' } }],
      isOver: true,
    })
    expect(await processorOf({ find }, OTHER).ask(payment)).toBe('reported')
  })

  it('is not taken back at the other account, which has nothing to take back', async () => {
    const payment = await sentBefore('cancelled')
    const cancel = async () => 'cancelled' as const
    expect(await processorOf({ cancel }).cancel(payment)).toBe('cancelled')
    expect(await processorOf({ cancel }, OTHER).cancel(payment)).toBe('too-late')
  })
})

it('tells a provider’s folder when a payment was tried last, on whichever node that was', async () => {
  const payment = maker(deps).payment('payout', 'tried')
  const tried: (number | undefined)[] = []
  const account: Partial<ProviderAccount> = {
    async accept({ lastTriedAt }) {
      tried.push(lastTriedAt)
      return { type: 'unclear', why: 'TIMEOUT' }
    },
    async find({ lastTriedAt }) {
      tried.push(lastTriedAt)
      return { type: 'never' }
    },
  }
  const began = deps.clock.now()
  await processorOf(account).accept(payment, CONTEXT)
  await deps.advance(20_000)
  await processorOf(account).accept(payment, CONTEXT)
  await deps.advance(20_000)
  await processorOf(account).ask(payment)
  await processorOf(account).accept(payment, CONTEXT)
  expect(tried).toEqual([undefined, began, began + 20_000, began + 20_000])
})

it('counts no later try by which nothing was sent', async () => {
  const payment = maker(deps).payment('payout', 'unsent-later')
  const tried: (number | undefined)[] = []
  const accept = async ({ isFirst, lastTriedAt }: ProviderOrder): Promise<OrderAnswer> => {
    tried.push(lastTriedAt)
    return { type: 'unclear', why: 'TIMEOUT', ...(!isFirst && { isUnsent: true }) }
  }
  const began = deps.clock.now()
  for (let tries = 0; tries < 3; tries += 1) {
    await processorOf({ accept }).accept(payment, CONTEXT)
    await deps.advance(20_000)
  }
  expect(tried).toEqual([undefined, began, began])
})

it('counts no try that waited for its turn: the next one is the first, and can be declined', async () => {
  const payment = maker(deps).payment('payout', 'held')
  const tries: (readonly [boolean, number | undefined])[] = []
  let said: OrderAnswer = { type: 'held', why: 'one a second', againInMs: 7_000 }
  const processor = processorOf({
    async accept({ isFirst, begunAt }) {
      tries.push([isFirst, begunAt])
      return said
    },
  })
  const heldAt = deps.clock.now()
  expect(await processor.accept(payment, CONTEXT)).toEqual({
    type: 'later',
    steps: [{ purpose: 'accept', dueAt: heldAt + 7_000 }],
  })
  await deps.advance(7_000)
  said = DECLINED
  expect(await processor.accept(payment, CONTEXT)).toEqual(DECLINED)
  expect(tries).toEqual([
    [true, heldAt],
    [true, heldAt + 7_000],
  ])
})

const SENDER = { processor: NAME, identity: IDENTITY }
const EXPIRED: ProviderFact = {
  fact: 'E1',
  processorStatus: 'REMOVIDA',
  statusChange: { type: 'expired' },
}

it('has two of its questions at a time at work here, however many its provider answers at once, and forgets none', async () => {
  const payments = Array.from({ length: 12 }, (_, index) => maker(deps).payment('payin', `heaped-${index}`))
  for (const payment of payments)
    await beginOrder(database, SENDER, pix.referenceOf(payment), payment, deps.clock.now())
  let isWell = (): void => undefined
  const well = new Promise<void>((resolve) => {
    isWell = resolve
  })
  let asking = 0
  const find = async (): Promise<OrderFindings> => {
    asking += 1
    if (asking === payments.length) isWell()
    await well
    return { type: 'known', processorStatus: 'REMOVIDA', facts: [EXPIRED], isOver: true }
  }
  let [atWork, mostAtWork] = [0, 0]
  const acceptStatusUpdate = async (): Promise<StatusUpdateAnswer> => {
    atWork += 1
    mostAtWork = Math.max(mostAtWork, atWork)
    await deps.rest()
    atWork -= 1
    return 'applied'
  }
  const processor = processorOf({ find }, IDENTITY, acceptStatusUpdate)
  const answers = await Promise.all(payments.map((payment) => processor.ask(payment)))
  expect(answers).toEqual(payments.map(() => 'reported'))
  expect(mostAtWork).toBe(2)
})
