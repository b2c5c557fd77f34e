/**
 * The requests of a payment link's page, and the identity of its visitor. Never throws.
 *
 * A visitor is a random key that this browser makes and keeps, one for each payment. With it a reload, a second press or another tab finds
 * the payment that was begun; no other visitor can. It is sent as a bearer token and never appears in an address.
 */
import { type Answer, failureOf } from '../api.ts'
import type { Money, Shop } from '../payin.ts'
import type { Store } from '../session.ts'

export type LinkStatus = 'OPEN' | 'USED_UP' | 'EXPIRED' | 'CLOSED'

export interface OpenAmount {
  readonly currencyCode: string
  readonly fractionDigits: number
  readonly min?: Money
  readonly max?: Money
}

export interface PaymentLink extends Pick<Shop, 'channelInfo' | 'isTest'> {
  readonly title: string
  readonly status: LinkStatus
  /** The link accepts only one payment. */
  readonly isForOne: boolean
  /** Either this or `openAmount`. */
  readonly money?: Money
  readonly openAmount?: OpenAmount
  /** Set while the link is open and its amount is known. */
  readonly methods?: readonly { readonly paymentMethodCode: string; readonly name: string }[]
  /** The payment that this visitor has begun. */
  readonly yours?: { readonly money: Money; readonly state: 'OPEN' | 'PAID' | 'ENDED' }
}

/** `/l/{token}`; undefined for any other address. */
export function linkPath({ pathname }: Pick<Location, 'pathname'>): string | undefined {
  const [, l, token, ...rest] = pathname.split('/')
  return l === 'l' && token && rest.length === 0 ? `/l/${token}` : undefined
}

const KEY_BYTES = 32
const nameOf = (path: string): string => `sluice:${path}`

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** This browser's key for the link. */
export function visitorOf(path: string, store: Store): string {
  return store.getItem(nameOf(path)) ?? anotherVisitor(path, store)
}

/** A new key, for another payment. */
export function anotherVisitor(path: string, store: Store): string {
  const key = newKey()
  store.setItem(nameOf(path), key)
  return key
}

const ANSWER_WITHIN_MS = 25_000

async function ask<T>(
  path: string,
  visitor: string,
  body: object | undefined,
  send: typeof fetch = fetch,
): Promise<Answer<T>> {
  try {
    const answer = await send(path, {
      method: body ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${visitor}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    if (answer.ok) return { ok: true, value: (await answer.json()) as T }
    return { ok: false, failure: await failureOf(answer) }
  } catch {
    return { ok: false, failure: { kind: 'network' } }
  }
}

export const lookAt = (path: string, visitor: string): Promise<Answer<PaymentLink>> =>
  ask(`${path}/!link`, visitor, undefined)

/** @param money set if the payer chooses the amount */
export const beginBy = (
  path: string,
  visitor: string,
  money: Money | undefined,
): Promise<Answer<{ readonly checkoutUrl: string }>> => ask(`${path}/!begin`, visitor, money ? { money } : {})
