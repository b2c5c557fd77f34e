import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestMerchant } from '../../../../../test/harness.ts'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'

let gateway: AdminGateway
let shop: TestMerchant
/** What the shop's listener answers. */
let listener: number

beforeAll(async () => {
  gateway = await adminGateway({
    network: () => ({ ok: true, status: listener, headers: {}, body: 'thanks', durationMs: 0 }),
  })
  shop = await gateway.merchant()
  await endow(shop)
})
beforeEach(() => {
  listener = 200
})
afterAll(async () => {
  const { body } = await gateway.admin('GET', '/admin/invariants')
  await gateway.close()
  // After all this.
  expect(body).toMatchObject({ holds: true })
})

const endow = (merchant: TestMerchant) =>
  gateway.credit(merchant, { currency: 'THB' as CurrencyCode, amountMinor: minor(100_000_000n) })
const payin = async (id: string, amount: number, method: object = {}, whose = shop) => {
  const answer = await gateway.request('POST', `/payins/${id}`, {
    token: await whose.token(),
    body: {
      paymentRequested: { money: { amount, currencyCode: 'THB' } },
      paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
      ...method,
    },
  })
  expect(answer.status, answer.text).toBe(201)
}
const payout = async (id: string, amount: number, whose = shop) => {
  const answer = await gateway.request('POST', `/payouts/${id}`, {
    token: await whose.token(),
    body: {
      paymentRequested: { money: { amount, currencyCode: 'THB' } },
      paymentMethod: {
        paymentMethodCode: 'BANK_TRANSFER',
        account: { accountName: 'Somchai', accountNumber: '1234567890' },
      },
    },
  })
  expect(answer.status, answer.text).toBe(201)
}
const read = (path: string) => gateway.admin('GET', `/admin/payments/${shop.code}/${path}`)
const operation = (path: string, action: string, body?: object) =>
  gateway.admin('POST', `/admin/sandbox/${shop.code}/${path}/!${action}`, body)

