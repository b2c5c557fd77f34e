/** A processor has said two things of one payment's money; an operator closes the case by saying which was right. */
import type { MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, type Money, minor } from '@sluice/core/foundation/money.ts'
import type { StatusUpdate } from '@sluice/core/processor/port.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Json, TestMerchant } from '../../../../../test/harness.ts'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'

const baht = (amount: number): Money => ({
  currency: 'THB' as CurrencyCode,
  amountMinor: minor(BigInt(amount) * 100n),
})
const thb = (amount: number) => ({ amount, currencyCode: 'THB' })

let gateway: AdminGateway
let shop: TestMerchant
let count = 0

beforeAll(async () => {
  gateway = await adminGateway()
  const free = { fee: { percent: '0', fixed: '0' }, vatRate: '0' }
  const products = ['OFFLINE', 'BANK_TRANSFER'].map((code) => ({ code, currency: 'THB', ...free }))
  shop = await gateway.merchant({ products })
})
afterAll(() => gateway.close())
afterEach(async () => {
  const { body } = await gateway.admin('GET', '/admin/invariants')
  expect(rows(body.checks).filter(({ holds }) => !holds)).toEqual([])
})

const rows = (list: Json | undefined): readonly Json[] => [...(list as unknown as readonly Json[])]

/** A payment that nobody ends by itself (its amount ends in 907). */
async function made(kind: 'payin' | 'payout', amount = 907): Promise<string> {
  count += 1
  const id = `p-${count}`
  const money = thb(amount)
  const account = { accountName: 'Somchai Jaidee', accountNumber: '1234567890', bankCode: '004' }
  const paymentMethod =
    kind === 'payin' ? { paymentMethodCode: 'OFFLINE' } : { paymentMethodCode: 'BANK_TRANSFER', account }
  const answer = await gateway.request('POST', `/${kind}s/${id}`, {
    token: await shop.token(),
    body: { paymentRequested: { money }, paymentMethod },
  })
  expect(answer.status, answer.text).toBe(201)
  return id
}

const reported = (
  kind: 'payin' | 'payout',
  id: string,
  statusChange: StatusUpdate['statusChange'],
  statusUpdateId = `told ${id}`,
) =>
  gateway.app.statusUpdates.take({
    processor: 'sandbox',
    statusUpdateId,
    merchantId: shop.code,
    kind,
    id: id as MerchantOrderId,
    at: gateway.deps.clock.now(),
    statusChange,
  })

const newest = async () => rows((await gateway.admin('GET', '/admin/cases?limit=1')).body.data)[0]
const shown = async (id: string) => (await gateway.admin('GET', `/admin/cases/${id}`)).body
const operation = (id: string, name: string, body: object) =>
  gateway.admin('POST', `/admin/cases/${id}/!${name}`, body)
const closed = (id: string, right?: string) => operation(id, 'close', { note: 'the provider said so', right })
const available = async (): Promise<number> => {
  const { body } = await gateway.admin('GET', `/admin/balances/${shop.code}`)
  const [thai] = rows(body.data)
  return Number(thai?.available?.amount ?? 0)
}
const refund = async (idPayin: string) => {
  count += 1
  const body = { idPayin, reason: 'OTHER', callbackUrl: 'https://shop.example.com/callbacks' }
  return (await gateway.request('POST', `/refunds/r-${count}`, { token: await shop.token(), body })).body.code
}

/** A payin that was paid, and then denied. @returns its ID and its case's */
async function denied(): Promise<readonly [string, string]> {
  const id = await made('payin')
  expect(await reported('payin', id, { type: 'paid', received: baht(907) })).toBe('applied')
  expect(await reported('payin', id, { type: 'failed', failureReason: 'PROCESSOR_ERROR' }, `no ${id}`)).toBe(
    'contradicts',
  )
  const found = await newest()
  expect(found).toMatchObject({ reason: 'REJECTED_AFTER_SUCCESS', payment: { id } })
  return [id, String(found?.id)]
}

/** A payin that was paid, and is told again with another amount. */
async function reportedAgain(amount: number): Promise<readonly [string, string]> {
  const id = await made('payin')
  await reported('payin', id, { type: 'paid', received: baht(907) })
  expect(await reported('payin', id, { type: 'paid', received: baht(amount) })).toBe('contradicts')
  return [id, String((await newest())?.id)]
}

