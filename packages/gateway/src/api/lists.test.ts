import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { openEmbedded } from '@sluice/database/embedded.ts'
import { type MigratableDatabase, migrate } from '@sluice/database/migrate.ts'
import { realTimers, silentLog } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Answer,
  START,
  type TestGateway,
  type TestMerchant,
  testGateway,
} from '../../../../test/harness.ts'
import { embeddedImage } from '../../../../test/setup/shared.ts'

let database: MigratableDatabase
let gateway: TestGateway
let shop: TestMerchant

const get = async (path: string, merchant: TestMerchant = shop) =>
  gateway.request('GET', path, { token: await merchant.token() })

const payinOf = async (merchant: TestMerchant, id: string, amount: number) => {
  const answer = await gateway.request('POST', `/payins/${id}`, {
    token: await merchant.token(),
    body: {
      paymentRequested: { money: { amount, currencyCode: 'THB' } },
      paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
    },
  })
  expect(answer.status, answer.text).toBe(201)
}

const payoutOf = async (id: string, amount: number) => {
  const answer = await gateway.request('POST', `/payouts/${id}`, {
    token: await shop.token(),
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

const items = ({ body }: Answer) => body.data as unknown as Readonly<Record<string, unknown>>[]
const idsOf = (answer: Answer) =>
  (items(answer) as { paymentMethodResponse: { idPayin?: string; idPayout?: string } }[]).map(
    ({ paymentMethodResponse: { idPayin, idPayout } }) => idPayin ?? idPayout,
  )

/** Everything, by pages of this size. */
async function paged(path: string, size: number): Promise<Answer[]> {
  const pages: Answer[] = []
  let cursor: unknown
  do {
    const page = await get(`${path}?limit=${size}${cursor === undefined ? '' : `&cursor=${String(cursor)}`}`)
    pages.push(page)
    cursor = page.body.nextCursor
  } while (cursor !== undefined)
  return pages
}

beforeAll(async () => {
  database = await openEmbedded({
    folder: undefined,
    image: await embeddedImage('migrated'),
    log: silentLog,
    timers: realTimers,
  })
  const migrated = await migrate(database, { now: () => START })
  if (!migrated.ok) throw new Error(migrated.failure.message)
  gateway = await testGateway(database)
  shop = await gateway.merchant()
  await gateway.credit(shop, { currency: 'THB' as CurrencyCode, amountMinor: minor(10_000_000n) }, 'opening')
  await payinOf(shop, 'first', 500)
  await gateway.advance(60_000)
  await payinOf(shop, 'second', 1901)
  await payoutOf('out', 500)
  await gateway.advance(60_000)
  await payinOf(shop, 'third', 1907)
  await payinOf(await gateway.merchant(), 'strange', 500)
  await gateway.advance(5_000)
})

afterAll(async () => {
  await gateway.stop()
  await database.close()
})

describe("a merchant's payments", () => {
  it('are listed newest first, as a read shows each, and nobody elses', async () => {
    const answer = await get('/payins')
    expect(answer.status).toBe(200)
    expect(idsOf(answer)).toEqual(['third', 'second', 'first'])
    expect(items(answer)[2]).toEqual((await get('/payins/first')).body)
    expect(idsOf(await get('/payouts'))).toEqual(['out'])
  })

  it('are listed by status', async () => {
    expect(idsOf(await get('/payins?status=SUCCESS,REFUSED'))).toEqual(['second', 'first'])
    expect(idsOf(await get('/payins?status=SUCCESS&status=REFUSED'))).toEqual(['second', 'first'])
    expect(idsOf(await get('/payins?status='))).toHaveLength(3)
  })

  it.each([
    ['/payins?status=SUCCESS,NONSENSE', 'query:status', 'must be one of NEW, PENDING, SUCCESS'],
    ['/payins?currencyCode=thb', 'query:currencyCode', 'must be one of ARS'],
    ['/payins?currencyCode=THB&currencyCode=INR', 'query:currencyCode', 'must be one of ARS'],
    ['/payouts?paymentMethodCode=CASH', 'query:paymentMethodCode', 'PROMPTPAY'],
    ['/payins?paymentOperatorCode=%00', 'query:paymentOperatorCode', 'the code of a payment operator'],
    ['/balances/entries?currencies=THB,NONSENSE', 'query:currencies', 'must be one of ARS'],
    ['/statements?currencies=NONSENSE', 'query:currencies', 'must be one of ARS'],
    ['/payment-links?status=DONE', 'query:status', 'must be one of OPEN'],
    ['/callbacks?state=SUCCESS', 'query:state', 'must be one of WAITING'],
    ['/payins?staus=SUCCESS', 'query:staus', 'it has status, currencyCode'],
    ['/payins?staus=SUCCESS&format=csv', 'query:staus', 'it has status, currencyCode'],
    ['/payins/first?expand=refunds', 'query:expand', 'which has none'],
    ['/balances?currency=THB', 'query:currency', 'it has currencies'],
  ])('refuse what is no parameter or no value of it: %s', async (path, fault, message) => {
    const answer = await get(path)
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: fault }] } })
    expect(answer.body.detail).toContain(message)
  })

  it('refuse unknown parameters together with what else is wrong', async () => {
    const answer = await get('/payins?staus=SUCCESS&status=DONE&limit=0')
    const errors = answer.body.errors as unknown as { path: string }[]
    expect(errors.map(({ path }) => path)).toEqual(['query:staus', 'query:status', 'query:limit'])
  })

  it('are listed by time: from is within, to is without', async () => {
    const second = '2026-11-21T08:01:00.000Z'
    expect(idsOf(await get(`/payins?from=${second}`))).toEqual(['third', 'second'])
    expect(idsOf(await get(`/payins?to=${second}`))).toEqual(['first'])
    expect(idsOf(await get('/payins?from=2026-11-21T10:01:00%2B02:00'))).toEqual(['third', 'second'])
    expect(idsOf(await get('/payins?from=2026-11-21T10:01:00+02:00'))).toEqual(['third', 'second'])
    expect(idsOf(await get('/payins?from=2026-11-22'))).toEqual([])
    expect(idsOf(await get('/payins?from=2026-11-21'))).toHaveLength(3)
  })

  it('come page by page, none twice and none left out', async () => {
    const pages = await paged('/payins', 2)
    expect(pages.flatMap(idsOf)).toEqual(['third', 'second', 'first'])
    expect(pages).toHaveLength(2)
  })

  it('refuse what is no time, no cursor, no limit, all at once', async () => {
    const answer = await get('/payins?from=2026-13-01&to=now&cursor=abc&limit=1000')
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
    const errors = answer.body.errors as unknown as { path: string }[]
    expect(errors.map(({ path }) => path)).toEqual(['query:from', 'query:to', 'query:cursor', 'query:limit'])
  })

  it.each([
    ['/payins?from=0001-01-01T00:00:00%2B10:00', 'query:from'],
    ['/payins?to=9999-12-31T23:59:59-10:00', 'query:to'],
    ['/payins?from=0000-05-05', 'query:from'],
    [
      `/balances/entries?cursor=${Buffer.from('999999999999999 018f8c2e-7d4b-7c3a-9a54-0a1b2c3d4e5f 1').toString('base64url')}`,
      'query:cursor',
    ],
  ])('refuse times that no database keeps: %s', async (path, fault) => {
    expect(await get(path)).toMatchObject({ status: 400, body: { errors: [{ path: fault }] } })
  })

  it('need a token that allows the list', async () => {
    const answer = await gateway.tokenFor(shop, '/auth-tokens', { operations: ['GET /payins/first'] })
    const listed = await gateway.request('GET', '/payins', { token: String(answer.body.token) })
    expect(listed).toMatchObject({ status: 403, body: { code: 'SCOPE_EXCEEDED' } })
  })
})