describe('a payment, for operators', () => {
  it('has its whole history: states, postings, callbacks, steps', async () => {
    await payin('whole', 500)
    await gateway.advance(4_000)
    const { status, body } = await read('payin/whole')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      merchantCode: shop.code,
      kind: 'payin',
      id: 'whole',
      status: 'SUCCESS',
      processor: 'sandbox',
      request: { accountNumber: '1234567890' },
      payment: { process: { status: 'SUCCESS' } },
      states: [
        { seq: 1, from: null, to: 'PENDING', actor: 'merchant' },
        { seq: 2, from: 'PENDING', to: 'SUCCESS', actor: 'processor:sandbox', callbackSequence: 1 },
      ],
      callbacks: [
        {
          sequence: 1,
          status: 'SUCCESS',
          state: 'DELIVERED',
          attempts: [{ attempt: 1, outcome: 'DELIVERED', httpStatus: 200, durationMs: 0, answer: 'thanks' }],
        },
      ],
      steps: [],
      cases: [],
    })
    const postings = body.postings as unknown as { account: string; money: { amount: number } }[]
    expect(postings.map(({ account }) => account)).toContain('clearing:sandbox')
    expect(postings.reduce((sum, { money }) => sum + Math.round(money.amount * 100), 0)).toBe(0)
  })

  it('shows what waits to be done', async () => {
    await payin('waiting', 1907)
    expect((await read('payin/waiting')).body.steps).toMatchObject([{ purpose: 'expire', tries: 0 }])
  })

  it('is not there for another merchant, kind or ID', async () => {
    await payin('there', 1907)
    expect((await read('payin/there')).status).toBe(200)
    for (const path of [
      `${shop.code}/payout/there`,
      `${shop.code}/payin/none`,
      'nobody/payin/there',
      '-/x/y',
    ]) {
      expect((await gateway.admin('GET', `/admin/payments/${path}`)).status).toBe(404)
    }
  })

  it('stands in the list by merchant, kind and status, newest first, page by page', async () => {
    const own = await gateway.merchant()
    await endow(own)
    await payin('paid', 500, {}, own)
    await payin('unpaid', 1907, {}, own)
    await gateway.advance(4_000)
    await payout('listed', 1907, own)
    const newestFirst = ['listed', 'unpaid', 'paid']
    const list = async (query: string) => (await gateway.admin('GET', `/admin/payments?${query}`)).body
    const rows = ({ data }: Awaited<ReturnType<typeof list>>) =>
      data as unknown as readonly { id: string; kind: string; status: string }[]
    const ids = (body: Awaited<ReturnType<typeof list>>) => rows(body).map(({ id }) => id)
    const whose = `merchantCode=${own.code}`
    expect(ids(await list(whose))).toEqual(newestFirst)
    expect(ids(await list(`${whose}&kind=payin&status=SUCCESS`))).toEqual(['paid'])
    const [newestPaid, ...others] = rows(await list('kind=payin&status=SUCCESS'))
    expect(newestPaid).toMatchObject({ id: 'paid' })
    for (const other of others) expect(other).toMatchObject({ kind: 'payin', status: 'SUCCESS' })
    const pages = async (filter: string) => {
      const first = await list(`${filter}limit=2`)
      const second = await list(`${filter}limit=2&cursor=${first.nextCursor}`)
      return { shown: [...ids(first), ...ids(second)], second }
    }
    expect((await pages('')).shown.slice(0, 3)).toEqual(newestFirst)
    const { shown, second } = await pages(`${whose}&`)
    expect(shown).toEqual(newestFirst)
    expect(second).not.toHaveProperty('nextCursor')
    expect((await gateway.admin('GET', '/admin/payments?merchantCode=nobody')).body.data).toEqual([])
    const unknown = await gateway.admin('GET', '/admin/payments?status=SUCCESS,NONSENSE')
    expect(unknown).toMatchObject({ status: 400, body: { errors: [{ path: 'query:status' }] } })
    const bad = await gateway.admin('GET', '/admin/payments?from=yesterday&to=2026-02-30&limit=0&cursor=x')
    expect(bad.status).toBe(400)
    expect((bad.body.errors as unknown as { path: string }[]).map(({ path }) => path)).toEqual([
      'query:from',
      'query:to',
      'query:cursor',
      'query:limit',
    ])
  })

  it('is not listed under a filter that is given twice and does not name it', async () => {
    const ids = async (query: string) => {
      const { body } = await gateway.admin('GET', `/admin/payments?${query}`)
      return (body.data as unknown as { id: string }[]).map(({ id }) => id)
    }
    const own = await gateway.merchant()
    await payin('filtered', 907, {}, own)
    expect(await ids('status=NEW&status=PENDING')).toContain('filtered')
    expect(await ids(`merchantCode=${own.code}&status=NEW&status=PENDING`)).toEqual(['filtered'])
    expect(await ids('status=FAILED&status=EXPIRED')).not.toContain('filtered')
    expect(await ids(`merchantCode=${own.code}&status=FAILED&status=EXPIRED`)).toEqual([])
    expect(await ids(`merchantCode=${own.code}&merchantCode=OTHER`)).toEqual([])
  })
})

describe('callbacks, by hand', () => {
  it('are sent again, whatever became of them', async () => {
    listener = 410
    await payin('ended', 500)
    await gateway.advance(4_000)
    expect((await read('payin/ended')).body.callbacks).toMatchObject([{ state: 'ENDED' }])
    listener = 200
    const answer = await gateway.admin('POST', `/admin/payments/${shop.code}/payin/ended/!redeliver`)
    expect(answer).toMatchObject({ status: 202, body: { sequence: 1 } })
    await gateway.advance(1_000)
    expect((await read('payin/ended')).body.callbacks).toMatchObject([
      { state: 'DELIVERED', attempts: [{ outcome: 'GONE' }, { attempt: 2, outcome: 'DELIVERED' }] },
    ])
  })

  it('wait for something to tell', async () => {
    await payin('untold', 1907)
    const answer = await gateway.admin('POST', `/admin/payments/${shop.code}/payin/untold/!redeliver`)
    expect(answer).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  })

  it('are read and sent again by the merchant itself', async () => {
    listener = 500
    await payout('own', 500)
    await gateway.advance(4_000)
    const token = await shop.token()
    const listed = await gateway.request('GET', '/payouts/own/callbacks', { token })
    expect(listed.body.data).toMatchObject([
      { sequence: 1, state: 'WAITING', nextAttemptAt: expect.any(String), attempts: [{ outcome: 'RETRY' }] },
    ])
    listener = 200
    const again = await gateway.request('POST', '/payouts/own/callbacks/!redeliver', { token })
    expect(again).toMatchObject({ status: 202, body: { sequence: 1 } })
    await gateway.advance(1_000)
    const after = await gateway.request('GET', '/payouts/own/callbacks', { token })
    expect(after.body.data).toMatchObject([{ state: 'DELIVERED' }])
    const other = await (await gateway.merchant()).token()
    expect((await gateway.request('GET', '/payouts/own/callbacks', { token: other })).status).toBe(404)
  })
})

