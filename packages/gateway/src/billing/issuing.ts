/**
 * Issues statements. A statement begins as a row with the next number; small transactions add events to it, and when no
 * event before its end is left it is closed and never changes again.
 *
 * Promises: two nodes cannot make the same statement (its number is a key, and only the holder of its lease adds
 * events). An interrupted statement is finished by the next node. No merchant's commits wait for it, and no transaction
 * is long. A statement ends at the end of a month in its zone or earlier; a request for a longer period makes several.
 */
import { currency as currencyOf } from '@sluice/core/catalogue/currencies.ts'
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { dayBegins, localTime, nextMonthBegins } from '@sluice/core/foundation/zones.ts'
import {
  type Database,
  type Row,
  type RowOf,
  type SqlCall,
  sqlStatement,
  type Value,
} from '@sluice/database/port.ts'
import type { MerchantProfile, Merchants } from '../merchants/directory.ts'
import { type BalanceKey, eventOf, eventsBetween, firstMovement, movedBy } from '../payments/ledger-lines.ts'
import { paymentByKey, vatRateOf } from '../payments/sql-parts.ts'
import { type BillingTerms, readTerms } from './billing.ts'
import { BEFORE_ALL } from './lines.ts'
import { firstMissed } from './missed.ts'
import type { Statement } from './statement.ts'
import { findStatement, lastStatements } from './store.ts'

/** A batch that payments may have to wait for stays below a tenth of a second. */
const EVENTS_AT_ONCE = 2_000
const LEASE_MS = 60_000

const BEGIN = sqlStatement({
  name: 'statement_begin',
  whose: 1,
  text: `insert into statement (merchant_id, currency, number, is_test, from_at, until_at, zone, opening_available, opening_reserved,
      entries, begun_at)
    select $1, $2, coalesce(s.number, 0) + 1, $3, coalesce(s.until_at, $4), $5, $6, coalesce(s.closing_available, 0),
      coalesce(s.closing_reserved, 0), 0, $7
    from (values (1)) as one left join lateral (
      select * from statement s where s.merchant_id = $1 and s.currency = $2 order by s.number desc limit 1) s on true
    where (s.number is null or s.issued_at is not null) and coalesce(s.until_at, $4) < $5
    on conflict (merchant_id, currency, number) do nothing`,
})
const FIRST = sqlStatement({
  name: 'statement_first_movement',
  whose: 1,
  text: firstMovement('$1', '$2'),
})
const LEASE = sqlStatement({
  name: 'statement_lease',
  whose: 1,
  text: `update statement s set lease = $4, lease_until = $5
    where s.merchant_id = $1 and s.currency = $2 and s.number = $3 and s.issued_at is null
      and (s.lease is null or s.lease_until < $6)
    returning s.from_at, s.until_at, s.gathered_at, s.gathered_key, s.gathered_seq`,
})
/** The holder of the lease locks the row until its transaction ends. */
const HOLD = sqlStatement({
  name: 'statement_hold',
  whose: 1,
  text: `select s.number from statement s
    where s.merchant_id = $1 and s.currency = $2 and s.number = $3 and s.issued_at is null and s.lease = $4 for update`,
})
/**
 * The VAT rate is stored with the payment. For payments created before it was stored, it is derived from the amounts,
 * trying the method's own rate first.
 */
const RATE = `case when m.fee = 0 and m.vat = 0 then '' else coalesce(y.vat_rate, (
    select r.rate from json_to_recordset($9::json) as r(method text, rate text, place integer)
    where round(m.fee * r.rate::numeric) = m.vat order by (r.method = y.method) is true desc, r.place limit 1), 'other') end`
/**
 * The next events that are in no statement yet. Each is looked up by its whole key behind an optimisation fence: as an
 * anti-join, PostgreSQL compared it with all entries of the merchant, which was quadratic. The answer says how far it
 * looked, and is empty when nothing is left.
 */
