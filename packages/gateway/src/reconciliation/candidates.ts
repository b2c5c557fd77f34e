/**
 * Reads from the database what the entries of one account may be for: two round trips for a batch, each row by a key.
 * The modules that own the rows define the lookups. Never writes.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, type Row, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { amountClaim } from '../payments/amount-claims.ts'
import {
  FACTS_ALIKE,
  factsOf,
  factsOfHolder,
  factsOfPayment,
  factsOfReporters,
} from '../payments/candidate-facts.ts'
import { releasedPayout } from '../processors/bank-file/statement.ts'
import { claimOwner } from '../processors/own-account/account.ts'
import { isTestAccount } from '../processors/own-account/store.ts'
import { type Candidate, type FoundCandidates, NOTHING_FOUND } from './candidate.ts'
import type { BankEntry } from './entry.ts'
import { evidenceOf } from './evidence.ts'

const BY_CLAIM = sqlStatement({
  name: 'bank_entry_candidates_by_claim',
  whose: { each: 'rows' },
  text: `select v.value as found_by, p.* from unnest($3::text[]) as v(value)
    cross join lateral (${factsOfHolder('$1', '$2', 'v.value')}) p`,
})
const BY_UTR = sqlStatement({
  name: 'bank_entry_candidates_by_utr',
  whose: { each: 'rows' },
  text: `select v.value as found_by, p.* from unnest($2::text[]) as v(value)
    cross join lateral (${factsOfReporters('$1', 'v.value')}) p`,
})
/**
 * Only payouts that went to the bank in a file: no money can have moved for others. A test statement matches only test
 * payments.
 */
const BY_PAYOUT = sqlStatement({
  name: 'bank_entry_candidates_by_payout',
  text: `select v.value as found_by, w.debited_by, p.* from unnest($1::text[]) as v(value)
    cross join lateral (${releasedPayout('v.value', isTestAccount('$2'))}) w
    cross join lateral (${factsOfPayment('w')}) p`,
})
const ALIKE = sqlStatement({
  name: 'bank_entry_candidates_alike',
  whose: { each: 'sorted', by: ['-created_at', 'key'], limit: { parameter: 4 } },
  text: FACTS_ALIKE,
})

/** The most age of a payin that only its amount and payer speak for. Such a payin is shown and never paid. */
const ALIKE_WITHIN_MS = 14 * 24 * 3_600_000
const MOST_ALIKE = 2_000

/** @param at now: candidates that are only similar must be younger than two weeks */
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
  // Credits without a reference, and those that pay a unique amount: another payer may have typed the amount of his own
  // order.
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

/** Whether the payin was ordered with this amount, whatever amount its payer was shown. */
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

const candidateOf = (row: Row): Candidate => ({
  ...factsOf(row),
  debitedBy: (row.debited_by ?? undefined) as string | undefined,
})