describe('a payment taken back', () => {
  const cancel = (path: string) => gateway.admin('POST', `/admin/payments/${shop.code}/${path}/!cancel`)

  it('is REFUSED, its payer pays no more, and a payout’s money is available again', async () => {
    const before = (await gateway.admin('GET', `/admin/balances/${shop.code}`)).body
    await payout('back', 1907)
    const answer = await cancel('payout/back')
    expect(answer).toMatchObject({ status: 200, body: { status: 'REFUSED', cancellation: 'CANCELLED' } })
    expect((await gateway.admin('GET', `/admin/balances/${shop.code}`)).body).toEqual(before)
    expect((await read('payout/back')).body.states).toMatchObject([
      {},
      { to: 'REFUSED', actor: 'operator:bootstrap', reason: 'CANCELLED' },
    ])
    await payin('payin-back', 500)
    await cancel('payin/payin-back')
    await gateway.advance(10_000)
    expect((await read('payin/payin-back')).body.status).toBe('REFUSED')
  })

  it.each([
    ['over', 500, 'It is final.'],
    ['untouched', 1911, 'Its processor has not answered yet.'],
  ])('must be PENDING: %s', async (id, amount, why) => {
    await payout(id, amount)
    if (id === 'over') await gateway.advance(4_000)
    const answer = await cancel(`payout/${id}`)
    expect(answer).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect(answer.body.detail).toContain(why)
  })
})

describe('processors', () => {
  it('are listed with their health', async () => {
    const { body } = await gateway.admin('GET', '/admin/processors')
    const [first, ...others] = body.data as unknown as readonly object[]
    expect(first).toMatchObject({ name: 'sandbox', forTests: true, healthy: true })
    expect(others).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'own-account', forTests: false, healthy: true }),
        expect.objectContaining({ name: 'test-own-account', forTests: true, healthy: true }),
        expect.objectContaining({ name: 'stablecoin', detail: 'no network is set up' }),
      ]),
    )
  })
})

