/** Where live money arrives and leaves is for two operators to say. */
import { PIX_SETTINGS } from '@sluice/providers/pix/pix.fixture.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../../../../test/harness.ts'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'
import { BANGKOK } from '../bank-files/bank-files.fixture.ts'

let gateway: AdminGateway
let ben: string
beforeAll(async () => {
  gateway = await adminGateway({ approvals: 'AS_USUAL' })
  ben = await gateway.operator('ben', 'ADMIN')
  await gateway.advance(1_000)
})
afterAll(() => gateway.close())

const approve = ({ body }: { readonly body: Json }) =>
  gateway.admin('POST', `/admin/approvals/${String(body.approval?.id)}/!approve`, undefined, ben)
const collect = ({ body }: { readonly body: Json }) =>
  gateway.admin('POST', `/admin/approvals/${String(body.approval?.id)}/!collect`)
const OFFLINE = {
  code: 'OFFLINE',
  receiving: { accountName: 'Shop', accountNumber: '1234567890', bankCode: '004', bankName: 'KBank' },
  recognisedBy: 'amount',
}
const till = (id: string, isTest: boolean) => ({
  id,
  isTest,
  name: id,
  kind: 'BANK_ACCOUNT',
  currencyCode: 'THB',
  timeZone: 'Asia/Bangkok',
  methods: [OFFLINE],
})
const connector = (name: string, isTest: boolean) => ({
  name,
  isTest,
  baseUrl: 'https://connector.example.com/sluice',
})

let count = 0
/** Of this test alone, live and approved. @returns its address */
async function live(path: string, bodyOf: (name: string) => object): Promise<string> {
  count += 1
  const requested = await gateway.admin('POST', path, bodyOf(`own-${count}`))
  const approved = await approve(requested)
  expect(Object(approved.body.answer).status, approved.text).toBe(201)
  // A secret that was made is for who asked.
  const made = Object(approved.body.answer).body ?? (await collect(requested)).body.body
  return `${path}/${made?.id ?? made?.name}`
}
const liveTill = () => live('/admin/accounts', (id) => till(id, false))
const liveConnector = () => live('/admin/connectors', (name) => connector(name, false))

describe.each([
  [
    'an own account',
    'account.details',
    '/admin/accounts',
    (isTest: boolean) => till(isTest ? 'test-till' : 'till', isTest),
  ],
  ['a connector', 'connector.change', '/admin/connectors', (isTest: boolean) => connector('acme', isTest)],
  [
    'an account with a provider',
    'provider.change',
    '/admin/providers',
    (isTest: boolean) => ({
      ...{ name: 'bank', provider: 'pix', isTest },
      settings: { ...PIX_SETTINGS, profile: 'bacen', baseUrl: 'https://pix.bank.example' },
    }),
  ],
  [
    'a debtor account',
    'debtor-account.change',
    '/admin/debtor-accounts',
    (isTest: boolean) => ({ ...BANGKOK, id: isTest ? 'test-bank' : 'bank', isTest }),
  ],
] as const)('%s', (_, operation, path, bodyOf) => {
  it('that is live waits for a second operator, and is made once', async () => {
    const requested = await gateway.admin('POST', path, bodyOf(false))
    expect(requested, requested.text).toMatchObject({ status: 202, body: { approval: { operation } } })
    const approved = await approve(requested)
    expect(approved, approved.text).toMatchObject({ status: 200, body: { answer: { status: 201 } } })
    expect((await approve(requested)).body.code).toBe('APPROVAL_DECIDED')
  })

  it('for tests waits for nobody', async () => {
    const made = await gateway.admin('POST', path, bodyOf(true))
    expect(made.status, made.text).toBe(201)
  })
})

describe.each([
  ['receiving details', liveTill, { methods: [OFFLINE] }, { name: 'other' }, { status: 'PAUSED' }],
  [
    'a connector’s address',
    liveConnector,
    { baseUrl: 'https://other.example.com/x' },
    { status: 'ACTIVE' },
    { status: 'PAUSED' },
  ],
] as const)('a change of %s', (_, made, change, meanwhile, closing) => {
  it('waits, and is stale where it was changed meanwhile', async () => {
    const path = await made()
    const requested = await gateway.admin('PATCH', path, change)
    expect(requested.status, requested.text).toBe(202)
    await gateway.advance(1_000)
    const other = await gateway.admin('PATCH', path, meanwhile)
    expect(other.status, other.text).toBe(200)
    expect(await approve(requested)).toMatchObject({ status: 409, body: { code: 'APPROVAL_STALE' } })
    const again = await approve(await gateway.admin('PATCH', path, change))
    expect(again.status, again.text).toBe(200)
  })

  it('that closes the door waits for nobody', async () => {
    expect((await gateway.admin('PATCH', await made(), closing)).status).toBe(200)
  })
})

