/**
 * What moved on the clearing accounts, and why: for comparing the books with bank statements. Money takes a claim on
 * its fact in the commit that posts it, so the fact leads to the posting. Only a delivery takes no claim: it is the
 * SUCCESS itself. Never writes.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode, PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import { type Database, type RowOf, sqlStatement } from '@sluice/database/port.ts'

/** A fact that may have been posted. */
export interface FactRequested {
  readonly merchantId: MerchantCode
  /** The payment that it was reported for; undefined: none. */
  readonly key: PaymentKey | undefined
  /** The processor that reports it. */
  readonly processor: string
  readonly fact: string
  /** It is what made the payment a SUCCESS. */
  readonly isDelivery: boolean
}

export interface ClearingPosting {
  /** Unique among all postings. */
  readonly name: string
  readonly merchantId: MerchantCode
  readonly key: PaymentKey
  readonly account: string
  /** Positive: money came in. */
  readonly movedMinor: bigint
  readonly at: Instant
}

const ON_CLEARING = `p.account like 'clearing:%'`
const CAUSED = sqlStatement({
  name: 'posting_caused_by_fact',
  whose: { each: 'own', merchants: 1, with: [] },
  text: `select f.n, x.* from json_to_recordset($1::json) as f(n integer, merchant_id text, key uuid, value text, delivery boolean)
    cross join lateral (
      select p.merchant_id, p.key, p.seq, p.line, p.account, p.amount, p.at from claim c
        join posting p on p.merchant_id = c.merchant_id and p.key = coalesce(f.key, c.key) and p.at = c.at and ${ON_CLEARING}
        where c.owner = f.merchant_id and c.scope = 'confirmation' and c.value = f.value
      union all
      select p.merchant_id, p.key, p.seq, p.line, p.account, p.amount, p.at from event e
        join posting p on p.merchant_id = e.merchant_id and p.key = e.key and p.seq = e.seq and ${ON_CLEARING}
        where f.delivery and e.merchant_id = f.merchant_id and e.key = f.key and e.to_status = 'SUCCESS') x
    order by f.n, x.seq, x.line`,
  neverNull: ['n', 'merchant_id', 'key', 'seq', 'line', 'account', 'amount', 'at'],
})
const FACTS_A_CALL = 1_000

/**
 * @returns for each fact the postings that it may have caused: of facts reported for a payment at one moment, all of that moment
 */
export async function postingsCausedBy(
  database: Database,
  facts: readonly FactRequested[],
): Promise<readonly (readonly ClearingPosting[])[]> {
  const found: ClearingPosting[][] = facts.map(() => [])
  for (let from = 0; from < facts.length; from += FACTS_A_CALL) {
    const requested = facts
      .slice(from, from + FACTS_A_CALL)
      .map(({ merchantId, key, processor, fact, isDelivery }, index) => ({
        n: from + index,
        merchant_id: merchantId,
        key: key ?? null,
        value: `${processor}:${fact}`,
        delivery: isDelivery,
      }))
    for (const row of await database.run(CAUSED, [JSON.stringify(requested)])) {
      found[row.n]?.push(rowToPosting(row))
    }
  }
  return found
}

// The columns hold what was written.
export const rowToPosting = (row: Omit<RowOf<'posting_caused_by_fact'>, 'n'>): ClearingPosting => ({
  name: [row.merchant_id, row.key, row.seq, row.line].join(' '),
  merchantId: row.merchant_id,
  key: row.key as PaymentKey,
  account: row.account,
  movedMinor: -row.amount,
  at: row.at,
})

/** The postings on a clearing account of the payment of a row that holds `merchant_id` and `key`, from $a until $b. */
export const clearedOf = (of: string, from: string, until: string): string =>
  `select p.merchant_id, p.key, p.seq, p.line, p.account, p.amount, p.at from posting p where p.merchant_id = ${of}.merchant_id
    and p.key = ${of}.key and ${ON_CLEARING} and p.at >= ${from} and p.at < ${until} offset 0`

/** A case that a bank entry has opened. */
export interface EntryCase {
  readonly id: string
  readonly merchantId: MerchantCode
  readonly reference: string
  readonly reason: string
  readonly isOpen: boolean
}

const CASES = sqlStatement({
  name: 'case_of_entries',
  whose: { each: 'sorted', by: ['key'] },
  text: `select key, merchant_id, reason, detail -> 'entry' ->> 'reference' as reference, closed_at is null as open from case_file
    where detail -> 'entry' is not null and detail -> 'entry' ->> 'account' = $1 and detail -> 'entry' ->> 'reference' = any($2::text[])
    order by key`,
  neverNull: ['reference'],
})

