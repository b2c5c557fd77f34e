/** Invoices come to what the statements of their month come to; their numbers have no gaps, and an issued one never changes. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { TestMerchant } from '../../../../../test/harness.ts'
import { StatementRounds } from '../../billing/rounds.ts'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'

let backOffice: AdminGateway

beforeEach(async () => {
  backOffice = await adminGateway()
  await backOffice.admin('PUT', '/admin/billing', {
    issuer: { name: 'Sluice Co., Ltd.', taxId: '0105500000001' },
    monthly: false,
  })
})
afterEach(() => backOffice.close())

async function shopWithFees(): Promise<TestMerchant> {
  const shop = await backOffice.merchant()
  for (const [index, amount] of [500, 700].entries()) {
    const { status } = await backOffice.request('POST', `/payins/order-${index}`, {
      token: await shop.token(),
      body: {
        paymentRequested: { money: { amount, currencyCode: 'THB' } },
        paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
      },
    })
    expect(status).toBe(201)
  }
  await backOffice.advance(5_000)
  return shop
}

const ask = (shop: TestMerchant, month = '2026-11') =>
  backOffice.admin('POST', '/admin/invoices', { merchantCode: shop.code, currencyCode: 'THB', month })
const issue = (shop: TestMerchant, until?: string) =>
  backOffice.admin('POST', '/admin/statements', {
    merchantCode: shop.code,
    currencyCode: 'THB',
    ...(until && { until }),
  })
const toDecember = () =>
  backOffice.deps.jump(Date.parse('2026-12-02T00:00:00Z') - backOffice.deps.clock.now())

it('comes to the fees and the VAT of the statements of its month, by rate, with both parties', async () => {
  const shop = await shopWithFees()
  const recipient = {
    name: 'Shop Co., Ltd.',
    address: ['2 Side Road'],
    country: 'TH',
    taxId: '0105500000002',
  }
  expect((await backOffice.admin('PUT', `/admin/merchants/${shop.code}/billing`, { recipient })).status).toBe(
    200,
  )
  // One within the month, and the one that ends it.
  expect((await issue(shop)).status).toBe(201)
  expect((await ask(shop)).body).toMatchObject({ code: 'STATEMENT_COVERED' })
  await toDecember()
  expect((await issue(shop, '2026-12-01')).status).toBe(201)
  const made = await ask(shop)
  expect(made.status, made.text).toBe(201)
  const files = await Promise.all(
    [1, 2].map((n) => backOffice.admin('GET', `/admin/statements/${shop.code}/THB-${n}`)),
  )
  const totals = files.flatMap(
    ({ body }) => body.totals as unknown as readonly { fee: { amount: number }; vat: { amount: number } }[],
  )
  const sum = (of: 'fee' | 'vat') => Math.round(totals.reduce((all, each) => all + each[of].amount * 100, 0))
  expect(Math.round(Number(made.body.fee?.amount) * 100)).toBe(sum('fee'))
  expect(Math.round(Number(made.body.vat?.amount) * 100)).toBe(sum('vat'))
  expect(sum('fee')).toBeGreaterThan(0)
  expect(made.body).toMatchObject({
    idInvoice: 'TEST-INV-000001',
    statements: ['THB-1', 'THB-2'],
    isTest: true,
    parties: { issuer: { taxId: '0105500000001' }, recipient },
    lines: [{ vatRate: '0.07' }],
  })
})

it('is issued once, with numbers that follow each other, and reads the same for ever', async () => {
  const shops = [await shopWithFees(), await shopWithFees(), await shopWithFees()]
  await toDecember()
  for (const shop of shops) expect((await issue(shop, '2026-12-01')).status).toBe(201)
  const [first] = shops
  if (!first) throw new Error('there are shops')
  const answers = await Promise.all([...shops, ...shops].map((shop) => ask(shop)))
  const names = answers.map(({ body }) => String(body.idInvoice))
  expect([...new Set(names)].sort()).toEqual(['TEST-INV-000001', 'TEST-INV-000002', 'TEST-INV-000003'])
  const before = await ask(first)
  await backOffice.admin('PATCH', `/admin/merchants/${first.code}`, { name: 'Renamed' })
  await backOffice.admin('PUT', '/admin/billing', { issuer: { name: 'Another' }, series: 'NEW' })
  const read = await backOffice.admin('GET', `/admin/invoices/${first.code}/${before.body.idInvoice}`)
  expect(read.text).toBe(before.text)
  const page = await backOffice.admin('GET', '/admin/invoices?limit=2')
  expect(page.body.data).toHaveLength(2)
  const ofMonth = async (month: string) =>
    (await backOffice.admin('GET', `/admin/invoices?month=${month}`)).body.data
  expect([await ofMonth('2026-11'), await ofMonth('2026-10')]).toEqual([
    expect.objectContaining({ length: 3 }),
    [],
  ])
  const rest = await backOffice.admin('GET', `/admin/invoices?limit=2&cursor=${page.body.nextCursor}`)
  expect(rest.body.data).toHaveLength(1)
})

it('is issued by the rounds, too, and then answered when it is asked for', async () => {
  const shop = await shopWithFees()
  await backOffice.admin('PUT', '/admin/billing', { issuer: { name: 'Sluice Co., Ltd.' } })
  await toDecember()
  await new StatementRounds(backOffice.app.gateway).round()
  const { body } = await backOffice.admin('GET', `/admin/invoices?merchantCode=${shop.code}`)
  expect(body.data).toMatchObject([{ idInvoice: 'TEST-INV-000001', month: '2026-11' }])
  expect((await ask(shop)).body).toEqual(Object(body.data)[0])
})

it('is refused with its reason: nobody issues it, the month is open, nothing was charged', async () => {
  const shop = await shopWithFees()
  expect((await ask(shop)).text).toContain('not all statements of that month are issued')
  await backOffice.admin('PUT', '/admin/billing', { monthly: false })
  expect((await ask(shop)).text).toContain('no issuer of invoices is set')
  await backOffice.admin('PUT', '/admin/billing', { issuer: { name: 'Sluice' }, monthly: false })
  await backOffice.deps.jump(Date.parse('2027-01-02T00:00:00Z') - backOffice.deps.clock.now())
  await issue(shop, '2027-01-01')
  expect((await ask(shop)).status).toBe(201)
  expect((await ask(shop, '2026-12')).text).toContain('no fees were charged')
})

it('statements are listed, read in every format and refused with a reason, for operators', async () => {
  const shop = await shopWithFees()
  expect((await issue(shop)).headers.location).toBe(`/admin/statements/${shop.code}/THB-1`)
  expect((await issue(shop)).body).toMatchObject({ status: 409, code: 'STATEMENT_COVERED' })
  expect((await issue(shop, '2027-01-01')).status).toBe(400)
  expect(
    (await backOffice.admin('GET', `/admin/statements?merchantCode=${shop.code}`)).body.data,
  ).toMatchObject([{ idStatement: 'THB-1', merchantCode: shop.code }])
  for (const [format, type] of [
    ['pdf', 'application/pdf'],
    ['csv', 'text/csv'],
    ['xlsx', 'application/vnd.openxmlformats'],
    ['camt.053', 'application/xml'],
    ['json', 'application/json'],
  ]) {
    const file = await backOffice.admin('GET', `/admin/statements/${shop.code}/THB-1?format=${format}`)
    expect([file.status, String(file.headers['content-type'])]).toEqual([
      200,
      expect.stringContaining(String(type)),
    ])
  }
  expect((await backOffice.admin('GET', `/admin/statements/${shop.code}/THB-1?format=doc`)).status).toBe(400)
  expect((await backOffice.admin('GET', `/admin/statements/${shop.code}/THB-9`)).status).toBe(404)
})

it('and its statements stand in the audit log once for each that was issued, and not for what was refused', async () => {
  const shop = await shopWithFees()
  const lines = async () => {
    const { body } = await backOffice.admin('GET', '/admin/audit')
    const all = body.data as unknown as readonly { action: string; subject: string }[]
    return all
      .filter(({ subject }) => subject === `merchant ${shop.code}`)
      .map(({ action }) => action)
      .filter((action) => action.endsWith('.issue'))
  }
  expect((await ask(shop)).status).toBe(409)
  expect((await issue(await backOffice.merchant())).status).toBe(409)
  expect(await lines()).toEqual([])
  await backOffice.deps.jump(Date.parse('2027-01-02T00:00:00Z') - backOffice.deps.clock.now())
  // Two months in one act.
  expect((await issue(shop, '2027-01-01')).status).toBe(201)
  expect((await issue(shop, '2027-01-01')).status).toBe(409)
  expect(await lines()).toEqual(['statement.issue'])
  await Promise.all([ask(shop), ask(shop)])
  expect((await ask(shop)).status).toBe(201)
  expect(await lines()).toEqual(['invoice.issue', 'statement.issue'])
})
