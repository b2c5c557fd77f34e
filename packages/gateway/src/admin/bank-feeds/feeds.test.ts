import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@sluice/database/port.ts'
import { truncateAll } from '@sluice/database/truncate.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Json,
  START,
  type TestGateway,
  type TestMerchant,
  testGateway,
} from '../../../../../test/harness.ts'
import { openTestDatabase } from '../../../../../test/setup/shared.ts'
import { ensureBootstrapOperator } from '../../identity/operators/operators.ts'
import {
  account,
  IMPS,
  PROMPTPAY_BILLER,
  register,
} from '../../processors/own-account/own-account.fixture.ts'
import { Feeds } from '../../reconciliation/feeds.ts'
import { ADMIN } from '../admin.fixture.ts'

const UTR = '632509581234'

let database: Database
let gateway: TestGateway
let shop: TestMerchant
let other: TestMerchant

beforeAll(async () => {
  database = await openTestDatabase(START)
})
afterAll(() => database.close())

beforeEach(async () => {
  await truncateAll(database)
  gateway = await testGateway(database)
  await ensureBootstrapOperator(database, gateway.deps, ADMIN)
  const of = (code: string, currency: string) => ({ code, currency, processors: ['test-own-account'] })
  const products = [of('PROMPTPAY', 'THB'), of('OFFLINE', 'THB'), of('P2A_V2', 'INR')]
  shop = await gateway.merchant({ products })
  other = await gateway.merchant({ products })
  await register(
    gateway.app.gateway,
    account('biller', { methods: [PROMPTPAY_BILLER] }),
    account('hdfc', { currency: 'INR' as never, methods: [IMPS], timeZone: 'Asia/Kolkata' }),
  )
  return async () => {
    const { body } = await admin('GET', '/admin/invariants')
    await gateway.stop()
    const broken = [...(body.checks as unknown as readonly Json[])].filter(
      ({ holds }) => String(holds) !== 'true',
    )
    expect(broken).toEqual([])
  }
})

const admin = (method: string, path: string, body?: unknown) =>
  gateway.request(method, path, { token: ADMIN, ...(body !== undefined && { body }) })

