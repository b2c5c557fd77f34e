/**
 * Grants: what a token allows. Read this file first; the other files here make grants and verify them.
 *
 * A grant belongs to one merchant. It is limited by an action on one payment or by a list of operations. A table says what each
 * action allows. This file only answers `allows`; it knows nothing of clocks, signatures or requests.
 *
 * A PAYIN_CHECKOUT token is meant for a payer. Its holder therefore decides nothing that belongs to the merchant: not the amount,
 * not where callbacks (signed with the merchant's secret) go, and not where the page returns to.
 */
import {
  isMerchantOrderId,
  isPaymentKind,
  type MerchantCode,
  type PaymentKind,
} from '@sluice/core/foundation/identifiers.ts'
import type { CurrencyCode, Minor } from '@sluice/core/foundation/money.ts'
import type { CredentialAccess } from './merchant-access.ts'
import type { CompiledOperations } from './operations.ts'

/** `{id}` is the payment that the token is limited to. */
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

/** Actions whose tokens have a `callbackUrl` and `returnUrl`: required in a payer's token, optional in a shop's. */
export const NAMES_URLS: readonly string[] = ['PAYIN_CREATE', 'PAYIN_CHECKOUT']
export const mayNameUrls = (scope: Scope): boolean =>
  scope.kind === 'action' && NAMES_URLS.includes(scope.action)

/** Whether the token is meant for a payer. If so, no URL in a body is used for callbacks or returning. */
export const isForPayers = (scope: Scope): boolean =>
  scope.kind === 'action' && scope.action === 'PAYIN_CHECKOUT'

export const isAction = (text: string): text is Action => Object.hasOwn(ACTIONS, text)

/** A money limit: only creates of exactly this amount, by value. */
export interface GrantMoney {
  /** The shortest exact decimal text in major units: `10.5`. */
  readonly amount: string
  readonly currencyCode: string
}

export type TokenScope =
  | { readonly kind: 'action'; readonly action: Action; readonly idPayment: string }
  | { readonly kind: 'operations'; readonly operations: readonly string[] }

/** A member who uses a session. A higher layer decides what they may do; here it is only looked up. */
export interface SignedInPerson {
  readonly id: string
  readonly name: string
  /** Names of all their rights. */
  readonly held: readonly string[]
  /** An owner without restrictions. */
  readonly isWholeOwner: boolean
  /** The right that a request needs and the person lacks; undefined if it is allowed. @param path whole and decoded */
  lacks(path: string, isRead: boolean): string | undefined
  /** The maximum for each operation. Other currencies are not allowed. Without it there is no limit. */
  readonly limits?: ReadonlyMap<CurrencyCode, Minor>
  /** They proved their identity a moment ago. */
  readonly isProved: boolean
  /**
   * Reads the person again, for work that outlives the request; undefined if they were signed out. Does not extend the session.
   */
  again(): Promise<SignedInPerson | undefined>
}

/** `person` is never part of a token; it ends with the request. */
export type Scope = TokenScope | { readonly kind: 'person'; readonly person: SignedInPerson }

/** The terms that the merchant requested, checked. */
export interface GrantTerms {
  readonly scope: TokenScope
  readonly money?: GrantMoney
  /** Only where `mayNameUrls`. They take precedence over the body's. */
  readonly callbackUrl?: string
  readonly returnUrl?: string
}

/**
 * The merchant's key or secret that a token was made with, and with which it ends. Or the payment link that a payer used, or the
 * operator who tries out a payment of a test merchant.
 */
export type MadeWith = `key:${string}` | `secret:${string}` | `link:${string}` | `trial:${string}`

/** The person who is signed in. No token is made with it. */
export type OfPerson = `person:${string}`

export interface Grant extends Omit<GrantTerms, 'scope'> {
  readonly scope: Scope
  readonly merchantCode: MerchantCode
  readonly madeWith: MadeWith | OfPerson
  readonly jti: string
  /** Whole seconds since the epoch. */
  readonly issuedAtSecs: number
  readonly expiresAtSecs: number
  /** The right that a request needs and the token's key or secret lacks. Known once the token is verified. */
  readonly lacks?: CredentialAccess['lacks']
  /** Present if `scope` is a list of operations. */
  readonly compiled?: CompiledOperations
  /** The rates that its reads and its other requests count against. Known once the token is verified. */
  readonly rateKeys?: { readonly merchant: string; readonly onePayment: string | undefined }
}

/** The caller when its rights are not known yet: a request for a token has no scope. */
export type ProvedAsker = Pick<Grant, 'merchantCode' | 'madeWith'> & Partial<Pick<Grant, 'scope'>>

/** A grant that a token can hold. */
export interface TokenGrant extends Grant {
  readonly scope: TokenScope
  readonly madeWith: MadeWith
}

/** The signed-in person, if a person calls. */
export const personIn = ({ scope }: Pick<Grant, 'scope'>): SignedInPerson | undefined =>
  scope.kind === 'person' ? scope.person : undefined

export const isOfPerson = (madeWith: MadeWith | OfPerson): madeWith is OfPerson =>
  madeWith.startsWith('person:')

/** The payment link that a payer used. */
export const linkIn = ({ madeWith }: Pick<Grant, 'madeWith'>): string | undefined =>
  madeWith.startsWith(LINK) ? madeWith.slice(LINK.length) : undefined
const LINK = 'link:'

/** One payment of a merchant, by the merchant's own ID. */
export interface OnePayment {
  readonly kind: PaymentKind
  readonly id: string
}

/**
 * Whether the grant allows this request. Its amount is checked separately, once the body is known.
 *
 * @param path the whole decoded path without the query
 */
export function allows(grant: Pick<Grant, 'scope' | 'compiled'>, method: string, path: string): boolean {
  if (grant.scope.kind === 'person') return grant.scope.person.lacks(path, method === 'GET') === undefined
  if (grant.scope.kind === 'operations') return grant.compiled?.allow(method, path) ?? false
  return allowedByAction(grant.scope).includes(`${method} ${path}`)
}

/** The right that the request needs and the caller lacks: the person, or the key or secret of the token. */
export const lackedBy = (
  { scope, lacks }: Pick<Grant, 'scope' | 'lacks'>,
  path: string,
  isRead: boolean,
): string | undefined => (scope.kind === 'person' ? scope.person.lacks(path, isRead) : lacks?.(path, isRead))

/** Whether the caller may send money to any recipient. */
export const mayPayOut = (grant: Pick<Grant, 'scope' | 'lacks'>): boolean =>
  lackedBy(grant, '/payouts', false) === undefined

/** Methods and paths for its one payment. */
export const allowedByAction = ({ action, idPayment }: Extract<TokenScope, { kind: 'action' }>): string[] =>
  ACTIONS[action].allows.map((entry) => entry.replace('{id}', () => idPayment))

/** The one payment that a scope is limited to: by its action, or by operations that are all exact paths of the same payment. */
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
  // A dot between other characters is compared literally. Two dots in a row make the entry a pattern (`operations.ts`).
  return isMerchantOrderId(id) && !id.includes('..') ? { kind, id } : undefined
}
