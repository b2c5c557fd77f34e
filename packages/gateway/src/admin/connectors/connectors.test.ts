import type { OutgoingAnswer, OutgoingRequest } from '@sluice/core/foundation/deps.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { signWebhook } from '@sluice/core/foundation/webhooks.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestMerchant, testGateway } from '../../../../../test/harness.ts'
import { whileTimePasses } from '../../payments/payments.fixture.ts'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'

const URL_OF = 'http://127.0.0.1:9090'
const MANIFEST = {
  name: 'Acme',
  protocol: 1,
  services: [{ kind: 'payin', paymentMethodCodes: ['ONLINE'], currencyCodes: ['THB'] }],
}

const ACCEPTED = { type: 'accepted', receiving: { pageUrl: `${URL_OF}/payer` } }

/** A connector for tests that is there, and a merchant who sells by it alone. */
interface Acme {
  readonly name: string
  readonly url: string
  secret: string
  readonly shop: TestMerchant
}

let gateway: AdminGateway
/** Which one a test speaks of: the one that all share, unless the test changes it. */
let acme: Acme
let shared: Acme
/** Those that answer, and what each signs with. */
const answering: { readonly url: string; secret: string }[] = []
let isDown = false
const guards = new Set<string | undefined>()
/** What the connector answers to `accept`. */
let acceptance: object = ACCEPTED
/** What happens at the provider while it is asked to take a payment on. */
let meanwhile: () => Promise<unknown> = async () => undefined

async function connector(request: OutgoingRequest): Promise<OutgoingAnswer> {
  const answer = { ok: true, status: 200, headers: {}, body: '', durationMs: 1 } as const
  guards.add(request.guard.refuses('10.1.2.3'))
  const requested = answering.find(({ url }) => request.url.startsWith(`${url}/`))
  if (!requested || isDown) return { ...answer, status: 503 }
  const isAccept = request.url.endsWith('/accept')
  if (isAccept) await meanwhile()
  const said = request.url.endsWith('/ask') ? { type: 'open' } : MANIFEST
  const body = JSON.stringify(isAccept ? acceptance : said)
  const id = request.headers['webhook-id'] ?? ''
  const headers = signWebhook({ id, at: gateway.deps.clock.now(), body, secrets: [requested.secret] })
  return { ...answer, headers: { ...headers }, body }
}

/** A new one, which has been heard of. */
async function newAcme(): Promise<Acme> {
  const called = `own-${answering.length + 1}`
  const url = `${URL_OF}/${called}`
  const made = await gateway.admin('POST', '/admin/connectors', { name: called, isTest: true, baseUrl: url })
  expect(made.status, made.text).toBe(201)
  const name = String(made.body.name)
  const shop = await gateway.merchant({
    products: [{ code: 'ONLINE', currency: 'THB', processors: [name] }],
  })
  await gateway.credit(shop, { currency: 'THB' as CurrencyCode, amountMinor: minor(10_000_000n) })
  const there: Acme = { name, url, secret: String(made.body.secret), shop }
  answering.push(there)
  await gateway.advance(6_000)
  return there
}

beforeAll(async () => {
  gateway = await adminGateway({ network: (request) => connector(request) })
  shared = await newAcme()
})
beforeEach(() => {
  acme = shared
  isDown = false
  acceptance = ACCEPTED
  meanwhile = async () => undefined
})
afterAll(() => gateway.close())

const create = async (id: string) =>
  gateway.request('POST', `/payins/${id}`, {
    token: await acme.shop.token(),
    body: {
      paymentRequested: { money: { amount: 500, currencyCode: 'THB' } },
      paymentMethod: { paymentMethodCode: 'ONLINE', account: { accountName: 'Somchai Jaidee' } },
      callbackUrl: 'http://127.0.0.1:9/c',
    },
  })
const read = (id: string) => gateway.admin('GET', `/admin/payments/${acme.shop.code}/payin/${id}`)

