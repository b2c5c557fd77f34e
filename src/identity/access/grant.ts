/**
 * Grants: what a token allows. Read this file first; the rest of the room makes grants and proves them.
 *
 * A grant speaks of one merchant and is limited either by an action on one payment or by a list of operations.
 * What an action allows is a table. Never looks at clocks, signatures or requests: it only answers `allows`.
 *
 * A token of PAYIN_CHECKOUT is made to be given to a payer, so its holder decides nothing that is the merchant's: neither the
 * amount, nor where callbacks go (signed with the merchant's secret), nor where the page leads back.
 */
import {
  isMerchantOrderId,
  isPaymentKind,
  type MerchantCode,
  type PaymentKind,
} from '../../foundation/identifiers.ts'
import type { CurrencyCode, Minor } from '../../foundation/money.ts'
import type { CredentialAccess } from './merchant-access.ts'
import type { CompiledOperations } from './operations.ts'

/** `{id}` stands for the payment the token is limited to. */
export const ACTIONS = {
  PAYIN_CREATE: {
    kind: 'payin',
    allows: ['POST /payins/!availablePaymentOptions', 'POST /payins/{id}', 'GET /payins/{id}'],
  },
  PAYIN_INFO: { kind: 'payin', allows: ['GET /payins/{id}'] },
  PAYIN_CHECKOUT: {
    kind: 'payin',
    allows: [
      'POST /payins/!availablePaymentOptions',
      'POST /payins/{id}',
      'GET /payins/{id}',
      'POST /payins/{id}/!setExternalReference',
      'GET /merchant-info',
    ],
  },
  PAYOUT_CREATE: { kind: 'payout', allows: ['POST /payouts/{id}', 'GET /payouts/{id}'] },
  PAYOUT_INFO: { kind: 'payout', allows: ['GET /payouts/{id}'] },
  REFUND_CREATE: { kind: 'refund', allows: ['POST /refunds/{id}', 'GET /refunds/{id}'] },
  REFUND_INFO: { kind: 'refund', allows: ['GET /refunds/{id}'] },
} as const satisfies Record<string, { kind: PaymentKind; allows: readonly string[] }>

export type Action = keyof typeof ACTIONS

/** Whose `callbackUrl` and `returnUrl` count: in a payer's token it must say all there is to say, in a shop's it may. */
export const NAMES_URLS: readonly string[] = ['PAYIN_CREATE', 'PAYIN_CHECKOUT']
export const mayNameUrls = (scope: Scope): boolean =>
  scope.kind === 'action' && NAMES_URLS.includes(scope.action)

/** Is the token made for whoever pays? Then nothing in a body says where we call, or lead back to. */
export const isForPayers = (scope: Scope): boolean =>
  scope.kind === 'action' && scope.action === 'PAYIN_CHECKOUT'

export const isAction = (text: string): text is Action => Object.hasOwn(ACTIONS, text)

/** A money limit: creates of exactly this, by value. */
export interface GrantMoney {
  /** The shortest exact decimal text in major units: `10.5`. */
  readonly amount: string
  readonly currencyCode: string
}

export type TokenScope =
  | { readonly kind: 'action'; readonly action: Action; readonly idPayment: string }
  | { readonly kind: 'operations'; readonly operations: readonly string[] }

/** One of the merchant's own people, who came by a session. What they may do is known above; here it is only asked. */
export interface SignedInPerson {
  readonly id: string
  readonly name: string
  /** All rights that they have, by name. */
  readonly held: readonly string[]
  /** An owner whom nothing narrows. */
  readonly isWholeOwner: boolean
  /** The right that a request takes and the person lacks; undefined: they may. @param path whole and decoded */
  lacks(path: string, isRead: boolean): string | undefined
  /** The most that one act of theirs may move; in any other currency, nothing. Left out: nothing limits them. */
  readonly limits?: ReadonlyMap<CurrencyCode, Minor>
  /** They have shown just now that it is really them. */
  readonly isProved: boolean
  /** The same by now, for what outlives the request; undefined: they are out. That it was asked keeps no session from ending. */
  again(): Promise<SignedInPerson | undefined>
}

/** No token carries a person's: it ends with the request. */
export type Scope = TokenScope | { readonly kind: 'person'; readonly person: SignedInPerson }

/** What the merchant asked for, checked. */
export interface GrantTerms {
  readonly scope: TokenScope
  readonly money?: GrantMoney
  /** Where `mayNameUrls`; they stand against the body's. */
  readonly callbackUrl?: string
  readonly returnUrl?: string
}

