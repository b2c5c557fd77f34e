/**
 * Receiving accounts: where an operator's money really arrives. Read this file first.
 *
 * A receiving account is one place with one statement: a bank account, a wallet, a till, a merchant number behind a
 * national QR code. It serves payins of one currency by one or several methods. For each method it holds the details
 * that payers are shown, named as that method's file in the catalogue declares them (`receiving`).
 *
 *   rails.ts      which methods an own account can serve, and how their money is recognised; the checks of their details
 *   hours.ts      opening hours and days in the account's own time zone
 *   slots.ts      the rules of unique amounts        offers.ts     what a payin may get on an account
 *   store.ts      accounts in the database           directory.ts  accounts in memory, at most about a second old
 *   usage.ts      what each has accepted today       own-account.ts  the processor: chooses, claims, accepts
 *   eligible.ts   which would accept a payin         choosing.ts     which of its offers is free
 *   held-claims.ts, fullness.ts   which claims of an account are held, and how full that makes it
 *   claimed-again.ts              a transfer's number that a second payer reports
 *
 * Whether an account is test or live never changes, and neither do its currency and id. What payers were shown stays
 * valid: payins keep the details they were accepted with. Whatever identifies a payin on an account (reference, virtual
 * number, unique amount) is a claim whose owner is `claimOwner(id)`: one primary-key lookup finds whose money it is. An
 * account never holds a password, key or token of a bank: nothing here can move money.
 */
import type { Receiving } from '@sluice/core/catalogue/payment-method.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { CurrencyCode, Minor } from '@sluice/core/foundation/money.ts'
import type { Claim } from '@sluice/core/payment/claims.ts'
import type { BankConnection } from '../../identity/operators/bank-connection.ts'
import { type OneIn, ownerOf } from '../../payments/amount-claims.ts'

/** For the operator's information; methods and currency decide what it can serve. */
export const ACCOUNT_KINDS = [
  'BANK_ACCOUNT',
  'VIRTUAL_ACCOUNTS',
  'WALLET',
  'QR_MERCHANT',
  'MOBILE_MONEY_TILL',
] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

/**
 * How money on the account leads to its payin:
 *
 *   reference           the credit carries our reference
 *   amount              the amount alone: each open payin has a unique one
 *   account             the credit names the virtual account number that was made for this payin
 *   external-reference  the payer reports the bank's own reference (UTR) of the transfer
 */
export const RECOGNITIONS = ['reference', 'amount', 'account', 'external-reference'] as const
export type Recognition = (typeof RECOGNITIONS)[number]

/** A method as this account serves it. */
export interface ServedMethod {
  /** `paymentMethodCode`. */
  readonly code: string
  /**
   * If two methods share a code, selects the one with this operator; otherwise the operators that payers may choose.
   * Left out: all.
   */
  readonly operators?: readonly string[]
  /** As the method's `receiving` declares them. */
  readonly receiving: Receiving
  readonly recognisedBy: Recognition
  /**
   * `account` only: how many digits of our own follow the prefix in `receiving.accountNumber`. If the country has check
   * digits for it, the last one is computed.
   */
  readonly virtualDigits?: number
}

/** A part of the week in the account's time zone, `HH:MM`; `to` may be `24:00`, and is exclusive. */
export interface OpeningHours {
  readonly days: readonly Weekday[]
  readonly from: string
  readonly to: string
}
export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** How much of an account one merchant may use. */
export const MERCHANT_SHARES = ['ALL', 'HALF', 'QUARTER'] as const
export type MerchantShare = (typeof MERCHANT_SHARES)[number]
export const oneIn = (share: MerchantShare): OneIn => (({ ALL: 1, HALF: 2, QUARTER: 4 }) as const)[share]

export const ACCOUNT_STATUSES = ['ACTIVE', 'PAUSED'] as const
/** A paused account accepts nothing new; what it has shown to payers is still recognised. */
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

/**
 * Whether the balances in the account's statements are real, so that they can be checked. If a bank makes them up they
 * prove nothing, and each import says so.
 */
export const BALANCE_RULES = ['CHECKED', 'NOT_PROVIDED_BY_BANK'] as const
export type BalanceRule = (typeof BALANCE_RULES)[number]

export interface ReceivingAccount {
  /** The operator's own: 1 to 40 of `a-z 0-9 -`, beginning with a letter or digit. */
  readonly id: string
  readonly name: string
  readonly kind: AccountKind
  readonly currency: CurrencyCode
  readonly isTest: boolean
  readonly status: AccountStatus
  /** IANA name, for opening hours, the day of its limits, and dates in statements that name no zone. */
  readonly timeZone: string
  readonly methods: readonly ServedMethod[]
  /** Empty: always open. */
  readonly openingHours: readonly OpeningHours[]
  /** Of one payin, in addition to the method's own range. */
  readonly minMinor: Minor | undefined
  readonly maxMinor: Minor | undefined
  /** Payins accepted in a day of its time zone that are open or paid. Left out: without limit. */
  readonly dayCount: number | undefined
  readonly dayAmountMinor: Minor | undefined
  /** How much of its unique amounts and of its day one merchant may use. Left out: half, or all if there is only one merchant. */
  readonly merchantShare?: MerchantShare | undefined
  readonly balances: BalanceRule
  /** The program that connects to its bank; left out: none, and an operator reports for the bank. */
  readonly bankConnection?: BankConnection | undefined
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/**
 * How payins that are open on an account, or in their hold period, are recognised: what the account serves may have
 * changed since.
 */
export interface StillShown {
  /** By a unique amount. */
  readonly byAmount: boolean
  /** By our reference, or the bank's. */
  readonly byReference: boolean
}

const ACCOUNT_ID = /^[a-z0-9][a-z0-9-]{0,39}$/
export const isAccountId = (text: string): boolean => ACCOUNT_ID.test(text)

/** The owner of the claims: `account:<id>`. */
export const claimOwner = ownerOf

export const referenceClaim = (accountId: string, reference: string): Claim => ({
  owner: claimOwner(accountId),
  scope: 'reference',
  value: reference,
})

/** `<accountId>/<reference>`; the reference is ours or the virtual account number. */
export const processorRefOf = (accountId: string, reference: string): string => `${accountId}/${reference}`

/** The account of a payin, from what `processorRefOf` made. */
export const accountOfRef = (processorRef: string): string => processorRef.slice(0, processorRef.indexOf('/'))