let reported = 0
async function tell(
  id: string,
  statusChange: object,
  {
    name = acme.name,
    key = acme.secret,
    merchantCode = String(acme.shop.code),
    statusUpdateId = `fact-${id}`,
  } = {},
) {
  reported += 1
  const at = gateway.deps.clock.now()
  const statusUpdate = { statusUpdateId, kind: 'payin', merchantCode, id, statusChange }
  const raw = JSON.stringify({
    type: 'payment.status_updated',
    timestamp: new Date(at).toISOString(),
    data: { statusUpdate },
  })
  const headers = { ...signWebhook({ id: `report_${reported}`, at, body: raw, secrets: [key] }) }
  return gateway.request('POST', `/connectors/${name}/status-updates`, { raw, headers })
}
const PAID = { type: 'paid', received: { amount: '500', currencyCode: 'THB' } }

describe('a connector', () => {
  it('is registered with a secret that is shown once, and is a processor at once', async () => {
    const made = await gateway.admin('POST', '/admin/connectors', {
      name: 'acme',
      isTest: true,
      baseUrl: `${URL_OF}/first`,
    })
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: 'test-acme',
        baseUrl: `${URL_OF}/first`,
        status: 'ACTIVE',
        healthy: false,
        manifest: null,
      },
    })
    const secret = String(made.body.secret)
    answering.push({ url: `${URL_OF}/first`, secret })
    expect(secret).toMatch(/^whsec_/)
    expect(JSON.stringify((await gateway.admin('GET', '/admin/connectors')).body)).not.toContain(secret)
    const { body } = await gateway.admin('GET', '/admin/processors')
    expect(body.data).toContainEqual(expect.objectContaining({ name: 'test-acme', healthy: false }))
    await gateway.advance(6_000)
    const now = await gateway.admin('GET', '/admin/connectors/test-acme')
    expect(now.body).toMatchObject({ healthy: true, manifest: { name: 'Acme' } })
    const audit = await gateway.admin('GET', '/admin/audit?subject=test-acme')
    expect(audit.body.data).toMatchObject([{ action: 'connector.create', subject: 'connector test-acme' }])
  })

  it('is known to another node within seconds', async () => {
    const other = await testGateway(gateway.database, { seed: 77, network: (request) => connector(request) })
    await other.advance(6_000)
    expect([...other.app.gateway.processors.keys()]).toContain(acme.name)
    await other.stop()
  })

  it.each(['http://127.0.0.1:9090', 'http://localhost:9090'])(
    'for live payments at %s is refused with the setting that opens this machine',
    async (baseUrl) => {
      const answer = await gateway.admin('POST', '/admin/connectors', {
        name: 'here',
        isTest: false,
        baseUrl,
      })
      expect(answer).toMatchObject({
        status: 400,
        body: {
          errors: [
            {
              path: '/baseUrl',
              code: 'HOST_REFUSED',
              message:
                'points to this machine, which is not allowed for connectors: add 127.0.0.0/8 (or ::1/128) to SLUICE_CONNECTOR_ALLOW to allow it',
            },
          ],
        },
      })
    },
  )

  it.each([
    ['a name with capitals', { name: 'Acme' }, '/name'],
    ['no kind', { isTest: undefined }, '/isTest'],
    ['no URL', { baseUrl: undefined }, '/baseUrl'],
    ['a private address', { baseUrl: 'https://10.1.2.3' }, '/baseUrl'],
    ['a metadata address', { baseUrl: 'http://169.254.169.254' }, '/baseUrl'],
    ['a query', { baseUrl: 'https://acme.example/?a=1' }, '/baseUrl'],
    ['http when it is live', { isTest: false, baseUrl: 'http://acme.example' }, '/baseUrl'],
    ['a service without methods', { services: [{ kind: 'payin' }] }, '/services/0'],
    [
      'hours on Mars',
      {
        services: [{ ...MANIFEST.services[0], hours: { timeZone: 'Mars/Base', from: '08:00', to: '20:00' } }],
      },
      '/services/0/hours/timeZone',
    ],
  ])('cannot have %s', async (_, changes, path) => {
    const body = { name: 'other', isTest: true, baseUrl: 'https://acme.example', ...changes }
    const answer = await gateway.admin('POST', '/admin/connectors', body)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body.errors)).toContain(`"path":"${path}"`)
  })

  it('cannot take the name of a processor that there is', async () => {
    const again = { name: acme.name.replace('test-', ''), isTest: true, baseUrl: URL_OF }
    const answer = await gateway.admin('POST', '/admin/connectors', again)
    expect(answer).toMatchObject({ status: 409, body: { code: 'ALREADY_EXISTS' } })
  })

  it('is an ADMIN’s to register', async () => {
    const token = await gateway.operator('op', 'OPERATOR')
    const answer = await gateway.admin('POST', '/admin/connectors', { name: 'x' }, token)
    expect(answer.status).toBe(403)
  })
})