/**
 * Names the merchant's key or secret a token was made with: it ends with it. Or the payment link that a payer came by, or the operator who
 * tries a payment of a test merchant.
 */
export type MadeWith = `key:${string}` | `secret:${string}` | `link:${string}` | `trial:${string}`

/** Names who is signed in: no token is made with it. */
export type OfPerson = `person:${string}`

export interface Grant extends Omit<GrantTerms, 'scope'> {
  readonly scope: Scope
  readonly merchantCode: MerchantCode
  readonly madeWith: MadeWith | OfPerson
  readonly jti: string
  /** Whole seconds since the epoch. */
  readonly issuedAtSecs: number
  readonly expiresAtSecs: number
  /** The right that a request takes and that the key or secret it was made with does not carry; known once the token was proved. */
  readonly lacks?: CredentialAccess['lacks']
  /** Present where `scope` is a list of operations. */
  readonly compiled?: CompiledOperations
  /** Whose rate its reads and its other requests count against; known once the token was proved. */
  readonly rateKeys?: { readonly merchant: string; readonly onePayment: string | undefined }
}

/** Who asks, where nothing is known yet of what they may: of a request for a token there is no scope. */
export type ProvedAsker = Pick<Grant, 'merchantCode' | 'madeWith'> & Partial<Pick<Grant, 'scope'>>

/** What a token can carry. */
export interface TokenGrant extends Grant {
  readonly scope: TokenScope
  readonly madeWith: MadeWith
}

/** Who is signed in, where it is a person who asks. */
export const personIn = ({ scope }: Pick<Grant, 'scope'>): SignedInPerson | undefined =>
  scope.kind === 'person' ? scope.person : undefined

export const isOfPerson = (madeWith: MadeWith | OfPerson): madeWith is OfPerson =>
  madeWith.startsWith('person:')

/** The payment link that a payer came by. */
export const linkIn = ({ madeWith }: Pick<Grant, 'madeWith'>): string | undefined =>
  madeWith.startsWith(LINK) ? madeWith.slice(LINK.length) : undefined
const LINK = 'link:'

/** One payment of a merchant, by the merchant's own ID. */
export interface OnePayment {
  readonly kind: PaymentKind
  readonly id: string
}

/**
 * Does the grant allow this request? Its money is another question, asked where the body is known.
 *
 * @param path the whole decoded path without the query
 */
export function allows(grant: Pick<Grant, 'scope' | 'compiled'>, method: string, path: string): boolean {
  if (grant.scope.kind === 'person') return grant.scope.person.lacks(path, method === 'GET') === undefined
  if (grant.scope.kind === 'operations') return grant.compiled?.allow(method, path) ?? false
  return allowedByAction(grant.scope).includes(`${method} ${path}`)
}

/** The right that it takes and that whoever asks does not have: the person, or the key or secret of the token. */
export const lackedBy = (
  { scope, lacks }: Pick<Grant, 'scope' | 'lacks'>,
  path: string,
  isRead: boolean,
): string | undefined => (scope.kind === 'person' ? scope.person.lacks(path, isRead) : lacks?.(path, isRead))

/** Whether whoever asks may send money to whomever they name. */
export const mayPayOut = (grant: Pick<Grant, 'scope' | 'lacks'>): boolean =>
  lackedBy(grant, '/payouts', false) === undefined

/** Methods and paths of its one payment. */
export const allowedByAction = ({ action, idPayment }: Extract<TokenScope, { kind: 'action' }>): string[] =>
  ACTIONS[action].allows.map((entry) => entry.replace('{id}', () => idPayment))

/** The one payment a scope is limited to: by action, or by operations that are all exact paths of the same payment. */
export function onePaymentOf(scope: TokenScope): OnePayment | undefined {
  if (scope.kind === 'action') return { kind: ACTIONS[scope.action].kind, id: scope.idPayment }
  const payments = scope.operations.map(paymentOfEntry)
  const first = payments[0]
  const same = payments.every((payment) => payment?.kind === first?.kind && payment?.id === first?.id)
  return same ? first : undefined
}

const PAYMENT_PATH = /^[A-Z]+ \/(payin|payout|refund)s\/([^/]+)((?:\/[A-Za-z!]+)*)$/

function paymentOfEntry(entry: string): OnePayment | undefined {
  const [, kind, id] = PAYMENT_PATH.exec(entry) ?? []
  if (!isPaymentKind(kind) || id === undefined) return undefined
  // A dot between other characters is compared literally; two in a row make the entry a pattern (`operations.ts`).
  return isMerchantOrderId(id) && !id.includes('..') ? { kind, id } : undefined
}
