/** Amounts of their own, attacked: by payers who type what they please, by a merchant or a payer who wants all of them. */
import type { Database } from '@sluice/database/port.ts'
import { truncateAll } from '@sluice/database/truncate.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  START,
  type TestGateway,
  type TestMerchant,
  testGateway,
} from '../../../../../test/harness.ts'
import { openTestDatabase } from '../../../../../test/setup/shared.ts'
import { ADMIN } from '../../admin/admin.fixture.ts'
import { ensureBootstrapOperator } from '../../identity/operators/operators.ts'
import { casesIn, rowsOf } from '../../payments/payments.fixture.ts'
import { account, claimsOf, DUITNOW, register } from './own-account.fixture.ts'

let database: Database
let gateway: TestGateway
let shop: TestMerchant

beforeAll(async () => {
  database = await openTestDatabase(START)
})
afterAll(() => database.close())

const of = (code: string, currency: string) => ({ code, currency, processors: ['test-own-account'] })
beforeEach(async () => {
  await truncateAll(database)
  gateway = await testGateway(database)
  await ensureBootstrapOperator(database, gateway.deps, ADMIN)
  shop = await gateway.merchant({ products: [of('OFFLINE', 'THB'), of('DUITNOW', 'MYR')] })
  return () => gateway.stop()
})

const context = () => gateway.app.gateway
const toPay = ({ body }: Answer) => body.paymentMethodResponse?.moneyRequired?.amount

async function create(
  id: string,
  amount: number,
  method: object = { paymentMethodCode: 'OFFLINE' },
  currencyCode = 'THB',
) {
  return gateway.request('POST', `/payins/${id}`, {
    token: await shop.token(),
    body: { paymentRequested: { money: { amount, currencyCode } }, paymentMethod: method },
  })
}

async function options(amount: number, currencyCode = 'THB', merchant = shop): Promise<readonly string[]> {
  const { body } = await gateway.request('POST', '/payins/!availablePaymentOptions', {
    token: await merchant.token(),
    body: { money: { amount, currencyCode } },
  })
  return Array.from(
    body.data as unknown as readonly { paymentMethodCode: string }[],
    (each) => each.paymentMethodCode,
  )
}

/** The bank's entry of so much, with nothing that says for what. */
const credited = (amount: number) =>
  gateway.request('POST', '/admin/bank-feeds/kbank/entries', {
    token: ADMIN,
    body: {
      data: [
        {
          reference: `B-${amount}`,
          bookedAt: new Date(gateway.deps.clock.now()).toISOString(),
          money: { amount, currencyCode: 'THB' },
          remittance: 'transfer',
        },
      ],
    },
  })
const cases = async () => (await casesIn(database)).map(({ reason }) => reason)
const statusOf = async (id: string, merchant = shop) => {
  const { body } = await gateway.request('GET', `/payins/${id}`, { token: await merchant.token() })
  return body.process?.status
}
/** An unpaid payin expires after a quarter of an hour, and its amount rests for 72. */
const allRested = async () => {
  await gateway.deps.jump(15 * 60_000)
  await gateway.advance(2_000)
  await gateway.deps.jump(72 * 3_600_000 + 60_000)
  await gateway.advance(20_000)
}

