/** Bank entries in the database: each once per account and reference. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { type MerchantCode, type PaymentKey, paymentKey } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { type Database, type RowOf, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { type AuditLine, auditCall } from '../identity/operators/audit.ts'
import { type CsvMapping, filledIn } from './csv-mapping.ts'
import type { StoredDecision } from './decision.ts'
import type { BankEntry, EntrySource, Party } from './entry.ts'
import { evidenceOf } from './evidence.ts'
import { isSameMovement } from './same-movement.ts'

export const OUTCOMES = [
  'PAID',
  'PAID_LATE',
  'SENT_BACK',
  'DELIVERED',
  'RETURNED',
  'CASE',
  'IGNORED',
] as const
export type EntryOutcome = (typeof OUTCOMES)[number]
export type EntryState = 'NEW' | 'WAITING' | 'APPLIED'

export interface StoredEntry extends BankEntry {
  readonly key: string
  readonly receivedAt: Instant
  readonly state: EntryState
  readonly tries: number
  readonly decision: StoredDecision | undefined
  readonly outcome: EntryOutcome | undefined
  /** The payment it was matched with, and why. */
  readonly detail: StoredDecision | undefined
  readonly appliedAt: Instant | undefined
}

/** `conflict`: its reference belongs to another movement; nothing was stored. */
export type ImportResult = 'new' | 'known' | 'conflict'

const INSERT = sqlStatement({
  name: 'bank_entry_insert',
  text: `with made as (
      insert into bank_entry (account, reference, key, reference_derived, source, booked_at, booked_precision, value_date,
        direction, reversal, of_several, currency, amount, remittance, end_to_end_id, utr, utrs, sender, raw, received_at)
      select $2, r.reference, r.key, r.reference_derived, r.source, r.booked_at, r.booked_precision, r.value_date, r.direction,
        r.reversal, r.of_several, r.currency, r.amount, r.remittance, r.end_to_end_id, r.utr, r.utrs, r.sender, r.raw, $3
      from json_to_recordset($1::json) as r(reference text, key uuid, reference_derived boolean, source text, booked_at timestamptz,
        booked_precision text, value_date text, direction text, reversal boolean, of_several boolean, currency text, amount bigint, remittance text,
        end_to_end_id text, utr text, utrs jsonb, sender jsonb, raw text)
      on conflict (account, reference) do nothing returning account, reference, key)
    insert into bank_entry_work (account, reference, key, state, due_at, tries)
      select account, reference, key, 'NEW', $3, 0 from made returning reference`,
})
/** A finished entry has no row in the work table. */
export const ENTRY_ROWS = `select e.*, coalesce(w.state, 'APPLIED') as state, coalesce(w.tries, 0) as tries, w.decision
  from bank_entry e left join bank_entry_work w on w.account = e.account and w.reference = e.reference`
const BY_REFERENCE = sqlStatement({
  name: 'bank_entry_by_reference',
  text: `${ENTRY_ROWS} where e.account = $1 and e.reference = any($2::text[])`,
})
const ROWS_A_CALL = 1_000

export interface ImportRequest {
  readonly account: string
  readonly entries: readonly BankEntry[]
  readonly at: Instant
  readonly newKey: () => string
  readonly audit: AuditLine
  /** Rows of the same file, for the same transaction. */
  readonly alongside?: readonly SqlCall[]
}

export interface Inserted {
  /** In the order of the entries; a reference that occurs twice among them is a conflict. */
  readonly taken: readonly ImportResult[]
  /** By reference: the entries that existed before. */
  readonly before: ReadonlyMap<string, StoredEntry>
}

/**
 * Inserts the new entries in one transaction. They are looked up first: statements overlap, and a lookup costs less
 * than a failed insert.
 */
export async function insertEntries(database: Database, taken: ImportRequest): Promise<Inserted> {
  const { account, entries, at, newKey, audit, alongside = [] } = taken
  const firsts = new Map<string, BankEntry>()
  for (const entry of entries) if (!firsts.has(entry.reference)) firsts.set(entry.reference, entry)
  const known = await readEntries(database, account, [...firsts.keys()])
  const unknown = [...firsts.values()].filter(({ reference }) => !known.has(reference))
  const calls: SqlCall[] = []
  for (const part of inParts(unknown, ROWS_A_CALL)) {
    const rows = JSON.stringify(part.map((entry) => rowOf(entry, newKey())))
    calls.push({ statement: INSERT, values: [rows, account, isoTime(at)] })
  }
  const results = await database.batch([...calls, ...alongside, auditCall(audit)])
  const inserted = new Set(results.flat().map((row) => row.reference))
  // Another node has inserted these meanwhile.
  const missed = unknown.map(({ reference }) => reference).filter((reference) => !inserted.has(reference))
  const before = new Map([...known, ...(await readEntries(database, account, missed))])
  return {
    before,
    taken: entries.map((entry) => {
      if (firsts.get(entry.reference) !== entry) return 'conflict'
      if (inserted.has(entry.reference)) return 'new'
      return compared(entry, before.get(entry.reference))
    }),
  }
}

