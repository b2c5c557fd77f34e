/** Reports and lists: the rows that a number of a report leads to are those that it counted. */
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { type AdminGateway, adminGateway } from '@sluice/gateway/admin/admin.fixture.ts'
import { openCase } from '@sluice/gateway/payments/cases.ts'
import { ReportingCounter } from '@sluice/gateway/reporting/counter.ts'
import { COUNTED, rowsBehind } from '@sluice/ui-kit/reports/rows.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Json, TestMerchant } from '../harness.ts'
import { newId, thb, thbPayout } from './api.fixture.ts'

const HOUR_MS = 3_600_000

let gateway: AdminGateway
let shop: TestMerchant
let other: TestMerchant

const payin = async (merchant: TestMerchant, body: object = thb(907)): Promise<string> => {
  const id = newId()
  const made = await gateway.request('POST', `/payins/${id}`, { token: await merchant.token(), body })
  expect(made.status, made.text).toBe(201)
  return id
}
const become = async (merchant: TestMerchant, id: string, what: 'succeed' | 'fail') => {
  const { status, text } = await gateway.admin(
    'POST',
    `/admin/sandbox/${merchant.code}/payin/${id}/!${what}`,
    {},
  )
  expect(status, text).toBe(200)
}

const counted = () => new ReportingCounter(gateway.database, gateway.deps).round()

beforeAll(async () => {
  gateway = await adminGateway({
    network: () => ({ ok: true, status: 204, headers: {}, body: '', durationMs: 1 }),
  })
  shop = await gateway.merchant()
  other = await gateway.merchant()
  await gateway.credit(shop, { currency: 'THB' as CurrencyCode, amountMinor: minor(10n ** 9n) })
  const krw = {
    paymentRequested: { money: { amount: 30_907, currencyCode: 'KRW' } },
    paymentMethod: { paymentMethodCode: 'OFFLINE', account: { accountName: 'Kim' } },
  }
  // Over two days and an end of one, of some kinds, currencies and methods, and of another merchant.
  for (let at = 0; at < 6; at += 1) {
    await become(shop, await payin(shop), 'succeed')
    await become(shop, await payin(shop, krw), at % 2 === 0 ? 'fail' : 'succeed')
    await payin(shop)
    await payin(other)
    const out = await gateway.request('POST', `/payouts/${newId()}`, {
      token: await shop.token(),
      body: thbPayout(321.5),
    })
    expect(out.status, out.text).toBe(201)
    await gateway.deps.jump(9 * HOUR_MS)
    await gateway.advance(5_000)
  }
  await payin(shop)
  await gateway.advance(5_000)
  await counted()
})
afterAll(() => gateway?.close())

const rowsOf = (body: Json): readonly Json[] => (Array.isArray(body.data) ? body.data : [])
const requested = (view: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(view).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  return new URLSearchParams(Object.fromEntries(given)).toString()
}

async function expectRowsBehind(
  report: Json,
  by: string,
  list: (view: Readonly<Record<string, string | undefined>>) => Promise<Json>,
): Promise<void> {
  const rows = rowsOf(report)
  expect(rows.length).toBeGreaterThan(2)
  const { from, to } = report
  for (const row of rows)
    for (const count of COUNTED) {
      const view = rowsBehind(
        JSON.parse(JSON.stringify({ from, to, ...row })),
        count,
        by.includes('operator'),
      )
      if (typeof row[count] !== 'number') continue
      expect([count, rowsOf(await list(view)).length], requested(view)).toEqual([count, row[count]])
    }
}

it.each(['day,method,operator', 'month,method', 'day', 'method,operator', ''])(
  'to operators, of one merchant, by %s',
  async (by) => {
    const path = `success-rates?merchantCode=${shop.code}&by=${by}`
    const { body } = await gateway.admin('GET', `/admin/reports/${path}`)
    await expectRowsBehind(body, by, async (view) => {
      const query = requested({ ...view, merchantCode: shop.code, limit: '200' })
      return (await gateway.admin('GET', `/admin/payments?${query}`)).body
    })
  },
)

it('to operators, of all merchants, told apart', async () => {
  const { body } = await gateway.admin('GET', '/admin/reports/success-rates?by=merchant,day,method')
  await expectRowsBehind(body, 'merchant,day,method', async (view) => {
    const query = requested({ ...view, limit: '200' })
    return (await gateway.admin('GET', `/admin/payments?${query}`)).body
  })
})

it('to operators, of cases by their age, to the quarter of an hour', async () => {
  const day = 24 * HOUR_MS
  for (const jumpMs of [0, 7 * 60_000, 3_600_000, day - 5 * 60_000, 3 * day, 11 * 60_000]) {
    await gateway.deps.jump(jumpMs)
    await openCase(gateway.app.gateway, {
      ...{ merchantId: shop.code, processor: 'sandbox', fact: `made-up-${jumpMs}`, reason: 'SECOND_PAYMENT' },
      ...{ money: { currency: 'THB' as CurrencyCode, amountMinor: minor(100n) }, detail: {} },
    })
  }
  await gateway.advance(5_000)
  await counted()
  const rows = rowsOf((await gateway.admin('GET', '/admin/reports/cases')).body)
  expect(rows.map(({ open }) => Number(open)).reduce((sum, open) => sum + open, 0)).toBe(6)
  for (const { reason, from, to, open } of rows) {
    const view = { open: 'true', reason: String(reason), to: String(to), ...(from && { from: String(from) }) }
    expect(rowsOf((await gateway.admin('GET', `/admin/cases?${requested(view)}`)).body)).toHaveLength(
      Number(open),
    )
  }
})

it('to a merchant, of its own', async () => {
  const token = await shop.token()
  const { body } = await gateway.request('GET', '/reports/success-rates?by=day,method,operator', { token })
  await expectRowsBehind(body, 'day,method,operator', async ({ kind, ...view }) => {
    const query = requested({ ...view, limit: '200' })
    return (await gateway.request('GET', `/${kind}s?${query}`, { token })).body
  })
})