describe('who types the amount of his order instead of what he was told', () => {
  it('pays nobody else: orders of 500 are open beside his, and his money is a case', async () => {
    await register(context(), account('kbank'))
    for (let n = 0; n < 20; n += 1) expect(toPay(await create(`o-${n}`, 500))).not.toBe(500)
    await credited(500)
    await gateway.advance(5_000)
    for (let n = 0; n < 20; n += 1) expect(await statusOf(`o-${n}`)).toBe('PENDING')
    expect(await cases()).toHaveLength(1)
  })

  it('is safe with an amount that looks like no price: it is given to nobody while his payin is open or rests', async () => {
    await register(context(), account('kbank'))
    expect(toPay(await create('his', 500.02))).toBe(500.01)
    const others = []
    for (let n = 0; n < 20; n += 1) others.push(toPay(await create(`o-${n}`, 500)))
    expect(others).not.toContain(500.02)
    await gateway.deps.jump(15 * 60_000)
    await gateway.advance(2_000)
    expect(toPay(await create('meanwhile', 501))).not.toBe(500.02)
    await allRested()
    expect(toPay(await create('free-again', 500.03))).toBe(500.02)
  })

  it('is not sent to an account on which somebody else must pay just that', async () => {
    await register(context(), account('kbank'))
    expect(toPay(await create('a', 500))).toBe(500.01)
    expect((await create('b', 500.01)).status).toBe(422)
    await register(context(), account('scb'))
    expect((await create('b', 500.01)).status).toBe(201)
    expect(await claimsOf(database, 'scb', 'ordered')).toHaveLength(1)
  })

  it('is refused for as long as that payin is open, and not while its amount rests: a price could be blocked for days', async () => {
    await register(context(), account('kbank'))
    expect(toPay(await create('thief', 500))).toBe(500.01)
    await gateway.deps.jump(15 * 60_000)
    await gateway.advance(2_000)
    expect((await create('honest', 500.01)).status).toBe(201)
    await credited(500.01)
    await gateway.advance(5_000)
    expect([await statusOf('thief'), await statusOf('honest')]).toEqual(['EXPIRED', 'PENDING'])
    expect(await cases()).toEqual(['AMBIGUOUS_CREDIT'])
  })

  it('and an order too small for an amount of its own is not offered, and not taken', async () => {
    await register(context(), account('my', { currency: 'MYR' as never, methods: [DUITNOW] }))
    const offered = await options(1.99, 'MYR')
    expect(offered).toEqual([])
    expect((await create('a', 1.99, { paymentMethodCode: 'DUITNOW' }, 'MYR')).status).toBe(422)
    expect(await options(2, 'MYR')).toEqual(['DUITNOW'])
    expect((await create('a', 2, { paymentMethodCode: 'DUITNOW' }, 'MYR')).status).toBe(201)
  })
})