/** What an entry would become if it were imported now. */
export async function lookUpEntries(
  database: Database,
  account: string,
  entries: readonly BankEntry[],
): Promise<readonly ImportResult[]> {
  const known = await readEntries(database, account, [...new Set(entries.map(({ reference }) => reference))])
  const seen = new Set<string>()
  return entries.map((entry) => {
    if (seen.has(entry.reference)) return 'conflict'
    seen.add(entry.reference)
    const stored = known.get(entry.reference)
    return stored ? compared(entry, stored) : 'new'
  })
}

const compared = (entry: BankEntry, stored: BankEntry | undefined): ImportResult =>
  stored && isSameMovement(entry, stored) ? 'known' : 'conflict'

export async function readEntries(
  database: Database,
  account: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, StoredEntry>> {
  const found = new Map<string, StoredEntry>()
  for (const part of inParts(references, ROWS_A_CALL)) {
    for (const row of await database.run(BY_REFERENCE, [account, part])) {
      const entry = rowToEntry(row)
      found.set(entry.reference, entry)
    }
  }
  return found
}

const NAMED = sqlStatement({
  name: 'bank_entry_named',
  text: `select named.* from (
      (${ENTRY_ROWS} where e.account = any($1::text[]) and e.reference = $2 limit $3)
      union all (${ENTRY_ROWS} where e.utr = $2 limit $3)
      union all (${ENTRY_ROWS} where e.end_to_end_id = $2 limit $3)) named
    order by named.key desc limit $3`,
  neverNull: [
    ...[
      'account',
      'reference',
      'key',
      'reference_derived',
      'source',
      'booked_at',
      'booked_precision',
      'direction',
    ],
    ...['reversal', 'currency', 'amount', 'remittance', 'raw', 'received_at', 'state', 'tries'],
  ],
})

/** The entries with this name from the bank, the clearing or the payer, newest first. */
export async function readEntriesNamed(
  database: Database,
  accounts: readonly string[],
  name: string,
  limit: number,
): Promise<readonly StoredEntry[]> {
  return (await database.run(NAMED, [accounts, name, limit])).map(rowToEntry)
}

const OWN_NAMED = sqlStatement({
  name: 'bank_entry_own_named',
  text: `select distinct named.key from (
      (select e.detail -> 'payment' ->> 'key' as key from bank_entry e
        where e.account = any($1::text[]) and e.reference = $2 and e.detail -> 'payment' ->> 'merchantCode' = $3 limit $4)
      union all (select e.detail -> 'payment' ->> 'key' from bank_entry e
        where e.utr = $2 and e.detail -> 'payment' ->> 'merchantCode' = $3 limit $4)
      union all (select e.detail -> 'payment' ->> 'key' from bank_entry e
        where e.end_to_end_id = $2 and e.detail -> 'payment' ->> 'merchantCode' = $3 limit $4)) named
    where named.key is not null order by named.key desc limit $4`,
})

/**
 * A merchant's payments that an entry with this name was matched with, newest first. Nothing about the entry itself.
 */
export async function paymentsOfEntriesNamed(
  database: Database,
  accounts: readonly string[],
  name: string,
  merchantId: MerchantCode,
  limit: number,
): Promise<readonly PaymentKey[]> {
  const rows = await database.run(OWN_NAMED, [accounts, name, merchantId, limit])
  return rows.map(({ key }) => paymentKey(String(key)))
}

export function* inParts<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

/** All numbers that a payer may submit: a submission of one makes the entry due again. */
function numbersIn(entry: BankEntry): readonly string[] {
  const { utr, numbers } = evidenceOf(entry)
  return utr === undefined ? numbers : [utr, ...numbers]
}

const rowOf = (entry: BankEntry, key: string) => ({
  reference: entry.reference,
  key,
  reference_derived: entry.referenceDerived,
  source: entry.source,
  booked_at: isoTime(entry.bookedAt),
  booked_precision: entry.bookedPrecision,
  value_date: entry.valueDate ?? null,
  direction: entry.direction,
  reversal: entry.reversal,
  of_several: entry.ofSeveral ?? null,
  currency: entry.money.currency,
  amount: entry.money.amountMinor.toString(),
  remittance: entry.remittance,
  end_to_end_id: entry.endToEndId ?? null,
  utr: entry.utr ?? null,
  utrs: numbersIn(entry),
  sender: entry.sender ?? null,
  raw: entry.raw,
})

// A column holds what was written: the casts name the types of documents and of texts that no CHECK lists.
export function rowToEntry(row: RowOf<'bank_entry_page' | 'bank_entry_named'>): StoredEntry {
  return {
    account: row.account,
    reference: row.reference,
    key: row.key,
    referenceDerived: row.reference_derived,
    source: row.source as EntrySource,
    bookedAt: row.booked_at,
    bookedPrecision: row.booked_precision as 'day' | 'time',
    valueDate: row.value_date ?? undefined,
    direction: row.direction as 'credit' | 'debit',
    reversal: row.reversal,
    ...(row.of_several === true && { ofSeveral: true as const }),
    money: { currency: row.currency, amountMinor: minor(row.amount) },
    remittance: row.remittance,
    endToEndId: row.end_to_end_id ?? undefined,
    utr: row.utr ?? undefined,
    sender: (row.sender ?? undefined) as Party | undefined,
    raw: row.raw,
    receivedAt: row.received_at,
    state: row.state as EntryState,
    tries: row.tries,
    decision: (row.decision ?? undefined) as StoredDecision | undefined,
    outcome: (row.outcome ?? undefined) as EntryOutcome | undefined,
    detail: (row.detail ?? undefined) as StoredDecision | undefined,
    appliedAt: row.applied_at ?? undefined,
  }
}

const PAGE = sqlStatement({
  name: 'bank_entry_page',
  text: `${ENTRY_ROWS} where e.account = $1 and ($2::text is null or coalesce(w.state, 'APPLIED') = $2) and ($3::text is null or e.outcome = $3)
      and ($4::timestamptz is null or e.booked_at >= $4) and ($5::timestamptz is null or e.booked_at < $5)
      and ($6::uuid is null or e.key < $6)
    order by e.key desc limit $7`,
})

export interface EntryPage {
  readonly state: EntryState | undefined
  readonly outcome: EntryOutcome | undefined
  /** By booking time. */
  readonly from: Instant | undefined
  /** Exclusive. */
  readonly to: Instant | undefined
  readonly after: string | undefined
  readonly limit: number
}

/** Latest arrival first. */
export async function readEntryPage(
  database: Database,
  account: string,
  { state, outcome, from, to, after, limit }: EntryPage,
): Promise<readonly StoredEntry[]> {
  const iso = (at: Instant | undefined) => (at === undefined ? null : isoTime(at))
  const rows = await database.run(PAGE, [
    account,
    state ?? null,
    outcome ?? null,
    iso(from),
    iso(to),
    after ?? null,
    limit,
  ])
  return rows.map(rowToEntry)
}

const UNFINISHED = sqlStatement({
  name: 'bank_entry_unfinished',
  text: 'select state, count(*)::int as entries from bank_entry_work where account = $1 group by state',
})

/** How many entries have no outcome yet: to be matched, and waiting for a claim. */
export async function countUnfinished(
  database: Database,
  account: string,
): Promise<{ readonly new: number; readonly waiting: number }> {
  const rows = await database.run(UNFINISHED, [account])
  const count = (state: EntryState) => Number(rows.find((row) => row.state === state)?.entries ?? 0)
  return { new: count('NEW'), waiting: count('WAITING') }
}

const MAPPING = sqlStatement({
  name: 'bank_csv_mapping_one',
  text: 'select mapping from bank_csv_mapping where account = $1',
})
const PUT_MAPPING = sqlStatement({
  name: 'bank_csv_mapping_put',
  text: `insert into bank_csv_mapping (account, mapping, updated_at) values ($1, $2::text::jsonb, $3)
    on conflict (account) do update set mapping = excluded.mapping, updated_at = excluded.updated_at`,
})

export async function readMapping(database: Database, account: string): Promise<CsvMapping | undefined> {
  const [row] = await database.run(MAPPING, [account])
  return row && filledIn(row.mapping as Partial<CsvMapping>)
}

export async function putMapping(
  database: Database,
  account: string,
  mapping: CsvMapping,
  audit: AuditLine,
): Promise<void> {
  const values = [account, JSON.stringify(mapping), isoTime(audit.at)]
  await database.batch([{ statement: PUT_MAPPING, values }, auditCall(audit)])
}
