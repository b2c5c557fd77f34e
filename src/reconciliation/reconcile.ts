/**
 * Bank against books, for one account and day: what the bank says moved, what the clearing account moved because of it, and each line
 * of the difference by its name.
 *
 * Bank: the sum of the day's entries. Books: what these entries have posted, whenever that was, and what was posted on this day that
 * no entry has shown. So the difference is the sum of its lines, always: an entry that is posted as it was booked is none, every
 * other one is a line with its reason, and so is every posting without an entry. Pure.
 */
import type { ClearedMoney } from '../payments/clearing.ts'
import type { EntryOutcome } from './store.ts'

export const LINE_REASONS = [
  /** Nothing is decided about the entry yet. */
  'NOT_DECIDED',
  /** A debit that names no payout: the bank's own fee, or a transfer that is none of Sluice's. */
  'NO_PAYOUT',
  /** It has an outcome that moved nothing in the books. */
  'NOT_POSTED',
  /** The books moved another amount. */
  'POSTED_DIFFERS',
  /** A case was settled by giving its money back, and no debit shows that. */
  'RETURNED_BY_CASE',
  /** The bank has said that a payout was paid, and no debit shows that. */
  'PAYOUT_NOT_DEBITED',
] as const
export type LineReason = (typeof LINE_REASONS)[number]

/** Positive: money came in. */
interface Moved {
  readonly movedMinor: bigint
}

export interface DayEntry extends Moved {
  readonly reference: string
  readonly outcome: EntryOutcome | undefined
  /** That it may have caused. */
  readonly postings: readonly ClearedMoney[]
}

/** What the books moved, and no entry shows. */
export interface Unshown extends Moved {
  readonly reason: 'RETURNED_BY_CASE' | 'PAYOUT_NOT_DEBITED'
  /** What it is about: a case and its part, or a payout. */
  readonly about: string
  /** Names the posting; undefined where it is named by what it is about alone. */
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

/** Each posting is one entry's: first those of its very amount, for two of one payment may have come at one moment. */
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
