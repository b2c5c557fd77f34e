/**
 * Bank entries: what a bank reports as moved on an own account, and which payments that settles. Read this file first.
 *
 *   entry        one movement, as every format and the JSON API provide it
 *   camt, mt940, csv   pure readers of files; `read-file.ts` chooses one, `decoding.ts` decodes characters
 *   naming       the name of an entry to which its bank gives no reference
 *   same-movement, batches   detect duplicates: under one reference, or a batch as a whole and in parts
 *   store        entries, stored once per account and bank reference
 *   text-fields  which fields of each format are the bank's own text, and which the payer's
 *   evidence, window, candidate, match, match-all    pure: which payment an entry is for, and why. `match.ts` has the rule
 *   candidates   the payments in the database that an entry could be for
 *   applying     the worker: matches and reports stored entries, and survives a crash at any point
 *   reported-before  money that two kinds of source may have reported under two names
 *   statement-days, statement-store, joining   an account's balances as statements report them
 *   weighing, following, closings   how much money an import would move, and whether a statement follows the last one
 *   reconcile, reconciliation, noted-returns   compare bank and books
 *   claims-watch merchants whose payers submit numbers that never arrive
 *
 * Promises: importing a statement twice changes nothing. A file is imported completely or not at all. No credit is
 * dropped: each ends as a SUCCESS or as a case. Never changes a payment itself: it reports, as processors do.
 */
import type { Currency } from '@sluice/core/catalogue/currencies.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { dayOnly, dayText } from '@sluice/core/foundation/instants.ts'
import { type Minor, type Money, minor } from '@sluice/core/foundation/money.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { BalanceRule } from '../processors/own-account/account.ts'

/** The sender of the money; for a debit, the recipient. */
export interface Party {
  readonly name?: string
  /** Account, phone number or address, perhaps masked by the bank. */
  readonly account?: string
  /** Code or name, as the bank writes it. */
  readonly bank?: string
}

/** One movement as a file or a request provides it. */
export interface ParsedEntry {
  /** The bank's own reference of the movement. If there is none, a name is derived (`naming.ts`). */
  readonly reference: string | undefined
  readonly bookedAt: Instant
  /** Banks often report only the day; `bookedAt` is then its beginning in UTC. */
  readonly bookedPrecision: 'day' | 'time'
  /** `2026-11-21`. */
  readonly valueDate: string | undefined
  /** The direction of the money: the reversal of a credit is a debit. */
  readonly direction: 'credit' | 'debit'
  /** It reverses an earlier movement. */
  readonly reversal: boolean
  /**
   * Several transfers in one sum with unknown individual amounts: the texts belong to only one of them. Missing: one
   * transfer.
   */
  readonly ofSeveral?: true
  /** Positive, whatever the direction. */
  readonly money: Money
  readonly remittance: string
  readonly endToEndId: string | undefined
  /** The clearing's number of the transfer, only from the bank's own text (`text-fields.ts`). */
  readonly utr: string | undefined
  /**
   * The content of the bank's field for it, if the number was found in the bank's text instead: names are derived from
   * fields.
   */
  readonly utrField?: string | undefined
  readonly sender: Party | undefined
  /** The source text, for an operator who examines a case. */
  readonly raw: string
}

export type EntrySource = 'camt.053' | 'camt.054' | 'mt940' | 'csv' | 'json'

export interface BankEntry extends ParsedEntry {
  readonly account: string
  readonly reference: string
  readonly referenceDerived: boolean
  readonly source: EntrySource
  /** When it was first imported; undefined in a preview. */
  readonly receivedAt: Instant | undefined
}

/** The name of an entry in everything that is done because of it. Under this name it counts once. */
export const factOf = ({ account, reference }: Pick<BankEntry, 'account' | 'reference'>): string =>
  `${account}:${reference}`

/** A file may contain statements of several accounts, whose entries would all be booked to one. */
export const SEVERAL_ACCOUNTS =
  'begins the statement of a different account: split the file and import each part for its own account'

