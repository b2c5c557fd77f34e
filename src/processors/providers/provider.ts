/**
 * A provider that the gateway speaks to by itself, without a connector: a bank, or somebody who reaches many.
 *
 * A provider is one folder. It says in words of its own what it serves and which settings an account needs, and does four things with
 * an account that is open: take a payment on, say what became of one, take one back, and read what a notification is about. All that
 * is the same for every provider stands outside of the folders: settings that are sealed, the token, the client certificate, breaker and
 * rate, which try is the first, the record of calls, reports, steps, notifications (`adapter.ts`).
 *
 * Promises of a folder:
 * - It is given a reference and sends no other: it was kept before the call, so a crash repeats the same call.
 * - `declined` is said of a first try only, and by a code that the provider lists for it. All that is not listed is `unclear`.
 * - A status that its table does not have reads as `open`, with the word as it came: it settles nothing.
 * - A notification is a trigger. What counts is the answer to our own question with our own credentials, and that names amount, currency
 *   and the account that was paid.
 *
 * What it never does: post, change a payment, keep anything, read the clock of the machine, or speak to an address that its account
 * does not name.
 */
import type { Receiving } from '../../catalogue/payment-method.ts'
import type { Clock, Instant } from '../../foundation/deps.ts'
import type { Fault } from '../../foundation/faults.ts'
import type { Money } from '../../foundation/money.ts'
import type { Payment } from '../../payments/model.ts'
import type { CancelAnswer, CheckAnswer, Declined, StatusUpdate } from '../../processing/port.ts'
import type { WireService } from '../connectors/protocol.ts'
import type { Calls } from './calls.ts'
import type { ProviderTokenRequest, Reach } from './reach.ts'
import type { SettingCheck } from './setting-checks.ts'

export const SETTING_IDENTITIES = ['account', 'key', 'none'] as const
export type SettingIdentity = (typeof SETTING_IDENTITIES)[number]

/** One thing that an operator says of an account. All are texts; certificates and keys are PEM. */
export interface ProviderSetting {
  readonly name: string
  readonly title: string
  /** Where the provider shows it, or what it is for. */
  readonly description: string
  readonly need: 'mandatory' | 'optional'
  /**
   * What a change of it means for payments that were sent before. The account of another business has never heard of them, which would read
   * as if they were never taken on.
   * - `account`: it says which account at the provider this is, and stays as long as anything waits for news from there.
   * - `key`: it proves who asks, and nothing else says who that is. It may be renewed at any time; but what was sent before is not sent
   *   again, and is not believed to be unknown.
   * - `none`: it says how something is done or shown, or proves what an `account` setting says.
   */
  readonly identity: SettingIdentity
  /** Sealed, and never shown again. */
  readonly isSecret: boolean
  /** Where secrets are sent: it is held to the policy of addresses, and a change of it needs the secrets anew. */
  readonly isAddress?: true
  /** The documents show what accounts serve that are set up as the examples: let it be as much as can be. */
  readonly example: string
  readonly check: SettingCheck
  /** Of certificates: when it ends. */
  readonly endsAt?: (text: string) => Instant | undefined
}

export type Settings = Readonly<Record<string, string>>

