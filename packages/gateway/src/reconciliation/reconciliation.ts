/**
 * Reads the reconciliation of an account and day: what its bank reported, what became of it, and what the books posted.
 * It reflects the current rows, so a later statement or a decided case changes it. Never writes.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { dayOnly, dayText, isoTime, timeOnly } from '@sluice/core/foundation/instants.ts'
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { dayAfter, dayBegins } from '@sluice/core/foundation/zones.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'
import { GATEWAY } from '../payments/cases.ts'
import {
  type ClearedMoney,
  casesOfEntries,
  type FactRequested,
  postingsCausedBy,
  type ReturnedByCase,
  returnedByCases,
  reusedReferences,
} from '../payments/clearing.ts'
import { BANK_FILE, isCalled, isForTests } from '../payments/processor-names.ts'
import { referenceOf } from '../processing/instructions.ts'
import type { DebtorAccounts } from '../processors/bank-file/accounts.ts'
import { deliveredFact } from '../processors/bank-file/answers.ts'
import { undebitedPayouts } from '../processors/bank-file/undebited.ts'
import { signedMinor } from './balances.ts'
import { factOf } from './entry.ts'
import { compareAccounts } from './evidence.ts'
import type { FeedAccount } from './feeds.ts'
import { type BalanceRemark, type DayBalances, joined } from './joining.ts'
import { provedReturns } from './noted-returns.ts'
import { type DayEntry, type Reconciled, reconcile, type Unshown } from './reconcile.ts'
import { dayOfEntry } from './statement-days.ts'
import { readDay, readDayBefore, type StoredDay } from './statement-store.ts'
import { ENTRY_ROWS, inParts, rowToEntry, type StoredEntry } from './store.ts'

export interface OpenCase {
  readonly id: string
  readonly reason: string
  readonly reference: string
}

/** An entry, or one that exists only as a case because its reference belongs to another. */
export interface BookedEntry extends DayEntry {
  readonly entry: StoredEntry | undefined
  readonly caseId: string | undefined
}

export interface Reconciliation extends Reconciled<BookedEntry>, DayBalances {
  readonly day: string
  readonly statements: readonly StoredDay[]
  readonly openCases: readonly OpenCase[]
}

export interface ReconcileContext {
  readonly database: Database
  readonly debtorAccounts: Pick<DebtorAccounts, 'all'>
  /** The account numbers that payers are shown. */
  readonly accountNumbers: (id: string) => Promise<readonly string[]>
}

/** If a bank reports only days, they are its own days, whatever the zone. */
const OF_DAY = sqlStatement({
  name: 'bank_entry_of_day',
  text: `${ENTRY_ROWS} where e.account = $1 and ((e.booked_precision = 'time' and e.booked_at >= $2 and e.booked_at < $3)
      or (e.booked_precision = 'day' and e.booked_at = $4)) order by e.key`,
})
const REFERENCES_A_CALL = 1_000

interface Day {
  readonly day: string
  readonly from: Instant
  /** Exclusive. */
  readonly until: Instant
  readonly utc: Instant
}

function dayOfZone({ timeZone }: FeedAccount, day: string): Day {
  const utc = dayOnly(day)
  assert(utc !== undefined, 'a day is a day of the calendar')
  return { day, from: dayBegins(timeZone, day), until: dayBegins(timeZone, dayAfter(day)), utc }
}

export async function reconciliationOf(
  context: ReconcileContext,
  account: FeedAccount,
  day: string,
): Promise<Reconciliation> {
  const { database } = context
  const requested = dayOfZone(account, day)
  const entries = await bookedOn(database, account, requested)
  const posted = await postedBy(database, account, entries)
  const booked = entries.map((entry, index) => ({ ...entry, postings: posted[index] ?? [] }))
  const cases = await openCasesOf(database, account, entries)
  const reconciled = reconcile(booked, await unshownOn(context, account, requested))
  const { statements, ...balances } = await balancesOn(database, account, day, reconciled.bankMinor)
  return { day, statements, openCases: cases, ...reconciled, ...balances }
}

/**
 * The account's balances on a day by its statements, and whether they connect. @param entriesMinor the sum of its
 * entries
 */
async function balancesOn(
  database: Database,
  account: FeedAccount,
  day: string,
  entriesMinor: bigint,
): Promise<DayBalances & Pick<Reconciliation, 'statements'>> {
  const statements = await readDay(database, account.id, day)
  const dayBefore = await readDayBefore(database, account.id, day)
  const before = await movedOn(database, account, dayBefore[0]?.day)
  return {
    statements,
    ...joined({ statements, entriesMinor }, { statements: dayBefore, entriesMinor: before }),
  }
}

export interface Gap extends Extract<BalanceRemark, { type: 'GAP' }> {
  /** The day of the statement that does not continue the one before. */
  readonly day: string
  readonly currency: CurrencyCode
}

/** Days whose statements do not open with the closing balance before: a statement is missing, or one is forged. */
export async function gapsOn(
  database: Database,
  account: FeedAccount,
  days: readonly string[],
): Promise<readonly Gap[]> {
  const gaps: Gap[] = []
  for (const day of [...new Set(days)].sort()) {
    const { remarks } = await balancesOn(database, account, day, await movedOn(database, account, day))
    gaps.push(
      ...remarks.flatMap((remark) =>
        remark.type === 'GAP' ? [{ ...remark, day, currency: account.currency.code }] : [],
      ),
    )
  }
  return gaps
}

type Booked = Omit<BookedEntry, 'postings'> & { readonly fact: string }

