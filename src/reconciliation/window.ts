/**
 * How an entry lies in time to a payin and to what its payer has told. Banks often tell no more than a day, in some zone: then
 * everything that can have been so counts as so. Pure.
 */
import type { Candidate } from './candidate.ts'
import type { BankEntry } from './entry.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The last zone to end its day, and the first to begin it. */
const LAST_ZONE_MS = -12 * HOUR_MS
const FIRST_ZONE_MS = 14 * HOUR_MS
const CLOCKS_DIFFER_MS = 60_000

/** How far the account's clock is ahead of UTC. */
export interface Zone {
  readonly zoneOffsetMs: number | undefined
}

/** Whether the entry can have been booked after the payin was created: money that we knew of before certainly was not. */
export function cameAfter(
  entry: BankEntry,
  { createdAt }: Pick<Candidate, 'createdAt'>,
  { zoneOffsetMs }: Zone,
): boolean {
  if (entry.receivedAt !== undefined && entry.receivedAt < createdAt) return false
  const untilMs = entry.bookedPrecision === 'day' ? DAY_MS - (zoneOffsetMs ?? LAST_ZONE_MS) : CLOCKS_DIFFER_MS
  return entry.bookedAt + untilMs >= createdAt
}

/** The earliest that the entry can have been booked. */
const bookedFrom = ({ bookedAt, bookedPrecision }: BankEntry, { zoneOffsetMs }: Zone): number =>
  bookedPrecision === 'day' ? bookedAt - (zoneOffsetMs ?? FIRST_ZONE_MS) : bookedAt - CLOCKS_DIFFER_MS

/** Whether the entry can have been booked while the payin was open. */
export const cameWithin = (entry: BankEntry, payin: Candidate, zone: Zone): boolean =>
  cameAfter(entry, payin, zone) && bookedFrom(entry, zone) <= (payin.expireAt ?? Number.POSITIVE_INFINITY)

/**
 * What the claim of a UTR is worth for an entry. A payin's window is from its creation to its expiry.
 *
 *   live    told within the window, of money that came within it
 *   late    told after the window, of money that had come by then: it may be true, and nobody vouches for it
 *   over    told before the money came, and over when it came: a guess, most likely
 *   before  the money came before the payin
 */
export type Standing = 'live' | 'late' | 'over' | 'before'

export function standingOf(entry: BankEntry, payin: Candidate, zone: Zone): Standing {
  if (!cameAfter(entry, payin, zone)) return 'before'
  const { claimedAt, expireAt = Number.POSITIVE_INFINITY } = payin
  const fromMs = bookedFrom(entry, zone)
  // Nobody knows when it was told: then not in time.
  if (claimedAt === undefined) return 'late'
  if (claimedAt <= expireAt && fromMs <= expireAt) return 'live'
  return claimedAt >= fromMs ? 'late' : 'over'
}
