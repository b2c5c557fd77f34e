import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../../../../test/harness.ts'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'
import { clockFinding } from './database.ts'
import { accountsFinding } from './providers.ts'
import { proxyFinding, publicUrlFinding } from './settings.ts'
import { lateness } from './work.ts'

let gateway: AdminGateway
/** What the doctor finds before anything was done; the tests break what it looks at. */
let asNew: Json
const pages = {
  checkout: '',
  sandbox: '',
  claim: '',
  link: '',
  assets: '/nowhere',
  backOffice: { html: '', assets: '/nowhere' },
  dashboard: { html: '', assets: '/nowhere' },
}
beforeAll(async () => {
  // Nothing works off what waits.
  gateway = await adminGateway({ started: false, settings: { pages, unknownVariables: ['SLUICE_PROT'] } })
  asNew = (await examined()).body
})
afterAll(() => gateway.close())

async function examined(): Promise<{ readonly body: Json; of(name: string): Json | undefined }> {
  const { status, body } = await gateway.admin('GET', '/admin/doctor')
  expect(status).toBe(200)
  const checks = body.checks as unknown as readonly Json[]
  return { body, of: (name) => checks.find((check) => String(check.name) === name) }
}

describe('the doctor', () => {
  it('finds nothing broken in a new gateway, and has a remedy for all that is not fine', async () => {
    const checks = (asNew.checks as unknown as Json[]).filter(
      // The clock of the test is its own.
      ({ name }) => String(name) !== 'clock',
    )
    expect(checks.length).toBeGreaterThan(15)
    expect(checks.filter(({ state }) => String(state) === 'broken')).toEqual([])
    for (const { name, state, remedy } of checks)
      expect([name, remedy === undefined]).toEqual([name, String(state) === 'fine'])
  })

  it('names variables that nothing reads', async () => {
    const { body, of } = await examined()
    expect(of('variables')).toMatchObject({ state: 'warning', detail: 'unknown settings: SLUICE_PROT' })
    expect(body.state).not.toBe('fine')
  })

  it('tells of work that nobody takes up', async () => {
    const merchant = await gateway.merchant()
    const token = await merchant.token()
    const made = await gateway.request('POST', '/payins/late-1', {
      token,
      body: {
        paymentRequested: { money: { amount: 100, currencyCode: 'THB' } },
        paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
      },
    })
    expect(made.status).toBe(201)
    await gateway.doze(3_600_000, 3_600_000)
    const { body, of } = await examined()
    expect(body.state).toBe('broken')
    expect(of('steps')).toMatchObject({ state: 'broken', detail: expect.stringContaining('overdue') })
    expect(of('steps')?.remedy).toContain('worker')
  })

  it('names the merchant whose callback secret the master key does not open', async () => {
    const merchant = await gateway.merchant()
    expect((await examined()).of('master-key')?.state).toBe('fine')
    const spoil = {
      name: 'spoil',
      text: `update merchant_credential set value = 'v1.AAAA' where merchant_id = $1 and purpose = 'CALLBACK_SECRET'`,
    }
    await gateway.database.run(spoil, [merchant.code])
    const { detail, state } = (await examined()).of('master-key') ?? {}
    expect(state).toBe('broken')
    expect(detail).toContain(`merchant ${merchant.code}`)
  })

  it('names merchants whose callback URL may no longer be called', async () => {
    const merchant = await gateway.merchant({ callbackUrl: 'http://10.1.2.3/callbacks' })
    expect((await examined()).of('callback-addresses')?.detail).toContain(merchant.code)
  })

  it('knows missing migrations and signing keys', async () => {
    const forget = { name: 'forget', text: 'delete from schema_migration where number = 1' }
    await gateway.database.run(forget, [])
    const unread = {
      name: 'unread',
      text: `insert into signing_key (kid, purpose, public_jwk, private_encrypted, created_at)
        values ('token-9', 'token', '{}', '', '2026-11-01T00:00:00Z')`,
    }
    await gateway.database.run(unread, [])
    const { of } = await examined()
    expect(of('migrations')).toMatchObject({ state: 'broken', detail: 'not applied: 1' })
    expect(of('signing-keys')).toMatchObject({ state: 'broken', detail: 'this node does not know token-9' })
  })

  it('shows no secret', async () => {
    const merchant = await gateway.merchant()
    const { text } = await gateway.admin('GET', '/admin/doctor')
    for (const secret of [merchant.secret, merchant.callbackSecret, 'v1.', 'whsec_', 'xpub', 'BEGIN'])
      expect(text).not.toContain(secret)
  })

  it('takes a VIEWER, and nobody less', async () => {
    const viewer = await gateway.operator('vera', 'VIEWER')
    expect((await gateway.admin('GET', '/admin/doctor', undefined, viewer)).status).toBe(200)
    expect((await gateway.request('GET', '/admin/doctor')).status).toBe(401)
  })

  it('sees a proxy by what it adds to a request', async () => {
    const token = await gateway.operator('paul', 'VIEWER')
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    const { body } = await gateway.request('GET', '/admin/doctor', { token, headers })
    const proxy = (body.checks as unknown as Json[]).find(({ name }) => String(name) === 'proxy')
    expect(proxy).toMatchObject({ state: 'warning', remedy: expect.stringContaining('TRUST_PROXY') })
  })
})