async function create(
  id: string,
  amount: number,
  merchant = shop,
  currencyCode = 'THB',
  account?: { accountName?: string; accountNumber?: string },
) {
  const method =
    currencyCode === 'THB'
      ? { paymentMethodCode: 'PROMPTPAY', account: account ?? { accountNumber: '9876543210' } }
      : { paymentMethodCode: 'P2A_V2', paymentOperatorCode: 'IMPS', ...(account && { account }) }
  const answer = await gateway.request('POST', `/payins/${id}`, {
    token: await merchant.token(),
    body: { paymentRequested: { money: { amount, currencyCode } }, paymentMethod: method },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return String(answer.body.paymentMethodResponse?.reference)
}

const claimUtr = async (id: string, merchant = shop, reference = UTR) =>
  gateway.request('POST', `/payins/${id}/!setExternalReference`, {
    token: await merchant.token(),
    body: { externalReference: { reference } },
  })

const statusOf = async (id: string, merchant = shop) =>
  (await gateway.request('GET', `/payins/${id}`, { token: await merchant.token() })).body.process?.status

const entry = (reference: string, amount: number, changes: object = {}, currencyCode = 'THB') => ({
  reference,
  bookedAt: new Date(gateway.deps.clock.now()).toISOString(),
  money: { amount, currencyCode },
  ...changes,
})

const feed = (id: string, data: readonly object[], query = '') =>
  admin('POST', `/admin/bank-feeds/${id}/entries${query}`, { data })

const upload = (id: string, raw: string | Buffer, query = '') =>
  gateway.request('POST', `/admin/bank-feeds/${id}/statements${query}`, {
    token: ADMIN,
    raw,
    headers: { 'content-type': 'application/octet-stream' },
  })

const cases = async () => {
  const { body } = await admin('GET', '/admin/cases')
  return (body.data as unknown as readonly Json[]).map(({ merchantCode, reason, money }) => [
    merchantCode,
    reason,
    money?.amount,
  ])
}

describe('movements under one bank reference', () => {
  it('that say the same are a case each but the first, and the same again changes nothing', async () => {
    const sent = Array.from({ length: 3 }, () => entry('BATCH', 77))
    await feed('biller', sent)
    await feed('biller', sent)
    const expected = ['BANK_REFERENCE_REUSED', 'BANK_REFERENCE_REUSED', 'UNKNOWN_CREDIT']
    expect((await cases()).map(([, reason]) => reason).sort()).toEqual(expected)
  })
})

describe('an entry that is booked more than a day from now', () => {
  it('is refused: no bank knows it', async () => {
    const answer = await feed('biller', [entry('BR-1', 77, { bookedAt: '2026-11-23' })])
    expect(answer.body).toMatchObject({
      errors: [{ path: '/data/0/bookedAt', message: expect.stringContaining('more than a day from now') }],
    })
  })
})

describe('a bank that counts its references anew', () => {
  const first = { bookedAt: '2026-11-20T15:00:00Z', remittance: 'S000000000000A', sender: { name: 'Ann' } }
  const second = { bookedAt: '2026-11-21T15:00:00Z', remittance: 'S0K3V9Q2M7X1ZB', sender: { name: 'Bob' } }

  it('loses nobody’s money: what differs in sender, number or reference of ours is a case, each once', async () => {
    const third = { ...second, utr: '632509589999', remittance: '', sender: { name: 'Cy' } }
    const fourth = { ...third, sender: { name: 'Dan' } }
    await feed('biller', [entry('1', 77, first)])
    for (const each of [second, third, fourth, second, third, fourth, first])
      await feed('biller', [entry('1', 77, each)])
    const reasons = (await cases()).map(([, reason]) => reason)
    expect(reasons.sort()).toEqual([...Array(3).fill('BANK_REFERENCE_REUSED'), 'UNKNOWN_CREDIT'])
    const { body } = await admin('GET', '/admin/cases')
    const senders = (body.data as unknown as readonly Json[]).map(({ detail }) => detail?.sender?.name)
    expect(senders.filter((name) => name !== undefined).sort()).toEqual(['Bob', 'Cy', 'Dan'])
  })
})

describe('a movement that is notified before a weekend and booked after it', () => {
  beforeEach(() => gateway.deps.jump(11 * 24 * 3_600_000))
  const notified = { bookedAt: '2026-11-20T15:00:00Z', valueDate: '2026-11-20', endToEndId: undefined }

  it('is one where its value date or the clearing’s number says so', async () => {
    await feed('biller', [
      entry('BR-1', 77, notified),
      entry('BR-2', 78, { ...notified, valueDate: undefined, utr: 'X1' }),
    ])
    const booked = { bookedAt: '2026-11-23', valueDate: '2026-11-20' }
    const answer = await feed('biller', [
      entry('BR-1', 77, booked),
      entry('BR-2', 78, { ...booked, utr: 'X1' }),
    ])
    expect(answer.body.summary).toMatchObject({ known: 2, conflict: 0 })
    expect(await cases()).toHaveLength(2)
  })

  it.each([
    ['another value date', { valueDate: '2026-11-23' }],
    ['no date that says so', { valueDate: undefined }],
    ['another sender', { sender: { accountNumber: '5550001112' } }],
    ['another reference of ours', { remittance: 'S0K3V9Q2M7X1ZB' }],
    ['another amount', { money: { amount: 78, currencyCode: 'THB' } }],
    ['a booking after eleven days', { bookedAt: '2026-12-01' }],
  ])('is another one with %s: a case', async (_, changes) => {
    const sent = { ...notified, remittance: 'S000000000000A', sender: { accountNumber: '9876543210' } }
    await feed('biller', [entry('BR-1', 77, sent)])
    const answer = await feed('biller', [entry('BR-1', 77, { ...sent, bookedAt: '2026-11-23', ...changes })])
    expect(answer.body).toMatchObject({ data: [{ result: 'CONFLICT' }] })
    expect((await cases()).map(([, reason]) => reason)).toContain('BANK_REFERENCE_REUSED')
  })
})

describe('a batch that is told whole and in parts', () => {
  const parts = (batch: string) => [30, 40, 7].map((amount, n) => entry(`${batch}/${n + 1}`, amount))

  it('is the same money, whichever comes first', async () => {
    await feed('biller', parts('B1'))
    expect((await feed('biller', [entry('B1', 77)])).body.summary).toMatchObject({ outcomes: { KNOWN: 1 } })
    await feed('biller', [entry('B2', 77)])
    expect((await feed('biller', parts('B2'))).body.summary).toMatchObject({ known: 3, new: 0 })
    const amounts = (await cases()).map(([, , amount]) => Number(amount))
    expect(amounts.sort((a, b) => a - b)).toEqual([7, 30, 40, 77])
  })

  it.each([
    ['add up to something else', () => parts('BATCH'), 78],
    ['lack one', () => parts('BATCH').slice(1), 47],
  ])('is taken in where the parts %s', async (_, sent, amount) => {
    await feed('biller', sent())
    expect((await feed('biller', [entry('BATCH', amount)])).body.summary).toMatchObject({ new: 1 })
  })

  it.each([
    ['is of another value date', { valueDate: '2026-11-21' }],
    ['names another reference of ours', { remittance: 'S0K3V9Q2M7X1ZB' }],
    ['names another sender than all of them', { sender: { name: 'Bob' } }],
  ])('is taken in where the whole %s', async (_, says) => {
    const known = { valueDate: '2026-11-20', remittance: 'S000000000000A', sender: { name: 'Ann' } }
    await feed(
      'biller',
      parts('BATCH').map((part) => ({ ...part, ...known })),
    )
    const whole = entry('BATCH', 77, { valueDate: '2026-11-20', ...says })
    expect((await feed('biller', [whole])).body.summary).toMatchObject({ new: 1 })
  })
})

describe('a batch that the bank books in one sum and does not divide', () => {
  it('pays nobody: whoever writes a reference into a small part of it may have ordered for what it comes to', async () => {
    const reference = await create('a', 500)
    const parts = [reference, 'somebody else’s order'].map(
      (words) => `<TxDtls><RmtInf><Ustrd>${words}</Ustrd></RmtInf></TxDtls>`,
    )
    const file = `<Document><BkToCstmrDbtCdtNtfctn><Ntfctn><Ntry><Amt Ccy="THB">500.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
      <BookgDt><Dt>${new Date(gateway.deps.clock.now()).toISOString().slice(0, 10)}</Dt></BookgDt><AcctSvcrRef>BATCH-9</AcctSvcrRef>
      <NtryDtls>${parts.join('')}</NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`
    expect((await upload('biller', file)).body).toMatchObject({
      data: [{ outcome: 'CASE', reason: 'AMBIGUOUS_CREDIT', candidates: [{ id: 'a' }] }],
    })
    expect(await statusOf('a')).toBe('PENDING')
  })
})

describe('movements without a bank reference', () => {
  it('that are told one by one, and are alike, are each its own by their times', async () => {
    const { reference: _, ...unnamed } = entry('', 77)
    const later = { ...unnamed, bookedAt: new Date(gateway.deps.clock.now() + 1_000).toISOString() }
    for (const sent of [unnamed, later, unnamed, later]) await feed('biller', [sent])
    expect((await cases()).map(([, reason]) => reason)).toEqual(['UNKNOWN_CREDIT', 'UNKNOWN_CREDIT'])
  })
})

describe('the days of a statement', () => {
  it('end by the zone that the account has now', async () => {
    const { journal, statusUpdates } = gateway.app
    const feeds = new Feeds({ database, deps: gateway.deps, journal, statusUpdates })
    expect(await feeds.account('biller')).toMatchObject({ timeZone: 'Asia/Bangkok' })
    await admin('PATCH', '/admin/accounts/biller', { timeZone: 'Asia/Tokyo' })
    expect(await feeds.account('biller')).toMatchObject({ timeZone: 'Asia/Tokyo' })
  })
})

describe('a dry run', () => {
  it('shows each entry with the payin that it would pay or the case that it would open, and says that nothing was stored', async () => {
    const reference = await create('a', 500)
    const sender = { name: 'Somchai' }
    const sent = [entry('BR-1', 500, { remittance: reference, sender }), entry('BR-2', 77)]
    expect((await feed('biller', sent, '?dryRun=true')).body).toMatchObject({
      data: [
        {
          reference: 'BR-1',
          bookedAt: sent[0]?.bookedAt,
          direction: 'CREDIT',
          money: { amount: 500, currencyCode: 'THB' },
          sender,
          outcome: 'PAID',
          payment: { merchantCode: shop.code, kind: 'payin', id: 'a' },
        },
        { reference: 'BR-2', outcome: 'CASE', reason: 'UNKNOWN_CREDIT' },
      ],
      dryRun: true,
      kept: false,
    })
    expect((await admin('GET', '/admin/bank-feeds/biller/entries')).body.data).toEqual([])
    expect(await statusOf('a')).toBe('PENDING')
    expect((await feed('biller', sent)).body).toMatchObject({ dryRun: false, kept: true })
  })
})

describe('a bank entry with our reference', () => {
  it('pays its payin, and the same entry again changes nothing', async () => {
    const reference = await create('a', 500)
    const sent = [entry('BR-1', 500, { remittance: `order ${reference}`, sender: { name: 'Somchai' } })]
    const first = await feed('biller', sent)
    expect(first.body).toMatchObject({
      data: [
        {
          reference: 'BR-1',
          result: 'NEW',
          state: 'APPLIED',
          outcome: 'PAID',
          payment: { merchantCode: shop.code, kind: 'payin', id: 'a' },
          why: ['REFERENCE', 'AMOUNT_EXACT'],
        },
      ],
      summary: { new: 1, known: 0, conflict: 0, outcomes: { PAID: 1 } },
    })
    expect(await statusOf('a')).toBe('SUCCESS')
    const again = await feed('biller', sent)
    expect(again.body).toMatchObject({ data: [{ result: 'KNOWN', outcome: 'PAID' }], summary: { known: 1 } })
    expect(await cases()).toEqual([])
  })

  it('pays after expiry: SUCCESS after EXPIRED', async () => {
    const reference = await create('late', 500)
    await gateway.deps.jump(3_600_000)
    await gateway.advance(2_000)
    expect(await statusOf('late')).toBe('EXPIRED')
    const answer = await feed('biller', [entry('BR-1', 500, { remittance: reference })])
    expect(answer.body).toMatchObject({ data: [{ outcome: 'PAID_LATE' }] })
    expect(await statusOf('late')).toBe('SUCCESS')
  })

  it('that is short, over, a second one or for nobody ends as a case with its money', async () => {
    const [short, over, twice] = [await create('s', 500), await create('o', 500), await create('t', 500)]
    const answer = await feed('biller', [
      entry('BR-1', 499, { remittance: short }),
      entry('BR-2', 501, { remittance: over }),
      entry('BR-3', 500, { remittance: twice }),
      entry('BR-4', 500, { remittance: twice }),
      entry('BR-5', 77, { remittance: 'hello' }),
    ])
    expect(answer.body).toMatchObject({ summary: { outcomes: { CASE: 4, PAID: 1 } } })
    expect((await cases()).sort()).toEqual([
      [shop.code, 'AMOUNT_DIFFERS', 499],
      [shop.code, 'AMOUNT_DIFFERS', 501],
      [shop.code, 'SECOND_PAYMENT', 500],
      ['~gateway', 'UNKNOWN_CREDIT', 77],
    ])
  })

  it('names another movement by a reference that is known: told, kept as a case once, and the first stands', async () => {
    const reference = await create('a', 500)
    await feed('biller', [entry('BR-1', 500, { remittance: reference })])
    const conflicting = [entry('BR-1', 90, {})]
    const answer = await feed('biller', conflicting)
    await feed('biller', conflicting)
    expect(answer.body).toMatchObject({ data: [{ result: 'CONFLICT', reason: 'BANK_REFERENCE_REUSED' }] })
    expect(await cases()).toEqual([['~gateway', 'BANK_REFERENCE_REUSED', 90]])
    expect(await statusOf('a')).toBe('SUCCESS')
  })

  it('without a reference of the bank has one made of its content: the longer statement of the day knows it', async () => {
    const day = { bookedAt: '2026-11-21', reference: undefined }
    const one = entry('', 10, { ...day, remittance: 'x' })
    expect((await feed('biller', [one, one])).body.summary).toMatchObject({ new: 2 })
    const more = (await feed('biller', [one, entry('', 11, day), one, one])).body
    expect(more.summary).toMatchObject({ new: 2, known: 2 })
  })
})

describe('a case', () => {
  it('shows the entry, what spoke for its payin, and what did not', async () => {
    const reference = await create('s', 500)
    await feed('biller', [entry('BR-1', 499, { remittance: reference })])
    const { body } = await admin('GET', '/admin/cases')
    expect(body.data).toMatchObject([
      {
        reason: 'AMOUNT_DIFFERS',
        detail: { entry: { account: 'biller', reference: 'BR-1' }, why: ['REFERENCE', 'AMOUNT_SHORT'] },
      },
    ])
  })

  it('read by itself shows what was wanted and how far that is from what came, of each payin in order', async () => {
    const reference = await create('s', 500)
    await feed('biller', [entry('BR-1', 499, { remittance: reference })])
    const [{ id } = {}] = (await admin('GET', '/admin/cases')).body.data as unknown as readonly Json[]
    const named = { merchantCode: shop.code, kind: 'payin', id: 's', status: 'PENDING' }
    expect((await admin('GET', `/admin/cases/${id}`)).body.payments).toEqual([
      {
        ...named,
        wanted: { amount: 500, currencyCode: 'THB' },
        gap: { amount: -1, currencyCode: 'THB' },
        why: ['REFERENCE', 'AMOUNT_SHORT'],
      },
    ])
  })

  it('read by itself shows what the bank said: who sent the money, and with which words', async () => {
    const sender = { name: 'Somchai Jaidee', accountNumber: '1112223334' }
    const said = entry('BR-1', 77, { remittance: 'for the teapot', sender })
    await feed('biller', [said])
    const [{ id } = {}] = (await admin('GET', '/admin/cases')).body.data as unknown as readonly Json[]
    expect((await admin('GET', `/admin/cases/${id}`)).body).toMatchObject({
      reason: 'UNKNOWN_CREDIT',
      entry: {
        reference: 'BR-1',
        direction: 'CREDIT',
        remittance: 'for the teapot',
        sender,
        money: said.money,
      },
    })
  })

  it('of another movement under a known reference does not show the first one as its own', async () => {
    await feed('biller', [entry('BR-1', 77, { remittance: 'first' })])
    await feed('biller', [entry('BR-1', 90, { remittance: 'second' })])
    const all = (await admin('GET', '/admin/cases')).body.data as unknown as readonly Json[]
    const reused = all.find(({ reason }) => String(reason) === 'BANK_REFERENCE_REUSED')
    const { body } = await admin('GET', `/admin/cases/${reused?.id}`)
    expect(body).toMatchObject({ detail: { remittance: 'second' } })
    expect(body).not.toHaveProperty('entry')
  })

  it('of nobody shows the payins that were meant to get this amount', async () => {
    await create('a', 500)
    await feed('biller', [entry('BR-1', 500, { remittance: 'no reference' })])
    const { body } = await admin('GET', '/admin/cases')
    expect(body.data).toMatchObject([
      {
        reason: 'UNKNOWN_CREDIT',
        detail: { candidates: [{ merchantCode: shop.code, id: 'a', why: ['SAME_AMOUNT', 'AMOUNT_EXACT'] }] },
      },
    ])
  })
})

describe('a reversal', () => {
  it('of a credit is a case whose money is missing', async () => {
    await feed('biller', [entry('BR-9', 500, { direction: 'DEBIT', reversal: true })])
    expect(await cases()).toEqual([['~gateway', 'CREDIT_REVERSED', -500]])
  })

  it('and a fee are told apart', async () => {
    const answer = await feed('biller', [entry('BR-9', 5, { direction: 'DEBIT', remittance: 'FEE' })])
    expect(answer.body).toMatchObject({ data: [{ outcome: 'IGNORED', reason: 'NO_PAYOUT' }] })
    expect(await cases()).toEqual([])
  })
})

describe('the number of a transfer', () => {
  const credit = (amount: number) => entry('IMPS-1', amount, { remittance: 'RAVI', utr: UTR }, 'INR')

  it('pays the payin whose customer has told it', async () => {
    await create('u', 1_500, shop, 'INR')
    await claimUtr('u')
    expect((await feed('hdfc', [credit(1_500)])).body).toMatchObject({
      data: [{ outcome: 'PAID', why: ['UTR', 'AMOUNT_EXACT'] }],
    })
    expect(await statusOf('u')).toBe('SUCCESS')
  })

  it('is none that stands in the payer’s words, however they begin', async () => {
    await create('u', 1_500, shop, 'INR')
    await claimUtr('u')
    const typed = entry('IMPS-1', 1_500, { remittance: `UPI/${UTR}` }, 'INR')
    expect((await feed('hdfc', [typed])).body).toMatchObject({ data: [{ outcome: 'CASE' }] })
    expect(await statusOf('u')).toBe('PENDING')
  })

  it('may be told after the money came: the entry waits for it', async () => {
    await create('u', 1_500, shop, 'INR')
    await gateway.advance(1_000)
    expect((await feed('hdfc', [credit(1_500)])).body).toMatchObject({ data: [{ state: 'WAITING' }] })
    await gateway.deps.jump(60_000)
    expect(await claimUtr('u')).toMatchObject({ status: 200 })
    await gateway.advance(3_000)
    expect(await statusOf('u')).toBe('SUCCESS')
  })

  it('is waited for too where our reference named the payin, which needs its number', async () => {
    const reference = await create('u', 1_500, shop, 'INR')
    const named = entry('IMPS-1', 1_500, { remittance: reference, utr: UTR }, 'INR')
    expect((await feed('hdfc', [named])).body).toMatchObject({ data: [{ state: 'WAITING' }] })
    await claimUtr('u')
    await gateway.advance(3_000)
    expect(await statusOf('u')).toBe('SUCCESS')
  })

  it('that never comes leaves a case of the payin that our reference named', async () => {
    const reference = await create('u', 1_500, shop, 'INR')
    await feed('hdfc', [entry('IMPS-1', 1_500, { remittance: reference }, 'INR')])
    await gateway.deps.jump(25 * 3_600_000)
    await gateway.advance(3_000)
    expect(await cases()).toEqual([['~gateway', 'REFERENCE_MISSING', 1_500]])
  })

  it('that nobody tells for a day ends as a case', async () => {
    await create('u', 1_500, shop, 'INR')
    await gateway.advance(1_000)
    await feed('hdfc', [credit(1_500)])
    await gateway.deps.jump(25 * 3_600_000)
    await gateway.advance(3_000)
    expect(await cases()).toEqual([['~gateway', 'UNKNOWN_CREDIT', 1_500]])
  })

  it('with the wrong amount pays nobody', async () => {
    await create('u', 1_500, shop, 'INR')
    await claimUtr('u')
    await feed('hdfc', [credit(1_499)])
    expect(await statusOf('u')).toBe('PENDING')
    expect(await cases()).toEqual([['~gateway', 'UTR_AMOUNT_DIFFERS', 1_499]])
  })

  it('that payins of two merchants claim is a case', async () => {
    await create('u', 1_500, shop, 'INR')
    await create('u', 1_500, other, 'INR')
    await claimUtr('u')
    await claimUtr('u', other)
    await feed('hdfc', [credit(1_500)])
    expect(await cases()).toEqual([['~gateway', 'UTR_CLAIMED_TWICE', 1_500]])
    expect([await statusOf('u'), await statusOf('u', other)]).toEqual(['PENDING', 'PENDING'])
  })

  it('that has paid a payin, and that another payer tells afterwards, is a case which shows both', async () => {
    await create('thief', 1_500, other, 'INR')
    await claimUtr('thief', other)
    expect((await feed('hdfc', [credit(1_500)])).body).toMatchObject({ data: [{ outcome: 'PAID' }] })
    await create('u', 1_500, shop, 'INR')
    await claimUtr('u')
    await gateway.deps.jump(60_000)
    await gateway.advance(3_000)
    expect(await statusOf('u')).toBe('PENDING')
    expect(await cases()).toEqual([[shop.code, 'UTR_CLAIMED_AGAIN', undefined]])
    const [opened] = (await admin('GET', '/admin/cases')).body.data as unknown as readonly Json[]
    expect((await admin('GET', `/admin/cases/${opened?.id}`)).body).toMatchObject({
      payment: { kind: 'payin', id: 'u' },
      entry: { reference: 'IMPS-1' },
      payments: [
        { merchantCode: shop.code, id: 'u', status: 'PENDING' },
        { merchantCode: other.code, id: 'thief', status: 'SUCCESS', why: ['UTR', 'PAID_BEFORE'] },
      ],
    })
  })

  it('that two orders of one merchant claim is refused at the second', async () => {
    await create('u', 1_500, shop, 'INR')
    await create('v', 1_500, shop, 'INR')
    await claimUtr('u')
    expect(await claimUtr('v')).toMatchObject({ status: 409, body: { code: 'EXTERNAL_REFERENCE_CONFLICT' } })
  })

  it.each(['63250958123', '6325095812345'])('has twelve digits, not those of %s', async (digits) => {
    await create('u', 1_500, shop, 'INR')
    expect((await claimUtr('u', shop, digits)).status).toBe(400)
  })

  it('that was told on an account which another payin was shown proves nothing', async () => {
    await register(
      gateway.app.gateway,
      account('axis', { currency: 'INR' as never, methods: [IMPS], timeZone: 'Asia/Kolkata' }),
    )
    await create('u', 1_500, shop, 'INR')
    await claimUtr('u')
    const shown = await database.run({ name: '', text: 'select processor_ref from payment where id = $1' }, [
      'u',
    ])
    const wrong = String(shown[0]?.processor_ref).startsWith('axis/') ? 'hdfc' : 'axis'
    await feed(wrong, [credit(1_500)])
    expect(await statusOf('u')).toBe('PENDING')
  })
})

describe('a payin that somebody made for another’s money', () => {
  const rahul = { name: 'RAHUL KUMAR', accountNumber: '50100099990000' }
  const credit = () => entry('IMPS-1', 1_500, { utr: UTR, sender: rahul }, 'INR')
  const named = { accountName: 'Rahul Kumar', accountNumber: '50100099990000' }

  it('does not take it by the payer’s name and a made-up UTR: the payer’s own number does', async () => {
    await create('rahul', 1_500, shop, 'INR')
    await create('theft', 1_500, other, 'INR', named)
    await claimUtr('theft', other, '632509589999')
    await gateway.advance(1_000)
    expect((await feed('hdfc', [credit()])).body).toMatchObject({ data: [{ state: 'WAITING' }] })
    await claimUtr('rahul')
    await gateway.advance(3_000)
    expect([await statusOf('rahul'), await statusOf('theft', other)]).toEqual(['SUCCESS', 'PENDING'])
    expect(await cases()).toEqual([])
  })

  it('does not take it where the payer tells nothing either: it is shown in the case, with why', async () => {
    await create('theft', 1_500, other, 'INR', named)
    await claimUtr('theft', other, '632509589999')
    await feed('hdfc', [credit()])
    await gateway.deps.jump(25 * 3_600_000)
    await gateway.advance(3_000)
    const { body } = await admin('GET', '/admin/cases')
    expect(body.data).toMatchObject([
      {
        reason: 'UNKNOWN_CREDIT',
        detail: {
          candidates: [{ id: 'theft', why: ['SAME_AMOUNT', 'SENDER_ACCOUNT', 'AMOUNT_EXACT', 'LATE'] }],
        },
      },
    ])
  })

  it('does not take it by the last four digits of a sender that the bank masks', async () => {
    await create('somchai', 500)
    await create('theft', 500, other, 'THB', { accountNumber: '0000006789' })
    const sender = { name: 'SOMCHAI J', accountNumber: 'xxx-x-x6789-x' }
    await feed('biller', [entry('PP-1', 500, { remittance: 'PromptPay', sender })])
    const masked = { name: 'SOMCHAI J', accountNumber: 'xxx-xxx-6789' }
    await feed('biller', [entry('PP-2', 500, { remittance: 'PromptPay', sender: masked })])
    expect([await statusOf('somchai'), await statusOf('theft', other)]).toEqual(['PENDING', 'PENDING'])
    expect((await cases()).map(([, reason]) => reason)).toEqual(['UNKNOWN_CREDIT', 'UNKNOWN_CREDIT'])
  })

  it('does not take it by a number that stands in the payer’s words', async () => {
    await create('theft', 1_500, other, 'INR')
    await claimUtr('theft', other, '919876543210')
    const remittance = 'NEFT-SBIN226325001122-RAHUL KUMAR-919876543210'
    await feed('hdfc', [entry('NEFT-1', 1_500, { remittance }, 'INR')])
    expect(await statusOf('theft', other)).toBe('PENDING')
    expect(await cases()).toEqual([['~gateway', 'UNKNOWN_CREDIT', 1_500]])
  })

  it('does not take it by its number, told when the payin has expired: a case', async () => {
    await create('late', 1_500, other, 'INR')
    await gateway.advance(1_000)
    await feed('hdfc', [credit()])
    await gateway.deps.jump(40 * 60_000)
    await gateway.advance(2_000)
    expect(await statusOf('late', other)).toBe('EXPIRED')
    expect((await claimUtr('late', other)).status).toBe(200)
    await gateway.advance(3_000)
    expect(await statusOf('late', other)).toBe('EXPIRED')
    expect(await cases()).toEqual([['~gateway', 'UTR_CLAIMED_LATE', 1_500]])
  })
})

describe('a statement file', () => {
  const sample = readFileSync(
    join(import.meta.dirname, '../../../../../docs/operators/samples/camt.053.001.12.xml'),
    'utf8',
  )

  it('is taken in, matched, and known the second time', async () => {
    const reference = await create('a', 500)
    const file = sample.replace('S0AB CDEF', reference.slice(0, 6)).replace('GHIJ KL', reference.slice(6))
    const first = await upload('biller', file)
    expect(first.body).toMatchObject({
      summary: { entries: 6, new: 6, skipped: 1, outcomes: { PAID: 1, CASE: 5 } },
      dryRun: false,
    })
    expect(await statusOf('a')).toBe('SUCCESS')
    const counted = (await cases()).length
    expect((await upload('biller', file)).body).toMatchObject({ summary: { new: 0, known: 6 } })
    expect((await cases()).length).toBe(counted)
  })

  it('tried out says what would come of it and keeps nothing', async () => {
    const reference = await create('a', 500)
    const file = sample.replace('S0AB CDEF', reference)
    expect((await upload('biller', file, '?dryRun=true')).body).toMatchObject({
      summary: { new: 6, outcomes: { PAID: 1, CASE: 5 } },
      dryRun: true,
    })
    expect(await statusOf('a')).toBe('PENDING')
    expect((await admin('GET', '/admin/bank-feeds/biller/entries')).body.data).toEqual([])
  })

  it('with one fault is refused whole, with its place', async () => {
    const answer = await upload('biller', sample.replace('>60.00<', '>sixty<'))
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'file:64:7', message: expect.stringContaining('line 64') }] },
    })
    expect((await admin('GET', '/admin/bank-feeds/biller/entries')).body.data).toEqual([])
  })

  it('of another account is refused, unless one insists', async () => {
    const other = sample.replace('1234567890', '5556667770')
    expect((await upload('biller', other)).text).toContain('is for the account 5556667770')
    expect((await upload('biller', other, '?anyAccount=true')).status).toBe(200)
  })

  it('in another currency than the account’s is refused', async () => {
    expect(await upload('hdfc', sample)).toMatchObject({ status: 400 })
  })

  it('as CSV needs a mapping, which may be like a ready-made one', async () => {
    const csv =
      'date,amount,text,reference,end-to-end id,utr,sender,sender account,sender bank\n2026-11-21,5,x,R1,,,,,\n'
    expect((await upload('biller', csv)).text).toContain('no CSV mapping')
    const put = await admin('PUT', '/admin/bank-feeds/biller/csv-mapping', {
      like: 'plain',
      utcOffset: '+07:00',
    })
    expect(put).toMatchObject({ status: 200, body: { utcOffset: '+07:00', delimiter: ',' } })
    expect((await upload('biller', csv)).body).toMatchObject({ summary: { new: 1 } })
    const bad = await admin('PUT', '/admin/bank-feeds/biller/csv-mapping', { columns: {} })
    expect(bad.body.errors).toMatchObject([{ path: '/columns/bookedAt' }, { path: '/columns/amount' }])
  })

  it('large enough to be read beside the event loop comes out the same', async () => {
    const [start = '', rest = ''] = sample.split('<Ntry>', 2)
    const end = sample.slice(sample.lastIndexOf('</Ntry>') + 7)
    const many = Array.from({ length: 150 }, (_, n) => `<Ntry>${rest.replace('BR-0001', `BIG-${n}`)}`)
    const whole = `${start}${many.join('')}${end}`.replace('10790.75', `${10_000 + 150 * 500}.00`)
    expect((await upload('biller', whole)).body).toMatchObject({
      summary: { new: 150 },
      balances: 'COMPARED',
    })
  })

  it('of a bank whose balances are made up is taken where its account says so: told in the answer, and by the doctor', async () => {
    const made = sample.replace('10790.75', '0.00')
    expect((await upload('biller', made)).text).toContain(
      'sluice accounts balances <id> NOT_PROVIDED_BY_BANK',
    )
    const doctor = async () => {
      const checks = (await admin('GET', '/admin/doctor')).body.checks as unknown as readonly Json[]
      return checks.find(({ name }) => String(name) === 'statements')
    }
    expect(await doctor()).toMatchObject({ state: 'fine' })
    const changed = await admin('PATCH', '/admin/accounts/biller', { balances: 'NOT_PROVIDED_BY_BANK' })
    expect(changed.body).toMatchObject({ balances: 'NOT_PROVIDED_BY_BANK' })
    expect((await upload('biller', made)).body).toMatchObject({ balances: 'NOT_PROVIDED_BY_BANK' })
    expect(await doctor()).toMatchObject({ state: 'warning', detail: expect.stringContaining('biller') })
    const audit = (await admin('GET', '/admin/audit?limit=2')).body.data
    expect(audit).toMatchObject([
      { action: 'bank-feed.import', detail: { balances: 'NOT_PROVIDED_BY_BANK' } },
      { action: 'account.change', detail: { changed: ['balances'], before: { balances: 'CHECKED' } } },
    ])
    const wrong = await admin('PATCH', '/admin/accounts/biller', { balances: 'MAYBE' })
    expect(wrong.body.errors).toMatchObject([{ path: '/balances', code: 'UNKNOWN_VALUE' }])
  })
})

