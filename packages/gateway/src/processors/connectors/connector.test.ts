import type { OutgoingAnswer, OutgoingRequest } from '@sluice/core/foundation/deps.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { signWebhook, webhookFault } from '@sluice/core/foundation/webhooks.ts'
import type { AcceptContext, StatusUpdate, StatusUpdateAnswer } from '@sluice/core/processor/port.ts'
import { describe, expect, it } from 'vitest'
import { idOf, maker, thb, whileTimePasses } from '../../payments/payments.fixture.ts'
import { Client, NoAnswer } from './client.ts'
import { Connector } from './connector.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const MANIFEST = {
  name: 'Acme',
  protocol: 1,
  services: [
    { kind: 'payin', paymentMethodCodes: ['ONLINE'], currencyCodes: ['THB'] },
    { kind: 'payout', paymentMethodCodes: ['BANK_TRANSFER'], currencyCodes: ['THB'] },
  ],
  calls: ['check', 'cancel'],
}

type Script = (path: string, body: string) => object | string | number

/** A connector whose counterpart answers as the script says: a document, a text as it is, or a status. */
function world(
  script: Script,
  signs: (id: string) => { id: string; secret: string } = (id) => ({ id, secret: SECRET }),
  manifest: object = MANIFEST,
) {
  const calls: OutgoingRequest[] = []
  const reported: StatusUpdate[] = []
  const deps: SimulatedDeps = simulatedDeps(1, {
    network: (request): OutgoingAnswer => {
      calls.push(request)
      const path = new URL(request.url).pathname
      const said = path === '/' ? manifest : script(path, request.body ?? '')
      const status = typeof said === 'number' ? said : 200
      const body = typeof said === 'string' ? said : JSON.stringify(said)
      const { id, secret } = signs(request.headers['webhook-id'] ?? '')
      const headers = { ...signWebhook({ id, at: deps.clock.now(), body, secrets: [secret] }) }
      return { ok: true, status, headers, body, durationMs: 1 }
    },
  })
  let answer: StatusUpdateAnswer = 'applied'
  const client = new Client({
    name: 'test',
    deps,
    baseUrl: 'https://acme.example',
    secrets: [SECRET],
    policy: { refuses: () => undefined },
  })
  const connector = new Connector({
    name: 'test-acme',
    isTest: true,
    isPaused: false,
    services: undefined,
    client,
    deps,
    acceptStatusUpdate: async (statusUpdate) => {
      reported.push(statusUpdate)
      return answer
    },
  })
  const make = maker(deps)
  return {
    deps,
    calls,
    reported,
    client,
    connector,
    make,
    payin: make.payment('payin', 'p', {
      processor: 'test-acme',
      status: 'NEW',
      expireAt: deps.clock.now() + 900_000,
    }),
    payout: make.payment('payout', 'o', { processor: 'test-acme', status: 'NEW' }),
    says: (next: StatusUpdateAnswer) => {
      answer = next
    },
    passing: <Value>(work: Promise<Value>) => whileTimePasses(deps, work),
  }
}
const CONTEXT: AcceptContext = {
  reference: 'S',
  merchantName: 'Shop',
  taken: [],
  sandboxReceiving: () => ({}),
}
const ACCEPTED = {
  type: 'accepted',
  receiving: { pageUrl: 'https://acme.example/pay/1' },
  processorRef: 'a-1',
}

type Signs = (id: string) => { id: string; secret: string }
const NO_ANSWERS: readonly [what: string, script: Script, signs: Signs | undefined][] = [
  ['an error', () => 500, undefined],
  ['a document of another form', () => ({ type: 'perhaps' }), undefined],
  ['something that is no JSON', () => '<html>', undefined],
  ['the signature of somebody else', () => ACCEPTED, (id: string) => ({ id, secret: OTHER })],
  ['a NUL character', () => ({ ...ACCEPTED, processorRef: 'a\u0000' }), undefined],
  ['half of a surrogate pair', () => ({ ...ACCEPTED, processorStatus: '\uD800' }), undefined],
  ['the name of a property that cannot be stored', () => ({ ...ACCEPTED, 'a\u0000': 1 }), undefined],
  ['a nest of lists', () => `${'['.repeat(40)}${']'.repeat(40)}`, undefined],
  ['the signed answer to another request', () => ACCEPTED, () => ({ id: 'accept_other', secret: SECRET })],
  ['an acceptance without what the payer must be told', () => ({ type: 'accepted' }), undefined],
  [
    'a page that would run in the shop that sends its payer there',
    () => ({ ...ACCEPTED, receiving: { pageUrl: 'javascript:alert(1)' } }),
    undefined,
  ],
  [
    'money of another currency',
    () => ({ ...ACCEPTED, moneyRequired: { amount: '1', currencyCode: 'USDT' } }),
    undefined,
  ],
  [
    'an amount that is far from the order’s: minor units, perhaps',
    () => ({ ...ACCEPTED, moneyRequired: { amount: '0.01', currencyCode: 'THB' } }),
    undefined,
  ],
]