describe('a payment by a connector', () => {
  it('is taken on, and paid by a signed report, once', async () => {
    const made = await create('paid')
    expect(made.body.paymentMethodResponse).toMatchObject({ redirectUrl: `${URL_OF}/payer` })
    expect(await tell('paid', PAID)).toMatchObject({ status: 200, body: { answer: 'applied' } })
    expect(await tell('paid', PAID)).toMatchObject({ status: 200, body: { answer: 'repeated' } })
    expect((await read('paid')).body.status).toBe('SUCCESS')
  })

  it('may be reported before it is there', async () => {
    expect(await tell('early', PAID)).toMatchObject({ body: { answer: 'kept' } })
    await create('early')
    await gateway.advance(3_000)
    expect((await read('early')).body.status).toBe('SUCCESS')
  })

  it.each([
    ['with another secret', { key: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' }],
    ['under another name', { name: 'test-nobody' }],
    ['under the name of a processor that is no connector', { name: 'sandbox' }],
  ])('is not reported %s: 401', async (_, options) => {
    await create(`mine-${reported}`)
    expect(await tell(`mine-${reported}`, PAID, options)).toMatchObject({ status: 401 })
  })

  it('is not reported by a message that is too old, or of another type', async () => {
    const raw = JSON.stringify({ type: 'payment.accept', timestamp: '2026-11-21T08:00:00Z', data: {} })
    const sent = (at: number) =>
      gateway.request('POST', `/connectors/${acme.name}/status-updates`, {
        raw,
        headers: { ...signWebhook({ id: 'x', at, body: raw, secrets: [acme.secret] }) },
      })
    expect((await sent(gateway.deps.clock.now() - 400_000)).status).toBe(401)
    expect((await sent(gateway.deps.clock.now())).status).toBe(400)
  })

  it('is its own: it cannot speak of others’ payments, of live merchants, or of nobody’s', async () => {
    const other = await gateway.merchant()
    const live = await gateway.merchant({ isTest: false })
    await gateway.request('POST', '/payins/theirs', {
      token: await other.token(),
      body: {
        paymentRequested: { money: { amount: 1907, currencyCode: 'THB' } },
        paymentMethod: { paymentMethodCode: 'ONLINE', account: { accountName: 'Somchai Jaidee' } },
      },
    })
    const cases = async () => (await gateway.admin('GET', '/admin/cases')).body.data
    const before = await cases()
    const answers = [
      await tell('theirs', PAID, { merchantCode: other.code }),
      await tell('any', PAID, { merchantCode: live.code }),
      await tell('any', PAID, { merchantCode: 'NOBODY' }),
    ]
    expect(answers.map(({ body }) => body.answer)).toEqual(['not-allowed', 'not-allowed', 'not-allowed'])
    expect(await cases()).toEqual(before)
  })

  it('stays paid, whatever its connector says against it later: one case, and no money is moved', async () => {
    await create('denied')
    await tell('denied', PAID)
    const failed = { type: 'failed', failureReasonCode: 'ACCOUNT_INVALID' }
    const answers = [
      await tell('denied', failed, { statusUpdateId: 'message-1' }),
      await tell('denied', failed, { statusUpdateId: 'message-1' }),
      await tell('denied', { type: 'refused', reason: 'BY_BANK' }, { statusUpdateId: 'message-2' }),
      // Under the very name of the money.
      await tell('denied', failed),
    ]
    expect(answers.map(({ body }) => body.answer)).toEqual(Array(4).fill('contradicts'))
    const { body } = await read('denied')
    expect(body).toMatchObject({ status: 'SUCCESS', cases: [{ reason: 'REJECTED_AFTER_SUCCESS' }] })
    expect(Object(body).cases[0].money).toBeUndefined()
    const { body: invariants } = await gateway.admin('GET', '/admin/invariants')
    expect(invariants.holds).toBe(true)
  })

  it.each([
    ['refuses', { type: 'refused', reason: 'BY_BANK' }],
    ['fails', { type: 'failed', failureReasonCode: 'ACCOUNT_INVALID' }],
    ['declines', { type: 'declined', reason: 'LIMIT', detail: 'full' }],
  ])('is a case where its connector %s what it has just reported as paid', async (how, answer) => {
    acceptance = answer
    meanwhile = () => tell(`overtaken-${how}`, PAID)
    const made = await create(`overtaken-${how}`)
    expect(made.status).toBe(201)
    const { body } = await read(`overtaken-${how}`)
    expect(body).toMatchObject({ status: 'SUCCESS', cases: [{ reason: 'REJECTED_AFTER_SUCCESS' }] })
  })

  it('waits where its connector answers what no database can store, and spoils nobody else’s', async () => {
    acceptance = { ...ACCEPTED, processorRef: 'a\u0000' }
    const made = await whileTimePasses(gateway.deps, create('unstorable'))
    expect(made.status).toBe(201)
    expect((await read('unstorable')).body.status).toBe('NEW')
    acceptance = ACCEPTED
    await gateway.advance(60_000)
    expect((await read('unstorable')).body.status).toBe('PENDING')
    // Such a report is refused as any request is.
    expect(await tell('unstorable', { ...PAID, customerAccount: { accountName: '\uD800' } })).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'INVALID_CHARACTER' }] },
    })
    expect(await tell('unstorable', PAID)).toMatchObject({ body: { answer: 'applied' } })
    expect(gateway.deps.logged.filter(({ message }) => message.includes('a batch failed'))).toEqual([])
  })

  it('that it declined fails where nobody else is left, and its money is not lost if it comes all the same', async () => {
    acceptance = { type: 'declined', reason: 'LIMIT', detail: 'full' }
    const made = await create('declined')
    expect(made.body.failureReasonCode).toBe('PROCESSOR_ERROR')
    expect(await tell('declined', PAID)).toMatchObject({ body: { answer: 'suspended' } })
    const { body } = await read('declined')
    expect(body).toMatchObject({ status: 'FAILED', cases: [{ reason: 'PAID_AFTER_FAILED' }] })
  })
})

