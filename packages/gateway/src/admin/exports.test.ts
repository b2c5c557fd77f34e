/** Every list of the operators' API can be had as a file: declared once, and so for each that is added. */
import { read, utils } from '@e965/xlsx'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestMerchant } from '../../../../test/harness.ts'
import { type AdminGateway, adminGateway } from './admin.fixture.ts'

let gateway: AdminGateway
let shop: TestMerchant
beforeAll(async () => {
  gateway = await adminGateway()
  shop = await gateway.merchant()
  await gateway.credit(shop, { currency: 'THB' as CurrencyCode, amountMinor: minor(10_000_000n) }, 'opening')
  for (const id of ['one', 'two', 'three']) {
    const answer = await gateway.request('POST', `/payins/${id}`, {
      token: await shop.token(),
      body: {
        paymentRequested: { money: { amount: 1500.5, currencyCode: 'THB' } },
        paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
      },
    })
    expect(answer.status, answer.text).toBe(201)
    await gateway.advance(60_000)
  }
})
afterAll(() => gateway.close())

const rowsOf = (text: string): Record<string, string>[] => parse(text, { columns: true })

/** The lists that lead to nothing else, by their path. */
async function lists(): Promise<string[]> {
  const { body } = await gateway.request('GET', '/admin/openapi.json')
  return Object.entries(body.paths ?? {})
    .filter(([path, { get }]) => !path.includes('{') && get?.responses?.['200']?.content?.['text/csv'])
    .map(([path]) => path)
}

it('is offered by each endpoint that answers a list', async () => {
  const { body } = await gateway.request('GET', '/admin/openapi.json')
  const listing = Object.entries(body.paths ?? {}).filter(
    ([, { get }]) =>
      get?.responses?.['200']?.content?.['application/json']?.schema?.properties?.data?.items?.properties,
  )
  expect(listing.length).toBeGreaterThan(10)
  for (const [path, { get }] of listing) {
    const parameters = get?.parameters as unknown as readonly { readonly name: string }[]
    expect(
      parameters.map(({ name }) => name),
      path,
    ).toEqual(expect.arrayContaining(['format', 'zone']))
  }
})

it('answers each list as CSV and as a workbook, with as many rows as the list has', async () => {
  const refused: string[] = []
  for (const path of await lists()) {
    const asJson = await gateway.admin('GET', path)
    const asCsv = await gateway.admin('GET', `${path}?format=csv`)
    expect(asCsv.status, `${path} ${asCsv.text}`).toBe(asJson.status)
    if (asJson.status !== 200) {
      refused.push(path)
      continue
    }
    const rows = asJson.body.data as unknown as readonly object[]
    expect(rowsOf(asCsv.text), path).toHaveLength(rows.length)
    const asXlsx = await gateway.app.server.inject({
      method: 'GET',
      url: `${path}?format=xlsx`,
      headers: { authorization: 'Bearer op_test-admin' },
    })
    const { Sheets, SheetNames } = read(asXlsx.rawPayload)
    const sheet = Sheets[SheetNames[0] ?? ''] ?? {}
    expect(utils.sheet_to_json(sheet), path).toHaveLength(rows.length)
  }
  // Backups of this engine are made elsewhere, and days are those of an account that is named.
  expect(refused.sort()).toEqual(['/admin/backups', '/admin/reconciliations'])
})

it('keeps to the filters of the list', async () => {
  const { body } = await gateway.admin('GET', '/admin/payments?limit=1')
  const [newest] = body.data as unknown as { createdAt: string; id: string }[]
  const { text } = await gateway.admin(
    'GET',
    `/admin/payments?format=csv&to=${newest?.createdAt}&zone=Asia/Bangkok`,
  )
  expect(rowsOf(text).map(({ id }) => id)).toEqual(['two', 'one'])
  expect(rowsOf(text)[0]).toMatchObject({
    'money.amount': '1500.5',
    createdAt: expect.stringContaining('+07:00'),
  })
})

it('is for those who may read the list', async () => {
  const answer = await gateway.admin('GET', '/admin/payments?format=csv', undefined, 'op_nobody')
  expect(answer.status).toBe(401)
})

describe("a merchant's lists", () => {
  const get = async (path: string) => gateway.request('GET', path, { token: await shop.token() })

  it('are exported with what all payments have, IDs first', async () => {
    const { text } = await get('/payins?format=csv')
    const [first] = rowsOf(text)
    expect(Object.keys(first ?? {})[0]).toBe('paymentMethodResponse.idPayin')
    expect(first).toMatchObject({
      'paymentMethodResponse.idPayin': 'three',
      'paymentMethodResponse.paymentMethodCode': 'PROMPTPAY',
      'paymentRequested.money.amount': '1500.5',
      'process.status': 'SUCCESS',
    })
    expect(text).not.toContain('qrCode')
  })

  it('include the statement, amounts below zero and all', async () => {
    const { text } = await get('/balances/entries?format=csv&currencies=THB')
    expect(rowsOf(text)).toHaveLength(4)
    expect(rowsOf(text).at(-1)).toMatchObject({ kind: 'funding', 'money.amount': '100000' })
  })

  it('hold nothing of another merchant', async () => {
    const other = await gateway.merchant()
    const { text } = await gateway.request('GET', '/payins?format=csv', { token: await other.token() })
    expect(rowsOf(text)).toEqual([])
  })
})