/** One try of one payment with one account. */
export interface ProviderOrder {
  readonly payment: Payment
  /** By what the provider knows it: derived from the payment's key, and kept before the first call. */
  readonly reference: string
  /** Nothing was ever sent under this reference. */
  readonly isFirst: boolean
  /** When it was tried the last time before this, leaving out tries that sent nothing; undefined: never, as far as is known. */
  readonly lastTriedAt: Instant | undefined
  /** When something was first sent under it; left out: whoever asks what became of it need not know. */
  readonly begunAt?: Instant
  readonly merchantName: string
  /** Of a refund by the payin's own rail. */
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
  /** It may have been taken on, or not: it is asked about. `why` is for the log: no secret, no personal data. */
  | Unclear
  | Held

/**
 * `isUnsent`: nothing by which it could be taken on has left this machine with this try, for certain. `unlisted`: its answer is a word that the tables do not have, which is
 * logged as such, and counted.
 */
export interface Unclear {
  readonly type: 'unclear'
  readonly why: string
  readonly isUnsent?: true
  readonly unlisted?: string
}

/** Nothing was sent, because the provider takes only so many calls at a time: the try does not count, and its turn comes then. */
export interface Held {
  readonly type: 'held'
  readonly why: string
  readonly againInMs: number
}

/**
 * A fact about a payment. `fact` names it: the same fact twice counts once, and money under another name is other money. So where two words
 * tell of the same money (it has arrived; it has arrived, and is back) both give its arrival one name, which never changes. Where they
 * have had a name each, which installations hold, each keeps its own and has the others in `alsoNamed`.
 */
export interface ProviderFact {
  readonly fact: string
  /** Further names of the same money: see `Report`. */
  readonly alsoNamed?: readonly string[]
  readonly processorStatus: string
  readonly statusChange: StatusUpdate['statusChange']
  readonly about?: StatusUpdate['about']
}

export type OrderFindings =
  /** With nothing yet, or with facts. `isOver`: nothing more can become of it there. */
  | {
      readonly type: 'known'
      readonly processorStatus: string
      readonly facts: readonly ProviderFact[]
      readonly isOver: boolean
    }
  /** A word that its table does not have. */
  | { readonly type: 'unlisted'; readonly statusCode: string }
  /** It has never heard of it. */
  | { readonly type: 'never' }
  | Unclear

export interface Notification {
  /** Beneath the account's own address, without a slash before it: '', `pix`, `v1.0/transfer-va/payment`. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** As it came, byte for byte. */
  readonly body: Uint8Array
}

/** What a notification says, and what whoever sent it waits for. */
export interface NotificationReading {
  /** Of which references something became; none: it says nothing that we understand. */
  readonly references: readonly string[]
  /** Left out: 200 with an empty object. */
  readonly answer?: NotificationAnswer
}

export interface NotificationAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** What an account serves now, as the provider says: operators that are up, limits. */
export interface Offer {
  readonly type: 'offer'
  readonly services: readonly WireService[]
}

/** What lies with the provider. */
export interface Balances {
  readonly type: 'balances'
  readonly balances: readonly { readonly name: string; readonly money: Money }[]
}

export type Ping = { readonly ok: true } | { readonly ok: false; readonly why: string }

/** An account that is open. */
export interface ProviderAccount {
  /** Before the create is kept: whether the request has what the provider asks of its payer. From nothing but the payment; left out: it has. */
  check?(payment: Payment): CheckAnswer
  accept(order: ProviderOrder): Promise<OrderAnswer>
  find(order: ProviderOrder): Promise<OrderFindings>
  cancel?(order: ProviderOrder): Promise<CancelAnswer>
  /** A harmless question that needs the credentials. */
  ping(): Promise<Ping>
  /** Where the provider tells what of it is up and within which limits: asked at each probe; until it answers, `serves` of the provider counts. */
  offers?(): Promise<Offer | Unclear>
  balances?(): Promise<Balances | Unclear>
  /** Without effect, and from nothing but the notification, the settings and the time. */
  readNotification?(notification: Notification): NotificationReading
  /** Has the provider notify us there. */
  subscribe?(url: string): Promise<Ping>
}

/** What an account stands on. */
export interface AccountStanding {
  readonly calls: Calls
  readonly clock: Clock
  /** Where the provider notifies us, for those that want it with each payment: it holds a secret. Left out: there is no such address. */
  readonly notificationUrl?: () => string
}

export interface Provider {
  /** As operators write it: `pix`. */
  readonly code: string
  readonly title: string
  /** Whose specification it follows, and of when. */
  readonly specification: string
  readonly settings: readonly ProviderSetting[]
  /** How the provider is asked for a token; left out, or undefined: each call carries its credentials. */
  token?(settings: Settings): ProviderTokenRequest | undefined
  /** Where it is, by the names of the settings that are addresses, where an operator need not say; undefined: an operator must. */
  hostsOf(settings: Settings): { readonly live: Settings; readonly test: Settings } | undefined
  /** Where it is, and who we are to it. All addresses in the settings are set. */
  reach(settings: Settings): Reach
  /** What is wrong with settings that are well each for itself, and with them in an account for tests or a live one. */
  faults?(settings: Settings, isTest?: boolean): readonly Fault[]
  /** What it serves before the provider has said what is up. */
  serves(settings: Settings): readonly WireService[]
  /** For documents: what such an account can serve at most; left out: what `serves` says. */
  mayServe?(settings: Settings): readonly WireService[]
  /** How long nothing is sent to the account after such an answer: it says that we call too often, and would shut us out. */
  pauseMsAfter?(status: number, body: unknown): number | undefined
  /** How often a minute it tells of one payment: a burst of notifications about one leads to no more questions. Left out: as often as it is asked. */
  readonly questionsAMinute?: number
  /** A refund by a payin's rail names the very payment that goes back: see `NativeRefunds.byMovement`. */
  readonly refundsByMovement: boolean
  /** @returns by what the provider knows this try of a payment */
  referenceOf(payment: Payment): string
  /** Length and characters of all that `referenceOf` returns: nothing else that a notification names is looked up. */
  readonly referenceForm: RegExp
  open(settings: Settings, standing: AccountStanding): ProviderAccount
}