describe('of the amounts near a price', () => {
  let other: TestMerchant
  beforeEach(async () => {
    other = await gateway.merchant({ products: [of('OFFLINE', 'THB')] })
    await register(context(), account('kbank'))
  })
  /** The ids of the payins that were taken of so many at the same time: which of them find an amount is chance. */
  const payinsOf = async (merchant: TestMerchant, count: number, amount: (n: number) => number) => {
    const token = await merchant.token()
    const attempts = await Promise.all(
      Array.from({ length: count }, async (_, n) => {
        const id = `${merchant.code}-${n}`
        const { status } = await gateway.request('POST', `/payins/${id}`, {
          token,
          body: {
            paymentRequested: { money: { amount: amount(n), currencyCode: 'THB' } },
            paymentMethod: { paymentMethodCode: 'OFFLINE' },
          },
        })
        return { id, status }
      }),
    )
    return attempts.filter(({ status }) => status === 201).map(({ id }) => id)
  }
  const createsOf = async (...request: Parameters<typeof payinsOf>) => (await payinsOf(...request)).length

  it('one merchant has half, however it varies its orders; the other half is left for others', async () => {
    // From 100 baht on, which the rail takes at least, 40 amounts are near enough.
    expect(await createsOf(shop, 60, () => 100)).toBe(20)
    expect(await createsOf(other, 60, () => 100)).toBe(20)
  })

  it('one merchant keeps no more than its share from others, also of those that its orders name', async () => {
    for (let units = 1; units < 100; units += 1) await create(`o-${units}`, 100 + units / 100)
    expect(await createsOf(other, 60, () => 100)).toBeGreaterThanOrEqual(20)
  })

  it('a merchant that has its share is not offered the method, another one is', async () => {
    await createsOf(shop, 30, () => 100)
    expect(await options(100)).toEqual([])
    expect(await options(100, 'THB', other)).toEqual(['OFFLINE'])
    expect(await options(300)).toEqual(['OFFLINE'])
  })

  it('orders near the price take no more than the share of the amounts around it', async () => {
    const made = await createsOf(shop, 120, (n) => 100 + (n % 40) / 100)
    const amounts = (await claimsOf(database, 'kbank', 'money-required')).map((value) =>
      Number(value.split(':')[1]),
    )
    const places = amounts.map((units) => Math.floor((Math.floor(units / 5) * 4 + (units % 5) - 1) / 2))
    expect(amounts).toHaveLength(made)
    expect(new Set(places).size).toBe(made)
  })

  it('an account may give a merchant more, or less', async () => {
    const changed = await gateway.request('PATCH', '/admin/accounts/kbank', {
      token: ADMIN,
      body: { merchantShare: 'ALL' },
    })
    expect(changed.status).toBe(200)
    expect(await createsOf(shop, 60, () => 100)).toBe(40)
    await register(context(), account('scb', { merchantShare: 'QUARTER' }))
    expect(await createsOf(other, 60, () => 100)).toBe(10)
  })

  it('what was paid is no part of a share any more, and its amount rests all the same', async () => {
    const taken = await payinsOf(shop, 30, () => 100)
    expect(taken).toHaveLength(20)
    expect(await options(100)).toEqual([])
    const [paid = ''] = taken
    await credited(
      Number(toPay(await gateway.request('GET', `/payins/${paid}`, { token: await shop.token() }))),
    )
    await gateway.advance(5_000)
    expect(await statusOf(paid)).toBe('SUCCESS')
    expect(await options(100)).toEqual(['OFFLINE'])
    expect(await claimsOf(database, 'kbank', 'money-required')).toHaveLength(20)
  })

  it('a share that was given back can be taken again', async () => {
    expect(await createsOf(shop, 30, () => 100)).toBe(20)
    await allRested()
    expect(await claimsOf(database, 'kbank', 'share')).toEqual([])
    expect(await options(100)).toEqual(['OFFLINE'])
  })
})

describe('what else an account has a bounded number of', () => {
  const VIRTUAL = {
    code: 'VAPAY',
    receiving: { accountName: 'Toko', accountNumber: '8881', bankCode: '014', bankName: 'BCA' },
    recognisedBy: 'account',
    virtualDigits: 6,
  } as const
  const as = async (
    merchant: TestMerchant,
    id: string,
    amount: number,
    method: object,
    currencyCode: string,
  ) =>
    gateway.request('POST', `/payins/${merchant.code}-${id}`, {
      token: await merchant.token(),
      body: { paymentRequested: { money: { amount, currencyCode } }, paymentMethod: method },
    })

  it('of a day, the open payins of one merchant leave room for others; what was paid does not count against it', async () => {
    const other = await gateway.merchant({ products: [of('OFFLINE', 'THB')] })
    await register(context(), account('kbank', { dayCount: 6 }))
    const take = (merchant: TestMerchant, id: string) =>
      as(merchant, id, 1_000, { paymentMethodCode: 'OFFLINE' }, 'THB')
    const by = async (merchant: TestMerchant, id: string) => (await take(merchant, id)).status
    const first = await take(shop, 'a')
    expect([first.status, await by(shop, 'b'), await by(shop, 'c')]).toEqual([201, 201, 201])
    expect(await by(shop, 'd')).toBe(422)
    expect(await options(1_000)).toEqual([])
    expect(await by(other, 'a')).toBe(201)
    await credited(Number(toPay(first)))
    // What a node took on itself it counts as open for a minute.
    await gateway.advance(61_000)
    expect(await by(shop, 'd')).toBe(201)
  })

  it('of virtual numbers, which are never given out twice, one merchant has half of a small range', async () => {
    const virtual = await gateway.merchant({ products: [of('VAPAY', 'IDR')] })
    await register(context(), account('va', { currency: 'IDR' as never, methods: [VIRTUAL] }))
    const method = { paymentMethodCode: 'VAPAY', paymentOperatorCode: 'BCA' }
    for (let n = 0; n < 10; n += 1) {
      expect((await as(virtual, `n-${n}`, 50_000, method, 'IDR')).status).toBe(201)
    }
    const numbers = (await claimsOf(database, 'va', 'reference')).map((number) => Number(number.slice(4)))
    expect(numbers).toHaveLength(10)
    expect(new Set(numbers.map((number) => Math.floor(number / 2))).size).toBe(10)
    expect(await claimsOf(database, 'va', 'share')).toHaveLength(10)
  })
})

