/**
 * Calls to a connector: signed, limited in time and size, retried while that is harmless, and stopped by a circuit
 * breaker.
 *
 * A result was signed by the connector for this very request, holds no text that a database cannot store (it is read
 * like requests), and has the form that the protocol prescribes. Everything else is thrown as `NoAnswer`, whose message
 * names neither the payment nor a secret. A `NoAnswer` allows no conclusion about the payment.
 */
import type { AddressPolicy, Deps, OutgoingAnswer } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type JsonRefusal, parseJson } from '@sluice/core/foundation/json-document.ts'
import { signWebhook, webhookFault } from '@sluice/core/foundation/webhooks.ts'
import { Breaker } from '@sluice/core/processor/breaker.ts'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/schema'

/** Instructions and QR payloads take a few kilobytes. */
const MAX_ANSWER_BYTES = 256 * 1024
const PAUSES_MS = [300, 1_000]

export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

export interface ClientOptions {
  readonly deps: Deps
  /** The connector's, for traces. */
  readonly name: string
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** `whsec_…`, the newest first. */
  readonly secrets: readonly string[]
  readonly policy: AddressPolicy
}

export interface ConnectorCall<Result extends TSchema> {
  /** Beneath the base URL: `accept`; '' is the manifest's. */
  readonly path: string
  /** Of the message; left out: a GET. */
  readonly type?: string
  readonly data?: object
  /** The same for every try of the same call, so that the connector recognises a repetition. */
  readonly id: string
  /** For one try. */
  readonly timeoutMs: number
  /** The maximum number of tries without an answer. */
  readonly tries?: number
  /** Goes through an open breaker, to find out whether it can close. */
  readonly isProbe?: boolean
  readonly result: Result
}

export class Client {
  readonly breaker: Breaker
  readonly #options: ClientOptions
  /**
   * The network separates connections by this object: a connector that uses up its own connections to a host leaves
   * those of others.
   */
  readonly #guard: AddressPolicy

  constructor(options: ClientOptions, breaker = new Breaker(options.deps.clock)) {
    this.#options = options
    this.#guard = { refuses: (address) => options.policy.refuses(address) }
    this.breaker = breaker
  }

  /** @throws NoAnswer */
  async call<Result extends TSchema>(call: ConnectorCall<Result>): Promise<Static<Result>> {
    const { timers } = this.#options.deps
    for (let attempt = 1; ; attempt++) {
      if (!call.isProbe && !this.breaker.mayCall())
        throw new NoAnswer('its circuit breaker is open after failures')
      try {
        const answer = await this.#try(call)
        this.breaker.succeeded()
        return answer
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        this.breaker.failed()
        if (attempt >= (call.tries ?? 1)) throw error
        await new Promise<void>((resolve) => {
          timers.after(PAUSES_MS[attempt - 1] ?? 1_000, resolve)
        })
      }
    }
  }

  async #try<Result extends TSchema>(call: ConnectorCall<Result>): Promise<Static<Result>> {
    const { deps, name, baseUrl, secrets } = this.#options
    const now = deps.clock.now()
    const { type, id } = call
    const body =
      type === undefined
        ? undefined
        : JSON.stringify({ type, timestamp: isoTime(now), data: call.data ?? {} })
    const answer = await deps.network.request({
      url: `${baseUrl}/${call.path}`,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        'user-agent': 'sluice',
        ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': id }),
        ...signWebhook({ id, at: now, body: body ?? '', secrets }),
      },
      ...(body !== undefined && { body }),
      timeoutMs: call.timeoutMs,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      guard: this.#guard,
      purpose: { to: 'connector', operation: call.path || 'manifest', processor: name },
    })
    return read(answer, call, { secrets, now: deps.clock.now() })
  }
}

function read<Result extends TSchema>(
  answer: OutgoingAnswer,
  { id, result }: ConnectorCall<Result>,
  { secrets, now }: { readonly secrets: readonly string[]; readonly now: number },
): Static<Result> {
  if (!answer.ok) throw new NoAnswer(answer.reason)
  if (answer.status !== 200) throw new NoAnswer(`it answered with status ${answer.status}`)
  const fault = webhookFault({ headers: answer.headers, body: answer.body, secrets, now })
  if (fault !== undefined) throw new NoAnswer(`the signature of its answer is not valid: ${fault}`)
  if (answer.headers['webhook-id'] !== id) throw new NoAnswer('its answer is signed for a different request')
  const parsed = parseJson(answer.body)
  if (!parsed.ok) throw new NoAnswer(`its answer is not valid JSON: ${faultOf(parsed.failure)}`)
  const { value } = parsed.value
  if (!Check(result, value)) throw new NoAnswer('its answer does not match the format of the protocol')
  return value
}

/** A property's name may be anything in a stranger's answer: only a plain one is repeated. */
const PLAIN_POINTER = /^(?:\/[A-Za-z0-9]{1,40}){1,8}$/

function faultOf(refusal: JsonRefusal): string {
  if (refusal.type === 'malformed') return refusal.detail
  const [fault] = refusal.faults
  if (!fault) return 'a value is not allowed'
  return PLAIN_POINTER.test(fault.path) ? `${fault.path} ${fault.message}` : `a text ${fault.message}`
}
