/** The claim's endpoints, authorised by the secret in the fragment of the link. Never throws, and sends the secret only to them. */
import { type Answer, failureOf } from '../api.ts'
import type { Money, PaymentOption, Shop } from '../payin.ts'
import type { Store } from '../session.ts'

export type ClaimOption = Pick<
  PaymentOption,
  'paymentMethodCode' | 'name' | 'paymentOperators' | 'paymentOperatorNeed' | 'fields'
>

export type ClaimState = 'OPEN' | 'CHECKING' | 'SENT' | 'PAID' | 'FAILED' | 'EXPIRED'

export interface Claim extends Pick<Shop, 'channelInfo' | 'isTest'> {
  readonly state: ClaimState
  readonly money: Money
  /** Set while the claim is open. */
  readonly expireAt?: string
  readonly options?: readonly ClaimOption[]
}

export interface ClaimPlace {
  /** `/claim/{merchantCode}/{idRefund}` */
  readonly path: string
  readonly secret: string
}

/**
 * The secret is removed from the address immediately (`main.tsx`) and kept in this tab for a reload.
 * @returns undefined if there is none
 */
export function claimPlace(
  { pathname, hash }: Pick<Location, 'pathname' | 'hash'>,
  store: Store,
): ClaimPlace | undefined {
  const [, claim, merchantCode, idRefund, ...rest] = pathname.split('/')
  if (claim !== 'claim' || !merchantCode || !idRefund || rest.length > 0) return undefined
  const path = `/claim/${merchantCode}/${idRefund}`
  const secret = hash.slice(1) || store.getItem(`sluice:${path}`) || ''
  if (secret === '') return undefined
  store.setItem(`sluice:${path}`, secret)
  return { path, secret }
}

const ANSWER_WITHIN_MS = 25_000

/** @param payee left out: only reads the claim */
export async function askClaim(
  { path, secret }: ClaimPlace,
  payee?: object,
  send: typeof fetch = fetch,
): Promise<Answer<Claim>> {
  try {
    const answer = await send(`${path}/${payee ? '!payee' : '!refund'}`, {
      method: payee ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${secret}`,
        ...(payee && { 'content-type': 'application/json' }),
      },
      ...(payee && { body: JSON.stringify({ payee }) }),
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    if (answer.ok) return { ok: true, value: (await answer.json()) as Claim }
    return { ok: false, failure: await failureOf(answer) }
  } catch {
    return { ok: false, failure: { kind: 'network' } }
  }
}
