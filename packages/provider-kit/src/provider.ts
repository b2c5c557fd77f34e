/**
 * What a provider is: a bank or payment company that the gateway calls by itself, without a connector.
 *
 * A provider is one folder. It declares which settings an account needs and what it serves, and an open account does four things: accept
 * a payment, report its status, cancel it, and read which payments a notification is about. Everything that is the same for all providers
 * is outside of the folders: sealed settings, tokens, client certificates, the breaker, rate limits, which try is the first, call
 * records, status updates, steps and notifications (`processors/providers/adapter.ts`).
 *
 * Promises of a folder:
 * - It sends the reference that it is given, and no other. The reference is stored before the call, so a repetition after a crash is the
 *   same call.
 * - It answers `declined` only for a first try, and only by a code that the provider documents for it. Everything else is `unclear`.
 * - A status that its table does not have is `unlisted`: it settles nothing.
 * - A notification only triggers a status inquiry. What counts is the answer to that inquiry, made with our own credentials; it must name
 *   the amount, the currency and the account that was paid.
 *
 * A folder never posts to the ledger, changes a payment, stores anything, reads the machine's clock, or calls an address that is not in
 * its account's settings.
 */
import type { Receiving } from '@sluice/core/catalogue/payment-method.ts'
import type { Clock, Instant } from '@sluice/core/foundation/deps.ts'
import type { Fault } from '@sluice/core/foundation/faults.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { WireService } from '@sluice/core/processor/connector-protocol.ts'
import type { CancelAnswer, CheckAnswer, Declined, StatusUpdate } from '@sluice/core/processor/port.ts'
import type { Calls } from './calls.ts'
import type { ProviderTokenRequest, Reach } from './reach.ts'
import type { SettingCheck } from './setting-checks.ts'

export const SETTING_IDENTITIES = ['account', 'key', 'none'] as const
export type SettingIdentity = (typeof SETTING_IDENTITIES)[number]

/** One setting of an account. All values are text; certificates and keys are PEM. */
export interface ProviderSetting {
  readonly name: string
  readonly title: string
  /** What it is for, or where the provider shows it. */
  readonly description: string
  readonly need: 'mandatory' | 'optional'
  /**
   * What changing it means for payments that were sent before. The account of another business does not know them, which would look as if
   * they had never been accepted.
   * - `account`: it says which account at the provider this is. It cannot change while a payment is waiting for that account.
   * - `key`: it proves who calls, and no other setting says which account that is. It can be renewed at any time, but what was sent
   *   before is not sent again, and "unknown" is not believed about it.
   * - `none`: it changes how something is done or shown, or proves what an `account` setting says.
   */
  readonly identity: SettingIdentity
  /** Stored encrypted, and never shown again. */
  readonly isSecret: boolean
  /** Secrets are sent there: it is checked by the address policy, and changing it requires entering the secrets again. */
  readonly isAddress?: true
  /** The documents show what an account with these examples serves, so choose those that serve most. */
  readonly example: string
  readonly check: SettingCheck
  /** For certificates: when it expires. */
  readonly endsAt?: (text: string) => Instant | undefined
}

export type Settings = Readonly<Record<string, string>>

/** One attempt at one payment with one account. */
export interface ProviderOrder {
  readonly payment: Payment
  /** The reference by which the provider knows it: made from the payment's key, and stored before the first call. */
  readonly reference: string
  /** Nothing was ever sent under this reference. */
  readonly isFirst: boolean
  /** When the previous try was, not counting tries that sent nothing. Undefined: there was none, or it is not known. */
  readonly lastTriedAt: Instant | undefined
  /** When something was first sent under the reference. Left out for status inquiries. */
  readonly begunAt?: Instant
  readonly merchantName: string
  /** For a refund by its payin's own rail. */
  readonly payin?: Payment
}

export type OrderAnswer =
  | {
      readonly type: 'accepted'
      readonly receiving: Receiving
      readonly processorRef: string
      readonly processorStatus: string
      readonly expireAt?: Instant
    }
  | Declined
  | { readonly type: 'refused'; readonly reason: string }
  /** It may have been accepted or not: status inquiries follow. `why` is for the log: no secrets, no personal data. */
  | Unclear
  | Held

/**
 * `isUnsent`: with this attempt, certainly nothing has left this machine that the provider could accept. `unlisted`: a code that no table
 * has; it is logged and counted.
 */
export interface Unclear {
  readonly type: 'unclear'
  readonly why: string
  readonly isUnsent?: true
  readonly unlisted?: string
}

/** Nothing was sent, because the provider limits how many calls it takes. The try does not count, and comes again after `againInMs`. */
export interface Held {
  readonly type: 'held'
  readonly why: string
  readonly againInMs: number
}

