/**
 * Compares bank and books for one account and day: what the bank reports, what the clearing account posted for it, and
 * a line with a reason for each difference.
 *
 * Bank: the sum of the day's entries. Books: what these entries have posted at any time, plus what was posted on this
 * day without an entry. So the difference always equals the sum of its lines: an entry posted as booked has none; every
 * other entry, and every posting without an entry, has one. Pure.
 */
import type { ClearedMoney } from '../payments/clearing.ts'
import type { EntryOutcome } from './store.ts'

export const LINE_REASONS = [
  /** The entry is not decided yet. */
  'NOT_DECIDED',
  /** A debit without a payout: the bank's fee, or a transfer outside of Sluice. */
  'NO_PAYOUT',
  /** Its outcome posted nothing. */
  'NOT_POSTED',
  /** The books posted a different amount. */
  'POSTED_DIFFERS',
  /** A case was decided by returning its money, and no debit shows that. */
  'RETURNED_BY_CASE',
  /** The bank has confirmed a payout, and no debit shows that. */
  'PAYOUT_NOT_DEBITED',
] as const
export type LineReason = (typeof LINE_REASONS)[number]

/** Positive for a credit. */
interface Moved {
  readonly movedMinor: bigint
}

export interface DayEntry extends Moved {
  readonly reference: string
  readonly outcome: EntryOutcome | undefined
  /** The postings that it may have caused. */
  readonly postings: readonly ClearedMoney[]
}

/** A posting that no entry shows. */
export interface Unshown extends Moved {
  readonly reason: 'RETURNED_BY_CASE' | 'PAYOUT_NOT_DEBITED'
  /** A case with its part, or a payout. */
  readonly about: string
  /** Identifies the posting; undefined if `about` alone identifies it. */
  readonly posting: string | undefined
}

export interface ReconciledEntry<Entry extends DayEntry> {
  readonly entry: Entry
  readonly posting: ClearedMoney | undefined
}

export interface DifferenceLine extends Moved {
  readonly reason: LineReason
  /** The entry's reference. */
  readonly entry: string | undefined
  readonly about: string | undefined
}

export interface Reconciled<Entry extends DayEntry> {
  readonly bankMinor: bigint
  readonly booksMinor: bigint
  readonly differenceMinor: bigint
  readonly entries: readonly ReconciledEntry<Entry>[]
  readonly lines: readonly DifferenceLine[]
}

export function reconcile<Entry extends DayEntry>(
  entries: readonly Entry[],
  unshown: readonly Unshown[],
): Reconciled<Entry> {
  const posted = postingsOf(entries)
  const used = new Set([...posted.values()].map(({ name }) => name))
  const alone = unshown.filter(({ posting }) => posting === undefined || !used.has(posting))
  const reconciled = entries.map((entry) => ({ entry, posting: posted.get(entry) }))
  const bankMinor = sumOf(entries)
  const booksMinor = sumOf([...posted.values()]) + sumOf(alone)
  return {
    bankMinor,
    booksMinor,
    differenceMinor: bankMinor - booksMinor,
    entries: reconciled,
    lines: [
      ...reconciled.flatMap(lineOf),
      ...alone.map(({ reason, about, movedMinor }) => ({
        reason,
        about,
        entry: undefined,
        movedMinor: -movedMinor,
      })),
    ],
  }
}

/**
 * Each posting belongs to one entry: first to one of exactly its amount, because two of one payment may have come at
 * the same moment.
 */
function postingsOf<Entry extends DayEntry>(entries: readonly Entry[]): ReadonlyMap<Entry, ClearedMoney> {
  const taken = new Set<string>()
  const found = new Map<Entry, ClearedMoney>()
  const give = (fits: (entry: Entry, posting: ClearedMoney) => boolean) => {
    for (const entry of entries) {
      if (found.has(entry)) continue
      const posting = entry.postings.find((each) => !taken.has(each.name) && fits(entry, each))
      if (!posting) continue
      taken.add(posting.name)
      found.set(entry, posting)
    }
  }
  give((entry, posting) => posting.movedMinor === entry.movedMinor)
  give(() => true)
  return found
}

function lineOf({ entry, posting }: ReconciledEntry<DayEntry>): readonly DifferenceLine[] {
  const movedMinor = entry.movedMinor - (posting?.movedMinor ?? 0n)
  if (movedMinor === 0n) return []
  return [{ reason: reasonOf(entry, posting), entry: entry.reference, about: undefined, movedMinor }]
}

function reasonOf({ outcome }: DayEntry, posting: ClearedMoney | undefined): LineReason {
  if (posting) return 'POSTED_DIFFERS'
  if (outcome === undefined) return 'NOT_DECIDED'
  return outcome === 'IGNORED' ? 'NO_PAYOUT' : 'NOT_POSTED'
}

const sumOf = (list: readonly Moved[]): bigint => list.reduce((sum, { movedMinor }) => sum + movedMinor, 0n)
