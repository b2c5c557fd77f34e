/** Alerts as operators read, change and try them. What sets each rule off stands in `rules.test.ts`. */
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import type { Json } from '../../../../../test/harness.ts'
import { onEngines } from '../../../../../test/setup/engine.ts'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'

onEngines(['memory', 'postgres'], () => {
  const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

  let gateway: AdminGateway
  /** What the receiver of alerts was sent, and what it answers. */
  const reported: Json[] = []
  let answer = 204
  beforeAll(async () => {
    gateway = await adminGateway({
      settings: { alerts: { mail: undefined, webhook: { url: 'https://hooks.example/in', secret: SECRET } } },
      network: async (request) => {
        if (request.url.startsWith('https://hooks.example')) reported.push(JSON.parse(request.body ?? '{}'))
        return { ok: true, status: answer, headers: {}, body: '', durationMs: 1 }
      },
    })
  })
  beforeEach(() => {
    reported.splice(0)
  })
  afterAll(() => gateway.close())

  const alerts = async (query = ''): Promise<readonly Json[]> => {
    const { body } = await gateway.admin('GET', `/admin/alerts${query}`)
    return body.data as unknown as Json[]
  }

  it('are on from the beginning, with what they tell', async () => {
    const { body } = await gateway.admin('GET', '/admin/alerts/rules')
    const rules = body.data as unknown as readonly Json[]
    expect(rules.every(({ enabled }) => (enabled as unknown) === true)).toBe(true)
    expect(rules.map(({ rule }) => rule)).toContain('processor-ill')
  })

  it('begin when a balance falls below its limit, tell it once, and end when it is filled up', async () => {
    // The clock of a test is not the database's, which the doctor sees.
    const doctor = (enabled: boolean) =>
      gateway.admin('PUT', '/admin/alerts/rules/doctor-broken', { enabled })
    await doctor(false)
    onTestFinished(async () => void (await doctor(true)))
    const shop = await gateway.merchant()
    const limit = { merchantCode: shop.code, currencyCode: 'THB', amount: '1000.50' }
    const changed = await gateway.admin('PUT', '/admin/alerts/rules/balance-below', {
      enabled: true,
      limits: [limit],
    })
    expect(changed.status, changed.text).toBe(200)
    await gateway.doze(10 * 60_000)
    expect(await alerts('?open=true')).toMatchObject([
      {
        rule: 'balance-below',
        subject: `${shop.code} THB`,
        messages: [{ notice: 'BEGAN', state: 'SENT' }],
      },
    ])
    await gateway.credit(shop, { currency: 'THB' as CurrencyCode, amountMinor: minor(100_050n) }, 'top-up')
    await gateway.doze(15 * 60_000)
    expect(await alerts('?open=true')).toEqual([])
    expect(reported.map(({ type }) => type)).toEqual(['alert.began', 'alert.ended'])
    const [line] = (await gateway.admin('GET', '/admin/audit?limit=1')).body.data as unknown as Json[]
    expect(line).toMatchObject({ action: 'alert-rule.change', detail: { after: { limits: [limit] } } })
  })

  it('are refused a rule that there is not, one that is told at once, and limits of nobody', async () => {
    expect((await gateway.admin('PUT', '/admin/alerts/rules/made-up', { enabled: true })).status).toBe(404)
    const refused = await gateway.admin('PUT', '/admin/alerts/rules/doctor-broken', {
      enabled: true,
      afterMinutes: 5,
      limits: [{ merchantCode: 'no such!', currencyCode: 'THB', amount: '1' }],
    })
    const errors = refused.body.errors as unknown as readonly Json[]
    expect(errors.map(({ path }) => path)).toEqual(['/limits/0/merchantCode', '/afterMinutes', '/limits'])
  })

  it('are tried by one message, whose fate is told', async () => {
    answer = 503
    const { status, body } = await gateway.admin('POST', '/admin/alerts/!test')
    answer = 204
    expect(status).toBe(200)
    expect(body.channels).toEqual([
      {
        channel: 'webhook',
        to: 'hooks.example',
        taken: false,
        problem: 'the receiver answered 503; it must answer 2xx',
      },
    ])
    expect(reported).toHaveLength(1)
  })

  it('have a word of the doctor where nobody is told and there are live merchants', async () => {
    const check = async (of: AdminGateway) => {
      const { body } = await of.admin('GET', '/admin/doctor')
      return (body.checks as unknown as readonly Json[]).find(({ name }) => String(name) === 'alerts')
    }
    expect(await check(gateway)).toMatchObject({ state: 'fine', detail: 'sent by webhook' })
    const silent = await adminGateway({ started: false })
    onTestFinished(() => silent.close())
    expect(await check(silent)).toMatchObject({ state: 'fine' })
    await silent.merchant({ isTest: false })
    expect(await check(silent)).toMatchObject({
      state: 'warning',
      remedy: expect.stringContaining('SLUICE_SMTP_HOST'),
    })
  })
})
