/**
 * What the database knows that entries of one account could be for, asked for all of them at once: two trips for a batch, each row
 * by a key. Never writes.
 */
import type { Database, Row, SqlCall, SqlStatement } from '../database/port.ts'
import type { Instant } from '../foundation/deps.ts'
import type { MerchantCode, MerchantOrderId, PaymentKey, PaymentKind } from '../foundation/identifiers.ts'
import { isoTime } from '../foundation/instants.ts'
import { type CurrencyCode, minor } from '../foundation/money.ts'
import { amountClaim } from '../payments/amount-claims.ts'
import type { Status } from '../payments/transitions.ts'
import { claimOwner } from '../processors/own-account/account.ts'
import { type Candidate, type FoundCandidates, NOTHING_FOUND } from './candidate.ts'
import type { BankEntry } from './entry.ts'
import { evidenceOf } from './evidence.ts'

const COLUMNS = `p.merchant_id, p.kind, p.id, p.key, p.processor, p.status, p.currency, p.amount, p.money_required,
  p.external_reference, p.created_at, p.expire_at, p.request->>'accountName' as payer_name, p.request->>'accountNumber' as payer_account`

/** The fences keep one search by the key for each value, whatever the planner thinks of the tables' sizes. */
const BY_CLAIM: SqlStatement = {
  name: 'bank_entry_candidates_by_claim',
  text: `select v.value as found_by, p.* from unnest($3::text[]) as v(value)
    cross join lateral (
      select c.merchant_id, c.key from claim c where c.owner = $1 and c.scope = $2 and c.value = v.value offset 0) c
    cross join lateral (
      select ${COLUMNS} from payment p where p.merchant_id = c.merchant_id and p.key = c.key offset 0) p`,
}
const BY_UTR: SqlStatement = {
  name: 'bank_entry_candidates_by_utr',
  text: `select v.value as found_by, c.at as claimed_at, p.* from unnest($2::text[]) as v(value)
    cross join lateral (
      select ${COLUMNS} from payment p where p.external_reference = v.value and p.kind = 'payin'
        and left(p.processor_ref, length($1) + 1) = $1 || '/' offset 0) p
    left join claim c on c.owner = p.merchant_id and c.scope = 'external-reference' and c.value = v.value and c.key = p.key`,
}
/** Payouts that went to the bank in a file: of the others no money can have moved. A statement of tests speaks of tests only. */
const BY_PAYOUT: SqlStatement = {
  name: 'bank_entry_candidates_by_payout',
  text: `select v.value as found_by, w.debited_by, p.* from unnest($1::text[]) as v(value)
    cross join lateral (
      select w.merchant_id, w.id, w.file_id, w.debited_by from bank_file_payout w where w.reference = v.value offset 0) w
    join bank_file f on f.id = w.file_id and f.status = 'RELEASED'
    join receiving_account a on a.id = $2 and a.is_test = (f.processor like 'test-%')
    cross join lateral (
      select ${COLUMNS} from payment p where p.merchant_id = w.merchant_id and p.kind = 'payout' and p.id = w.id offset 0) p`,
}
/** Every payin on the account has a claim on its reference, so the claims lead to all of them. */
const ALIKE: SqlStatement = {
  name: 'bank_entry_candidates_alike',
  text: `select p.* from claim c
    cross join lateral (
      select ${COLUMNS} from payment p where p.merchant_id = c.merchant_id and p.key = c.key offset 0) p
    where c.owner = $1 and c.scope = 'reference' and c.at >= $3 and p.kind = 'payin' and p.status in ('NEW', 'PENDING', 'EXPIRED')
      and (p.amount = any($2::text[]::bigint[]) or p.money_required = any($2::text[]::bigint[]))
    order by p.created_at desc, p.key limit $4`,
}

/** How old a payin may be that nothing but its amount and customer speaks for: it is shown, and never paid. */
const ALIKE_WITHIN_MS = 14 * 24 * 3_600_000
const MOST_ALIKE = 2_000

