/**
 * One request of the API: sent, repeated where that is safe, and its answer or its refusal.
 *
 * Everything the client sends may be repeated: reads change nothing, a create is idempotent by its ID, and the same signed
 * token request gets the same token. So what failed on the way, a 500, a 503 and a 429 are sent again, the same bytes, later
 * each time and not before `Retry-After`; after the last attempt the last failure is thrown. Never shows a token in an error.
 */
import { type Clock, sleep } from './clock.ts'
import { SluiceProblem, SluiceUnreachable } from './problem.ts'

export interface TransportOptions {
  /** Where the gateway is. */
  readonly baseUrl: string
  /** Left out: the platform's. */
  readonly fetch?: typeof fetch
  /** For one attempt; left out: 20 s, because a create may wait 10 s for its processor. */
  readonly timeoutMs?: number
  /** Of one request; left out: 4. */
  readonly maxAttempts?: number
  readonly clock?: Clock
}

export interface RequestOptions {
  readonly signal?: AbortSignal
}

export interface Call extends RequestOptions {
  readonly method: 'GET' | 'POST'
  /** With its query. */
  readonly path: string
  /** JSON, as it is sent. */
  readonly body?: string
  readonly token?: string
  readonly signature?: string
}

const FIRST_DELAY_MS = 300
/** Who is told to wait longer has better things to do than to wait here. */
const MAX_RETRY_AFTER_MS = 30_000

/** @throws TypeError */
function readBaseUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new TypeError(
      'baseUrl is not the URL of a gateway, such as https://pay.example or http://127.0.0.1:8080',
    )
  return text.replace(/\/+$/, '')
}

export class Transport {
  readonly baseUrl: string
  readonly clock: Clock
  readonly #fetch: typeof fetch
  readonly #timeoutMs: number
  readonly #maxAttempts: number

  constructor(options: TransportOptions, clock: Clock) {
    this.baseUrl = readBaseUrl(options.baseUrl)
    this.clock = clock
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init))
    this.#timeoutMs = options.timeoutMs ?? 20_000
    this.#maxAttempts = options.maxAttempts ?? 4
  }

  /** @returns the answer's JSON. @throws SluiceProblem, SluiceUnreachable, or the signal's reason */
  async send(call: Call): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(call)
      } catch (error) {
        call.signal?.throwIfAborted()
        const delayMs = attempt < this.#maxAttempts ? delayAfter(error, attempt) : undefined
        if (delayMs === undefined) throw error
        await sleep(this.clock, delayMs, call.signal)
      }
    }
  }

  async #once(call: Call): Promise<unknown> {
    const giveUp = new AbortController()
    let timedOut = false
    const cancel = this.clock.after(this.#timeoutMs, () => {
      timedOut = true
      giveUp.abort()
    })
    try {
      const signal = call.signal ? AbortSignal.any([call.signal, giveUp.signal]) : giveUp.signal
      const answer = await this.#fetch(this.baseUrl + call.path, { ...initOf(call), signal })
      const text = await answer.text()
      if (answer.ok) return parsed(text)
      throw new SluiceProblem(answer.status, parsed(text), retryAfterMs(answer.headers, this.clock.now()))
    } catch (error) {
      if (error instanceof SluiceProblem) throw error
      call.signal?.throwIfAborted()
      const why = timedOut ? `did not answer within ${this.#timeoutMs} ms` : 'cannot be reached'
      throw new SluiceUnreachable(`the gateway ${why}`, { timedOut, cause: error })
    } finally {
      cancel()
    }
  }
}

const initOf = ({ method, body, token, signature }: Call): RequestInit => ({
  method,
  redirect: 'error',
  headers: {
    accept: 'application/json',
    'x-api-version': '2',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(signature !== undefined && { 'x-signature': signature }),
  },
  ...(body !== undefined && { body }),
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Seconds, or a date. */
function retryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : dateOf(value) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** `Date.parse` makes 3 March of 31 February: what it read must be what was written. */
function dateOf(header: string): number {
  const at = Date.parse(header)
  return !Number.isNaN(at) && new Date(at).toUTCString() === header ? at : Number.NaN
}

/** @returns undefined where the same again would be no use */
function delayAfter(error: unknown, attempt: number): number | undefined {
  const again =
    error instanceof SluiceUnreachable ||
    (error instanceof SluiceProblem && (error.status === 429 || error.status >= 500))
  if (!again) return undefined
  // Spread, so that many clients that failed at once do not come back at once.
  const growing = FIRST_DELAY_MS * 2 ** (attempt - 1) * (0.75 + Math.random() / 2)
  const asked = (error instanceof SluiceProblem ? error.retryAfterMs : undefined) ?? 0
  return asked > MAX_RETRY_AFTER_MS ? undefined : Math.max(asked, growing)
}