describe('a call', () => {
  it('is signed, names the payment, and keeps its ID when it is tried again', async () => {
    let tries = 0
    const script: Script = () => (++tries === 1 ? 500 : ACCEPTED)
    const { connector, calls, payin, passing, deps } = world(script)
    await expect(passing(connector.accept(payin, CONTEXT))).resolves.toMatchObject({
      type: 'accepted',
      processorRef: 'a-1',
      receiving: { pageUrl: 'https://acme.example/pay/1' },
    })
    expect(calls.map(({ headers }) => headers['webhook-id'])).toEqual([
      `accept_${payin.key}`,
      `accept_${payin.key}`,
    ])
    const [first] = calls
    const message = { headers: first?.headers ?? {}, body: first?.body ?? '', secrets: [SECRET] }
    expect(webhookFault({ ...message, now: deps.clock.now() })).toBeUndefined()
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      type: 'payment.accept',
      data: {
        payment: { key: payin.key, kind: 'payin', money: { amount: '100', currencyCode: 'THB' } },
        receiving: { pageUrl: { need: 'mandatory' } },
      },
    })
  })

  it.each(NO_ANSWERS)('is not answered by %s', async (_, script, signs) => {
    const { connector, payin, passing } = world(script, signs)
    await expect(passing(connector.accept(payin, CONTEXT))).rejects.toBeInstanceOf(NoAnswer)
  })

  it.each([
    [
      { type: 'refused', reason: 'FRAUD' },
      { type: 'refused', reason: 'FRAUD' },
    ],
    [
      { type: 'failed', failureReasonCode: 'ACCOUNT_INVALID' },
      { type: 'failed', failureReason: 'ACCOUNT_INVALID' },
    ],
    [
      { type: 'declined', reason: 'LIMIT', detail: 'full' },
      { type: 'declined', reason: 'LIMIT', detail: 'full' },
    ],
    [{ type: 'later' }, { type: 'later', steps: [{ purpose: 'accept' }] }],
  ])('of acceptance may be answered by %j', async (said, expected) => {
    const { connector, payout } = world(() => said)
    expect(await connector.accept(payout, CONTEXT)).toMatchObject(expected)
  })

  it('may give a payin less time, never more', async () => {
    const { payin, connector } = world((_, body) => ({
      ...ACCEPTED,
      expireAt: JSON.parse(body).data.payment.id === 'p' ? '2020-01-01T00:00:00Z' : '2999-01-01T00:00:00Z',
    }))
    expect(await connector.accept(payin, CONTEXT)).toMatchObject({
      expireAt: Date.parse('2020-01-01T00:00:00Z'),
    })
    expect(await connector.accept({ ...payin, id: idOf('q') }, CONTEXT)).not.toHaveProperty('expireAt')
  })
})

describe('a check', () => {
  it('comes only where the manifest names it, and declines where it gets no answer', async () => {
    let status = 200
    const { connector, payin, calls } = world(() =>
      status === 200 ? { type: 'customer', refusal: 'CUSTOMER_NOT_REGISTERED' } : status,
    )
    expect(await connector.check(payin)).toEqual({ type: 'fine' })
    expect(calls).toEqual([])
    await connector.probe()
    expect(await connector.check(payin)).toEqual({ type: 'customer', refusal: 'CUSTOMER_NOT_REGISTERED' })
    status = 503
    expect(await connector.check(payin)).toMatchObject({ type: 'declined', reason: 'UNHEALTHY' })
  })
})

describe('a question', () => {
  const statusUpdate = (id = 'p') => ({
    statusUpdateId: 'fact-1',
    kind: 'payin',
    merchantCode: 'SHOP',
    id,
    statusChange: { type: 'paid', received: { amount: '100.00', currencyCode: 'THB' } },
  })

  it('is answered by reports, which are taken', async () => {
    const { connector, payin, reported, says } = world(() => ({
      type: 'known',
      statusUpdates: [statusUpdate()],
    }))
    expect(await connector.ask(payin)).toBe('reported')
    expect(reported).toMatchObject([
      {
        processor: 'test-acme',
        statusUpdateId: 'fact-1',
        id: 'p',
        statusChange: { type: 'paid', received: thb(10_000n) },
      },
    ])
    says('not-now')
    expect(await connector.ask(payin)).toBe('open')
  })

  it('about one payment is not answered by reports of another', async () => {
    const { connector, payin, reported } = world(() => ({
      type: 'known',
      statusUpdates: [statusUpdate('q')],
    }))
    await expect(connector.ask(payin)).rejects.toBeInstanceOf(NoAnswer)
    expect(reported).toEqual([])
  })

  it.each(['open', 'unknown'] as const)('may be answered by %s', async (type) => {
    const { connector, payin } = world(() => ({ type }))
    expect(await connector.ask(payin)).toBe(type)
  })
})

describe('health', () => {
  it('is not there before the manifest, and ends after five failures until it answers again', async () => {
    let isDown = false
    const { connector, payout, deps, calls, passing } = world(() => (isDown ? 500 : { type: 'later' }))
    expect(connector.health().healthy).toBe(false)
    await connector.probe()
    expect(connector.health()).toMatchObject({ healthy: true, detail: 'it answers' })
    isDown = true
    for (let call = 0; call < 3; call++)
      await expect(passing(connector.accept(payout, CONTEXT))).rejects.toBeInstanceOf(NoAnswer)
    expect(connector.health().healthy).toBe(false)
    const before = calls.length
    await expect(connector.accept(payout, CONTEXT)).rejects.toThrow('breaker')
    expect(calls).toHaveLength(before)
    await deps.advance(61_000)
    isDown = false
    expect(await connector.accept(payout, CONTEXT)).toMatchObject({ type: 'later' })
    expect(connector.health().healthy).toBe(true)
  })

  it('is not there where what it serves cannot be kept, and says of which text', async () => {
    const { connector } = world(() => ACCEPTED, undefined, {
      ...MANIFEST,
      name: 'Acme\u0000',
    })
    await connector.probe()
    expect(connector.manifest).toBeUndefined()
    expect(connector.health().detail).toContain('/name must not contain a NUL character')
  })

  it('comes back with the manifest alone', async () => {
    const { connector, payout, passing } = world(() => 500)
    await connector.probe()
    for (let call = 0; call < 3; call++)
      await expect(passing(connector.accept(payout, CONTEXT))).rejects.toBeInstanceOf(NoAnswer)
    await connector.probe()
    expect(connector.health().healthy).toBe(true)
  })
})
