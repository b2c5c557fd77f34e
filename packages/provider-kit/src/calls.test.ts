import type { OutgoingRequest } from '@sluice/core/foundation/deps.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { Breaker } from '@sluice/core/processor/breaker.ts'
import { maker } from '@sluice/gateway/payments/payments.fixture.ts'
import { describe, expect, it } from 'vitest'
import { Calls, type CallsOptions, type ProviderCall } from './calls.ts'
import type { Reach, SignedCall } from './reach.ts'

const REACH: Reach = {
  baseUrl: 'https://api.bank.example',
  otherUrls: { payouts: 'https://pay.bank.example' },
}
const READ: ProviderCall = { operation: 'read', method: 'GET', path: '/orders/1?full=1', timeoutMs: 1_000 }

function calling(options: Partial<CallsOptions>, answers: readonly { status: number; body: string }[]) {
  const sent: OutgoingRequest[] = []
  const world = simulatedDeps(1)
  const network = {
    request: async (request: OutgoingRequest) => {
      const { status, body } = answers[sent.push(request) - 1] ?? { status: 200, body: '{}' }
      return { ok: true as const, status, headers: {}, body, durationMs: 1 }
    },
  }
  const deps = { ...world, network }
  const calls = new Calls({
    name: 'test',
    deps,
    reach: REACH,
    token: undefined,
    policy: { refuses: () => undefined },
    breaker: new Breaker(deps.clock),
    record: () => undefined,
    ...options,
  })
  return { calls, sent, world }
}