async function bookedOn(
  database: Database,
  account: FeedAccount,
  { day, from, until, utc }: Day,
): Promise<readonly Booked[]> {
  const rows = await database.run(OF_DAY, [account.id, isoTime(from), isoTime(until), isoTime(utc)])
  const entries = rows.map(rowToEntry).map((entry) => ({
    ...{ entry, caseId: undefined, fact: factOf(entry), reference: entry.reference },
    ...{ outcome: entry.outcome, movedMinor: signedMinor(entry) },
  }))
  const [earliest, latest] = [Math.min(from, utc), Math.max(until, utc + 1)]
  const reused = await reusedReferences(database, account.id, earliest, latest)
  const named = reused
    .filter(({ bookedAt }) => dayOfText(bookedAt, account.timeZone) === day)
    .map(({ caseId, reference, fact, movedMinor }) => ({
      ...{ entry: undefined, caseId, fact, reference },
      ...{ outcome: 'CASE' as const, movedMinor },
    }))
  return [...entries, ...named]
}

/** A case stores no precision: a booking at midnight UTC was reported by its day. */
function dayOfText(bookedAt: string, timeZone: string): string {
  const at = timeOnly(bookedAt)
  assert(at !== undefined, 'a case tells a time')
  return dayOfEntry({ bookedAt: at, bookedPrecision: at === dayOnly(dayText(at)) ? 'day' : 'time' }, timeZone)
}

async function movedOn(database: Database, account: FeedAccount, day: string | undefined): Promise<bigint> {
  if (day === undefined) return 0n
  const entries = await bookedOn(database, account, dayOfZone(account, day))
  return entries.reduce((sum, { movedMinor }) => sum + movedMinor, 0n)
}

/** The postings that each entry may have caused. */
async function postedBy(
  database: Database,
  account: FeedAccount,
  entries: readonly Booked[],
): Promise<readonly (readonly ClearedMoney[])[]> {
  const facts = entries.map((entry) => factsOf(account, entry))
  const found = (await postingsCausedBy(database, facts.flat())).values()
  const proved = await provedBy(database, account, entries)
  return facts.map((each, index) => [
    ...each.flatMap(() => found.next().value ?? []),
    ...(proved.get(entries[index]?.reference ?? '') ?? []),
  ])
}

/** The recorded returns that these debits prove. */
async function provedBy(
  database: Database,
  { id, processor }: FeedAccount,
  entries: readonly Booked[],
): Promise<ReadonlyMap<string, readonly ClearedMoney[]>> {
  const debits = entries.filter(({ entry, outcome }) => entry?.direction === 'debit' && outcome === 'IGNORED')
  const proved = await provedReturns(
    database,
    id,
    debits.map(({ reference }) => reference),
  )
  return new Map(
    [...proved].map(([reference, { returned }]) => {
      const { at, movedMinor } = returned
      return [reference, [{ name: aboutOf(returned), account: `clearing:${processor}`, movedMinor, at }]]
    }),
  )
}

const aboutOf = ({ caseId, part }: ReturnedByCase): string => `case ${caseId}#${part}`

function factsOf({ processor }: FeedAccount, { entry, fact, outcome }: Booked): readonly FactRequested[] {
  const payment = entry?.detail?.payment
  if (outcome === undefined || outcome === 'IGNORED') return []
  if (!payment) return [{ merchantId: GATEWAY, key: undefined, processor, fact, isDelivery: false }]
  const { merchantCode: merchantId, key } = payment
  const about = { merchantId, key, processor: payment.processor }
  // A bank's answer and its debit report the same fact under one name.
  const isAnswered = entry?.detail?.type === 'delivered' && isCalled(payment.processor, BANK_FILE)
  const name = isAnswered ? deliveredFact(referenceOf({ key })) : fact
  return [{ ...about, fact: name, isDelivery: outcome === 'DELIVERED' }]
}

async function openCasesOf(
  database: Database,
  account: FeedAccount,
  entries: readonly Booked[],
): Promise<readonly OpenCase[]> {
  const references = [...new Set(entries.map(({ reference }) => reference))]
  const open: OpenCase[] = []
  for (const part of inParts(references, REFERENCES_A_CALL)) {
    for (const { id, reason, reference, isOpen } of await casesOfEntries(database, account.id, part))
      if (isOpen) open.push({ id, reason, reference })
  }
  return open
}

/** What the books posted on this day without an entry. */
async function unshownOn(
  { database, debtorAccounts, accountNumbers }: ReconcileContext,
  account: FeedAccount,
  { from, until }: Day,
): Promise<readonly Unshown[]> {
  const noted = await returnedByCases(database, account.id, from, until)
  const references = noted.map(({ reference }) => reference)
  const proved = await provedReturns(database, account.id, references)
  const returned = noted.filter(({ reference }) => !proved.has(reference))
  const numbers = await accountNumbers(account.id)
  const isTest = isForTests(account.processor)
  const paying = (await debtorAccounts.all()).filter(
    ({ currency, isTest: forTests, iban, accountNumber, id }) =>
      forTests === isTest &&
      currency === account.currency.code &&
      (id === account.id ||
        [iban, accountNumber].some(
          (own) => own !== undefined && numbers.some((number) => compareAccounts(number, own) === 'same'),
        )),
  )
  const payouts = await undebitedPayouts(
    database,
    paying.map(({ id }) => id),
    from,
    until,
  )
  return [
    ...returned.map((each) => ({
      ...{ reason: 'RETURNED_BY_CASE' as const, posting: undefined },
      ...{ about: aboutOf(each), movedMinor: each.movedMinor },
    })),
    ...payouts.map(({ merchantId, id, name, movedMinor }) => ({
      ...{ reason: 'PAYOUT_NOT_DEBITED' as const, posting: name },
      ...{ about: `${merchantId} payout ${id}`, movedMinor },
    })),
  ]
}
