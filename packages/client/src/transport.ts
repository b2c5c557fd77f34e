/**
 * One request to the API: sends it, retries if that is safe, and returns its answer or refusal.
 *
 * Everything that the client itself sends may be retried: reads change nothing, a create is idempotent by its ID, and
 * the same signed token request gets the same token. So after a network failure, a 500, a 503 or a 429 the same bytes
 * are sent again, with growing delays and not before `Retry-After`. After the last attempt the last failure is thrown.
 * A request that is not idempotent says so (`repeat`). Errors never contain a token.
 */
import { type Clock, realClock, sleep } from './clock.ts'
import { SluiceProblem, SluiceUnreachable } from './problem.ts'

export interface TransportOptions {
  /** The gateway's address. */
  readonly baseUrl: string
  /** Default: the platform's. */
  readonly fetch?: typeof fetch
  /** For one attempt. Default: 20 s, because a create may wait 10 s for its processor. */
  readonly timeoutMs?: number
  /** For one request. Default: 4. */
  readonly maxAttempts?: number
  readonly clock?: Clock
}

export interface RequestOptions {
  readonly signal?: AbortSignal
}

export interface Call extends RequestOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With its query. */
  readonly path: string
  /** JSON text, or the bytes of a file. */
  readonly body?: string | Uint8Array<ArrayBuffer>
  /** As `Authorization: Bearer …`. */
  readonly token?: string
  /** As `X-SIGNATURE`. */
  readonly signature?: string
  /**
   * When it is sent again. `AFTER_FAILURES`, the default: after any failure, for requests that may reach the gateway
   * twice. `UNPROCESSED`: only if the gateway says that it did not process it, which is 429.
   */
  readonly repeat?: 'AFTER_FAILURES' | 'UNPROCESSED'
}

/** The gateway's answer, a success or a refusal. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** The body as it came; not every file is text. */
  readonly bytes: Uint8Array
  readonly text: string
  /** Parsed; undefined if it is no JSON. */
  readonly body: unknown
  /** When the same may be sent again, in milliseconds from then; undefined if the gateway did not say. */
  readonly retryAfterMs: number | undefined
}

const FIRST_DELAY_MS = 300
/** If the gateway asks for a longer wait, the client gives up. */
const MAX_RETRY_AFTER_MS = 30_000

/** @throws TypeError */
function readBaseUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new TypeError(
      'baseUrl is not the URL of a gateway, such as https://pay.example or http://127.0.0.1:8080',
    )
  return text.replace(/\/+$/, '')
}

/** For requests without a method in this package, for instance of the operators' API: sends what it is given. */
export class Transport {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly clock: Clock
  readonly #fetch: typeof fetch
  readonly #timeoutMs: number
  readonly #maxAttempts: number

  /** @throws TypeError if baseUrl is no URL of http or https */
  constructor(options: TransportOptions) {
    this.baseUrl = readBaseUrl(options.baseUrl)
    this.clock = options.clock ?? realClock
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init))
    this.#timeoutMs = options.timeoutMs ?? 20_000
    this.#maxAttempts = options.maxAttempts ?? 4
  }

  /** @returns the JSON of a success. @throws SluiceProblem, SluiceUnreachable, or the signal's reason */
  async send(call: Call): Promise<unknown> {
    const answer = await this.request(call)
    const refusal = refusalOf(answer)
    if (refusal) throw refusal
    return answer.body
  }

  /**
   * Retries as `call.repeat` says. @returns the last answer, also a refusal. @throws SluiceUnreachable, or the signal's
   * reason
   */
  async request(call: Call): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#once(call)
      const delayMs = attempt < this.#maxAttempts ? delayAfter(outcome, call, attempt) : undefined
      if (delayMs === undefined) {
        if (outcome instanceof SluiceUnreachable) throw outcome
        return outcome
      }
      await sleep(this.clock, delayMs, call.signal)
    }
  }

  /** @throws the signal's reason */
  async #once(call: Call): Promise<Answer | SluiceUnreachable> {
    const giveUp = new AbortController()
    let timedOut = false
    const cancel = this.clock.after(this.#timeoutMs, () => {
      timedOut = true
      giveUp.abort()
    })
    try {
      const signal = call.signal ? AbortSignal.any([call.signal, giveUp.signal]) : giveUp.signal
      const answer = await this.#fetch(this.baseUrl + call.path, { ...initOf(call), signal })
      return answerOf(answer, new Uint8Array(await answer.arrayBuffer()), this.clock.now())
    } catch (error) {
      call.signal?.throwIfAborted()
      const why = timedOut ? `did not answer within ${this.#timeoutMs} ms` : 'cannot be reached'
      return new SluiceUnreachable(`the gateway ${why}`, { timedOut, cause: error })
    } finally {
      cancel()
    }
  }
}

/** The refusal in an answer; undefined for a success. */
export const refusalOf = ({ status, body, retryAfterMs }: Answer): SluiceProblem | undefined =>
  status < 300 ? undefined : new SluiceProblem(status, body, retryAfterMs)

function answerOf({ status, headers }: Response, bytes: Uint8Array, now: number): Answer {
  const text = new TextDecoder().decode(bytes)
  return { status, headers, bytes, text, body: parsed(text), retryAfterMs: retryAfterMs(headers, now) }
}

const initOf = ({ method, body, token, signature }: Call): RequestInit => ({
  method,
  redirect: 'error',
  headers: {
    accept: 'application/json',
    'x-api-version': '2',
    ...(body !== undefined && { 'content-type': typeOf(body) }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(signature !== undefined && { 'x-signature': signature }),
  },
  ...(body !== undefined && { body }),
})

const typeOf = (body: string | Uint8Array): string =>
  typeof body === 'string' ? 'application/json' : 'application/octet-stream'

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

/** `Date.parse` reads 31 February as 3 March, so the result must equal the input. */
function dateOf(header: string): number {
  const at = Date.parse(header)
  return !Number.isNaN(at) && new Date(at).toUTCString() === header ? at : Number.NaN
}

/** @returns undefined if repeating is useless or may do harm */
function delayAfter(
  outcome: Answer | SluiceUnreachable,
  { repeat = 'AFTER_FAILURES' }: Call,
  attempt: number,
): number | undefined {
  const isAnswer = !(outcome instanceof SluiceUnreachable)
  const isUnprocessed = isAnswer && outcome.status === 429
  const hasFailed = !isAnswer || outcome.status >= 500
  if (!isUnprocessed && !(hasFailed && repeat === 'AFTER_FAILURES')) return undefined
  // Random, so that many clients that failed together do not return together.
  const growing = FIRST_DELAY_MS * 2 ** (attempt - 1) * (0.75 + Math.random() / 2)
  const requested = (isAnswer ? outcome.retryAfterMs : undefined) ?? 0
  return requested > MAX_RETRY_AFTER_MS ? undefined : Math.max(requested, growing)
}
