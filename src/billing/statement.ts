/**
 * Statements: what a merchant had, what moved, and what it has. Read this file first.
 *
 *   statement   what a statement is, and what its lines say
 *   issuing     how one is made: which events it holds is decided and stored, piece by piece, and then it never changes
 *   missed      finds what was committed too late for the statement of its time, however old it is
 *   rounds      the loop that issues them when a month is over, and then the invoices that `invoicing` finds due
 *   store       its rows; `lines` reads what it holds, page by page
 *   billing     who runs the gateway and who is billed, as it stands on them; `invoices` bills the fees of a month
 *   formats/    JSON, CSV and the others, each written line by line
 *
 * A statement is of one merchant and one currency. Its money is what the gateway owes the merchant: what is `available` and what is
 * `reserved` for payments under way. What an event of the ledger did to it is one line.
 *
 * Promises: statements are numbered without gaps, each opens with what the one before closed with, each event is in one of them, and
 * to the last unit they come to what the ledger has. One that is issued reads the same for ever.
 *
 * Times of events come from the clocks of several nodes, so an event of the last second of a month may be committed after the
 * statement was made. No clock decides what is in it: an event is in the statement whose number stands beside it in
 * `statement_entry`, and what comes late is in the next one, with its own date.
 */
import { currency as currencyOf } from '../catalogue/currencies.ts'
import type { Instant } from '../foundation/deps.ts'
import type { MerchantCode } from '../foundation/identifiers.ts'
import { type CurrencyCode, type Minor, minor } from '../foundation/money.ts'
import type { BalanceKey } from '../payments/ledger-lines.ts'

/** What a merchant has, or by how much that has changed. */
export interface Holding {
  readonly availableMinor: Minor
  readonly reservedMinor: Minor
}

export const totalOf = ({ availableMinor, reservedMinor }: Holding): Minor =>
  minor(availableMinor + reservedMinor)

/** Who a statement or an invoice names, as it stood when it was issued. */
export interface BilledParty {
  readonly name: string
  readonly address?: readonly string[]
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
  readonly taxId?: string
}

export interface Parties {
  /** Who runs the gateway; left out where nobody has said it. */
  readonly issuer?: BilledParty
  readonly recipient: BilledParty
}

export interface StatementId extends BalanceKey {
  readonly number: number
}

/** All lines of a kind together. */
export interface KindTotal {
  /** `payin`, `payout` and whatever else events are of; `funding` is money without a payment. */
  readonly kind: string
  /** As decimal text, a share of the fee; undefined of lines without a fee, `other` of a rate that is none of the merchant's any more. */
  readonly vatRate: string | undefined
  readonly entries: number
  readonly grossMinor: Minor
  readonly feeMinor: Minor
  readonly vatMinor: Minor
  readonly change: Holding
}

/** A statement that is issued. */
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

/** What one event did. Signs are the merchant's: below zero what it has becomes less. Fee and VAT are what it was charged. */
export interface StatementLine {
  readonly at: Instant
  readonly key: string
  readonly seq: number
  readonly kind: string
  readonly reason: string | undefined
  /** The merchant's own ID, of a payment. */
  readonly id: string | undefined
  readonly method: string | undefined
  /** Before fee and VAT: `net + fee + vat`. */
  readonly grossMinor: Minor
  readonly feeMinor: Minor
  readonly vatMinor: Minor
  readonly change: Holding
}

/** By how much the merchant has more. A payment that is only set aside or released changes nothing. */
export const netOf = ({ change }: Pick<StatementLine, 'change'>): Minor => totalOf(change)

/** Every line has a name that it keeps in every format: one that banks' formats can hold, 35 characters. */
export const lineReference = ({ key, seq }: Pick<StatementLine, 'key' | 'seq'>): string =>
  `${key.replaceAll('-', '')}-${seq.toString(36)}`

export const statementName = ({ currency, number }: Pick<StatementId, 'currency' | 'number'>): string =>
  `${currency}-${number}`

const NAME = /^([A-Z]{3,5})-([1-9]\d{0,8})$/

/** What is named in a path; undefined of what can be no statement's name. */
export function parseStatementName(merchantCode: MerchantCode, name: string): StatementId | undefined {
  const [, code = '', number] = NAME.exec(name) ?? []
  const currency: CurrencyCode | undefined = currencyOf(code)?.code
  return currency && { merchantCode, currency, number: Number(number) }
}