/**
 * A fact about a payment. `fact` is its name: the same name twice counts once, and money under another name is other money. So if two
 * statuses are about the same money (it arrived; it arrived and came back), both give its arrival the same name, which must never change.
 * If installations already have it under different names, each keeps its own and lists the others in `alsoNamed`.
 */
export interface ProviderFact {
  readonly fact: string
  /** Other names of the same money: see `StatusUpdate`. */
  readonly alsoNamed?: readonly string[]
  readonly processorStatus: string
  readonly statusChange: StatusUpdate['statusChange']
  readonly about?: StatusUpdate['about']
}

export type OrderFindings =
  /** With or without facts. `isOver`: nothing more can happen there. */
  | {
      readonly type: 'known'
      readonly processorStatus: string
      readonly facts: readonly ProviderFact[]
      readonly isOver: boolean
    }
  /** A status that the table does not have. */
  | { readonly type: 'unlisted'; readonly statusCode: string }
  /** The provider does not know the payment. */
  | { readonly type: 'never' }
  | Unclear

export interface Notification {
  /** Below the account's notification URL, without a leading slash: '', `pix`, `v1.0/transfer-va/payment`. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The exact bytes received. */
  readonly body: Uint8Array
}

/** What a notification is about, and how it is answered. */
export interface NotificationReading {
  /** Payments that something has happened to. None: the notification says nothing that we understand. */
  readonly references: readonly string[]
  /** Default: 200 with an empty object. */
  readonly answer?: NotificationAnswer
}

export interface NotificationAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** What an account serves now, as the provider reports it: available operators, limits. */
export interface Offer {
  readonly type: 'offer'
  readonly services: readonly WireService[]
}

/** The balances at the provider. */
export interface Balances {
  readonly type: 'balances'
  readonly balances: readonly { readonly name: string; readonly money: Money }[]
}

export type Ping = { readonly ok: true } | { readonly ok: false; readonly why: string }

/** An account that is open. */
export interface ProviderAccount {
  /** Before the payment is created: whether the request has what the provider needs, decided from the payment alone. Default: it has. */
  check?(payment: Payment): CheckAnswer
  accept(order: ProviderOrder): Promise<OrderAnswer>
  find(order: ProviderOrder): Promise<OrderFindings>
  cancel?(order: ProviderOrder): Promise<CancelAnswer>
  /** The connection test: a harmless call that needs the credentials. */
  ping(): Promise<Ping>
  /** What is available now, and within which limits. Called after each connection test; until it answers, `serves` applies. */
  offers?(): Promise<Offer | Unclear>
  balances?(): Promise<Balances | Unclear>
  /** Without side effects, from the notification, the settings and the time alone. */
  readNotification?(notification: Notification): NotificationReading
  /** Registers our URL for notifications with the provider. */
  subscribe?(url: string): Promise<Ping>
}

/** What an account is opened with. */
export interface AccountStanding {
  readonly calls: Calls
  readonly clock: Clock
  /** The URL for notifications, for providers that need it with each payment. It is a secret. Left out: there is none. */
  readonly notificationUrl?: () => string
}

export interface Provider {
  /** As operators write it: `pix`. */
  readonly code: string
  readonly title: string
  /** The specification that it follows, with its version or date. */
  readonly specification: string
  readonly settings: readonly ProviderSetting[]
  /** How a token is requested. Left out, or undefined: each call carries its credentials. */
  token?(settings: Settings): ProviderTokenRequest | undefined
  /**
   * The provider's addresses, by the names of the address settings, for accounts that leave them out. Undefined: an operator must set
   * them.
   */
  hostsOf(settings: Settings): { readonly live: Settings; readonly test: Settings } | undefined
  /** How to reach the provider, and how we identify ourselves. All address settings are set. */
  reach(settings: Settings): Reach
  /** Checks settings against each other, and for a test or a live account. Each is valid by itself. */
  faults?(settings: Settings, isTest?: boolean): readonly Fault[]
  /** What it serves until the provider has reported what is available. */
  serves(settings: Settings): readonly WireService[]
  /** For documents: the most that such an account can serve. Default: `serves`. */
  mayServe?(settings: Settings): readonly WireService[]
  /** How long nothing is sent after such an answer, because the provider would block an account that goes on. */
  pauseMsAfter?(status: number, body: unknown): number | undefined
  /** The provider's limit of inquiries about one payment per minute. More notifications lead to no more inquiries. Default: no limit. */
  readonly questionsAMinute?: number
  /** A refund by a payin's rail names the movement that it refunds: see `NativeRefunds.byMovement`. */
  readonly refundsByMovement: boolean
  /** @returns the reference of this attempt of a payment */
  referenceOf(payment: Payment): string
  /** The form of every value of `referenceOf`. Nothing else in a notification is looked up. */
  readonly referenceForm: RegExp
  open(settings: Settings, standing: AccountStanding): ProviderAccount
}
