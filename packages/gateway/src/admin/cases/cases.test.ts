import type { MerchantCode, MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, type Money, minor } from '@sluice/core/foundation/money.ts'
import type { StatusUpdate } from '@sluice/core/processor/port.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Answer, TestMerchant } from '../../../../../test/harness.ts'
import { type CaseToOpen, GATEWAY, openCase } from '../../payments/cases.ts'
import { postedTo } from '../../payments/payments.fixture.ts'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'

const THB = 'THB' as CurrencyCode
const baht = (amount: number): Money => ({
  currency: THB,
  amountMinor: minor(BigInt(Math.round(amount * 100))),
})

let gateway: AdminGateway
let shop: TestMerchant
let other: TestMerchant
let count = 0

beforeAll(async () => {
  gateway = await adminGateway()
  const free = { fee: { percent: '0', fixed: '0' }, vatRate: '0' }
  const products = [
    { code: 'OFFLINE', currency: 'THB', ...free },
    { code: 'BANK_TRANSFER', currency: 'THB', ...free },
  ]
  shop = await gateway.merchant({ products })
  other = await gateway.merchant({ products })
})
afterAll(() => gateway.close())

/** After every test all books are right. */
beforeEach(() => async () => {
  const { body } = await gateway.admin('GET', '/admin/invariants')
  const broken = (body.checks as unknown as { holds: boolean }[]).filter(({ holds }) => !holds)
  expect(broken).toEqual([])
})

/** A payin that nobody pays by itself (its amount ends in 907). */
async function payin(merchant: TestMerchant = shop, amount = 907): Promise<string> {
  count += 1
  const id = `p-${count}`
  const made = await gateway.request('POST', `/payins/${id}`, {
    token: await merchant.token(),
    body: {
      paymentRequested: { money: { amount, currencyCode: 'THB' } },
      paymentMethod: { paymentMethodCode: 'OFFLINE' },
    },
  })
  if (made.status !== 201) throw new Error(made.text)
  return id
}

const statusUpdate = (merchant: TestMerchant, id: string, money: Money) => {
  count += 1
  return gateway.app.statusUpdates.take({
    processor: 'sandbox',
    statusUpdateId: `entry-${count}`,
    merchantId: merchant.code,
    kind: 'payin',
    id: id as MerchantOrderId,
    at: gateway.deps.clock.now(),
    statusChange: { type: 'paid', received: money },
  })
}

async function opened(changes: Partial<CaseToOpen> = {}): Promise<string> {
  count += 1
  const about = {
    merchantId: GATEWAY,
    fact: `fact-${count}`,
    reason: 'UNKNOWN_CREDIT',
    processor: 'sandbox',
    detail: {},
  } as const
  expect(await openCase(gateway.app.gateway, { ...about, money: baht(907), ...changes })).toBe('opened')
  return newestCase()
}

const newestCase = async () =>
  String((await gateway.admin('GET', '/admin/cases?limit=1')).body.data?.[0 as never]?.id)

const operation = (id: string, name: string, body: object, token?: string): Promise<Answer> =>
  gateway.admin('POST', `/admin/cases/${id}/!${name}`, body, token)
const statusOf = async (merchant: TestMerchant, id: string) =>
  (await gateway.admin('GET', `/admin/payments/${merchant.code}/payin/${id}`)).body.status
const availableOf = async (merchant: TestMerchant) =>
  Number(
    (await gateway.admin('GET', `/admin/balances/${merchant.code}`)).body.data?.[0 as never]?.available
      ?.amount ?? 0,
  )
const sumOf = async (account: string, merchantId: MerchantCode) =>
  Number(await postedTo(gateway.database, account, merchantId))

