/**
 * Statements: a merchant's opening balance, its movements, and its closing balance. Read this file first.
 *
 *   statement   what a statement is, and what its lines say
 *   issuing     how one is issued: its events are selected and stored in batches, and then it never changes
 *   missed      finds events that were committed too late for the statement of their time
 *   rounds      the loop that issues them when a month has ended, then the invoices that `invoicing` finds due
 *   store       the rows; `lines` reads a statement's lines page by page
 *   billing     issuer and recipient, as printed on the documents; `invoices` bills the fees of a month
 *   formats/    JSON, CSV and the others, each written line by line
 *
 * A statement belongs to one merchant and one currency. Its balance is what the gateway owes the merchant: `available`
 * plus what is `reserved` for open payments. One event of the ledger is one line.
 *
 * Promises: numbers have no gaps, each statement opens with the closing balance of the one before, each event is in
 * exactly one of them, and together they equal the ledger to the last unit. An issued statement never changes.
 *
 * Events take their times from the clocks of several nodes, so an event of a month's last second may be committed after
 * the statement was issued. Therefore no clock decides which statement has an event: `statement_entry` stores the
 * number with it, and a late event is in the next statement, with its own date.
 */
import { currency as currencyOf } from '@sluice/core/catalogue/currencies.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, type Minor, minor } from '@sluice/core/foundation/money.ts'
import type { BalanceKey } from '../payments/ledger-lines.ts'

/** A merchant's balance, or a change of it. */
export interface Holding {
  readonly availableMinor: Minor
  readonly reservedMinor: Minor
}

export const totalOf = ({ availableMinor, reservedMinor }: Holding): Minor =>
  minor(availableMinor + reservedMinor)

/** A person or company named on a statement or invoice, as it was when that was issued. */
export interface BilledParty {
  readonly name: string
  readonly address?: readonly string[]
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
  readonly taxId?: string
}

export interface Parties {
  /** Who runs the gateway; missing if it is not configured. */
  readonly issuer?: BilledParty
  readonly recipient: BilledParty
}

export interface StatementId extends BalanceKey {
  readonly number: number
}

/** All lines of a kind together. */
export interface KindTotal {
  /** `payin`, `payout` and the other kinds of payment; `funding` is money without a payment. */
  readonly kind: string
  /**
   * Decimal text, a share of the fee; undefined for lines without a fee, `other` for a rate that the merchant no longer
   * has.
   */
  readonly vatRate: string | undefined
  readonly entries: number
  readonly grossMinor: Minor
  readonly feeMinor: Minor
  readonly vatMinor: Minor
  readonly change: Holding
}

/** An issued statement. */
export interface Statement extends StatementId {
  readonly isTest: boolean
  readonly from: Instant
  /** Exclusive. */
  readonly until: Instant
  readonly zone: string
  readonly opening: Holding
  readonly closing: Holding
  readonly entries: number
  readonly parties: Parties
  readonly issuedAt: Instant
}

/**
 * The effect of one event. A negative amount reduces the merchant's balance. Fee and VAT are what the merchant was
 * charged.
 */
export interface StatementLine {
  readonly at: Instant
  readonly key: string
  readonly seq: number
  readonly kind: string
  readonly reason: string | undefined
  /** The merchant's own ID, if it is a payment. */
  readonly id: string | undefined
  readonly method: string | undefined
  /** Before fee and VAT: `net + fee + vat`. */
  readonly grossMinor: Minor
  readonly feeMinor: Minor
  readonly vatMinor: Minor
  readonly change: Holding
}

/** The change of the merchant's total. A reservation or release changes nothing. */
export const netOf = ({ change }: Pick<StatementLine, 'change'>): Minor => totalOf(change)

/** The permanent reference of a line in every format: at most 35 characters, as bank formats require. */
export const lineReference = ({ key, seq }: Pick<StatementLine, 'key' | 'seq'>): string =>
  `${key.replaceAll('-', '')}-${seq.toString(36)}`

export const statementName = ({ currency, number }: Pick<StatementId, 'currency' | 'number'>): string =>
  `${currency}-${number}`

const NAME = /^([A-Z]{3,5})-([1-9]\d{0,8})$/

/** Parses a name from a path; undefined if it cannot name a statement. */
export function parseStatementName(merchantCode: MerchantCode, name: string): StatementId | undefined {
  const [, code = '', number] = NAME.exec(name) ?? []
  const currency: CurrencyCode | undefined = currencyOf(code)?.code
  return currency && { merchantCode, currency, number: Number(number) }
}