describe('the list of entries', () => {
  it('shows them newest first with their outcomes, by state and outcome', async () => {
    const reference = await create('a', 500)
    await feed('biller', [entry('BR-1', 500, { remittance: reference }), entry('BR-2', 3)])
    const { body } = await admin('GET', '/admin/bank-feeds/biller/entries?outcome=CASE')
    expect(body.data).toMatchObject([
      { reference: 'BR-2', source: 'json', state: 'APPLIED', outcome: 'CASE', reason: 'UNKNOWN_CREDIT' },
    ])
    expect((await admin('GET', '/admin/bank-feeds/nobody/entries')).status).toBe(404)
  })

  it('has every delivery in the audit log', async () => {
    await feed('biller', [entry('BR-2', 3)])
    const { text } = await admin('GET', '/admin/audit')
    expect(text).toContain('bank-feed.import')
  })
})

describe('a request with a thousand entries', () => {
  it('is taken, and one more is not', async () => {
    const data = Array.from({ length: 1_000 }, (_, n) =>
      entry(`F-${n}`, 5, { direction: 'DEBIT', remittance: 'A FEE WITH SOME WORDS '.repeat(5) }),
    )
    expect((await feed('biller', data)).body).toMatchObject({
      summary: { new: 1_000, outcomes: { IGNORED: 1_000 } },
    })
    expect((await feed('biller', [...data, entry('F-x', 5)])).body.errors).toMatchObject([{ path: '/data' }])
  })
})

describe('entries that are wrong', () => {
  it('are refused with all faults at once', async () => {
    const answer = await feed('biller', [
      {
        money: { amount: 5, currencyCode: 'INR' },
        bookedAt: 'yesterday',
        direction: 'IN',
        valueDate: '2026-02-30',
      },
      entry('x'.repeat(141), 5, { sender: { name: 5 } }),
    ])
    expect(answer.status).toBe(400)
    const paths = (answer.body.errors as unknown as readonly Json[]).map(({ path }) => String(path))
    expect(paths.toSorted()).toEqual([
      '/data/0/bookedAt',
      '/data/0/direction',
      '/data/0/money/currencyCode',
      '/data/0/valueDate',
      '/data/1/reference',
      '/data/1/sender/name',
    ])
  })
})
