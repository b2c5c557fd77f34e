/** For the client's tests: a client of the real server in process, on its simulated clock, and a way to spoil what passes. */
import type { Merchant } from '@sluice/gateway/merchants/merchant.ts'
import type { Api } from '../../../test/api/api.fixture.ts'
import { KEYS, type TestMerchant } from '../../../test/harness.ts'
import type { Clock } from './clock.ts'
import { Sluice, type SluiceOptions } from './sluice.ts'

export const PRIVATE_PEM = KEYS.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** What the client has sent, and what was answered. */
export interface Exchange {
  readonly request: string
  readonly body: unknown
  readonly status: number
}

export interface TestClient {
  readonly sluice: Sluice
  readonly merchant: TestMerchant
  readonly clock: Clock
  readonly fetch: typeof fetch
  readonly exchanges: Exchange[]
  /** Each stands in for what becomes of the next request; when they are used up, all is well again. */
  readonly spoil: Spoiling[]
  requests(): readonly string[]
}

/** `lost-answer`: the server has done it, and nobody hears of it. */
export type Spoiling =
  | 'unreachable'
  | 'lost-answer'
  | 'silent'
  | { readonly status: number; readonly retryAfter?: string }

export async function testClient(
  { gateway }: Api,
  options: Partial<SluiceOptions> & { readonly changes?: Partial<Merchant> } = {},
): Promise<TestClient> {
  const { changes, ...given } = options
  const merchant = await gateway.merchant(changes)
  const { clock: time, timers } = gateway.deps
  const clock: Clock = { now: () => time.now(), after: (delayMs, action) => timers.after(delayMs, action) }
  const exchanges: Exchange[] = []
  const spoil: Spoiling[] = []

  const passed = async (input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input))
    const path = url.pathname + url.search
    const text = typeof init.body === 'string' ? init.body : undefined
    const raw = text ?? (init.body instanceof Uint8Array ? Buffer.from(init.body) : undefined)
    const answer = await gateway.request(init.method ?? 'GET', path, {
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(raw !== undefined && { raw }),
    })
    exchanges.push({
      request: `${init.method} ${path}`,
      body: text === undefined ? undefined : JSON.parse(text),
      status: answer.status,
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value))
    return new Response(answer.status === 204 ? null : answer.text, { status: answer.status, headers })
  }

  const spoiled: typeof fetch = async (input, init) => {
    const what = spoil.shift()
    if (what === undefined) return passed(input, init)
    if (what === 'lost-answer') await passed(input, init)
    if (what === 'unreachable' || what === 'lost-answer') throw new TypeError('fetch failed')
    if (what !== 'silent') {
      const headers = what.retryAfter === undefined ? {} : { 'retry-after': what.retryAfter }
      return new Response('{"code":"RATE_LIMITED"}', { status: what.status, headers })
    }
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    })
  }

  const sluice = new Sluice({
    baseUrl: 'http://127.0.0.1:8080',
    merchantCode: merchant.code,
    privateKey: PRIVATE_PEM,
    fetch: spoiled,
    clock,
    ...given,
  })
  return {
    sluice,
    merchant,
    clock,
    fetch: spoiled,
    exchanges,
    spoil,
    requests: () => exchanges.map(({ request }) => request),
  }
}

/** Runs `work` while the simulated time passes. */
export async function whileTimePasses<Outcome>(api: Api, work: Promise<Outcome>): Promise<Outcome> {
  let over = false
  const done = work.then(
    () => {
      over = true
    },
    () => {
      over = true
    },
  )
  for (let step = 0; step < 1_000 && !over; step += 1) {
    await api.gateway.advance(250)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await done
  return work
}
