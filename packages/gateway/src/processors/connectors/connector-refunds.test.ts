/** What a connector is told of a refund, what it is asked under which name, and what it may say of it. */
import { PAYIN_METHODS, PAYOUT_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { signWebhook } from '@sluice/core/foundation/webhooks.ts'
import type { Payment, RefundTerms } from '@sluice/core/payment/model.ts'
import type { StatusUpdate } from '@sluice/core/processor/port.ts'
import { describe, expect, it } from 'vitest'
import { idOf, maker, thb } from '../../payments/payments.fixture.ts'
import { Client } from './client.ts'
import { Connector } from './connector.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const CONTEXT = { reference: 'S', merchantName: 'Shop', taken: [], sandboxReceiving: () => ({}) }
const SERVICE = {
  kind: 'refund',
  paymentMethodCodes: ['NETBANKING', 'BANK_TRANSFER'],
  currencyCodes: ['INR', 'THB'],
}

interface Requested {
  readonly path: string
  readonly id: string
  readonly payment: Readonly<Record<string, unknown>>
}

function world(manifest: object = {}, says: (path: string) => object = () => ({ type: 'later' })) {
  const requested: Requested[] = []
  const reported: StatusUpdate[] = []
  const deps = simulatedDeps(1, {
    network: ({ url, body = '', headers: sent }) => {
      const path = new URL(url).pathname
      const id = sent['webhook-id'] ?? ''
      if (path !== '/') requested.push({ path, id, payment: JSON.parse(body).data.payment })
      const answer = JSON.stringify(
        path === '/'
          ? { name: 'Acme', protocol: 1, services: [SERVICE], calls: ['check'], ...manifest }
          : says(path),
      )
      const headers = { ...signWebhook({ id, at: deps.clock.now(), body: answer, secrets: [SECRET] }) }
      return { ok: true, status: 200, headers, body: answer, durationMs: 1 }
    },
  })
  const client = new Client({
    name: 'test',
    ...{ deps, baseUrl: 'https://acme.example', secrets: [SECRET] },
    policy: { refuses: () => undefined },
  })
  const connector = new Connector({
    ...{ name: 'test-acme', isTest: true, isPaused: false, services: undefined, client, deps },
    acceptStatusUpdate: async (statusUpdate) => {
      reported.push(statusUpdate)
      return 'applied'
    },
  })
  const { payment } = maker(deps)
  const payin = payment('payin', 'order-1', {
    ...{ method: 'NETBANKING', processor: 'test-acme', status: 'SUCCESS', processorRef: 'acme-7' },
    request: { accountName: 'Asha', accountNumber: '1234567890', vatRate: '0.18' },
    payerAccount: { accountName: 'Asha Rao', accountNumber: '99' },
  })
  const terms: RefundTerms = {
    ...{ idPayin: payin.id, payinKey: payin.key, number: 1, reason: 'FRAUD', route: 'NATIVE' },
    ...{ note: 'the customer called', approvedBy: 'a-1', feeBackMinor: '12', vatRate: '0.18' },
    ...{ heldBy: 'a-2', claimHash: 'the hash of a secret' },
    payee: { from: 'MERCHANT', method: 'BANK_TRANSFER', fields: { accountName: 'Somebody' } },
  }
  const refund = (changes: Partial<RefundTerms>, request: Payment['request'] = {}): Payment =>
    payment('refund', 'back-1', {
      ...{ method: 'NETBANKING', processor: 'test-acme', status: 'NEW', money: thb(4_000n) },
      request: { ...request, refund: { ...terms, ...changes } },
    })
  return { requested, reported, connector, payin, refund, deps }
}

describe('a connector', () => {
  it('is told of a refund by its own rail what the rail needs, and nothing else', async () => {
    const { connector, payin, refund, requested } = world()
    await connector.refund.accept(refund({}), payin)
    expect(requested).toEqual([
      {
        path: '/accept',
        id: expect.stringMatching(/^accept_[0-9a-f-]{36}$/),
        payment: {
          key: expect.any(String),
          kind: 'refund',
          attempt: 0,
          refund: {
            route: 'NATIVE',
            reason: 'FRAUD',
            payin: {
              key: payin.key,
              id: 'order-1',
              processorRef: 'acme-7',
              money: { amount: '100', currencyCode: 'THB' },
            },
          },
          merchantCode: 'SHOP',
          id: 'back-1',
          isTest: true,
          status: 'NEW',
          money: { amount: '40', currencyCode: 'THB' },
          paymentMethodCode: 'NETBANKING',
          reference: expect.any(String),
          createdAt: expect.any(String),
          request: {},
        },
      },
    ])
  })

  it.each([
    [
      'the payment that made the payin a SUCCESS',
      { confirmation: 'fact-1' },
      {},
      { ref: 'fact-1', isCredited: true },
    ],
    [
      'a payment that was not credited',
      { confirmation: 'fact-1' },
      { excess: { why: 'SECOND', processor: 'test-acme', statusUpdate: 'fact-2' } },
      { ref: 'fact-2', isCredited: false },
    ],
    ['none, where a case’s money was given to the payin', { confirmation: 'case:1#1' }, {}, undefined],
  ] as const)('is told which payment goes back: %s', async (_which, confirmed, terms, movement) => {
    const { connector, payin, refund, requested } = world()
    await connector.refund.accept(refund(terms), { ...payin, ...confirmed })
    const native = expect(requested[0]?.payment.refund)
    if (movement) native.toHaveProperty('movement', movement)
    else native.not.toHaveProperty('movement')
  })

  it.each([
    [{}, false],
    [{ returnsMovements: true }, true],
  ])('returns payments by their name only where its manifest says so: %j', async (manifest, expected) => {
    const { connector } = world(manifest)
    await connector.probe()
    expect(connector.refund.byMovement).toBe(expected)
  })

  it('is told of a refund that it pays out whom it pays, and not of which payin', async () => {
    const { connector, refund, requested } = world()
    const fields = { accountName: 'Asha', accountNumber: '1234567890', bankCode: 'HDFC0000001' }
    await connector.accept({ ...refund({ route: 'PAYOUT' }, fields), method: 'BANK_TRANSFER' }, CONTEXT)
    expect(requested[0]?.payment).toMatchObject({ request: fields, refund: { route: 'PAYOUT' } })
    expect(requested[0]?.payment.refund).toEqual({ route: 'PAYOUT' })
    expect(requested[0]?.payment.request).toEqual(fields)
  })

  it('is told of no other payment what the gateway has noted with it', async () => {
    const { connector, payin, requested } = world()
    const request = {
      ...payin.request,
      returnUrl: 'https://shop.example/back',
      settlement: { runId: 'run', day: '2026-11-22' },
      caseReturn: {
        ...{ caseKey: 'c', part: 1, cameBy: 'test-own' },
        entry: { account: 'a', reference: 'of the bank' },
      },
    }
    await connector.accept({ ...payin, method: 'BANK_TRANSFER', kind: 'payout', request }, CONTEXT)
    expect(requested[0]?.payment.request).toEqual({
      accountName: 'Asha',
      accountNumber: '1234567890',
      returnUrl: 'https://shop.example/back',
    })
    expect(requested[0]?.payment).not.toHaveProperty('attempt')
  })

  it('is asked about each attempt of a refund under a name of its own', async () => {
    const { connector, payin, refund, requested } = world()
    await connector.probe()
    const second = refund({ tried: ['NATIVE:test-acme'] })
    await connector.refund.check?.(second, payin)
    await connector.refund.accept(second, payin)
    const names = requested.map(({ id }) => id)
    expect(names).toEqual([`check_${second.key}_1`, `accept_${second.key}_1`])
    expect(requested.map(({ payment }) => payment.attempt)).toEqual([1, 1])
  })

  it('gives money back by the rail of payins whose methods it names for refunds, and of no others', async () => {
    const { connector, payin, deps } = world()
    const serves = (method: string) =>
      connector.refund.serves({ ...payin, method }, thb(100n), deps.clock.now()).type
    expect(serves('NETBANKING')).toBe('declined')
    await connector.probe()
    expect([serves('NETBANKING'), serves('PAYSHAP')]).toEqual(['serves', 'declined'])
  })

  it.each([
    [{}, false],
    [{ reportsAttempts: false }, false],
    [{ reportsAttempts: true }, true],
  ])('is offered a refund once more only where its manifest says so: %j', async (manifest, expected) => {
    const { connector } = world(manifest)
    await connector.probe()
    expect(connector.reportsAttempts).toBe(expected)
  })

  it('says of which attempt it speaks, and that no money has left for certain', async () => {
    const statusUpdate = {
      ...{ statusUpdateId: 'fact-1', kind: 'refund', merchantCode: 'SHOP', id: 'back-1', attempt: 2 },
      statusChange: { type: 'failed', failureReasonCode: 'ACCOUNT_INVALID', noMoneyLeft: true },
    }
    const { connector, refund, reported } = world({}, () => ({
      type: 'known',
      statusUpdates: [statusUpdate],
    }))
    await connector.ask(refund({ tried: ['NATIVE:test-acme', 'CLAIM:test-claim'] }))
    expect(reported).toMatchObject([
      {
        id: idOf('back-1'),
        attempt: 2,
        statusChange: { type: 'failed', failureReason: 'ACCOUNT_INVALID', noMoneyLeft: true },
      },
    ])
  })
})

it('a method’s code tells payins from payouts, so that a service of refunds says by which way', () => {
  const payouts = new Set<string>(PAYOUT_METHODS.map(({ code }) => code))
  expect(PAYIN_METHODS.filter(({ code }) => payouts.has(code))).toEqual([])
})
