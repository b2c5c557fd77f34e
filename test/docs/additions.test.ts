/**
 * The merchants' table that lists what answers hold beyond the contract: everything that the description has and the contract
 * does not name stands in it, and everything in it is there. `CONTRACT` is what the contract names; where it leaves a shape open,
 * all of that shape is an addition.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../tools/docs.ts'
import { newId, thb, thbPayout, useApi } from '../api/api.fixture.ts'
import type { Json } from '../harness.ts'

const api = useApi()

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})
/** A part of a document, by the names on the way to it. */
const partOf = (document: unknown, ...names: readonly string[]): unknown =>
  names.reduce((part: unknown, name) => fieldsOf(part)[name], document)
const members = (schema: unknown): string[] => Object.keys(fieldsOf(partOf(schema, 'properties')))

let description: Json = {}
let table: ReadonlyMap<string, readonly string[]> = new Map()

beforeAll(async () => {
  description = (await api().gateway.request('GET', '/openapi.json', { headers: { 'x-api-version': '' } }))
    .body
  const page = readFileSync(join(ROOT, 'docs/merchants/additions.md'), 'utf8')
  const rows = [...page.matchAll(/^\| ([^|]+) \| (`[^|]+`) \| [^|]+ \|$/gm)]
  const reported = new Map<string, string[]>()
  for (const [, where = '', names = ''] of rows)
    reported.set(where, [
      ...(reported.get(where) ?? []),
      ...[...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    ])
  table = reported
})

const answerTo = (method: 'get' | 'post', path: string, status = method === 'get' ? '200' : '201'): unknown =>
  partOf(description, 'paths', path, method, 'responses', status, 'content', 'application/json', 'schema')
const rowOf = (path: string) => partOf(answerTo('get', path), 'properties', 'data', 'items')
const options = () => answerTo('post', '/payins/!availablePaymentOptions', '200')
const option = () => partOf(options(), 'properties', 'data', 'items')
const component = (name: string) => partOf(description, 'components', 'schemas', name)
const instructions = () =>
  Object.keys(fieldsOf(partOf(description, 'components', 'schemas')))
    .filter((name) => name.endsWith('MethodResponse') && members(component(name)).includes('idPayin'))
    .map((name) => [name.slice(0, -'MethodResponse'.length), component(name)] as const)
/** Everything that some method has below this member. */
const below = (...names: readonly string[]): string[] =>
  instructions().flatMap(([, schema]) => members(partOf(schema, 'properties', ...names)))

/** What the contract names of `paymentMethodResponse`: for all methods (`*`), or for these. */
const INSTRUCTIONS: Readonly<Record<string, string>> = {
  idPayin: '*',
  paymentMethodCode: '*',
  account: '*',
  money: '*',
  expireAt: '*',
  reference: '*',
  returnUrl: '*',
  vat: '*',
  moneyRequired: 'Online Offline DuitNow PromptPay',
  paymentOperator: 'VaPay P2AV2 IMPS Offline UpiQR DuitNow',
  accountCustomer: 'DuitNow PromptPay Offline VaPay MobileMoney',
  accountCustomerUsedForPayment: 'CapitecPay UpiQR',
  externalReference: 'P2AV2 IMPS UpiQR',
  paymentAddress: 'P2AV2 IMPS',
  paymentInstructionList: 'VaPay',
  qrCode: 'Offline',
  qrName: 'Offline',
  upiQrDeepLink: 'UpiQR',
  taxId: 'Offline',
  productId: 'Offline',
  phoneNumber: 'VaPay Offline CodePayment',
  emailAddress: 'CodePayment VaPay',
  paymentLocationCustomer: 'CodePayment VaPay',
}
const isOfContract = (method: string, member: string): boolean =>
  ['*', method].some((each) => (INSTRUCTIONS[member] ?? '').split(' ').includes(each))

interface Place {
  readonly where: string
  readonly contract: string
  readonly has: () => readonly string[]
}
const place = (where: string, contract: string, has: () => readonly string[]): Place => ({
  where,
  contract,
  has,
})

const PLACES: readonly Place[] = [
  place('answer with a token', '', () => members(answerTo('post', '/auth-tokens'))),
  place('a payin, when it is created', 'paymentRequested paymentMethodResponse', () =>
    members(answerTo('post', '/payins/{idPayin}')),
  ),
  place('a payin', 'paymentRequested paymentMethodResponse process failureReasonCode', () =>
    members(answerTo('get', '/payins/{idPayin}')),
  ),
  place('a payout, when it is created', 'paymentRequested paymentMethodResponse', () =>
    members(answerTo('post', '/payouts/{idPayout}')),
  ),
  place('a payout', 'paymentRequested paymentMethodResponse process fee', () =>
    members(answerTo('get', '/payouts/{idPayout}')),
  ),
  place('`process`', 'status createdAt processedAt isTest processorStatus', () =>
    members(partOf(answerTo('get', '/payins/{idPayin}'), 'properties', 'process')),
  ),
  place('a payin, `paymentMethodResponse`', '', () =>
    instructions().flatMap(([method, schema]) =>
      members(schema).filter((name) => !isOfContract(method, name)),
    ),
  ),
  place('a payin, `account`', 'accountName accountNumber bankCode bankName', () => below('account')),
  place('a payin, `accountCustomer`', 'accountName accountNumber', () => below('accountCustomer')),
  place('a payin, `paymentAddress`', 'name idAddress', () => below('paymentAddress')),
  place('a payin, `paymentInstructionList`', '', () => below('paymentInstructionList', 'items')),
  place('a payin, `paymentLocationCustomer`', '', () => below('paymentLocationCustomer')),
  place('a payout, `paymentMethodResponse`', 'paymentMethodCode idPayout', () =>
    members(component('BankTransferMethodResponse')),
  ),
  place('`GET /payins/{idPayin}/accounts`', '', () => members(rowOf('/payins/{idPayin}/accounts'))),
  place('available payment options', 'data externalProviders', () => members(options())),
  place('available payment options, a method', 'paymentMethodCode paymentOperators', () => members(option())),
  place('available payment options, `fields`', '', () =>
    members(partOf(option(), 'properties', 'fields', 'items')),
  ),
  place('`GET /merchant-info`, `channelInfo`', 'name', () =>
    members(partOf(answerTo('get', '/merchant-info'), 'properties', 'channelInfo')),
  ),
  ...['/balances', '/currencies', '/payment-operators', '/fx-rates', '/fx-rate-pairs'].map((path) =>
    place(`\`GET ${path}\``, '', () => members(rowOf(path))),
  ),
  place('`GET /topup-options`', 'paymentTypeCode', () => members(rowOf('/topup-options'))),
  place('problems', '', () => members(component('Problem'))),
  place(
    'endpoints',
    `POST /auth-tokens-by-action, POST /auth-tokens, POST /payins/!availablePaymentOptions, POST /payins/{idPayin}, GET /payins/{idPayin},
     GET /payins/{idPayin}/accounts, POST /payouts/{idPayout}, GET /payouts/{idPayout}, GET /merchant-info, GET /balances, GET /currencies,
     GET /payment-operators, GET /topup-options, GET /fx-rates, GET /fx-rate-pairs`,
    () =>
      Object.entries(fieldsOf(description.paths)).flatMap(([path, methods]) =>
        Object.keys(fieldsOf(methods)).flatMap((method) =>
          ['get', 'post', 'put', 'patch', 'delete'].includes(method)
            ? [`${method.toUpperCase()} ${path}`]
            : [],
        ),
      ),
  ),
]

const sorted = (names: readonly string[]) => [...new Set(names)].sort()

describe('what answers hold beyond the contract', () => {
  it.each(PLACES)('stands in the table, and nothing else does: $where', ({ where, contract, has }) => {
    const named = contract.includes('/') ? contract.split(/,\s+/) : contract.split(' ')
    const there = has()
    expect(there.length).toBeGreaterThan(0)
    expect(sorted(table.get(where) ?? [])).toEqual(sorted(there.filter((name) => !named.includes(name))))
  })

  it('has no row about a place that is not looked at here', () => {
    const others = [
      'problem `ALREADY_EXISTS`',
      'problem `INSUFFICIENT_BALANCE`',
      'claims of a token',
      'headers',
    ]
    const places = [...PLACES.map(({ where }) => where), ...others]
    expect([...table.keys()].filter((where) => !places.includes(where))).toEqual([])
  })

  it('of problems: what some codes add, as it is answered', async () => {
    const of = (body: Json) =>
      sorted(Object.keys(body).filter((name) => !members(component('Problem')).includes(name)))
    const { shop } = api()
    const [id, out] = [newId(), newId()]
    await shop.post(`/payins/${id}`, thb(150))
    const again = (await shop.post(`/payins/${id}`, thb(150))).body
    expect(again.code).toBe('ALREADY_EXISTS')
    const short = (await (await api().newShop()).post(`/payouts/${out}`, thbPayout(500))).body
    expect(short.code).toBe('INSUFFICIENT_BALANCE')
    // The kind of the payment decides which of the two IDs is there.
    expect(of(again)).toEqual(
      sorted((table.get('problem `ALREADY_EXISTS`') ?? []).filter((name) => name !== 'idPayout')),
    )
    expect(of(short)).toEqual(sorted(table.get('problem `INSUFFICIENT_BALANCE`') ?? []))
  })

  it('of a token’s claims and of headers', async () => {
    const token = await api().shop.token()
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    const standard = ['iss', 'sub', 'iat', 'exp', 'jti', 'action', 'idPayment', 'operations', 'money']
    expect(table.get('claims of a token')).toEqual(
      Object.keys(fieldsOf(claims)).filter((name) => !standard.includes(name)),
    )
    const [info, made] = [
      await api().shop.get('/merchant-info'),
      await api().shop.post(`/payins/${newId()}`, thb(150)),
    ]
    const there = { ...info.headers, ...made.headers }
    for (const name of table.get('headers') ?? []) expect(there).toHaveProperty([name.toLowerCase()])
  })
})