export async function casesOfEntries(
  database: Database,
  account: string,
  references: readonly string[],
): Promise<readonly EntryCase[]> {
  const rows = await database.run(CASES, [account, references])
  return rows.map((row) => ({
    id: row.key,
    merchantId: row.merchant_id,
    reference: row.reference,
    reason: row.reason,
    isOpen: row.open,
  }))
}

/** Movements that came with a bank reference of another one: they have cases, and are no entries. */
export interface ReusedReference {
  readonly caseId: string
  readonly reference: string
  /** The name of the fact by which its money was suspended. */
  readonly fact: string
  readonly bookedAt: string
  readonly movedMinor: bigint
  readonly isOpen: boolean
}

const REUSED = sqlStatement({
  name: 'case_of_reused_references',
  whose: { each: 'sorted', by: ['key'] },
  text: `select key, detail, amount, closed_at is null as open from case_file
    where detail -> 'entry' is not null and detail -> 'entry' ->> 'account' = $1 and reason = 'BANK_REFERENCE_REUSED'
      and detail ->> 'bookedAt' >= $2 and detail ->> 'bookedAt' < $3 order by key`,
  neverNull: ['amount'],
})

/** @param from compared with the booking time in the case */
export async function reusedReferences(
  database: Database,
  account: string,
  from: Instant,
  until: Instant,
): Promise<readonly ReusedReference[]> {
  const rows = await database.run(REUSED, [account, isoTime(from), isoTime(until)])
  return rows.map((row) => {
    const detail = row.detail as {
      readonly entry: { readonly reference: string }
      readonly statusUpdate?: string
      readonly bookedAt: string
    }
    return {
      caseId: row.key,
      reference: detail.entry.reference,
      fact: detail.statusUpdate ?? '',
      bookedAt: detail.bookedAt,
      movedMinor: row.amount,
      isOpen: row.open,
    }
  })
}

/** The part of a posting that a reconciliation line shows. */
export type ClearedMoney = Pick<ClearingPosting, 'name' | 'account' | 'movedMinor' | 'at'>

/**
 * Money that, as operators noted, went back out of the account, whatever its bank reports. What the gateway sends is a
 * payout.
 */
export interface ReturnedByCase {
  readonly at: Instant
  readonly caseId: string
  readonly part: number
  readonly reference: string
  readonly currency: CurrencyCode
  readonly movedMinor: bigint
}

const RETURNS = `select d.case_key, d.part, d.currency, d.amount, d.at, d.detail ->> 'reference' as reference from case_decision d
    join case_file c on c.merchant_id = d.merchant_id and c.key = d.case_key`
const RETURNED = sqlStatement({
  name: 'case_returned_from_account',
  whose: { each: 'sorted', by: ['at', 'case_key', 'part'] },
  text: `${RETURNS} where d.action = 'return' and d.at >= $2 and d.at < $3 and d.detail ->> 'reference' is not null
    and c.detail -> 'entry' ->> 'account' = $1 order by d.at, d.case_key, d.part`,
  neverNull: ['reference', 'currency', 'amount'],
})
const NOTED = sqlStatement({
  name: 'case_returned_by_reference',
  whose: { each: 'sorted', by: ['at', 'case_key', 'part'] },
  text: `${RETURNS} where d.action = 'return' and d.detail ->> 'reference' = any($2::text[])
    and c.detail -> 'entry' ->> 'account' = $1 order by d.at, d.case_key, d.part`,
  neverNull: ['reference', 'currency', 'amount'],
})

export async function returnedByCases(
  database: Database,
  account: string,
  from: Instant,
  until: Instant,
): Promise<readonly ReturnedByCase[]> {
  return (await database.run(RETURNED, [account, isoTime(from), isoTime(until)])).map(rowToReturned)
}

/** Whenever it was noted. @param account the money came in on */
export async function notedReturns(
  database: Database,
  account: string,
  references: readonly string[],
): Promise<readonly ReturnedByCase[]> {
  return (await database.run(NOTED, [account, references])).map(rowToReturned)
}

const rowToReturned = (row: RowOf<'case_returned_from_account'>): ReturnedByCase => ({
  at: row.at,
  caseId: row.case_key,
  part: row.part,
  reference: row.reference,
  currency: row.currency,
  movedMinor: -row.amount,
})
