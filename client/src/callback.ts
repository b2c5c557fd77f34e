/** Callbacks: is this one genuine, and what does it say? */
import { Webhook } from 'standardwebhooks'
import { member, text } from './problem.ts'

interface Told<Type extends string, Data> {
  readonly type: Type
  /** When the change happened, ISO 8601. */
  readonly timestamp: string
  readonly data: Data & {
    readonly merchantCode: string
    /** Counts the callbacks of this payment from 1. */
    readonly sequence: number
  }
}

/** It says that something has changed, and not what: read the payment. */
export type CallbackEvent =
  | Told<'payin.status_changed', { readonly idPayin: string }>
  | Told<'payout.status_changed', { readonly idPayout: string }>

/** A genuine callback of a type that this version does not know: answer 2xx and ignore it. */
export interface UnknownEvent {
  readonly type: 'unknown'
  readonly body: unknown
}

/** The callback was not made by the gateway, or is too old: answer 401 and do nothing. */
export class CallbackRefused extends Error {
  override readonly name = 'CallbackRefused'
}

/** As Node, Fastify and Express have them, or as `Request` has them. */
export type HeadersLike = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

const SIGNED_WITH = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

/**
 * @param rawBody the bytes of the body as they came, before anything has parsed them
 * @param secret `whsec_…`; several while it is being changed
 * @throws CallbackRefused
 */
export function verifyCallback(
  rawBody: string | Uint8Array,
  headers: HeadersLike,
  secret: string | readonly string[],
): CallbackEvent | UnknownEvent {
  const body = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody)
  const signed = Object.fromEntries(SIGNED_WITH.map((name) => [name, header(headers, name)]))
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    // A secret that is none must be heard of; a signature that does not hold may hold with the next secret.
    const webhook = new Webhook(each)
    try {
      return eventOf(webhook.verify(body, signed))
    } catch {}
  }
  throw new CallbackRefused('the signature does not hold, or the callback is too old')
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
  if (type === 'payin.status_changed' && idPayin !== undefined)
    return { type, timestamp, data: { idPayin, ...common } }
  if (type === 'payout.status_changed' && idPayout !== undefined)
    return { type, timestamp, data: { idPayout, ...common } }
  return { type: 'unknown', body }
}
