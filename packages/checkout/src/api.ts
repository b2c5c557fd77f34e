/**
 * The page's requests: three to the public API and two to the page's own server, with one token, and their possible results.
 * Never throws, and sends the token only to this page's own server.
 */
import type { ServerClock } from './clock.ts'
import type { Money, Payin, PaymentOption, Shop } from './payin.ts'

export interface Fault {
  readonly path: string
  readonly code: string
}

export type Failure =
  /** No answer: the device is offline or the server cannot be reached. */
  | { readonly kind: 'network' }
  /** Try again after this time. */
  | { readonly kind: 'later'; readonly afterMs: number }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly code: string
      readonly errors: readonly Fault[]
    }

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure }

export interface Api {
  shop(): Promise<Answer<Shop>>
  options(money: Money): Promise<Answer<readonly PaymentOption[]>>
  create(body: object): Promise<Answer<Payin>>
  /** Undefined: the payin does not exist yet. */
  read(): Promise<Answer<Payin | undefined>>
  setReference(reference: string): Promise<Answer<Payin>>
}

const ANSWER_WITHIN_MS = 25_000
const LATER_MS = 2_000

export interface ApiOptions {
  readonly token: string
  readonly merchantCode: string
  readonly idPayin: string
  readonly clock: ServerClock
  readonly fetch?: typeof fetch
}

export function apiOf({ token, merchantCode, idPayin, clock, fetch: send = fetch }: ApiOptions): Api {
  const path = `/payins/${encodeURIComponent(idPayin)}`
  const page = `/pay/${encodeURIComponent(merchantCode)}/${encodeURIComponent(idPayin)}`

  async function ask<T>(method: 'GET' | 'POST', target: string, body?: object): Promise<Answer<T>> {
    try {
      const answer = await send(target, {
        method,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          'x-api-version': '2',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        cache: 'no-store',
        credentials: 'omit',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      })
      clock.observe(answer.headers.get('date'))
      if (answer.ok) return { ok: true, value: (await answer.json()) as T }
      return { ok: false, failure: await failureOf(answer) }
    } catch {
      return { ok: false, failure: { kind: 'network' } }
    }
  }

  return {
    shop: () => ask('GET', `${page}/!shop`),
    async options(money) {
      const answer = await ask<{ data: readonly PaymentOption[] }>(
        'POST',
        '/payins/!availablePaymentOptions',
        {
          money,
        },
      )
      return answer.ok ? { ok: true, value: answer.value.data } : answer
    },
    create: (body) => ask('POST', path, body),
    async read() {
      const answer = await ask<{ payin: Payin | null }>('GET', `${page}/!payin`)
      return answer.ok ? { ok: true, value: answer.value.payin ?? undefined } : answer
    },
    setReference: (reference) =>
      ask('POST', `${path}/!setExternalReference`, { externalReference: { reference } }),
  }
}

export async function failureOf(answer: Response): Promise<Failure> {
  const { status } = answer
  if (status === 429 || status >= 500) {
    const seconds = Number(answer.headers.get('retry-after'))
    return { kind: 'later', afterMs: seconds > 0 ? seconds * 1000 : LATER_MS }
  }
  const problem: unknown = await answer.json().catch(() => ({}))
  const { code, errors } = (problem ?? {}) as { code?: unknown; errors?: unknown }
  return {
    kind: 'refused',
    status,
    code: typeof code === 'string' ? code : '',
    errors: Array.isArray(errors) ? (errors as readonly Fault[]) : [],
  }
}