/** @param at now: candidates that are only alike must be younger than two weeks */
export async function findCandidates(
  database: Database,
  account: string,
  entries: readonly BankEntry[],
  at: Instant,
): Promise<(entry: BankEntry) => FoundCandidates> {
  const evidence = new Map(entries.map((entry) => [entry, evidenceOf(entry)] as const))
  const seen = [...evidence.values()]
  const credits = entries.filter(({ direction }) => direction === 'credit')
  const amounts = credits.map(({ money }) => amountClaim(account, money).value)
  const owner = claimOwner(account)
  const calls: readonly SqlCall[] = [
    {
      statement: BY_CLAIM,
      values: [owner, 'reference', distinct(seen.flatMap(({ references }) => references))],
    },
    { statement: BY_CLAIM, values: [owner, 'money-required', distinct(amounts)] },
    {
      statement: BY_UTR,
      values: [
        account,
        distinct(seen.flatMap(({ utr, numbers }) => (utr === undefined ? numbers : [utr, ...numbers]))),
      ],
    },
    { statement: BY_PAYOUT, values: [distinct(seen.flatMap(({ references }) => references)), account] },
  ]
  const [references, holders, claimants, payouts] = (await database.batch(calls)).map(byValue)
  const named = (entry: BankEntry): Omit<FoundCandidates, 'byOrder' | 'alike'> => {
    const words = evidence.get(entry) ?? evidenceOf(entry)
    return {
      byReference: words.references.flatMap((value) => [
        ...(references?.get(value) ?? []),
        ...(payouts?.get(value) ?? []),
      ]),
      byUtr: words.utr === undefined ? [] : (claimants?.get(words.utr) ?? []),
      byNumber: words.numbers.flatMap((value) => claimants?.get(value) ?? []),
      byAmount: holders?.get(amountClaim(account, entry.money).value) ?? [],
    }
  }
  // Those that name nothing, and those that somebody's own amount pays: another payer may have typed that of his order.
  const doubtful = credits.filter((entry) => {
    const { byReference, byUtr } = named(entry)
    return byReference.length + byUtr.length === 0
  })
  const alike = await findAlike(database, owner, doubtful, at)
  const isDoubtful = new Set(doubtful)
  return (entry) => {
    if (!evidence.has(entry)) return NOTHING_FOUND
    const found = named(entry)
    const like = isDoubtful.has(entry) ? alike.filter((each) => isAlike(entry, each)) : []
    return found.byAmount.length > 0
      ? { ...found, byOrder: like.filter((each) => wasOrdered(entry, each)), alike: [] }
      : { ...found, byOrder: [], alike: like }
  }
}

/** Whether the payin's order had this amount, whatever its payer was told. */
const wasOrdered = ({ money }: BankEntry, { ordered }: Candidate): boolean =>
  money.currency === ordered.currency && money.amountMinor === ordered.amountMinor

async function findAlike(
  database: Database,
  owner: string,
  entries: readonly BankEntry[],
  at: Instant,
): Promise<readonly Candidate[]> {
  if (entries.length === 0) return []
  const amounts = distinct(entries.map(({ money }) => money.amountMinor.toString()))
  const rows = await database.run(ALIKE, [owner, amounts, isoTime(at - ALIKE_WITHIN_MS), MOST_ALIKE])
  return rows.map(candidateOf)
}

const isAlike = ({ money }: BankEntry, { ordered, expected }: Candidate): boolean =>
  money.currency === ordered.currency &&
  (money.amountMinor === ordered.amountMinor || money.amountMinor === expected.amountMinor)

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)]

type ByValue = ReadonlyMap<unknown, readonly Candidate[]>

function byValue(rows: readonly Row[]): ByValue {
  const found = new Map<unknown, Candidate[]>()
  for (const row of rows) {
    const known = found.get(row.found_by)
    if (known) known.push(candidateOf(row))
    else found.set(row.found_by, [candidateOf(row)])
  }
  return found
}

// As in `payments/rows.ts`: the columns hold what was written.
function candidateOf(row: Row): Candidate {
  const currency = row.currency as CurrencyCode
  const ordered = { currency, amountMinor: minor(row.amount as bigint) }
  const required = row.money_required as bigint | null
  return {
    merchantId: row.merchant_id as MerchantCode,
    kind: row.kind as PaymentKind,
    id: row.id as MerchantOrderId,
    key: row.key as PaymentKey,
    processor: row.processor as string,
    status: row.status as Status,
    ordered,
    expected: required === null ? ordered : { currency, amountMinor: minor(required) },
    externalReference: (row.external_reference ?? undefined) as string | undefined,
    claimedAt: (row.claimed_at ?? undefined) as Instant | undefined,
    createdAt: row.created_at as Instant,
    expireAt: (row.expire_at ?? undefined) as Instant | undefined,
    payerName: (row.payer_name ?? undefined) as string | undefined,
    payerAccount: (row.payer_account ?? undefined) as string | undefined,
    debitedBy: (row.debited_by ?? undefined) as string | undefined,
  }
}