describe('a case', () => {
  it('of short money is assigned only where the difference is accepted, and the merchant gets the order in full', async () => {
    const before = await availableOf(shop)
    const differences = await sumOf('differences', shop.code)
    const id = await payin()
    await statusUpdate(shop, id, baht(900))
    const found = await newestCase()
    const body = { merchantCode: shop.code, idPayin: id }
    const refused = await operation(found, 'assign', body)
    expect([refused.status, refused.body.code]).toEqual([409, 'AMOUNT_DIFFERS'])
    expect(refused.body.detail).toMatch(/is for 907.00 THB, but this is 900.00 THB/)
    const settled = await operation(found, 'assign', {
      ...body,
      acceptDifference: true,
      note: 'customer of ten years',
    })
    expect(settled.body).toMatchObject({
      left: { amount: 0 },
      decisions: [
        { part: 1, action: 'assign', operator: 'bootstrap', detail: { id, note: 'customer of ten years' } },
      ],
    })
    expect(settled.body.closedAt).toBeDefined()
    expect(await availableOf(shop)).toBe(before + 907)
    expect(await sumOf('differences', shop.code)).toBe(differences - 700)
    const history = (await gateway.admin('GET', `/admin/payments/${shop.code}/payin/${id}`)).body
    expect(history.status).toBe('SUCCESS')
    expect(JSON.stringify(history.states)).toContain(`case assign: ${found}#1`)
    expect(JSON.stringify(history.states)).toContain('operator:bootstrap')
    const audit = (await gateway.admin('GET', `/admin/audit?subject=${found}`)).body.data
    // The one that was refused is no act.
    expect(audit).toMatchObject([{ action: 'case.assign', subject: `case ${found}`, operator: 'bootstrap' }])
  })

  it('of nobody is assigned to a merchant’s payin, and the money passes between their books', async () => {
    const id = await payin()
    const sums = () =>
      Promise.all([sumOf('suspense', GATEWAY), sumOf('transit', GATEWAY), sumOf('transit', shop.code)])
    const [suspense, transit, transitOfShop] = await sums()
    const found = await opened()
    expect(await sums()).toEqual([suspense + 90_700, transit, transitOfShop])
    expect((await operation(found, 'assign', { merchantCode: shop.code, idPayin: id })).status).toBe(200)
    expect(await statusOf(shop, id)).toBe('SUCCESS')
    expect(await sums()).toEqual([suspense, transit + 90_700, transitOfShop - 90_700])
  })

  it('is split over payins of two merchants, and a part that nobody may have leaves all as it was', async () => {
    const [mine, theirs] = [await payin(shop), await payin(other, 1907)]
    const found = await opened({ money: baht(2814) })
    const part = (merchant: TestMerchant, idPayin: string, amount: number) => ({
      merchantCode: merchant.code,
      idPayin,
      money: { amount, currencyCode: 'THB' },
    })
    const wrong = await operation(found, 'split', {
      parts: [part(shop, mine, 907), part(other, theirs, 1000)],
    })
    expect([wrong.status, wrong.body.code]).toEqual([409, 'AMOUNT_DIFFERS'])
    expect(wrong.body.detail).toMatch(/^Part 2, .* is for 1907.00 THB, but this is 1000.00 THB/)
    expect(await statusOf(shop, mine)).toBe('PENDING')
    const settled = await operation(found, 'split', {
      parts: [part(shop, mine, 907), part(other, theirs, 1907)],
    })
    expect(settled.body.decisions).toMatchObject([{ part: 1 }, { part: 2 }])
    expect([await statusOf(shop, mine), await statusOf(other, theirs)]).toEqual(['SUCCESS', 'SUCCESS'])
  })

  it('of too much is assigned in part, and the rest goes back under the bank’s reference', async () => {
    const id = await payin()
    await statusUpdate(shop, id, baht(1000))
    const found = await newestCase()
    const clearing = await sumOf('clearing:sandbox', shop.code)
    const body = { merchantCode: shop.code, idPayin: id, money: { amount: 907, currencyCode: 'THB' } }
    expect((await operation(found, 'assign', body)).body.left).toEqual({ amount: 93, currencyCode: 'THB' })
    expect((await operation(found, 'return', { reference: 'OUT-1' })).body).toMatchObject({
      left: { amount: 0 },
      decisions: [
        { action: 'assign' },
        { action: 'return', detail: { reference: 'OUT-1' }, money: { amount: 93 } },
      ],
    })
    expect(await sumOf('clearing:sandbox', shop.code)).toBe(clearing + 9_300)
    const states = (await gateway.admin('GET', `/admin/payments/${shop.code}/payin/${id}`)).body.states
    expect(JSON.stringify(states)).toContain(`case return: ${found}#2`)
  })

  it('is written off, or credited to the merchant', async () => {
    const gain = await sumOf('differences', GATEWAY)
    const lost = await opened({ money: baht(1) })
    expect((await operation(lost, 'write-off', {})).status).toBe(400)
    expect((await operation(lost, 'write-off', { note: 'nobody asked for a year' })).status).toBe(200)
    expect(await sumOf('differences', GATEWAY)).toBe(gain + 100)
    const id = await payin()
    await statusUpdate(shop, id, baht(907))
    await statusUpdate(shop, id, baht(907))
    const second = await newestCase()
    const before = await availableOf(shop)
    expect((await operation(second, 'assign', { merchantCode: shop.code, idPayin: id })).body.code).toBe(
      'INVALID_STATE',
    )
    expect(
      (await operation(second, 'credit', { merchantCode: shop.code, note: 'paid twice, keeps it' })).status,
    ).toBe(200)
    expect(await availableOf(shop)).toBe(before + 907)
  })

  describe('of a payout that came back', () => {
    const tell = (id: string, statusChange: StatusUpdate['statusChange']) => {
      count += 1
      const statusUpdateId = `back-${count}`
      const at = gateway.deps.clock.now()
      const about = {
        processor: 'sandbox',
        statusUpdateId,
        merchantId: shop.code,
        kind: 'payout',
        at,
        statusChange,
      } as const
      return gateway.app.statusUpdates.take({ ...about, id: id as MerchantOrderId })
    }
    /** Of 907 baht, which ends by itself in nothing. */
    async function payout(): Promise<string> {
      count += 1
      const money = { amount: 907, currencyCode: 'THB' }
      const funded = { merchantCode: shop.code, money, reference: `top-up-${count}` }
      expect((await gateway.admin('POST', '/admin/balances/!credit', funded)).status).toBe(200)
      const made = await gateway.request('POST', `/payouts/o-${count}`, {
        token: await shop.token(),
        body: {
          paymentRequested: { money },
          paymentMethod: {
            paymentMethodCode: 'BANK_TRANSFER',
            paymentOperatorCode: '004',
            account: { accountName: 'Somchai Jaidee', accountNumber: '1234567890' },
          },
        },
      })
      if (made.status !== 201) throw new Error(made.text)
      return `o-${count}`
    }
    const returned = { type: 'returned', received: baht(907) } as const
    const credit = (found: string) =>
      operation(found, 'credit', { merchantCode: shop.code, note: 'it came back' })

    it('is not credited while its reserve holds the money, nor once that was given back: the merchant has it once', async () => {
      const id = await payout()
      const before = await availableOf(shop)
      expect(await tell(id, returned)).toBe('suspended')
      const found = await newestCase()
      const early = await credit(found)
      expect([early.status, early.body.code]).toEqual([409, 'INVALID_STATE'])
      expect(early.body.detail).toMatch(/still reserved/)
      expect(await tell(id, { type: 'failed', failureReason: 'BROKEN' })).toBe('applied')
      expect(await availableOf(shop)).toBe(before + 907)
      const late = await credit(found)
      expect([late.status, late.body.code]).toEqual([409, 'INVALID_STATE'])
      expect(late.body.detail).toMatch(/would pay it twice/)
      expect(await availableOf(shop)).toBe(before + 907)
      const clearing = await sumOf('clearing:sandbox', shop.code)
      expect((await operation(found, 'return', { reference: 'OUT-1' })).status).toBe(200)
      // Booked when it came back, and now as what had gone out.
      expect(await sumOf('clearing:sandbox', shop.code)).toBe(clearing + 90_700)
      expect(await availableOf(shop)).toBe(before + 907)
    })

    it('is not credited either where it comes back after it had failed', async () => {
      const id = await payout()
      await tell(id, { type: 'failed', failureReason: 'BROKEN' })
      expect(await tell(id, returned)).toBe('suspended')
      expect((await credit(await newestCase())).body.code).toBe('INVALID_STATE')
    })

    it('is credited where it had arrived before, in whatever order that was told', async () => {
      const id = await payout()
      const before = await availableOf(shop)
      expect(await tell(id, returned)).toBe('suspended')
      const found = await newestCase()
      expect(await tell(id, { type: 'delivered' })).toBe('applied')
      expect((await credit(found)).status).toBe(200)
      expect(await availableOf(shop)).toBe(before + 907)
    })
  })

  it('of missing money is taken from the merchant, where it has as much', async () => {
    const poor = await gateway.merchant()
    await gateway.credit(shop, baht(500))
    const missing = { currency: THB, amountMinor: minor(-50_000n) }
    // Posted as a payout that was delivered twice would: here the other way round, below zero.
    const found = await opened({ money: missing })
    const of = (merchant: TestMerchant) => ({
      merchantCode: merchant.code,
      note: 'delivered after it had failed',
    })
    expect((await operation(found, 'credit', of(poor))).status).toBe(422)
    const before = await availableOf(shop)
    expect((await operation(found, 'credit', of(shop))).status).toBe(200)
    expect(await availableOf(shop)).toBe(before - 500)
  })

  it('of money that is missing in a merchant’s books is taken from that merchant, and never from another', async () => {
    const [theirs, missing] = [await gateway.merchant(), { currency: THB, amountMinor: minor(-50_000n) }]
    await gateway.credit(shop, baht(500))
    const before = await availableOf(shop)
    const found = await opened({ merchantId: theirs.code, money: missing })
    const taken = await operation(found, 'credit', { merchantCode: shop.code, note: 'they have enough' })
    expect([taken.status, taken.body.code]).toEqual([409, 'INVALID_STATE'])
    expect(await availableOf(shop)).toBe(before)
  })

  it('without money is closed with a word why', async () => {
    count += 1
    const about = {
      ...{ merchantId: GATEWAY, processor: 'sandbox', detail: {} },
      reason: 'UTR_CLAIMED_TWICE',
    } as const
    expect(await openCase(gateway.app.gateway, { ...about, fact: 'utr' })).toBe('opened')
    expect(await openCase(gateway.app.gateway, { ...about, fact: 'utr' })).toBe('repeated')
    const found = await newestCase()
    expect((await operation(found, 'write-off', { note: 'x' })).body.code).toBe('INVALID_STATE')
    expect((await operation(found, 'close', { note: 'the second one was a typing mistake' })).status).toBe(
      200,
    )
    const listed = (await gateway.admin('GET', `/admin/cases?merchantCode=${GATEWAY}&open=true`)).body.data
    expect(JSON.stringify(listed)).not.toContain(found)
  })

  it('is settled once, however many decide at once', async () => {
    const payins = await Promise.all([payin(), payin(), payin(), payin(), payin()])
    const found = await opened()
    const answers = await Promise.all([
      ...payins.map((idPayin) => operation(found, 'assign', { merchantCode: shop.code, idPayin })),
      operation(found, 'return', { reference: 'OUT' }),
      operation(found, 'write-off', { note: 'no' }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => String(body.code) === 'CASE_SETTLED')).toHaveLength(6)
    expect((await operation(found, 'return', { reference: 'OUT' })).body.code).toBe('CASE_SETTLED')
    const statuses = await Promise.all(payins.map((id) => statusOf(shop, id)))
    expect(statuses.filter((status) => String(status) === 'SUCCESS').length).toBeLessThanOrEqual(1)
  })

  it('is not settled a second time by a repetition that names its part', async () => {
    const found = await opened()
    const body = { reference: 'OUT', money: { amount: 100, currencyCode: 'THB' }, part: 1 }
    expect((await operation(found, 'return', body)).status).toBe(200)
    const again = await operation(found, 'return', body)
    expect([again.status, again.body.code]).toEqual([409, 'CASE_SETTLED'])
    expect((await operation(found, 'return', { ...body, part: 0 })).body.errors).toMatchObject([
      { path: '/part' },
    ])
    expect((await operation(found, 'write-off', { note: 'rest', part: 2 })).body.left).toMatchObject({
      amount: 0,
    })
  })

  it('of tests never pays a live merchant', async () => {
    const live = await gateway.merchant({ isTest: false })
    const found = await opened()
    const answer = await operation(found, 'credit', { merchantCode: live.code, note: 'oops' })
    expect([answer.status, answer.body.code]).toEqual([409, 'INVALID_STATE'])
    await operation(found, 'write-off', { note: 'test' })
  })

  it('is for operators, and its faults are told all at once', async () => {
    const viewer = await gateway.operator(`vera-${count}`, 'VIEWER')
    const found = await opened()
    expect((await operation(found, 'write-off', { note: 'x' }, viewer)).status).toBe(403)
    const answer = await operation(found, 'assign', {
      money: { amount: 'x', currencyCode: 'THB' },
      acceptDifference: 1,
    })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toMatchObject([
      { path: '/merchantCode' },
      { path: '/money/amount' },
      { path: '/idPayin' },
      { path: '/acceptDifference' },
    ])
    const tooMuch = await operation(found, 'return', {
      reference: 'O',
      money: { amount: 1000, currencyCode: 'THB' },
    })
    expect(tooMuch.body.errors).toMatchObject([{ path: '/money' }])
    expect(
      (await operation('0198d2f0-0000-7000-8000-000000000000', 'return', { reference: 'O' })).status,
    ).toBe(404)
    await operation(found, 'write-off', { note: 'test' })
  })
})