describe('a payment whose connector does not answer', () => {
  const waiting = async (id: string) => {
    const { body } = await read(id)
    return { status: body.status, cases: Object(body).cases.map(({ reason }: { reason: string }) => reason) }
  }
  it('is a case at its deadline, once, and never another status; what it says later is kept', async () => {
    acme = await newAcme()
    const services = [{ ...MANIFEST.services[0], deadlineSecs: 120 }]
    await gateway.admin('PATCH', `/admin/connectors/${acme.name}`, { services })
    const expireAt = new Date(gateway.deps.clock.now() + 60_000).toISOString()
    await create('silent')
    acceptance = { ...acceptance, expireAt }
    await create('expires')
    isDown = true
    await gateway.advance(110_000)
    expect(await waiting('silent')).toEqual({ status: 'PENDING', cases: [] })
    await gateway.advance(30_000)
    expect(await waiting('silent')).toEqual({ status: 'PENDING', cases: ['NO_STATUS_UPDATE'] })
    expect(await waiting('expires')).toEqual({ status: 'EXPIRED', cases: ['NO_STATUS_UPDATE'] })
    await gateway.advance(180_000)
    expect((await waiting('silent')).cases).toEqual(['NO_STATUS_UPDATE'])
    expect(await tell('expires', PAID)).toMatchObject({ body: { answer: 'applied' } })
    expect((await waiting('expires')).status).toBe('SUCCESS')
  })

  it('is never looked for in networks that are not open', async () => {
    await create('guarded')
    expect(guards.size).toBe(1)
    expect([...guards][0]).toBeTypeOf('string')
  })
})