describe('a payin whose money its processor denies', () => {
  it('is not closed before somebody has said which word was right', async () => {
    const [, found] = await denied()
    expect(await closed(found)).toMatchObject({ status: 400, body: { errors: [{ path: '/right' }] } })
    const many = { cases: [{ id: found }], note: 'all of them' }
    expect((await gateway.admin('POST', '/admin/cases/!close', many)).body).toMatchObject({ refused: 1 })
    expect((await closed(found, 'NOBODY')).status).toBe(400)
    expect((await shown(found)).closedAt).toBeUndefined()
  })

  it('is as it was where the first word was right, and can be refunded', async () => {
    const [id, found] = await denied()
    expect(await refund(id)).toBe('PAYIN_NOT_REFUNDABLE')
    const before = await available()
    expect((await closed(found, 'FIRST')).body.closedAt).toBeDefined()
    expect(await available()).toBe(before)
    expect((await newest())?.id).toBe(found)
    expect(await refund(id)).not.toBe('PAYIN_NOT_REFUNDABLE')
  })

  it.each([
    ['credit', { merchantCode: '' }, 907],
    ['write-off', {}, 0],
  ])(
    'never came where the later word was right: %s says who bears it, and it is never refunded',
    async (name, body, taken) => {
      const [id, found] = await denied()
      expect((await closed(found, 'LATER')).status).toBe(200)
      const missing = await newest()
      expect(missing).toMatchObject({ reason: 'FUNDS_NOT_RECEIVED', left: thb(-907), payment: { id } })
      expect(await refund(id)).toBe('PAYIN_NOT_REFUNDABLE')
      const before = await available()
      const said = { ...body, ...('merchantCode' in body && { merchantCode: shop.code }), note: 'decided' }
      expect((await operation(String(missing?.id), name, said)).status).toBe(200)
      expect(before - (await available())).toBe(taken)
      expect(await refund(id)).toBe('PAYIN_NOT_REFUNDABLE')
    },
  )

  it('came after all: then it can be refunded', async () => {
    const [id, found] = await denied()
    await closed(found, 'LATER')
    expect((await operation(String((await newest())?.id), 'return', { reference: 'OUT-1' })).status).toBe(200)
    expect(await refund(id)).not.toBe('PAYIN_NOT_REFUNDABLE')
  })

  it('is put right once, though two cases deny it', async () => {
    const [id, found] = await reportedAgain(1)
    await reported('payin', id, { type: 'failed', failureReason: 'PROCESSOR_ERROR' }, `no ${id}`)
    const other = String((await newest())?.id)
    expect(other).not.toBe(found)
    expect((await closed(found, 'LATER')).status).toBe(200)
    expect(await closed(other, 'LATER')).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect((await closed(other, 'FIRST')).status).toBe(200)
  })
})

describe('a payin whose amount its processor tells in two ways', () => {
  it('lacks the rest where less came, and is not refunded while nobody knows who bears it', async () => {
    const [id, found] = await reportedAgain(900)
    await closed(found, 'LATER')
    expect(await newest()).toMatchObject({ reason: 'FUNDS_NOT_RECEIVED', left: thb(-7) })
    expect(await refund(id)).toBe('PAYIN_NOT_REFUNDABLE')
  })

  it('leaves the rest to be decided about where more came', async () => {
    const [id, found] = await reportedAgain(1000)
    await closed(found, 'LATER')
    expect(await newest()).toMatchObject({ reason: 'OVERPAID', left: thb(93) })
    expect(await refund(id)).not.toBe('PAYIN_NOT_REFUNDABLE')
  })
})

it('a payout that never left is its merchant’s to be credited with', async () => {
  await gateway.credit(shop, baht(5_000))
  const id = await made('payout')
  expect(await reported('payout', id, { type: 'delivered' })).toBe('applied')
  expect(await reported('payout', id, { type: 'failed', failureReason: 'X' }, `no ${id}`)).toBe('contradicts')
  await closed(String((await newest())?.id), 'LATER')
  const left = await newest()
  expect(left).toMatchObject({ reason: 'NEVER_LEFT', left: thb(907) })
  const before = await available()
  expect(
    (await operation(String(left?.id), 'credit', { merchantCode: shop.code, note: 'back' })).status,
  ).toBe(200)
  expect((await available()) - before).toBe(907)
})

it('which word was right is for contradictions alone', async () => {
  const id = await made('payin')
  await reported('payin', id, { type: 'delivered' }, `odd ${id}`)
  const found = await newest()
  expect(found).toMatchObject({ reason: 'CONFLICTING_STATUS_UPDATE' })
  expect((await closed(String(found?.id), 'FIRST')).status).toBe(400)
  expect((await closed(String(found?.id))).status).toBe(200)
})