describe('the statement', () => {
  it('has a line for every change of the available balance, newest first, and sums to it', async () => {
    const answer = await get('/balances/entries')
    expect(answer.status).toBe(200)
    expect(items(answer)).toMatchObject([
      { kind: 'payout', idPayout: 'out' },
      { kind: 'payin', idPayin: 'first', reason: 'paid' },
      { kind: 'funding', reason: 'credit opening', money: { amount: 100_000, currencyCode: 'THB' } },
    ])
    const lines = items(answer) as unknown as { money: { amount: number } }[]
    const sum = lines.reduce((total, { money }) => total + Math.round(money.amount * 100), 0)
    const balances = await get('/balances?currencies=THB')
    expect(balances.body.data).toMatchObject([{ available: { amount: sum / 100 } }])
  })

  it('comes by currency, time and page', async () => {
    expect(items(await get('/balances/entries?currencies=BRL'))).toEqual([])
    expect(items(await get('/balances/entries?currencies=THB,BRL'))).toHaveLength(3)
    expect(items(await get('/balances/entries?from=2026-11-21T08:01:00Z'))).toHaveLength(1)
    const pages = await paged('/balances/entries', 1)
    expect(pages.flatMap(items)).toEqual(items(await get('/balances/entries')))
    expect((await get('/balances/entries?cursor=eA')).status).toBe(400)
  })
})
