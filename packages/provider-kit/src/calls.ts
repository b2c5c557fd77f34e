/**
 * Calls to a provider's account, with its token and client certificate. Time, size and number are limited, a breaker stops them, and each
 * is recorded.
 *
 * Promises: an answer that is returned came from the account's address, complete, and is JSON or empty. Every other failure is `none`,
 * from which no caller may conclude anything about the payment. A token is requested once for all waiting calls, renewed before it
 * expires, and dropped if the provider refuses it. No log line or record has a secret, a token, a body, or a part of a path that names a
 * person.
 */
import type { AddressPolicy, ClientIdentity, Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { parseJson } from '@sluice/core/foundation/json-document.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Breaker } from '@sluice/core/processor/breaker.ts'
import type { CallAnswer, CallMethod, ProviderTokenRequest, Reach } from './reach.ts'
import { AccessToken, grantedByOauth } from './token.ts'

const MAX_ANSWER_BYTES = 256 * 1024
/** Per account, so that a provider that hangs cannot take the sockets of others. */
const MOST_AT_ONCE = 16
const MOST_WAITING = 256

export interface ProviderCall {
  /**
   * Names the call in records and timelines: `create`, `read`, `refund`. A payin's `create` and `begin` request money from the payer, so
   * they are not sent for a payin that is about to expire.
   */
  readonly operation: string
  readonly method: CallMethod
  /** Below the base URL, with a leading slash, URL-encoded. */
  readonly path: string
  /** One of the reach's `otherUrls`. Default: the base URL. */
  readonly host?: string
  /** Sent as JSON. */
  readonly body?: object
  /** Sent as a form instead of JSON. */
  readonly form?: Readonly<Record<string, string>>
  /** How a 2xx body is read. Default: JSON; a body that is not JSON counts as no answer. */
  readonly reads?: 'json' | 'text'
  readonly headers?: Readonly<Record<string, string>>
  /** For the whole exchange. */
  readonly timeoutMs: number
  /** The payment that it is about, for the record. */
  readonly payment?: Payment
  /** Sent even while the breaker is open. */
  readonly isProbe?: boolean
  /** Sent without the token, because the call has its own credentials. */
  readonly withoutToken?: boolean
  /** The status or error code in the answer, for the record. Never free text. */
  readonly statusCodeOf?: (body: unknown) => string | undefined
}

/** One call, as it is recorded. */
export interface CallRecord {
  readonly payment: Payment
  readonly operation: string
  /** An HTTP status, or why there was no answer: `TIMEOUT`. */
  readonly outcome: string
  readonly statusCode: string | undefined
  readonly durationMs: number
}

export interface CallsOptions {
  readonly deps: Deps
  /** The account's, for traces. */
  readonly name: string
  readonly reach: Reach
  readonly token: ProviderTokenRequest | undefined
  readonly policy: AddressPolicy
  readonly breaker: Breaker
  /** See `Provider`. */
  readonly pauseMsAfter?: (status: number, body: unknown) => number | undefined
  /** Records a call. Never throws, and nothing waits for it. */
  readonly record: (call: CallRecord) => void
}

/** The only form in which a code is recorded. */
const STATUS_CODE = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/

export class Calls {
  readonly #options: CallsOptions
  readonly #identity: ClientIdentity | undefined
  readonly #token: AccessToken | undefined
  #inProgress = 0
  #pausedUntil: Instant = 0
  readonly #waiting: (() => void)[] = []
  /** The network layer pools connections by this object, so accounts cannot use up each other's. */
  readonly #guard: AddressPolicy

  constructor(options: CallsOptions) {
    this.#options = options
    const { reach, token, policy } = options
    this.#guard = { refuses: (address) => policy.refuses(address) }
    this.#identity = reach.certificate && {
      ...reach.certificate,
      ...(reach.authorities !== undefined && { authorities: reach.authorities }),
    }
    if (token) {
      const { clock } = options.deps
      const read = token.by === 'own' ? token.read : grantedByOauth
      this.#token = new AccessToken(clock, () => this.#send(tokenCall(token, clock.now()), undefined), read)
    }
  }

  async call(call: ProviderCall): Promise<CallAnswer> {
    const { deps, record } = this.#options
    const startedAt = deps.clock.now()
    const answer = await this.#inTurn(call)
    if (call.payment) {
      const durationMs = Math.max(0, deps.clock.now() - startedAt)
      const said = answer.type === 'answer' ? call.statusCodeOf?.(answer.body) : undefined
      record({
        payment: call.payment,
        operation: call.operation,
        outcome: answer.type === 'answer' ? String(answer.status) : answer.why,
        statusCode: said !== undefined && STATUS_CODE.test(said) ? said : undefined,
        durationMs,
      })
    }
    return answer
  }

  /** Waits between two calls, by the gateway's clock. */
  pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => void this.#options.deps.timers.after(delayMs, resolve))
  }

  async #inTurn(call: ProviderCall): Promise<CallAnswer> {
    const { breaker, deps } = this.#options
    if (this.#inProgress >= MOST_AT_ONCE) {
      if (this.#waiting.length >= MOST_WAITING) return unsent('TOO_MANY_WAIT')
      if (!(await this.#turn(call.timeoutMs))) return unsent('WAITED_TOO_LONG')
    } else this.#inProgress += 1
    try {
      // The breaker may have opened while the call waited.
      if (!call.isProbe && breaker.isOpen && !breaker.mayCall()) return unsent('BREAKER_OPEN')
      if (deps.clock.now() < this.#pausedUntil) return unsent('RESTS')
      const answer = await this.#withToken(call)
      if (answer.type === 'none' || answer.status >= 500) breaker.failed()
      else breaker.succeeded()
      return answer
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#inProgress -= 1
    }
  }

  /** A call that ends passes its place on. @returns false if that took too long */
  #turn(withinMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const begin = (): void => {
        stop()
        resolve(true)
      }
      const stop = this.#options.deps.timers.after(withinMs, () => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1)
        resolve(false)
      })
      this.#waiting.push(begin)
    })
  }

  async #withToken(call: ProviderCall): Promise<CallAnswer> {
    if (!this.#token || call.withoutToken) return this.#send(call, undefined)
    const first = await this.#token.current()
    if (first === undefined) return unsent('NO_TOKEN')
    const answer = await this.#send(call, first)
    if (answer.type === 'none' || answer.status !== 401) return answer
    // The token expired early or was revoked, so the call has done nothing.
    this.#token.forget(first)
    const second = await this.#token.current()
    return second === undefined ? unsent('NO_TOKEN') : this.#send(call, second)
  }

  async #send(call: ProviderCall, token: string | undefined): Promise<CallAnswer> {
    const { deps, name, reach } = this.#options
    // It may have waited long for its turn or for a token.
    if (isTooLate(call, deps.clock.now())) return unsent('TIME_OVER')
    const { method, path, headers } = call
    const hostUrl = call.host === undefined ? reach.baseUrl : reach.otherUrls?.[call.host]
    assert(hostUrl !== undefined, 'a call names a host that its reach has')
    const url = hostUrl + path
    const form = call.form && new URLSearchParams(call.form).toString()
    const body = form ?? (call.body && JSON.stringify(call.body))
    const proof =
      call.operation === TOKEN
        ? undefined
        : reach.sign?.({
            method,
            url,
            path,
            body: body ?? '',
            ...(token !== undefined && { token }),
            at: deps.clock.now(),
          })
    const answer = await deps.network.request({
      url,
      method,
      headers: {
        accept: call.reads === 'text' ? '*/*' : 'application/json',
        'user-agent': 'sluice',
        ...(body !== undefined && {
          'content-type': form === undefined ? 'application/json' : 'application/x-www-form-urlencoded',
        }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
        ...proof,
      },
      ...(body !== undefined && { body }),
      ...(this.#identity && { identity: this.#identity }),
      timeoutMs: call.timeoutMs,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      guard: this.#guard,
      purpose: { to: 'provider', operation: call.operation, processor: name, key: call.payment?.key },
    })
    if (!answer.ok) {
      const isUnsent = answer.reason === 'REFUSED_ADDRESS' || answer.reason === 'BAD_URL'
      return isUnsent ? unsent(answer.reason) : { type: 'none', why: answer.reason }
    }
    const read = bodyOf(answer.body, answer.status, call.reads)
    if (read.type === 'answer') this.#pauseAfter(read.status, read.body)
    return read
  }

  #pauseAfter(status: number, body: unknown): void {
    const { pauseMsAfter, deps } = this.#options
    const pauseMs = pauseMsAfter?.(status, body)
    if (pauseMs !== undefined) this.#pausedUntil = deps.clock.now() + pauseMs
  }
}