describe('a connector that there is', () => {
  beforeEach(async () => {
    acme = await newAcme()
  })
  const admin = (method: string, path: string, body?: object) =>
    gateway.admin(method, `/admin/connectors/${acme.name}${path}`, body)

  it('can be paused: it gets nothing new, and its payments are still heard of', async () => {
    await create('before-the-pause')
    expect(await admin('PATCH', '', { status: 'PAUSED' })).toMatchObject({
      body: { status: 'PAUSED', healthy: false },
    })
    expect(await create('paused')).toMatchObject({ status: 422, body: { code: 'METHOD_UNAVAILABLE' } })
    expect(await tell('before-the-pause', PAID)).toMatchObject({ body: { answer: 'applied' } })
    await admin('PATCH', '', { status: 'ACTIVE' })
    expect((await create('resumed')).status).toBe(201)
  })

  it('stays where it is while payments wait for it, unless an operator says that it is the same elsewhere', async () => {
    for (const id of ['one', 'two']) await create(id)
    const away = `${acme.url}/elsewhere`
    const refused = await admin('PATCH', '', { baseUrl: away })
    expect([refused.status, refused.body.code]).toEqual([409, 'INVALID_STATE'])
    expect(refused.body.detail).toMatch(
      /^\d+ payments still wait for a status update from it, .* sameConnector\.$/,
    )
    expect(await admin('PATCH', '', { baseUrl: `${acme.url}/`, status: 'ACTIVE' })).toMatchObject({
      status: 200,
    })
    expect((await admin('PATCH', '', { status: 'ACTIVE', sameConnector: true })).status).toBe(400)
    const moved = await admin('PATCH', '', { baseUrl: away, sameConnector: true })
    expect([moved.status, moved.body.baseUrl]).toEqual([200, away])
    const audit = await gateway.admin('GET', `/admin/audit?subject=${acme.name}&limit=1`)
    expect(audit.body.data).toMatchObject([{ detail: { changed: ['baseUrl'], sameConnector: true } }])
  })

  it('changes its secret without a pause', async () => {
    await create('told')
    const old = acme.secret
    const added = await admin('POST', '/secrets')
    expect(added.status).toBe(201)
    expect(await tell('told', PAID, { key: old })).toMatchObject({ body: { answer: 'applied' } })
    acme.secret = String(added.body.secret)
    expect(await tell('told', PAID)).toMatchObject({ body: { answer: 'repeated' } })
    const [, first] = Object(await admin('GET', '')).body.secrets
    expect((await admin('DELETE', `/secrets/${first.id}`)).status).toBe(204)
    expect(await tell('told', PAID, { key: old })).toMatchObject({ status: 401 })
    const last = await admin('DELETE', `/secrets/${added.body.id}`)
    expect(last).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  })

  it('serves what an operator says, where one does', async () => {
    const services = [{ ...MANIFEST.services[0], min: '1000' }]
    expect((await admin('PATCH', '', { services })).body.services).toEqual(services)
    expect(await create('small')).toMatchObject({ status: 422, body: { code: 'AMOUNT_OUT_OF_RANGE' } })
    expect((await admin('PATCH', '', { services: null })).body.services).toBeNull()
    expect((await create('small')).status).toBe(201)
  })

  it('is taken away only when no payment waits for it, and no product names it', async () => {
    for (const id of ['small', 'other']) expect((await create(id)).status).toBe(201)
    const waiting = await admin('DELETE', '')
    expect(waiting).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect(waiting.body.detail).toMatch(/^\d+ payments still wait for a status update from it/)
    for (const id of ['small', 'other']) await tell(id, { type: 'refused', reason: 'TEST' })
    const named = await admin('DELETE', '')
    expect([named.status, named.body.detail]).toEqual([
      409,
      `Products name it: of ${acme.shop.code} (ONLINE in THB). Take it out of them first.`,
    ])
    const without = await gateway.admin('PATCH', `/admin/merchants/${acme.shop.code}`, { paymentMethods: [] })
    expect(without.status, without.text).toBe(200)
    expect((await admin('DELETE', '')).status).toBe(204)
    expect((await admin('GET', '')).status).toBe(404)
    expect((await create('after')).status).toBe(422)
    expect(await tell('small', PAID)).toMatchObject({ status: 401 })
  })
})
