/** What looks small and is not: one operator alone opens nothing again that was closed, silences no alarm, and writes on nobody's invoice. */
import { PIX_SETTINGS } from '@sluice/providers/pix/pix.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../../../../test/harness.ts'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'

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

let count = 0
const made = async (path: string, bodyOf: (name: string) => object): Promise<string> => {
  count += 1
  const requested = await gateway.admin('POST', path, bodyOf(`alone-${count}`))
  const approved = requested.status === 202 ? Object((await approve(requested)).body.answer) : requested
  expect(approved.status, requested.text).toBe(201)
  // A secret that was made is for who asked.
  const collect = `/admin/approvals/${String(requested.body.approval?.id)}/!collect`
  const body = approved.body ?? (await gateway.admin('POST', collect)).body.body
  return `${path}/${body.id ?? body.name}`
}

const account = (isTest: boolean) => (id: string) => ({
  ...{ id, isTest, name: id, kind: 'BANK_ACCOUNT', currencyCode: 'THB', timeZone: 'Asia/Bangkok' },
  methods: [
    {
      code: 'OFFLINE',
      receiving: { accountName: 'Shop', accountNumber: '1234567890', bankCode: '004', bankName: 'KBank' },
      recognisedBy: 'amount',
    },
  ],
})
const connector = (isTest: boolean) => (name: string) => ({
  ...{ name, isTest, baseUrl: 'https://connector.example.com/sluice' },
})
const provider = (isTest: boolean) => (name: string) => ({
  ...{ name, provider: 'pix', isTest },
  settings: { ...PIX_SETTINGS, profile: 'bacen', baseUrl: 'https://pix.bank.example' },
})

type Way = (path: string) => readonly ['POST' | 'PATCH', string, object | undefined]
const byAction =
  (operation: string): Way =>
  (path) => ['POST', `${path}/!${operation}`, undefined]
const byStatus =
  (status: string): Way =>
  (path) => ['PATCH', path, { status }]

describe.each([
  ['an own account', 'account.details', '/admin/accounts', account, byAction('pause'), byAction('resume')],
  [
    'an own account, by its status',
    'account.details',
    '/admin/accounts',
    account,
    byAction('pause'),
    byStatus('ACTIVE'),
  ],
  ['a connector', 'connector.change', '/admin/connectors', connector, byStatus('PAUSED'), byStatus('ACTIVE')],
  [
    'a provider’s account',
    'provider.change',
    '/admin/providers',
    provider,
    byStatus('PAUSED'),
    byStatus('ACTIVE'),
  ],
] as const)('%s', (_, operation, path, bodyOf, pause, resume) => {
  const send = async (way: Way, to: string) => gateway.admin(...way(to))

  it('that was paused is let go on by two, and pausing waits for nobody', async () => {
    const live = await made(path, bodyOf(false))
    expect((await send(pause, live)).status).toBe(200)
    const requested = await send(resume, live)
    expect(requested, requested.text).toMatchObject({ status: 202, body: { approval: { operation } } })
    expect((await gateway.admin('GET', live)).body.status).toBe('PAUSED')
    expect((await approve(requested)).body).toMatchObject({
      answer: { status: 200, body: { status: 'ACTIVE' } },
    })
  })

  it('for tests is let go on by one', async () => {
    const test = await made(path, bodyOf(true))
    expect((await send(pause, test)).status).toBe(200)
    const resumed = await send(resume, test)
    expect(resumed, resumed.text).toMatchObject({ status: 200, body: { status: 'ACTIVE' } })
  })
})

it('that a bank’s balances are compared no more takes two', async () => {
  const live = await made('/admin/accounts', account(false))
  const requested = await gateway.admin('PATCH', live, { balances: 'NOT_PROVIDED_BY_BANK' })
  expect(requested, requested.text).toMatchObject({
    status: 202,
    body: { approval: { operation: 'account.details' } },
  })
})

it('how a bank writes its CSV takes two: whoever says which column names the payin says whose money it is', async () => {
  const live = await made('/admin/accounts', account(false))
  const mapping = { like: 'plain' }
  const requested = await gateway.admin(
    'PUT',
    `${live.replace('accounts', 'bank-feeds')}/csv-mapping`,
    mapping,
  )
  expect(requested, requested.text).toMatchObject({
    status: 202,
    body: { approval: { operation: 'bank-feed.mapping' } },
  })
})

describe('an alarm', () => {
  const rule = '/admin/alerts/rules/invariant-broken'
  const put = (body: object, at = rule) => gateway.admin('PUT', at, body)

  it('that is switched off, or made to wait longer, waits for a second operator', async () => {
    const requested = await put({ enabled: false })
    expect(requested, requested.text).toMatchObject({
      status: 202,
      body: { approval: { operation: 'alert.silence' } },
    })
    const later = await put({ enabled: true, afterMinutes: 60 * 24 * 30 }, '/admin/alerts/rules/case-old')
    expect(later, later.text).toMatchObject({
      status: 202,
      body: { approval: { operation: 'alert.silence' } },
    })
    const done = await approve(requested)
    expect(done.body, done.text).toMatchObject({ answer: { status: 200, body: { enabled: false } } })
  })

  it('that is told of sooner, or again, is for one', async () => {
    const at = '/admin/alerts/rules/processor-ill'
    expect((await put({ enabled: true, afterMinutes: 1 }, at)).status).toBe(200)
    expect((await approve(await put({ enabled: false }, at))).status).toBe(200)
    expect((await put({ enabled: true, afterMinutes: 5 }, at)).status).toBe(200)
  })
})

describe('what stands on invoices', () => {
  const issuer = { name: 'Sluice Co., Ltd.', address: ['Please pay to account 666-1-23456-7'] }

  it('of the gateway waits for a second operator', async () => {
    const requested = await gateway.admin('PUT', '/admin/billing', { issuer })
    expect(requested, requested.text).toMatchObject({
      status: 202,
      body: { approval: { operation: 'billing.change' } },
    })
    const done = await approve(requested)
    expect(done.body, done.text).toMatchObject({ answer: { status: 200, body: { issuer } } })
  })

  it('of a live merchant, too; of one for tests not', async () => {
    const put = (code: string) =>
      gateway.admin('PUT', `/admin/merchants/${code}/billing`, { recipient: issuer })
    const live = await put((await gateway.merchant({ isTest: false })).code)
    expect(live, live.text).toMatchObject({
      status: 202,
      body: { approval: { operation: 'billing.change' } },
    })
    expect((await put((await gateway.merchant()).code)).status).toBe(200)
  })
})

it('a colleague’s pause stands, however often somebody resumes at the same moment', async () => {
  const live = await made('/admin/accounts', account(false))
  const status = async () => (await gateway.admin('GET', live)).body.status
  for (let round = 0; round < 3; round += 1) {
    const resumes = Array.from({ length: 10 }, () => gateway.admin('POST', `${live}/!resume`, undefined, ben))
    const paused = gateway.admin('POST', `${live}/!pause`)
    await Promise.all([...resumes, paused])
    expect(await status()).toBe('PAUSED')
    await approve(await gateway.admin('POST', `${live}/!resume`))
  }
})
