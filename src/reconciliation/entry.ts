/**
 * Bank feeds: what a bank says moved on a receiving account, and which payments it settles. Read this file first.
 *
 *   entry        one movement, as every format and the JSON API give it
 *   camt, mt940, csv   pure readers of files; `read-file.ts` chooses one, `decoding.ts` reads its characters
 *   naming       what an entry is called where its bank gives it no reference
 *   same-movement, batches   what is told twice: under one reference, or a batch whole and in parts
 *   store        entries kept once per account and bank reference
 *   whose-words  which fields of each format are the bank's own, and which the payer's
 *   evidence, window, candidate, match, match-all    pure: which payment an entry is for, and why. `match.ts` has the rule
 *   candidates   what the database knows that an entry could be for
 *   applying     the worker: stored entries are matched and reported, and survive a crash at any point
 *   told-before  money that two kinds of source may have told under two names
 *   statement-days, statement-store, joining   what statements say that an account held
 *   weighing, following, closings   what believing a delivery would move, and whether a statement follows from the last one
 *   reconcile, reconciliation, noted-returns   bank against books
 *   claims-watch merchants whose payers tell numbers that never come
 *
 * Promises: the same statement twice changes nothing; a file is taken whole or not at all; no credit is dropped: each ends
 * as a SUCCESS or as a case. Never changes a payment itself: it reports, as processors do.
 */
import type { Currency } from '../catalogue/currencies.ts'
import type { Instant } from '../foundation/deps.ts'
import { dayOnly, dayText } from '../foundation/instants.ts'
import { type Minor, type Money, minor } from '../foundation/money.ts'
import { fail, type Result, succeed } from '../foundation/result.ts'
import type { BalanceRule } from '../processors/own-account/account.ts'

/** Who sent the money; of a debit, who got it. */
export interface Party {
  readonly name?: string
  /** Account, phone number or address, perhaps masked by the bank. */
  readonly account?: string
  /** Code or name, as the bank writes it. */
  readonly bank?: string
}

/** One movement as a file or a request gives it. */
export interface ParsedEntry {
  /** The bank's own name for the movement. Where it gives none, one is derived (`naming.ts`). */
  readonly reference: string | undefined
  readonly bookedAt: Instant
  /** Banks often tell the day only; `bookedAt` is then its beginning in UTC. */
  readonly bookedPrecision: 'day' | 'time'
  /** `2026-11-21`. */
  readonly valueDate: string | undefined
  /** Which way the money moved: the reversal of a credit is a debit. */
  readonly direction: 'credit' | 'debit'
  /** Takes back an earlier movement. */
  readonly reversal: boolean
  /** Several transfers in one sum, of which nobody says how much each is: what its words name is one of them. Left out: one transfer. */
  readonly ofSeveral?: true
  /** Positive, whatever the direction. */
  readonly money: Money
  readonly remittance: string
  readonly endToEndId: string | undefined
  /** The clearing's name for the transfer, from the bank's own words alone (`text-fields.ts`). */
  readonly utr: string | undefined
  /** What the bank's field for it held, where the number was found in the bank's text: names are derived from fields. */
  readonly utrField?: string | undefined
  readonly sender: Party | undefined
  /** What it was read from, for an operator who looks into a case. */
  readonly raw: string
}

export type EntrySource = 'camt.053' | 'camt.054' | 'mt940' | 'csv' | 'json'

export interface BankEntry extends ParsedEntry {
  readonly account: string
  readonly reference: string
  readonly referenceDerived: boolean
  readonly source: EntrySource
  /** When we were told of it first; undefined of one that is only tried. */
  readonly receivedAt: Instant | undefined
}

/** What an entry is called wherever something was done because of it: it counts once under this name. */
export const factOf = ({ account, reference }: Pick<BankEntry, 'account' | 'reference'>): string =>
  `${account}:${reference}`

/** A file may hold statements of several accounts: its entries would all be taken for one's. */
export const SEVERAL_ACCOUNTS =
  'begins the statement of another account than the one before: split the file, and take each part in for its own account'

/** What a reader must be told, for it looks at nothing but its file. */
export interface ReadTerms {
  readonly now: Instant
  /** What the account is kept in. */
  readonly currency: Currency
  /** Whether its bank's balances are true. */
  readonly balances: BalanceRule
}

/** What became of the balances: the entries lead from one to the other; the file has none; or the bank has no true ones. */
export const BALANCES_SEEN = ['COMPARED', 'NOT_IN_FILE', 'NOT_PROVIDED_BY_BANK'] as const
export type BalancesSeen = (typeof BALANCES_SEEN)[number]

/** One statement of a file, or one page of it, below zero where the account is overdrawn. */
export interface BalanceSpan {
  readonly openingMinor: bigint
  readonly closingMinor: bigint
  /** Of the closing balance, as the bank counts days; undefined where the file does not say. */
  readonly closingDay: string | undefined
  /** Its entries among the file's. */
  readonly first: number
  /** Exclusive. */
  readonly end: number
}

/** A file as it was read, whole. */
export interface BankStatement {
  readonly source: EntrySource
  /** As the file names the account; undefined where it does not. */
  readonly accountNumber: string | undefined
  readonly balances: BalancesSeen
  /** The balances that were compared, statement by statement. */
  readonly spans: readonly BalanceSpan[]
  readonly entries: readonly ParsedEntry[]
  /** Movements that are announced and not booked: they prove nothing. */
  readonly skipped: number
}

export const MAX_FILE_BYTES = 16 * 1024 * 1024
export const MAX_ENTRIES = 50_000
const MAX_TEXT = { reference: 140, remittance: 1_000, party: 140, raw: 2_000 } as const

/** Text as a bank wrote it, made storable and bounded: no control characters, no run of spaces. */
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

/** Without the members that are not known; undefined where nothing is. */
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
 * A decimal text with a point, without sign or grouping → minor units of the ledger. Zeros beyond the ledger's decimals are
 * superfluous (`100.00` JPY), other digits there are a fault.
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

/** `2026-11-21` → its beginning in UTC; undefined where there is no such day. */
export function dayOf(text: string): Instant | undefined {
  const at = dayOnly(text)
  return at !== undefined && at >= 0 ? at : undefined
}

const AHEAD_AT_MOST_MS = 24 * 3_600_000

/**
 * Banks date a booking of the evening on the next day, and their zones are up to 14 hours ahead: never more than a day. What is
 * booked later was read from the wrong place, or is made up.
 * @returns what is wrong with it
 */
export const tooFarAhead = (bookedAt: Instant, now: Instant): string | undefined =>
  bookedAt - now > AHEAD_AT_MOST_MS
    ? `is booked on ${dayText(bookedAt)}, more than a day from now (${dayText(now)}): correct the date, or this machine's clock`
    : undefined
