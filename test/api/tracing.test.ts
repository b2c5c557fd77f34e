/** Traces of a whole gateway: what is in the trace of a payment, what spans and log lines say, and that nothing is traced by default. */
import { createHash } from 'node:crypto'
import { SpanKind } from '@opentelemetry/api'
import { AlwaysOffSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { OutgoingAnswer, OutgoingRequest } from '@sluice/core/foundation/deps.ts'
import { freePort } from '@sluice/core/foundation/free-port.fixture.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { readTraceparent, SPAN_ATTRIBUTES } from '@sluice/core/foundation/tracing.ts'
import { signWebhook } from '@sluice/core/foundation/webhooks.ts'
import { newConnectorSecret } from '@sluice/gateway/processors/connectors/store.ts'
import { Spans, settingsOf, treeOf } from '@sluice/telemetry/spans.fixture.ts'
import { startTelemetry } from '@sluice/telemetry/telemetry.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { START, type TestGateway, type TestMerchant, testGateway } from '../harness.ts'
import { openTestDatabase } from '../setup/shared.ts'
import { newId, thbPayout } from './api.fixture.ts'

const NAME = 'test-acme'
const BASE = 'https://acme.example'
const STRANGER = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

const spans = new Spans()
let gateway: TestGateway
let shop: TestMerchant
let secret = ''
let isPaid = false
const sent: OutgoingRequest[] = []

/** The connector accepts each payin, and says that it was paid once it is; every callback is received. */
function answer(request: OutgoingRequest): OutgoingAnswer {
  sent.push(request)
  const ok = { ok: true, status: 200, headers: {}, body: '', durationMs: 1 } as const
  if (!request.url.startsWith(BASE)) return { ...ok, status: 204 }
  const body = JSON.stringify(said(request))
  const id = request.headers['webhook-id'] ?? ''
  return {
    ...ok,
    headers: { ...signWebhook({ id, at: gateway.deps.clock.now(), body, secrets: [secret] }) },
    body,
  }
}

function said({ url, body }: OutgoingRequest): object {
  const path = new URL(url).pathname
  if (path === '/')
    return {
      name: 'Acme',
      protocol: 1,
      services: [
        { kind: 'payin', paymentMethodCodes: ['ONLINE'], currencyCodes: ['THB'] },
        { kind: 'payout', paymentMethodCodes: ['BANK_TRANSFER'], currencyCodes: ['THB'] },
      ],
    }
  const { payment } = JSON.parse(body ?? '').data
  if (path === '/accept')
    return { type: 'accepted', ...(payment.kind === 'payin' && { receiving: { pageUrl: `${BASE}/payer` } }) }
  if (!isPaid) return { type: 'open' }
  const { kind, merchantCode, id, money } = payment
  const statusChange = kind === 'payin' ? { type: 'paid', received: money } : { type: 'delivered' }
  return {
    type: 'known',
    statusUpdates: [{ statusUpdateId: `m-${id}`, kind, merchantCode, id, statusChange }],
  }
}

async function acmeGateway(tracing: Spans | undefined): Promise<TestGateway> {
  const database = await openTestDatabase(START)
  gateway = await testGateway(database, {
    network: answer,
    tracing: tracing && ((deps) => tracing.tracing(deps)),
  })
  const made = newConnectorSecret(NAME, gateway.app.settings.masterKey, gateway.deps)
  secret = made.secret
  await database.run(
    {
      name: '',
      text: `insert into connector (name, is_test, base_url, status, services, secrets, version, created_at, updated_at)
        values ($1, true, $2, 'ACTIVE', null, $3::text::jsonb, 1, $4, $4)`,
    },
    [NAME, BASE, JSON.stringify([made.kept]), new Date(START).toISOString()],
  )
  await gateway.app.gateway.connectors.load()
  await gateway.app.gateway.connectors.find(NAME)?.connector.probe()
  shop = await gateway.merchant({
    products: [
      { code: 'ONLINE', currency: 'THB', processors: [NAME] },
      { code: 'BANK_TRANSFER', currency: 'THB', processors: [NAME] },
    ],
  })
  await gateway.credit(shop, { currency: 'THB' as CurrencyCode, amountMinor: minor(10_000_000n) })
  await shop.token()
  return gateway
}

const PAYIN = {
  paymentRequested: { money: { amount: 512.34, currencyCode: 'THB' } },
  paymentMethod: { paymentMethodCode: 'ONLINE', account: { accountName: 'Somchai Jaidee' } },
  callbackUrl: 'https://shop.example/callbacks/s3cr3t-path',
}

async function create(path: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  const made = await gateway.request('POST', path, { token: await shop.token(), body, headers })
  expect(made.status, made.text).toBe(201)
  return made
}

/** Its key, as its callbacks name it. */
const keyOf = (id: string): string => {
  const callback = sent.find(({ url, body }) => url.startsWith('https://shop') && body?.includes(`"${id}"`))
  return callback?.headers['webhook-id']?.slice(0, 36) ?? ''
}

beforeEach(() => {
  isPaid = false
  sent.length = 0
})

describe('with traces', () => {
  beforeAll(() => acmeGateway(spans))
  afterAll(() => gateway.stop())
  beforeEach(async () => {
    // What the test before has begun ends in its own time.
    await gateway.deps.rest()
    spans.forget()
  })

  /** A payin that is paid an hour after its create. @returns its key */
  async function paidPayin(headers?: Readonly<Record<string, string>>): Promise<string> {
    const id = newId()
    await create(`/payins/${id}`, PAYIN, headers)
    isPaid = true
    await gateway.advance(600_000)
    expect(keyOf(id)).not.toBe('')
    return keyOf(id)
  }

  it('a payin is one trace: its create, commits, calls to the processor, steps and callback', async () => {
    const key = await paidPayin()
    expect(treeOf(spans.of(key))).toEqual({
      'POST /payins/:idPayin': {
        'journal.commit': {},
        'connector accept': {},
        'step inquiry': { 'connector status': {}, 'journal.commit': {} },
        'callback.deliver': {},
      },
    })
  })

  it('its trace has the ID of its key, so that any node finds it from its row', async () => {
    const key = await paidPayin()
    const [request] = spans.named('POST /payins/:idPayin')
    expect(request?.spanContext()).toMatchObject({
      traceId: key.replaceAll('-', ''),
      spanId: key.replaceAll('-', '').slice(16),
    })
  })

  it('a batch of commits is in a separate trace, and has links to the commits in it', async () => {
    const ids = [newId(), newId(), newId()]
    await Promise.all(
      ids.map((id) => create(`/payouts/${id}`, { ...thbPayout(100), callbackUrl: PAYIN.callbackUrl })),
    )
    const commits = spans.named('journal.commit').map((span) => span.spanContext().spanId)
    const linked = spans
      .named('journal.batch')
      .flatMap(({ links }) => links.map(({ context }) => context.spanId))
    expect(linked.sort()).toEqual(expect.arrayContaining(commits.sort()))
    expect(spans.named('journal.batch').map(({ parentSpanContext }) => parentSpanContext)).not.toContain(
      expect.anything(),
    )
  })

  it('each row of a file of payouts has its own trace, with a link to the request', async () => {
    const ids = [newId(), newId()]
    const rows = ids.map((id) => `${id},100,THB,BANK_TRANSFER,Somchai Jaidee,1234567890,014`)
    const raw = ['id,amount,currency,method,account_name,account_number,bank_code', ...rows].join('\n')
    const fingerprint = createHash('sha256').update(raw).digest('hex')
    const headers = { 'content-type': 'text/csv' }
    const paid = await gateway.request('POST', `/payout-batches/${fingerprint}`, {
      ...{ token: await shop.token(), raw, headers },
    })
    expect(paid.body.made, paid.text).toBe(2)
    const [request] = spans.all().filter(({ kind }) => kind === SpanKind.SERVER)
    const made = spans.named('payouts.row')
    expect(new Set(made.map((span) => span.spanContext().traceId)).size).toBe(2)
    for (const { links } of made)
      expect(links.map(({ context }) => context.spanId)).toEqual([request?.spanContext().spanId])
  })

  it('a caller’s traceparent is a link and not the parent', async () => {
    await paidPayin({ traceparent: STRANGER })
    const [request] = spans.named('POST /payins/:idPayin')
    expect(request?.parentSpanContext).toBeUndefined()
    expect(request?.links.map(({ context }) => context)).toEqual([
      { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', traceFlags: 1 },
    ])
  })

  it('a connector gets the context, a merchant’s server does not', async () => {
    const key = await paidPayin()
    const accept = sent.find(({ url, body }) => url.endsWith('/accept') && body?.includes(key))
    const [call] = spans.of(key).filter(({ name }) => name === 'connector accept')
    expect(readTraceparent(accept?.headers.traceparent ?? '')).toEqual({
      traceId: key.replaceAll('-', ''),
      spanId: call?.spanContext().spanId,
      isSampled: true,
    })
    const callbacks = sent.filter(({ url }) => url.startsWith('https://shop'))
    expect(callbacks.flatMap(({ headers }) => Object.keys(headers))).not.toContain('traceparent')
  })

  it('spans say only what is on the list, and nothing of payers, amounts or secrets', async () => {
    const key = await paidPayin()
    await create(`/payouts/${newId()}`, { ...thbPayout(77.5), callbackUrl: PAYIN.callbackUrl })
    await gateway.request('GET', `/payins/${newId()}`, { token: await shop.token() })
    await gateway.request('GET', '/no/such/path?email=a@b.example')
    await gateway.advance(60_000)
    const attributes = spans.all().flatMap((span) => Object.entries(span.attributes))
    expect([...new Set(attributes.map(([name]) => name))].sort()).toEqual([...SPAN_ATTRIBUTES].sort())
    const text = JSON.stringify([
      attributes,
      spans.all().map(({ name, status, events }) => ({ name, status, events })),
    ])
    for (const secretText of [
      'Somchai',
      '512',
      '77.5',
      '1234567890',
      's3cr3t',
      'order-',
      'a@b',
      key,
      secret,
      shop.code,
    ])
      expect(text).not.toContain(secretText)
  })

  it('a request’s log line names its trace and span', async () => {
    const { headers } = await create(`/payins/${newId()}`, PAYIN)
    const line = gateway.deps.logged.find(
      ({ fields }) => 'requestId' in fields && fields.requestId === headers['x-request-id'],
    )
    const [request] = spans.named('POST /payins/:idPayin')
    const { traceId, spanId } = request?.spanContext() ?? {}
    expect(line?.fields).toMatchObject({ trace_id: traceId, span_id: spanId })
  })

  it('a refused request is no failed span, and says why it was refused', async () => {
    await gateway.request('POST', `/payins/${newId()}`, { token: await shop.token(), body: {} })
    const [request] = spans.named('POST /payins/:idPayin')
    expect(request?.status.code).toBe(0)
    expect(request?.attributes).toMatchObject({
      'http.response.status_code': 400,
      'error.type': 'VALIDATION_FAILED',
    })
  })

  it('health has no spans', async () => {
    await gateway.request('GET', '/health/ready')
    expect(spans.all().filter(({ kind }) => kind === SpanKind.SERVER)).toEqual([])
  })
})

it('a callback that another node sends an hour later is in the trace of the create', async () => {
  const accepting = new Spans()
  const working = new Spans()
  const database = await openTestDatabase(START)
  const options = { settings: { sandboxDelayMs: 3_600_000 }, network: answer }
  const first = await testGateway(database, { ...options, tracing: (deps) => accepting.tracing(deps) })
  gateway = first
  shop = await first.merchant()
  const id = newId()
  await create(`/payins/${id}`, PAYIN)
  await first.stop()
  const second = await testGateway(database, {
    ...options,
    startAt: START + 3_600_000,
    seed: 2,
    tracing: (deps) => working.tracing(deps),
  })
  await second.advance(10_000)
  await second.stop()
  const [request] = accepting.of(keyOf(id)).filter(({ name }) => name === 'POST /payins/:idPayin')
  const [callback] = working.named('callback.deliver')
  expect(callback?.parentSpanContext).toMatchObject({
    traceId: request?.spanContext().traceId,
    spanId: request?.spanContext().spanId,
  })
})

describe('sampling', () => {
  it('records a payment’s trace as a whole or not at all', async () => {
    const some = new Spans(new TraceIdRatioBasedSampler(0.5))
    await acmeGateway(some)
    const ids = Array.from({ length: 12 }, newId)
    for (const id of ids) await create(`/payins/${id}`, PAYIN)
    isPaid = true
    await gateway.advance(600_000)
    await gateway.stop()
    const recorded = ids.map((id) =>
      some
        .of(keyOf(id))
        .map(({ name }) => name)
        .sort(),
    )
    const whole = recorded.find((names) => names.length > 0)
    expect(whole).toContain('callback.deliver')
    expect(recorded).toContainEqual([])
    for (const names of recorded) if (names.length > 0) expect(names).toEqual(whole)
  })

  it('a connector learns that a trace is not recorded', async () => {
    await acmeGateway(new Spans(new AlwaysOffSampler()))
    await create(`/payins/${newId()}`, PAYIN)
    await gateway.stop()
    const accept = sent.find(({ url }) => url.endsWith('/accept'))
    expect(readTraceparent(accept?.headers.traceparent ?? '')?.isSampled).toBe(false)
  })
})

it('a receiver of traces that is gone fails no request', async () => {
  const endpoint = `http://127.0.0.1:${await freePort()}`
  const database = await openTestDatabase(START)
  gateway = await testGateway(database, {
    tracing: (deps) => startTelemetry(settingsOf(endpoint), { ...deps, nowMs: deps.clock.now }, '1').tracing,
  })
  shop = await gateway.merchant()
  for (let made = 0; made < 300; made += 1) await create(`/payins/${newId()}`, PAYIN)
  await gateway.stop()
})

it('without traces no span is made, no header is sent and no line names a trace', async () => {
  const tracers = vi.spyOn(TracerProvider.prototype, 'getTracer')
  await acmeGateway(undefined)
  await create(`/payins/${newId()}`, PAYIN)
  isPaid = true
  await gateway.advance(600_000)
  await gateway.stop()
  expect(sent.flatMap(({ headers }) => Object.keys(headers))).not.toContain('traceparent')
  expect(gateway.deps.logged.filter(({ fields }) => 'trace_id' in fields)).toEqual([])
  expect(gateway.app.gateway.deps.tracing).toBeUndefined()
  expect(tracers).not.toHaveBeenCalled()
})