describe('the sandbox, by hand', () => {
  it.each([
    ['payin', 'succeed', undefined, { status: 'SUCCESS' }],
    ['payin', 'refuse', undefined, { status: 'REFUSED' }],
    ['payin', 'fail', undefined, { status: 'FAILED', failureReasonCode: 'PROCESSOR_ERROR' }],
    ['payin', 'expire', undefined, { status: 'EXPIRED' }],
    ['payout', 'succeed', undefined, { status: 'SUCCESS' }],
    ['payout', 'refuse', undefined, { status: 'REFUSED' }],
    [
      'payout',
      'fail',
      { failureReasonCode: 'ACCOUNT_INVALID' },
      { status: 'FAILED', failureReasonCode: 'ACCOUNT_INVALID' },
    ],
  ] as const)('a waiting %s can %s', async (kind, action, body, becomes) => {
    const id = `by-hand-${action}`
    await (kind === 'payin' ? payin : payout)(id, 1907)
    expect(await operation(`${kind}/${id}`, action, body)).toMatchObject({
      status: 200,
      body: { id, ...becomes },
    })
  })

  it.each([
    ['payin', 'succeed', 'PAID'],
    ['payin', 'refuse', 'REFUSED'],
    ['payin', 'fail', 'FAILED'],
    ['payin', 'expire', 'EXPIRED'],
    ['payout', 'succeed', 'DELIVERED'],
  ] as const)('a %s that can %s is %s at the processor', async (kind, action, processorStatus) => {
    const id = `word-${action}`
    await (kind === 'payin' ? payin : payout)(id, 1907)
    expect((await read(`${kind}/${id}`)).body).toMatchObject({ processorStatus: 'ACCEPTED' })
    await operation(`${kind}/${id}`, action)
    expect((await read(`${kind}/${id}`)).body).toMatchObject({ processorStatus })
  })

  it('ends the time of a payin that expires', async () => {
    await payin('time-over', 1907)
    await operation('payin/time-over', 'expire')
    const { body } = await read('payin/time-over')
    expect(Date.parse(String(body.payment?.process?.expireAt))).toBeLessThanOrEqual(gateway.deps.clock.now())
  })

  it('stands in the history and in the audit log under the operator', async () => {
    await payin('whose', 1907)
    await operation('payin/whose', 'succeed')
    const { states } = (await read('payin/whose')).body
    expect(states).toMatchObject([{ actor: 'merchant' }, { to: 'SUCCESS', actor: 'operator:bootstrap' }])
    const audit = await gateway.admin('GET', '/admin/audit?limit=1')
    expect(audit.body.data).toMatchObject([{ operator: 'bootstrap', action: 'sandbox.succeed' }])
  })

  it('stands in the audit log only where something was done', async () => {
    const lines = async () => (await gateway.admin('GET', '/admin/audit')).body.data as unknown as object[]
    const token = await shop.token()
    const unnamed = await gateway.request('POST', '/payins/unnamed', {
      token,
      body: {
        paymentRequested: { money: { amount: 1907, currencyCode: 'INR' } },
        paymentMethod: { paymentMethodCode: 'P2A_V2', paymentOperatorCode: 'IMPS' },
        callbackUrl: 'https://shop.example/callbacks',
      },
    })
    expect(unnamed.status, unnamed.text).toBe(201)
    await payin('done', 1907)
    await operation('payin/done', 'refuse')
    const before = await lines()
    // One lacks its external reference, the other is over.
    for (const path of ['payin/unnamed', 'payin/done'])
      expect((await operation(path, 'succeed')).status).toBe(409)
    expect(await lines()).toEqual(before)
  })

  it('pays an expired payin late', async () => {
    await payin('late', 1907)
    await operation('payin/late', 'expire')
    expect((await operation('payin/late', 'succeed')).body).toMatchObject({ status: 'SUCCESS' })
  })

  it('does not pay twice what would have been paid by itself', async () => {
    await payin('once', 500)
    expect((await operation('payin/once', 'succeed')).body).toMatchObject({ status: 'SUCCESS' })
    await gateway.advance(4_000)
    expect((await read('payin/once')).body).toMatchObject({ status: 'SUCCESS', cases: [] })
  })

  it('refuses what the state does not allow, and leaves no case', async () => {
    await payin('refused', 1907)
    expect((await operation('payin/refused', 'refuse')).status).toBe(200)
    for (const action of ['succeed', 'refuse', 'fail', 'expire']) {
      const answer = await operation('payin/refused', action)
      expect(answer).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    }
    await payout('no-expiry', 1907)
    expect((await operation('payout/no-expiry', 'expire')).status).toBe(409)
    expect((await gateway.admin('GET', '/admin/cases?open=true')).body.data).toEqual([])
  })

  it('says which reference is missing', async () => {
    const inr = {
      paymentRequested: { money: { amount: 1907, currencyCode: 'INR' } },
      paymentMethod: { paymentMethodCode: 'UPIQR' },
    }
    await payin('unreferenced', 0, inr)
    const refused = await operation('payin/unreferenced', 'succeed')
    expect(refused).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect(String(refused.body.detail)).toContain('external reference')
    await gateway.request('POST', '/payins/unreferenced/!setExternalReference', {
      token: await shop.token(),
      body: { externalReference: { reference: '632504123456' } },
    })
    expect((await operation('payin/unreferenced', 'succeed')).body).toMatchObject({ status: 'SUCCESS' })
  })

  it('refuses a reason that is no code', async () => {
    await payin('odd', 1907)
    const answer = await operation('payin/odd', 'fail', { failureReasonCode: 'no code' })
    expect(answer.body.errors).toMatchObject([{ path: '/failureReasonCode' }])
  })

  it('has no door to live payments', async () => {
    await payin('as-if-live', 1907)
    const turn = `update payment set is_test = false, processor = 'rail' where id = 'as-if-live'`
    await gateway.database.run({ name: '', text: turn }, [])
    expect((await operation('payin/as-if-live', 'succeed')).status).toBe(404)
    await gateway.database.run(
      { name: '', text: `update payment set is_test = true, processor = 'sandbox' where id = 'as-if-live'` },
      [],
    )
  })
})

