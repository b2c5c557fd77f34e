/** Callbacks: verifies that one is genuine, and reads it. */
import { Webhook } from 'standardwebhooks'
import { member, text } from './problem.ts'

interface Reported<Type extends string, Data> {
  readonly type: Type
  /** When the change happened, ISO 8601. */
  readonly timestamp: string
  readonly data: Data & {
    readonly merchantCode: string
    /** Counts the callbacks of this payment from 1. */
    readonly sequence: number
  }
}

/** It says that something has changed, not what: read the payment. */
export type CallbackEvent =
  | Reported<'payin.status_changed', { readonly idPayin: string }>
  | Reported<'payout.status_changed', { readonly idPayout: string }>
  /** Extensions of Sluice. */
  | Reported<'refund.updated', { readonly idRefund: string }>

/** A genuine callback of a type that this version does not know: answer 2xx and ignore it. */
export interface UnknownEvent {
  readonly type: 'unknown'
  readonly body: unknown
}

/**
 * `HEADERS`: the headers of a callback are missing. `TIMESTAMP`: its time is more than five minutes from this clock.
 */
export type CallbackFault = 'HEADERS' | 'TIMESTAMP' | 'SIGNATURE'

const FAULTS: Readonly<Record<CallbackFault, string>> = {
  HEADERS: 'webhook-id, webhook-timestamp or webhook-signature is missing: it is not a callback of a gateway',
  TIMESTAMP: 'it was signed more than five minutes ago, or the clock of this machine is wrong',
  SIGNATURE:
    'the signature does not hold: the body must be the bytes as they came, and the secret that of this merchant',
}

/** The callback does not come from the gateway, or is too old: answer 401 and do nothing. */
export class CallbackRefused extends Error {
  override readonly name = 'CallbackRefused'
  /** For your log; do not reveal it to the sender. */
  readonly reason: CallbackFault

  constructor(reason: CallbackFault) {
    super(FAULTS[reason])
    this.reason = reason
  }
}

/** Headers as Node, Fastify and Express provide them, or as in `Request`. */
export type HeadersLike = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

const SIGNED_WITH = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

/**
 * @param rawBody the bytes of the body as they came, before parsing
 * @param secret `whsec_…`; several while it is being changed
 * @throws CallbackRefused; TypeError if body or secret are invalid
 */
export function verifyCallback(
  rawBody: string | Uint8Array,
  headers: HeadersLike,
  secret: string | readonly string[],
): CallbackEvent | UnknownEvent {
  const body = readBody(rawBody)
  // An invalid secret is reported even if the callback is refused anyway.
  const webhooks = (Array.isArray(secret) ? secret : [secret]).map(webhookOf)
  const signed = Object.fromEntries(SIGNED_WITH.map((name) => [name, header(headers, name)]))
  if (Object.values(signed).includes('')) throw new CallbackRefused('HEADERS')
  let reason: CallbackFault = 'SIGNATURE'
  for (const webhook of webhooks) {
    try {
      return eventOf(webhook.verify(body, signed))
    } catch (error) {
      // It may be valid with the next secret.
      if (error instanceof Error && /timestamp/i.test(error.message)) reason = 'TIMESTAMP'
    }
  }
  throw new CallbackRefused(reason)
}

/** JavaScript callers may pass anything, most often a body that a framework has parsed already. */
function readBody(body: unknown): string {
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new TextDecoder().decode(body)
  throw new TypeError(
    'rawBody must be the body as it came, text or bytes, before anything has parsed it as JSON',
  )
}

function webhookOf(secret: unknown): Webhook {
  if (typeof secret === 'string' && /^whsec_[A-Za-z0-9+/]{16,}=*$/.test(secret)) return new Webhook(secret)
  throw new TypeError("secret must be the merchant's callbackSecret, which begins with whsec_")
}

function header(headers: HeadersLike, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  const value =
    headers[name] ?? headers[Object.keys(headers).find((each) => each.toLowerCase() === name) ?? '']
  return typeof value === 'string' ? value : (value?.[0] ?? '')
}

function eventOf(body: unknown): CallbackEvent | UnknownEvent {
  const data = member(body, 'data')
  const type = text(body, 'type')
  const timestamp = text(body, 'timestamp') ?? ''
  const common = {
    merchantCode: text(data, 'merchantCode') ?? '',
    sequence: Number(member(data, 'sequence')),
  }
  const idPayin = text(data, 'idPayin')
  const idPayout = text(data, 'idPayout')
  const idRefund = text(data, 'idRefund')
  if (type === 'payin.status_changed' && idPayin !== undefined)
    return { type, timestamp, data: { idPayin, ...common } }
  if (type === 'payout.status_changed' && idPayout !== undefined)
    return { type, timestamp, data: { idPayout, ...common } }
  if (type === 'refund.updated' && idRefund !== undefined)
    return { type, timestamp, data: { idRefund, ...common } }
  return { type: 'unknown', body }
}