describe('what it makes of what it sees', () => {
  const NOW = Date.parse('2026-11-23T00:00:00Z')
  const account = (name: string, endsInDays?: number) => ({
    record: {
      name,
      isTest: name.startsWith('test-'),
      secrets: {
        certificate: {
          sealed: '',
          setAt: 0,
          ...(endsInDays !== undefined && { endsAt: NOW + endsInDays * 86_400_000 }),
        },
      },
    },
    isChecked: true,
    isSilent: false,
  })

  it.each([
    ['native-bank', 30, 'fine', 'nothing to do'],
    ['native-bank', 29.5, 'warning', 'certificate of native-bank expires in 29 days'],
    ['native-bank', 7, 'warning', 'expires in 7 days'],
    ['native-bank', 6.9, 'broken', 'expires in 6 days'],
    ['native-bank', -1, 'broken', 'certificate of native-bank has expired'],
    ['test-native-bank', -1, 'warning', 'has expired'],
  ])('a certificate of %s that ends in %d days is %s', (name, days, state, detail) => {
    expect(accountsFinding([account(name, days), account(name)], NOW)).toMatchObject({
      state,
      detail: expect.stringContaining(detail),
    })
  })

  it('an account with a provider that nobody has checked, or that never notified, is a warning with a remedy', () => {
    const unchecked = { ...account('native-new'), isChecked: false }
    const forTests = { ...account('test-native-new'), isChecked: false }
    const silent = { ...account('test-native-quiet'), isSilent: true }
    expect(accountsFinding([unchecked, forTests, silent], NOW)).toMatchObject({
      state: 'warning',
      detail:
        'never checked: native-new; payments were sent, but no notification ever arrived: test-native-quiet',
      remedy: expect.stringMatching(/providers check.*providers subscribe/),
    })
  })

  it.each([
    [0, 'fine'],
    [-1_900, 'fine'],
    [2_100, 'warning'],
    [-31_000, 'broken'],
  ])('a clock that is %i ms ahead is %s', (aheadMs, state) => {
    expect(clockFinding(aheadMs).state).toBe(state)
  })

  it.each([
    ['http://127.0.0.1:8080', false, 'fine'],
    ['http://127.0.0.1:8080', true, 'warning'],
    ['https://localhost', true, 'warning'],
    ['http://pay.example', true, 'warning'],
    ['https://pay.example', true, 'fine'],
  ])('%s, with live merchants: %s, is %s', (url, live, state) => {
    expect(publicUrlFinding(new URL(url), live).state).toBe(state)
  })

  it('an https address without TRUST_PROXY is a warning: something else speaks TLS', () => {
    expect(proxyFinding(new URL('https://pay.example'), false, false).state).toBe('warning')
    expect(proxyFinding(new URL('https://pay.example'), true, true).state).toBe('fine')
  })

  it('what is overdue for a minute is a warning, for ten it is broken', () => {
    const now = 10_000_000
    const rows = (lateMs: number) => [{ waiting: 3, overdue: 1, oldest: now - lateMs }]
    expect(lateness('step', rows(61_000), now)).toMatchObject({
      state: 'warning',
      detail: '3 steps waiting, 1 overdue, the oldest by 61 s',
    })
    expect(lateness('step', rows(601_000), now).state).toBe('broken')
    expect(lateness('step', [{ waiting: 3, overdue: 0, oldest: null }], now).state).toBe('fine')
  })
})