const ASKS_PAYER: ReadonlySet<string> = new Set(['create', 'begin'])

const isTooLate = ({ operation, payment }: ProviderCall, now: Instant): boolean =>
  payment?.kind === 'payin' &&
  payment.status === 'NEW' &&
  payment.expireAt !== undefined &&
  payment.expireAt <= now &&
  ASKS_PAYER.has(operation)

function bodyOf(text: string, status: number, reads: ProviderCall['reads']): CallAnswer {
  if (text === '') return { type: 'answer', status, body: undefined }
  if (reads === 'text') return { type: 'answer', status, body: text }
  const parsed = parseJson(text)
  // An error page of a proxy says as much as its status; a 2xx without JSON says nothing.
  if (parsed.ok) return { type: 'answer', status, body: parsed.value.value }
  return status >= 400 ? { type: 'answer', status, body: undefined } : { type: 'none', why: 'NOT_JSON' }
}

const unsent = (why: string): CallAnswer => ({ type: 'none', why, isUnsent: true })

const TOKEN = 'token'
const TOKEN_WITHIN_MS = 5_000

function tokenCall(request: ProviderTokenRequest, at: Instant): ProviderCall {
  const { path, host } = request
  const to = {
    operation: TOKEN,
    method: 'POST' as const,
    path,
    ...(host !== undefined && { host }),
    timeoutMs: TOKEN_WITHIN_MS,
  }
  if (request.by === 'own') return { ...to, headers: request.headers(at), body: request.body }
  const { client, scope, by, isGrantInQuery = false } = request
  const { id, secret } = client
  const basic = `Basic ${Buffer.from(`${id}:${secret}`, 'utf8').toString('base64')}`
  const named = {
    ...(by !== 'basic' && { client_id: id }),
    ...(by === 'form' && { client_secret: secret }),
  }
  const grant = { grant_type: 'client_credentials', ...(scope !== undefined && { scope }) }
  return {
    ...to,
    path: isGrantInQuery ? `${path}?${new URLSearchParams(grant)}` : path,
    form: isGrantInQuery ? named : { ...grant, ...named },
    ...(by === 'basic' && { headers: { authorization: basic } }),
  }
}