describe('balances, by hand', () => {
  const money = { amount: 100.25, currencyCode: 'EUR' as string }
  /** A new one for each test. */
  let owner: TestMerchant
  beforeEach(async () => {
    owner = await gateway.merchant()
  })
  const credit = (fields: object, direction = 'credit') =>
    gateway.admin('POST', `/admin/balances/!${direction}`, {
      merchantCode: owner.code,
      money: { amount: 100.25, currencyCode: 'BRL' },
      reference: 'top-up 1',
      ...fields,
    })
  const available = async () => {
    const { body } = await gateway.admin('GET', `/admin/balances/${owner.code}`)
    const rows = body.data as unknown as { currencyCode: string; available: { amount: number } }[]
    return rows.find(({ currencyCode }) => currencyCode === 'BRL')?.available.amount
  }

  it('are credited once per reference', async () => {
    const first = await credit({})
    expect(first).toMatchObject({
      status: 200,
      body: { merchantCode: owner.code, direction: 'credit', reference: 'top-up 1' },
    })
    expect(first.body.money).toEqual({ amount: 100.25, currencyCode: 'BRL' })
    await gateway.advance(1_000)
    expect(await credit({})).toMatchObject({ status: 200, body: first.body })
    expect(await available()).toBe(100.25)
  })

  it('do not take a reference for anything else', async () => {
    expect((await credit({})).status).toBe(200)
    const other = await credit({ money: { amount: 5, currencyCode: 'BRL' } })
    expect(other).toMatchObject({ status: 409, body: { code: 'REFERENCE_CONFLICT' } })
    expect((await credit({}, 'debit')).status).toBe(409)
    expect(await available()).toBe(100.25)
  })

  it('are debited, but not below zero', async () => {
    await credit({})
    const settled = await credit({ reference: 's1', money: { amount: 100, currencyCode: 'BRL' } }, 'debit')
    expect(settled).toMatchObject({ status: 200, body: { direction: 'debit' } })
    const more = await credit({ reference: 's2', money: { amount: 1, currencyCode: 'BRL' } }, 'debit')
    expect(more).toMatchObject({ status: 422, body: { code: 'INSUFFICIENT_BALANCE' } })
    expect(await available()).toBe(0.25)
    // A reference that moved nothing is free.
    const less = await credit({ reference: 's2', money: { amount: 0.25, currencyCode: 'BRL' } }, 'debit')
    expect(less.status).toBe(200)
  })

  it('refuse with all faults at once, and know only merchants that there are', async () => {
    const answer = await credit({ merchantCode: 5, money: { ...money, currencyCode: 'X' }, reference: '' })
    expect((answer.body.errors as unknown as { path: string }[]).map(({ path }) => path)).toEqual([
      '/merchantCode',
      '/money/currencyCode',
      '/reference',
    ])
    expect((await credit({ merchantCode: 'nobody' as MerchantCode })).status).toBe(404)
  })

  it('stand in the history under the operator', async () => {
    const debit = async (amount: number) => {
      const fields = { reference: 'noted debit', money: { amount, currencyCode: 'BRL' } }
      return (await credit(fields, 'debit')).status
    }
    await credit({ reference: 'noted credit' })
    expect([await debit(101), await debit(100)]).toEqual([422, 200])
    const { body } = await gateway.admin('GET', '/admin/audit')
    // Noted by the commit that moves the money, so that none is without its line, and the debit that was refused has none.
    const debits = body.data as unknown as { action: string; detail: { reference?: string } }[]
    const references = debits
      .filter(({ action }) => action === 'balance.debit')
      .map(({ detail }) => detail.reference)
    expect(references.filter((reference) => reference === 'noted debit')).toHaveLength(1)
    const [event] = await gateway.database.run(
      { name: '', text: `select actor from event where reason = 'credit noted credit'` },
      [],
    )
    expect(event?.actor).toBe('operator:bootstrap')
  })
})

describe('exchange rates', () => {
  const pair = { baseCurrencyCode: 'THB', quoteCurrencyCode: 'INR', validTo: '2027-01-01T00:00:00Z' }

  it('are put by operators and read by merchants', async () => {
    const answer = await gateway.admin('PUT', '/admin/fx-rate-pairs', { data: [{ ...pair, rate: 2.41 }] })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject([{ baseCurrencyCode: 'THB', quoteCurrencyCode: 'INR' }])
    expect(answer.text).toContain('"rate":2.41')
    const read = await gateway.request('GET', '/fx-rate-pairs', { token: await shop.token() })
    expect(read.body).toEqual(answer.body)
    expect((await gateway.admin('GET', '/admin/fx-rate-pairs')).body).toEqual(answer.body)
  })

  it('are refused whole', async () => {
    const answer = await gateway.admin('PUT', '/admin/fx-rate-pairs', { data: [{ ...pair, rate: -1 }] })
    expect(answer.body.errors).toMatchObject([{ path: '/data/0/rate', code: 'INVALID_FORMAT' }])
  })
})