const GATHER = sqlStatement({
  name: 'statement_gather',
  whose: 1,
  text: `with looked as (${eventsBetween({
    merchant: '$1',
    currency: '$2',
    after: '$5::timestamptz, $6::uuid, $7::integer',
    before: '$4::timestamptz',
    limit: `${EVENTS_AT_ONCE}`,
  })}),
    fresh as (
      select $1::text as merchant_id, $2::text as currency, l.at, l.key, l.seq from looked l
      left join lateral (select true as is_in from statement_entry t
        where t.merchant_id = $1 and t.key = l.key and t.seq = l.seq and t.currency = $2 offset 0) t on true
      where t.is_in is null),
    taken as (
      insert into statement_entry (merchant_id, key, seq, currency, number, at)
      select merchant_id, key, seq, currency, $3::integer, at from fresh),
    line as (
      select e.kind, ${RATE} as vat_rate, m.available, m.reserved, m.fee, m.vat from fresh f
      cross join lateral (${movedBy('f')}) m
      cross join lateral (${eventOf('f', 'e.kind')}) e
      left join lateral (${paymentByKey('f', `p.method, ${vatRateOf('p')} as vat_rate`)}) y on true),
    summed as (
      insert into statement_total as t (merchant_id, currency, number, kind, vat_rate, entries, gross, fee, vat, available, reserved)
      select $1, $2, $3::integer, kind, vat_rate, count(*), sum(available + reserved + fee + vat), sum(fee), sum(vat),
        sum(available), sum(reserved)
      from line group by kind, vat_rate
      on conflict (merchant_id, currency, number, kind, vat_rate) do update set entries = t.entries + excluded.entries,
        gross = t.gross + excluded.gross, fee = t.fee + excluded.fee, vat = t.vat + excluded.vat,
        available = t.available + excluded.available, reserved = t.reserved + excluded.reserved),
    last as (select at, key, seq from looked order by at desc, key desc, seq desc limit 1)
    update statement s set entries = s.entries + (select count(*) from fresh), gathered_at = last.at, gathered_key = last.key,
      gathered_seq = last.seq, lease_until = $8
    from last where s.merchant_id = $1 and s.currency = $2 and s.number = $3
    returning last.at, last.key, last.seq`,
})
const CLOSE = sqlStatement({
  name: 'statement_close',
  whose: 1,
  text: `update statement s set closing_available = s.opening_available + t.available, closing_reserved = s.opening_reserved + t.reserved,
      parties = $4::text::jsonb, issued_at = $5, lease = null, lease_until = null
    from (select coalesce(sum(available), 0)::bigint as available, coalesce(sum(reserved), 0)::bigint as reserved
      from statement_total where merchant_id = $1 and currency = $2 and number = $3) t
    where s.merchant_id = $1 and s.currency = $2 and s.number = $3`,
})

export type IssueOutcome =
  | { readonly type: 'issued'; readonly statement: Statement }
  /** None of the merchant's money moved before then. */
  | { readonly type: 'nothing' }
  /** The last statement already reaches as far or further. */
  | { readonly type: 'covered'; readonly until: Instant }
  /** Another node is issuing it. */
  | { readonly type: 'busy' }

export interface IssuingContext {
  readonly database: Database
  readonly deps: Deps
  readonly merchants: Merchants
}

/** Another node has taken the work over. */
class LeaseLost extends Error {}

/**
 * Issues statements up to `until`, or only the next one if `once` is set.
 * @param alongside written in the transaction that issues the first of them, and not at all if none is issued here
 * @returns the last of them
 */
export async function issueUntil(
  context: IssuingContext,
  balance: BalanceKey,
  until: Instant,
  { once = false, alongside = [] }: { readonly once?: boolean; readonly alongside?: readonly SqlCall[] } = {},
): Promise<IssueOutcome> {
  const { database, merchants } = context
  const profile = await merchants.find(balance.merchantCode)
  if (!profile) return { type: 'nothing' }
  const terms = await readTerms(database, profile.merchant)
  let issued: IssueOutcome | undefined
  let notes = alongside
  for (;;) {
    const [last] = await lastStatements(database, [balance])
    const number =
      last === undefined || last.isIssued
        ? await begin(context, { balance, profile, terms, until }, last)
        : last.number
    if (number === undefined)
      return issued ?? (last ? { type: 'covered', until: last.until } : { type: 'nothing' })
    const finished = await finish(context, { balance, number, profile, terms, notes })
    issued = finished.outcome
    if (finished.isIssuedHere) notes = []
    if (issued.type !== 'issued' || once) return issued
  }
}

interface Beginning {
  readonly balance: BalanceKey
  readonly profile: MerchantProfile
  readonly terms: BillingTerms
  readonly until: Instant
}

/** @returns the number of the next statement; undefined if the last one reaches as far */
async function begin(
  { database, deps }: IssuingContext,
  { balance, profile, terms: { zone }, until }: Beginning,
  last: { readonly number: number; readonly until: Instant } | undefined,
): Promise<number | undefined> {
  const { merchantCode, currency } = balance
  const from = last?.until ?? (await firstDay(database, balance, zone))
  if (from === undefined || until <= from) return undefined
  const end = Math.min(until, nextMonthBegins(zone, from))
  await database.run(BEGIN, [
    merchantCode,
    currency,
    profile.isTest,
    isoTime(from),
    isoTime(end),
    zone,
    isoTime(deps.clock.now()),
  ])
  // Issued here, or by another node at the same time.
  return (last?.number ?? 0) + 1
}