describe('a call to a provider', () => {
  it('is signed over just what is sent', async () => {
    const signed: SignedCall[] = []
    const sign = (call: SignedCall) => {
      signed.push(call)
      return { 'x-signature': 'right' }
    }
    const { calls, sent, world } = calling({ reach: { ...REACH, sign } }, [])
    await calls.call({ ...READ, method: 'POST', body: { b: 1, a: [] } })
    const [url, body] = ['https://api.bank.example/orders/1?full=1', '{"b":1,"a":[]}']
    expect(signed).toEqual([{ method: 'POST', url, path: READ.path, body, at: world.clock.now() }])
    expect(sent).toMatchObject([{ url, body, headers: { 'x-signature': 'right' } }])
  })

  it('goes to another host of the provider by its name, as a form', async () => {
    const { calls, sent } = calling({}, [])
    await calls.call({ ...READ, method: 'POST', host: 'payouts', form: { name: 'Zoë & Co', empty: '' } })
    expect(sent).toMatchObject([
      {
        url: 'https://pay.bank.example/orders/1?full=1',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'name=Zo%C3%AB+%26+Co&empty=',
      },
    ])
  })

  it('hands a text on where the provider answers no JSON', async () => {
    const { calls } = calling({}, [
      { status: 200, body: '1|OK' },
      { status: 200, body: '1|OK' },
    ])
    expect(await calls.call({ ...READ, reads: 'text' })).toEqual({
      type: 'answer',
      status: 200,
      body: '1|OK',
    })
    expect(await calls.call(READ)).toEqual({ type: 'none', why: 'NOT_JSON' })
  })

  it('carries a token that was asked for in the provider’s own manner', async () => {
    const { calls, sent } = calling(
      {
        reach: { ...REACH, sign: ({ token }) => ({ 'x-over': `${token}` }) },
        token: {
          by: 'own',
          path: '/token/b2b',
          headers: (at) => ({ 'x-at': String(at > 0) }),
          body: { grantType: 'client_credentials' },
          read: (body) =>
            body !== null && typeof body === 'object' && 'accessToken' in body
              ? { text: String(body.accessToken), lifeSecs: 900 }
              : undefined,
        },
      },
      [{ status: 200, body: '{"accessToken":"t1"}' }],
    )
    await calls.call(READ)
    await calls.call(READ)
    expect(sent.map(({ url, headers }) => [new URL(url).pathname, headers['x-over']])).toEqual([
      ['/token/b2b', undefined],
      ['/orders/1', 't1'],
      ['/orders/1', 't1'],
    ])
    expect(sent[1]?.headers).toMatchObject({ authorization: 'Bearer t1' })
  })

  it('goes without a token where it carries its credentials by itself, and asks for none', async () => {
    const token: CallsOptions['token'] = { by: 'basic', path: '/token', client: { id: 'a', secret: 'b' } }
    const { calls, sent } = calling({ token }, [])
    await calls.call({ ...READ, withoutToken: true })
    expect(sent.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['https://api.bank.example/orders/1?full=1', undefined],
    ])
  })

  it('is made after a pause by the gateway’s clock, where the provider takes its time', async () => {
    const { calls, sent, world } = calling({}, [])
    const waited = calls.pause(700).then(() => calls.call(READ))
    await world.advance(699)
    expect(sent).toHaveLength(0)
    await world.advance(1)
    await waited
    expect(sent).toHaveLength(1)
  })

  it('asks no payer to pay a payin whose time was over before its turn came', async () => {
    const { calls, sent, world } = calling({}, [])
    const payment = maker(world).payment('payin', 'late', { expireAt: world.clock.now() + 60_000 })
    const call = (operation: string, more: Partial<Payment> = {}) =>
      calls.call({ ...READ, operation, payment: { ...payment, status: 'NEW', ...more } })
    await world.advance((payment.expireAt ?? 0) - world.clock.now() - 1)
    expect(await call('create')).toMatchObject({ type: 'answer' })
    await world.advance(1)
    const late = { type: 'none', why: 'TIME_OVER', isUnsent: true }
    expect([await call('create'), await call('begin')]).toEqual([late, late])
    for (const operation of ['read', 'cancel'])
      expect(await call(operation)).toMatchObject({ type: 'answer' })
    // One that was taken on is asked for what it was told before, and a payout has no payer.
    expect(await call('create', { status: 'EXPIRED' })).toMatchObject({ type: 'answer' })
    expect(await call('create', { kind: 'payout' })).toMatchObject({ type: 'answer' })
    expect(sent).toHaveLength(5)
  })

  it('is not made while the account rests, because it called too often', async () => {
    const pauseMsAfter = (status: number) => (status === 403 ? 1_800_000 : undefined)
    const { calls, sent, world } = calling({ pauseMsAfter }, [{ status: 403, body: '' }])
    await calls.call(READ)
    expect(await calls.call(READ)).toEqual({ type: 'none', why: 'RESTS', isUnsent: true })
    await world.advance(1_800_000)
    expect(await calls.call(READ)).toMatchObject({ type: 'answer', status: 200 })
    expect(sent).toHaveLength(2)
  })

  it('goes over connections of its account’s own, though another one has the same address and policy', async () => {
    const policy = { refuses: () => 'not there' }
    const accounts = [calling({ policy }, []), calling({ policy }, [])]
    for (const { calls } of accounts) for (let times = 0; times < 2; times += 1) await calls.call(READ)
    const guards = accounts.flatMap(({ sent }) => sent.map(({ guard }) => guard))
    expect(guards.map((guard) => guard.refuses('127.0.0.1'))).toEqual(Array(4).fill('not there'))
    expect([guards[0] === guards[1], guards[1] === guards[2]]).toEqual([true, false])
  })

  it('waits for a place no longer than it may take, and is then certainly not sent', async () => {
    const world = simulatedDeps(1, {
      network: async (_request, wait) => {
        await wait(60_000)
        return { ok: true, status: 200, headers: {}, body: '{}', durationMs: 1 }
      },
    })
    const { calls } = calling({ deps: world }, [])
    const hung = Array.from({ length: 16 }, () => calls.call({ ...READ, timeoutMs: 5_000 }))
    const [hasty, patient] = [
      calls.call({ ...READ, timeoutMs: 4_000 }),
      calls.call({ ...READ, timeoutMs: 6_000 }),
    ]
    await world.advance(4_000)
    expect(await hasty).toEqual({ type: 'none', why: 'WAITED_TOO_LONG', isUnsent: true })
    await world.advance(8_000)
    expect(await Promise.all(hung)).toEqual(Array(16).fill({ type: 'none', why: 'TIMEOUT' }))
    expect(await patient).toEqual({ type: 'none', why: 'TIMEOUT' })
  })
})
