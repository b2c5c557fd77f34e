/**
 * How an entry relates in time to a payin and to its payer's claim. Banks often report no more than a day, in some time
 * zone, so everything possible is accepted. Pure.
 */
import type { Candidate } from './candidate.ts'
import type { BankEntry } from './entry.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The last time zone to end a day. */
const LAST_ZONE_MS = -12 * HOUR_MS
const FIRST_ZONE_MS = 14 * HOUR_MS
const CLOCKS_DIFFER_MS = 60_000

/** How far the account is ahead of UTC. */
export interface Zone {
  readonly zoneOffsetMs: number | undefined
}

/** Whether the entry can have been booked after the payin was created. Money imported before certainly was not. */
export function cameAfter(
  entry: BankEntry,
  { createdAt }: Pick<Candidate, 'createdAt'>,
  { zoneOffsetMs }: Zone,
): boolean {
  if (entry.receivedAt !== undefined && entry.receivedAt < createdAt) return false
  const untilMs = entry.bookedPrecision === 'day' ? DAY_MS - (zoneOffsetMs ?? LAST_ZONE_MS) : CLOCKS_DIFFER_MS
  return entry.bookedAt + untilMs >= createdAt
}

/** The earliest time at which the entry can have been booked. */
const bookedFrom = ({ bookedAt, bookedPrecision }: BankEntry, { zoneOffsetMs }: Zone): number =>
  bookedPrecision === 'day' ? bookedAt - (zoneOffsetMs ?? FIRST_ZONE_MS) : bookedAt - CLOCKS_DIFFER_MS

/** Whether the entry can have been booked while the payin was open. */
export const cameWithin = (entry: BankEntry, payin: Candidate, zone: Zone): boolean =>
  cameAfter(entry, payin, zone) && bookedFrom(entry, zone) <= (payin.expireAt ?? Number.POSITIVE_INFINITY)

/**
 * What a claim on a UTR is worth for an entry. A payin's window is from its creation to its expiry.
 *
 *   live    submitted within the window, for money that came within it
 *   late    submitted after the window, for money that had come by then: possibly true, but unproved
 *   over    submitted before the money came, and expired when it came: most likely a guess
 *   before  the money came before the payin
 */
export type ClaimTiming = 'live' | 'late' | 'over' | 'before'

export function timingOf(entry: BankEntry, payin: Candidate, zone: Zone): ClaimTiming {
  if (!cameAfter(entry, payin, zone)) return 'before'
  const { claimedAt, expireAt = Number.POSITIVE_INFINITY } = payin
  const fromMs = bookedFrom(entry, zone)
  // Without a time it is not considered in time.
  if (claimedAt === undefined) return 'late'
  if (claimedAt <= expireAt && fromMs <= expireAt) return 'live'
  return claimedAt >= fromMs ? 'late' : 'over'
}
