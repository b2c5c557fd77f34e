/**
 * The gateway for tests of the merchants' API: in process, one for each file, on an embedded database in memory; valid requests, to be
 * changed one thing at a time; and the checks that every refusal must pass.
 */
import { currency } from '@sluice/core/catalogue/currencies.ts'
import { EXAMPLES, type MethodExample } from '@sluice/core/catalogue/examples.ts'
import { FAULT_CODES } from '@sluice/core/foundation/faults.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import type { MigratableDatabase } from '@sluice/database/migrate.ts'
import type { Merchant } from '@sluice/gateway/merchants/merchant.ts'
import { afterAll, beforeAll, expect } from 'vitest'
import {
  type Answer,
  type GatewayOptions,
  START,
  type TestGateway,
  type TestMerchant,
  testGateway,
} from '../harness.ts'
import { openTestDatabase } from '../setup/shared.ts'

export interface Shop extends TestMerchant {
  get(path: string): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
  /** Sends the text unchanged. */
  postRaw(path: string, raw: string | Buffer, headers?: Readonly<Record<string, string>>): Promise<Answer>
}

export interface Api {
  readonly gateway: TestGateway
  readonly database: MigratableDatabase
  /** A merchant with every product of the catalogue, and a rate limit that no test reaches by accident. */
  readonly shop: Shop
  newShop(changes?: Partial<Merchant>): Promise<Shop>
}

/** Opens the gateway before the file's first test and closes it after its last. */
export function useApi(options: GatewayOptions = {}): () => Api {
  let api: Api | undefined
  beforeAll(async () => {
    const database = await openTestDatabase(START)
    const gateway = await testGateway(database, options)
    const newShop = async (changes?: Partial<Merchant>) => shopOf(gateway, await gateway.merchant(changes))
    api = { gateway, database, newShop, shop: await newShop() }
  })
  afterAll(async () => {
    await api?.gateway.stop()
    await api?.database.close()
  })
  return () => {
    if (!api) throw new Error('the gateway is open only while tests run')
    return api
  }
}

function shopOf(gateway: TestGateway, merchant: TestMerchant): Shop {
  return {
    ...merchant,
    get: async (path) => gateway.request('GET', path, { token: await merchant.token() }),
    post: async (path, body) => gateway.request('POST', path, { token: await merchant.token(), body }),
    postRaw: async (path, raw, headers = {}) =>
      gateway.request('POST', path, {
        token: await merchant.token(),
        raw,
        headers: { 'content-type': 'application/json', ...headers },
      }),
  }
}

let ids = 0

/** A unique payment ID within this run. */
export const newId = (): string => `order-${++ids}`

const CALLBACK = 'http://127.0.0.1:9/callbacks'

/** A create with the values of the catalogue's example. */
export const createBody = (example: MethodExample) => ({
  paymentRequested: { money: example.money },
  paymentMethod: example.paymentMethod,
  callbackUrl: CALLBACK,
})

export function exampleFor(object: string, currencyCode: string): MethodExample {
  const found = EXAMPLES.find((each) => each.method.object === object && each.currencyCode === currencyCode)
  if (!found) throw new Error(`no example of ${object} in ${currencyCode}`)
  return found
}

/** A complete create by PROMPTPAY. */
export const thb = (amount: unknown = 500.25) => ({
  paymentRequested: { money: { amount, currencyCode: 'THB' } },
  paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
  callbackUrl: CALLBACK,
})

/** A complete payout by bank transfer. */
export const thbPayout = (amount: unknown = 100) => ({
  paymentRequested: { money: { amount, currencyCode: 'THB' } },
  paymentMethod: {
    paymentMethodCode: 'BANK_TRANSFER',
    account: { accountName: 'Somchai Jaidee', accountNumber: '1234567890' },
  },
  callbackUrl: CALLBACK,
})

const PATH_OF_FAULT = /^(|\/.*|(header|query|path):.+)$/s
/** The fault codes that all modules share. */
const FAULT_CODE = new RegExp(`^(${Object.keys(FAULT_CODES).join('|')})$`)

/** Expects a problem document (RFC 9457) with a stable code, a page, and the request's ID. */
export function expectProblem(answer: Answer, status: number, code: string): void {
  expect(`${answer.status} ${answer.body?.code} ${answer.body?.detail}`).toMatch(
    new RegExp(`^${status} ${code} `),
  )
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json\b/)
  expect(answer.headers['access-control-allow-origin']).toBe('*')
  const { type, title, status: reported, detail, requestId, errors } = answer.body
  expect({ type, title, reported, detail, requestId }).toEqual({
    type: `/docs/errors/${code}`,
    title: expect.stringMatching(/./),
    reported: status,
    detail: expect.stringMatching(/./),
    requestId: answer.headers['x-request-id'],
  })
  if (status === 401) expect(answer.headers['www-authenticate']).toBe('Bearer')
  if (code === 'VALIDATION_FAILED') expect(errors).toEqual(expect.arrayContaining([expect.anything()]))
  for (const fault of Array.isArray(errors) ? errors : []) {
    expect(fault).toEqual({
      path: expect.stringMatching(PATH_OF_FAULT),
      code: expect.stringMatching(FAULT_CODE),
      message: expect.stringMatching(/./),
    })
  }
}

/** The pointers of all faults of a 400. */
export const faultPaths = (answer: Answer): readonly string[] => {
  const { errors } = answer.body ?? {}
  return Array.isArray(errors) ? errors.map(({ path }) => String(path)).sort() : []
}

const MONEY_TABLES = [
  'payment',
  'event',
  'posting',
  'balance',
  'claim',
  'case_file',
  'callback',
  'attempt',
  'step',
  'status_update',
]

/** The number of rows in each table that payments write to. */
export async function rowCounts({ database }: Api): Promise<Readonly<Record<string, unknown>>> {
  const counts = MONEY_TABLES.map((table) => `(select count(*)::int from ${table}) as ${table}`)
  const [row] = await database.run({ name: '', text: `select ${counts.join(', ')}` }, [])
  return { ...row }
}

/** Credits the merchant's balance. */
export async function credit(
  gateway: TestGateway,
  merchant: Pick<TestMerchant, 'code'>,
  currencyCode: string,
  amountMinor: bigint,
): Promise<void> {
  const found = currency(currencyCode)
  if (!found) throw new Error(`no currency ${currencyCode}`)
  await gateway.credit(merchant, { currency: found.code, amountMinor: minor(amountMinor) })
}

/** The merchant's balance in a currency, from `GET /balances`. */
export async function balanceOf(shop: Shop, currencyCode: string): Promise<Record<string, unknown>> {
  const answer = await shop.get(`/balances?currencies=${currencyCode}`)
  const { data } = answer.body
  const [row] = Array.isArray(data) ? data : []
  return { available: row.available.amount, pending: row.pending.amount, reserved: row.reserved.amount }
}