async function firstDay(
  database: Database,
  { merchantCode, currency }: BalanceKey,
  zone: string,
): Promise<Instant | undefined> {
  const [row] = await database.run(FIRST, [merchantCode, currency])
  const at = row?.at ?? undefined
  return at === undefined ? undefined : dayBegins(zone, localTime(zone, at).day)
}

interface Finishing {
  readonly balance: BalanceKey
  readonly number: number
  readonly profile: MerchantProfile
  readonly terms: BillingTerms
  /** Written in the transaction that issues it. */
  readonly notes: readonly SqlCall[]
}

interface Finished {
  readonly outcome: IssueOutcome
  /** And not by another node at the same time. */
  readonly isIssuedHere: boolean
}

async function finish(context: IssuingContext, made: Finishing): Promise<Finished> {
  const { database, deps } = context
  const { merchantCode, currency } = made.balance
  const names = [merchantCode, currency, made.number]
  const now = deps.clock.now()
  const lease = deps.randomness.uuidV7(now)
  const [row] = await database.run(LEASE, [...names, lease, isoTime(now + LEASE_MS), isoTime(now)])
  if (row) {
    const place = await placeToBegin(database, made, row)
    try {
      await gather(context, made, { lease, until: row.until_at, place })
    } catch (error) {
      if (error instanceof LeaseLost) return { outcome: { type: 'busy' }, isIssuedHere: false }
      throw error
    }
  }
  const statement = await findStatement(database, { ...made.balance, number: made.number })
  return {
    outcome: statement ? { type: 'issued', statement } : { type: 'busy' },
    isIssuedHere: row !== undefined,
  }
}

/**
 * Where an interrupted statement stopped; otherwise the end of the one before, or earlier if events were committed
 * late.
 */
async function placeToBegin(
  database: Database,
  { balance, number }: Pick<Finishing, 'balance' | 'number'>,
  row: RowOf<'statement_lease'>,
): Promise<Gathering['place']> {
  if (row.gathered_at !== null)
    return [isoTime(row.gathered_at as Instant), row.gathered_key as string, row.gathered_seq as number]
  if (number === 1) return BEFORE_ALL
  const from = (await firstMissed(database, balance)) ?? row.from_at
  return [isoTime(from), BEFORE_ALL[1], BEFORE_ALL[2]]
}

interface Gathering {
  readonly lease: string
  readonly until: Instant
  readonly place: readonly [at: string, key: string, seq: number]
}

/** Adds events until none is left, then closes it. @throws LeaseLost */
async function gather(
  { database, deps }: IssuingContext,
  { balance, number, profile, terms, notes }: Finishing,
  { lease, until, place }: Gathering,
): Promise<void> {
  const names = [balance.merchantCode, balance.currency, number]
  const hold: SqlCall = { statement: HOLD, values: [...names, lease] }
  const rates = JSON.stringify(ratesOf(profile, balance))
  const held = <Outcome>(
    call: SqlCall,
    read: (row: Row | undefined) => Outcome,
    calls: readonly SqlCall[] = [],
  ) =>
    database.transact([hold, call], ([holder = [], answer = []]) => {
      if (holder.length === 0) throw new LeaseLost('another node makes this statement')
      return { calls, outcome: read(answer[0]) }
    })
  let after: Gathering['place'] | undefined = place
  while (after !== undefined) {
    const renewed = isoTime(deps.clock.now() + LEASE_MS)
    const values: readonly Value[] = [...names, isoTime(until), ...after, renewed, rates]
    after = await held({ statement: GATHER, values }, placeOf)
  }
  const parties = JSON.stringify(terms.parties)
  const close = { statement: CLOSE, values: [...names, parties, isoTime(deps.clock.now())] }
  await held(close, () => undefined, notes)
}

const placeOf = (row: Row | undefined): Gathering['place'] | undefined =>
  row && [isoTime(row.at as Instant), row.key as string, row.seq as number]

/** The VAT rates with which this merchant's fees may have been charged. */
function ratesOf({ merchant }: MerchantProfile, { currency }: BalanceKey): readonly object[] {
  const usual = currencyOf(currency)?.vatRate
  assert(currencyOf(currency), 'money is of a currency that there is')
  const own = (merchant.products ?? [])
    .filter((product) => product.currency === currency)
    .map(({ code, vatRate = usual }) => ({ method: code, rate: vatRate }))
  return [...own, { method: '', rate: usual }, { method: '', rate: '0' }]
    .filter(({ rate }) => rate !== undefined)
    .map((each, place) => ({ ...each, place }))
}