/** What a reader needs besides its file. */
export interface ReadTerms {
  readonly now: Instant
  /** The currency of the account. */
  readonly currency: Currency
  /** Whether its bank's balances are real. */
  readonly balances: BalanceRule
}

/** The result of checking balances: compared, not in the file, or the bank has no real ones. */
export const BALANCES_SEEN = ['COMPARED', 'NOT_IN_FILE', 'NOT_PROVIDED_BY_BANK'] as const
export type BalancesSeen = (typeof BALANCES_SEEN)[number]

/** One statement of a file, or one page of it; negative if the account is overdrawn. */
export interface BalanceSpan {
  readonly openingMinor: bigint
  readonly closingMinor: bigint
  /** The day of the closing balance in the bank's time zone; undefined if the file does not say. */
  readonly closingDay: string | undefined
  /** Index of its first entry in the file. */
  readonly first: number
  /** Exclusive. */
  readonly end: number
}

/** A complete file as it was read. */
export interface BankStatement {
  readonly source: EntrySource
  /** The account number in the file; undefined if it has none. */
  readonly accountNumber: string | undefined
  readonly balances: BalancesSeen
  /** The balances that were compared, by statement. */
  readonly spans: readonly BalanceSpan[]
  readonly entries: readonly ParsedEntry[]
  /** Movements that are announced but not booked, which prove nothing. */
  readonly skipped: number
}

export const MAX_FILE_BYTES = 16 * 1024 * 1024
export const MAX_ENTRIES = 50_000
const MAX_TEXT = { reference: 140, remittance: 1_000, party: 140, raw: 2_000 } as const

/** A bank's text, limited in length, without control characters and repeated spaces. */
export function plainText(text: string | undefined, limit: keyof typeof MAX_TEXT): string | undefined {
  if (text === undefined) return undefined
  const plain = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT[limit])
    .toWellFormed()
  return plain === '' ? undefined : plain
}

/** Without unknown properties; undefined if all are unknown. */
export function party(name?: string, account?: string, bank?: string): Party | undefined {
  const [who, where, with_] = [name, account, bank].map((text) => plainText(text, 'party'))
  if (who === undefined && where === undefined && with_ === undefined) return undefined
  return {
    ...(who !== undefined && { name: who }),
    ...(where !== undefined && { account: where }),
    ...(with_ !== undefined && { bank: with_ }),
  }
}

const MAX_MINOR = 10n ** 15n

/**
 * Decimal text with a point, without sign or grouping → minor units of the ledger. Zeros beyond the ledger's decimals
 * are ignored (`100.00` JPY); other digits there are a fault.
 */
export function amountOf(text: string, ledgerDigits: number): Result<Minor, string> {
  const match = /^(\d{1,20})(?:\.(\d{0,20}))?$/.exec(text)
  if (!match) return fail(`is not an amount: ${JSON.stringify(text.slice(0, 40))}`)
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > ledgerDigits)
    return fail(`has more than ${ledgerDigits} decimals: ${JSON.stringify(text.slice(0, 40))}`)
  const value = BigInt((match[1] ?? '') + fraction.padEnd(ledgerDigits, '0'))
  if (value >= MAX_MINOR) return fail(`is too large: ${JSON.stringify(text.slice(0, 40))}`)
  return succeed(minor(value))
}

/** `2026-11-21` → its beginning in UTC; undefined if there is no such day. */
export function dayOf(text: string): Instant | undefined {
  const at = dayOnly(text)
  return at !== undefined && at >= 0 ? at : undefined
}

const AHEAD_AT_MOST_MS = 24 * 3_600_000

/**
 * Banks date an evening booking on the next day, and time zones are up to 14 hours ahead: never more than a day. A
 * later booking was misread or invented.
 * @returns the fault
 */
export const tooFarAhead = (bookedAt: Instant, now: Instant): string | undefined =>
  bookedAt - now > AHEAD_AT_MOST_MS
    ? `is booked on ${dayText(bookedAt)}, more than a day from now (${dayText(now)}): correct the date, or this machine's clock`
    : undefined