it('a secret of a connector waits, and so does a change of what pays', async () => {
  const requested = await gateway.admin('POST', `${await liveConnector()}/secrets`)
  expect(requested.status, requested.text).toBe(202)
  expect((await approve(requested)).status).toBe(200)
  const bank = await live('/admin/debtor-accounts', (id) => ({ ...BANGKOK, id, isTest: false }))
  const paid = await gateway.admin('PATCH', bank, { accountNumber: '9998887776' })
  expect(paid.status, paid.text).toBe(202)
  expect((await gateway.admin('PATCH', bank, { status: 'CLOSED' })).status).toBe(200)
  expect((await approve(paid)).body.code).toBe('APPROVAL_STALE')
})

it('how a bank’s CSV is read waits: an amount may stand in any column', async () => {
  const path = `${(await liveTill()).replace('/accounts/', '/bank-feeds/')}/csv-mapping`
  const requested = await gateway.admin('PUT', path, { like: 'plain' })
  expect(requested, requested.text).toMatchObject({
    status: 202,
    body: { approval: { operation: 'bank-feed.mapping' } },
  })
  expect((await approve(requested)).status).toBe(200)
})

it('which program’s word of a bank is believed waits, and that it is no more does not', async () => {
  const programs = await gateway.admin('POST', '/admin/operators', { name: 'bank-program', role: 'OPERATOR' })
  expect((await approve(programs)).status, programs.text).toBe(200)
  const path = await liveTill()
  const debtor = await live('/admin/debtor-accounts', (id) => ({ ...BANGKOK, id, isTest: false }))
  for (const [where, operation] of [
    [path, 'account.details'],
    [debtor, 'debtor-account.change'],
  ] as const) {
    const requested = await gateway.admin('PATCH', where, { bankConnection: 'bank-program' })
    expect(requested, requested.text).toMatchObject({ status: 202, body: { approval: { operation } } })
    expect(requested.body.approval?.summary).toContain('bank-program')
    expect(await approve(requested)).toMatchObject({
      body: { answer: { body: { bankConnection: 'bank-program' } } },
    })
    expect((await gateway.admin('PATCH', where, { bankConnection: 'nobody' })).status).toBe(400)
  }
  const closed = await gateway.admin('PATCH', path, { bankConnection: null })
  expect(closed).toMatchObject({ status: 200, body: { bankConnection: null } })
})

describe('what programs do every day', () => {
  const asks: readonly (readonly [string, string, () => Promise<string>, object])[] = [
    [
      'connector.services',
      'PATCH',
      liveConnector,
      { services: [{ kind: 'payin', paymentMethodCodes: ['ONLINE'], currencyCodes: ['THB'] }] },
    ],
    [
      'rates.put',
      'PUT',
      async () => '/admin/fx-rate-pairs',
      {
        data: [
          { baseCurrencyCode: 'USDT', quoteCurrencyCode: 'THB', rate: 36, validTo: '2027-01-01T00:00:00Z' },
        ],
      },
    ],
  ]

  /** All others follow the default. */
  const ask = async (...operations: readonly string[]) => {
    const data = operations.map((operation) => ({ operation, rule: 'ALWAYS' }))
    const put = await gateway.admin('PUT', '/admin/approval-policy', { data })
    expect((await approve(put)).status, put.text).toBe(200)
  }
  beforeEach(() => ask())

  it.each(asks)('%s waits only where the policy says so', async (operation, method, made, body) => {
    const path = await made()
    expect((await gateway.admin(method, path, body)).status).toBe(200)
    await ask(operation)
    const requested = await gateway.admin(method, path, body)
    expect(requested, requested.text).toMatchObject({ status: 202, body: { approval: { operation } } })
    const done = await approve(requested)
    expect(done, done.text).toMatchObject({ status: 200, body: { answer: { status: 200 } } })
  })

  it('for tests waits for nobody, whatever the policy says', async () => {
    const made = await gateway.admin('POST', '/admin/accounts', till('test-feed', true))
    expect(made.status, made.text).toBe(201)
    const put = await gateway.admin('PUT', '/admin/bank-feeds/test-feed/csv-mapping', { like: 'plain' })
    expect(put.status).toBe(200)
  })
})