describe('payers at one address', () => {
  const checkout = async (id: string, amount: number) => {
    const idPayin = id
    const money = { amount, currencyCode: 'THB' }
    const answer = await gateway.tokenFor(shop, '/auth-tokens-by-action', {
      action: 'PAYIN_CHECKOUT',
      idPayment: idPayin,
      money,
    })
    return { idPayin, token: String(answer.body.token) }
  }
  const body = {
    paymentRequested: { money: { amount: 100, currencyCode: 'THB' } },
    paymentMethod: { paymentMethodCode: 'OFFLINE' },
  }

  it('have an eighth of the amounts by checkouts, and are not offered the method then; the shop and others still are', async () => {
    await register(context(), account('kbank'))
    const from = async (address: string, n: number) => {
      const { idPayin, token } = await checkout(`${address}-${n}`.replaceAll(':', '-'), 100)
      return gateway.request('POST', `/payins/${idPayin}`, { token, body, remoteAddress: address })
    }
    const statuses = []
    for (let n = 0; n < 10; n += 1) statuses.push((await from('198.51.100.7', n)).status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(5)
    expect((await from('198.51.100.8', 0)).status).toBe(201)
    const { token } = await checkout('asks', 100)
    const requested = { token, body: { money: { amount: 100, currencyCode: 'THB' } } }
    const path = '/payins/!availablePaymentOptions'
    const here = await gateway.request('POST', path, { ...requested, remoteAddress: '198.51.100.7' })
    const there = await gateway.request('POST', path, { ...requested, remoteAddress: '198.51.100.9' })
    expect([here.body.data?.length, there.body.data?.length]).toEqual([0, 1])
    expect((await create('the-shop-itself', 100)).status).toBe(201)
    const kept = await rowsOf(database, 'select payer from payment where payer is not null')
    expect(JSON.stringify(kept)).not.toContain('198.51')
  })
})

describe('the doctor', () => {
  const accounts = async () => {
    const { body } = await gateway.request('GET', '/admin/doctor', { token: ADMIN })
    const checks = body.checks as unknown as readonly { name: string; state: string; detail: string }[]
    return checks.find(({ name }) => name === 'accounts')
  }

  it('says how full an account is, and of whom', async () => {
    await gateway.merchant({ products: [of('OFFLINE', 'THB')] })
    await register(context(), account('kbank'))
    for (let n = 0; n < 10; n += 1) await create(`o-${n}`, 100)
    expect(await accounts()).toMatchObject({
      state: 'fine',
      detail: expect.stringContaining('kbank: 10 of 40 amounts near 100.00 THB are in use'),
    })
    const metrics = await gateway.request('GET', '/metrics')
    expect(metrics.text).toContain('sluice_account_fullness{account="kbank"} 0.25')
    for (let n = 10; n < 25; n += 1) await create(`o-${n}`, 100)
    expect(await accounts()).toMatchObject({
      state: 'warning',
      detail: `kbank: 20 of 40 amounts near 100.00 THB are in use (${shop.code} with its full share)`,
    })
  })
})
