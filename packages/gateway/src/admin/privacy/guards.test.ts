/** Who may look for persons and erase: a thief among operators learns little, and erases nothing alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { thbPayout } from '../../../../../test/api/api.fixture.ts'
import type { TestMerchant } from '../../../../../test/harness.ts'
import { rowsOf } from '../../payments/payments.fixture.ts'
import { SearchIndexer } from '../../search/indexer.ts'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'

const IDENTIFIER = '1234567890'
let gateway: AdminGateway
let shop: TestMerchant
let anna: string
let ben: string
let vera: string

const nameOf = async () => {
  const [row] = await rowsOf(
    gateway.database,
    `select request ->> 'accountName' as name from payment where id = 'out-1'`,
  )
  return row?.name
}

beforeAll(async () => {
  gateway = await adminGateway({ approvals: 'AS_USUAL' })
  anna = await gateway.operator('anna', 'OPERATOR')
  vera = await gateway.operator('vera', 'VIEWER')
  ben = await gateway.operator('ben', 'ADMIN')
  await gateway.advance(1_000)
  shop = await gateway.merchant()
  await rowsOf(
    gateway.database,
    `insert into balance (merchant_id, currency, account, amount) values ('${shop.code}', 'THB', 'available', 100000000)`,
  )
  const made = await gateway.request('POST', '/payouts/out-1', {
    token: await shop.token(),
    body: thbPayout(),
  })
  expect(made.status, made.text).toBe(201)
  await gateway.doze(120_000)
  const indexer = new SearchIndexer(gateway.database, gateway.deps)
  while ((await indexer.round()) === 0);
})
afterAll(() => gateway.close())

describe('an operator alone', () => {
  it('erases nothing: another one approves, and the identifier is stored nowhere', async () => {
    const body = { identifier: IDENTIFIER, salt: 'a1b2c3' }
    const requested = await gateway.admin('POST', '/admin/privacy/requests', body, anna)
    expect(requested.status, requested.text).toBe(202)
    expect(await nameOf()).toBe('Somchai Jaidee')
    const path = `/admin/approvals/${String(requested.body.approval?.id)}`
    expect((await gateway.admin('POST', `${path}/!approve`, undefined, anna)).status).toBe(403)
    const shown = await gateway.admin('GET', path, undefined, ben)
    expect(shown.text).not.toContain(IDENTIFIER)
    const approved = await gateway.admin('POST', `${path}/!approve`, undefined, ben)
    expect(approved.status, approved.text).toBe(200)
    expect(await nameOf()).toBe('erased')
    const { data } = (await gateway.admin('GET', '/admin/privacy/requests', undefined, ben)).body
    expect(data?.[0 as never]).toMatchObject({ requestedBy: 'anna', found: 1, erased: 1 })
    const encoded = Buffer.from(JSON.stringify(body)).toString('base64').slice(0, 40)
    for (const table of ['approval', 'audit', 'erasure_request', 'payment', 'search_term'])
      for (const text of [IDENTIFIER, encoded])
        expect(
          await rowsOf(gateway.database, `select 1 as found from ${table} t where t::text like '%${text}%'`),
          table,
        ).toEqual([])
  })

  it('changes no term and releases no hold', async () => {
    const terms = { keepDays: 30, mostDays: 60, eraseDays: 30 }
    expect((await gateway.admin('PUT', '/admin/privacy/terms', terms, ben)).status).toBe(202)
    expect((await gateway.admin('PUT', '/admin/privacy/terms', terms, anna)).status).toBe(403)
    const own = await gateway.admin('PATCH', `/admin/privacy/terms/${shop.code}`, { eraseDays: 1900 }, ben)
    expect(own.status).toBe(202)
    const usual = await gateway.admin('PATCH', `/admin/privacy/terms/${shop.code}`, { eraseDays: null }, ben)
    expect(usual.status, usual.text).toBe(202)
    const hold = await gateway.admin(
      'POST',
      '/admin/privacy/holds',
      { merchantCode: (await gateway.merchant()).code, reason: 'a court has asked' },
      anna,
    )
    expect(hold.status, hold.text).toBe(201)
    const released = await gateway.admin(
      'POST',
      `/admin/privacy/holds/${String(hold.body.id)}/!release`,
      {},
      ben,
    )
    expect(released.status, released.text).toBe(202)
  })
})

it('who only reads, and a merchant, look for nobody', async () => {
  const token = await shop.token()
  const asked = await gateway.admin('POST', '/admin/privacy/!find', { identifier: IDENTIFIER }, token)
  expect(asked.status).toBe(401)
  const read = await gateway.admin('POST', '/admin/privacy/!find', { identifier: IDENTIFIER }, vera)
  expect(read.status).toBe(403)
})

it('an operator has 60 look-ups an hour, each in the audit log under a pseudonym', async () => {
  const find = (identifier: string) => gateway.admin('POST', '/admin/privacy/!find', { identifier }, ben)
  for (let look = 0; look < 60; look += 1) expect((await find(`99900${look}1122`)).status).toBe(200)
  const refused = await find('5556667777')
  expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED'])
  const lines = await rowsOf(
    gateway.database,
    "select subject from audit where action = 'privacy.find' and operator = 'ben'",
  )
  expect(lines).toHaveLength(60)
  expect(lines.every(({ subject }) => /^person [\w-]{16}$/.test(String(subject)))).toBe(true)
  await gateway.doze(3_700_000, 600_000)
  expect((await find('5556667777')).status).toBe(200)
})

it('a request to erase counts as a look-up, because it says how many payments a person has', async () => {
  const requested = (identifier: string) =>
    gateway.admin('POST', '/admin/privacy/requests', { identifier, salt: 'a1' }, anna)
  const before = await rowsOf(gateway.database, "select 1 as one from audit where action = 'privacy.find'")
  expect((await requested('7771112223')).status).toBe(202)
  const after = await rowsOf(gateway.database, "select 1 as one from audit where action = 'privacy.find'")
  expect(after.length - before.length).toBe(1)
  const find = (look: number) =>
    gateway.admin('POST', '/admin/privacy/!find', { identifier: `88800${look}1122` }, anna)
  for (let look = 0, status = 200; status === 200 && look < 60; look += 1) ({ status } = await find(look))
  expect((await requested('7771112224')).status).toBe(429)
  await gateway.doze(3_700_000, 600_000)
})

it.each(['', 'a', '....', '    '])('%j identifies nobody', async (identifier) => {
  const { status, body } = await gateway.admin('POST', '/admin/privacy/!find', { identifier }, anna)
  expect([status, body.errors]).toEqual([400, [expect.objectContaining({ path: '/identifier' })]])
})
