/**
 * Computes who is due and the amounts, for a preview and for a run alike. Writes nothing.
 *
 * A merchant is paid what was credited before the cut-off and is still there, minus the reserve: a percentage of what
 * its payins brought in during the last days before the cut-off. So the reserve moves on by itself and never has to be
 * released.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Minor, minor, ZERO } from '@sluice/core/foundation/money.ts'
import { localTime } from '@sluice/core/foundation/zones.ts'
import { type Database, type Row, sqlStatement } from '@sluice/database/port.ts'
import { readFunds } from '../payments/funds.ts'
import type { SettlementAgreement } from './agreement.ts'
import { type Calendars, readCalendars } from './calendars.ts'
import { periodBefore } from './schedule.ts'
import { type KeptAgreement, pageOfAgreements } from './store.ts'

const DAY_MS = 86_400_000
const PAGE = 500
/** Further merchants are left to the next run. */
const MAX_ITEMS = 50_000
const WHOLE_BASIS_POINTS = 10_000n

/** The merchants that a run is for. */
export type RunFor =
  /** Every merchant whose period has ended and was not settled yet. */
  | { readonly type: 'due'; readonly currency?: string | undefined }
  /** These merchants now, whatever their schedule says. */
  | {
      readonly type: 'named'
      readonly merchantCodes: readonly string[]
      readonly currency?: string | undefined
    }

export interface PlannedSettlement {
  readonly agreement: SettlementAgreement
  readonly day: string
  readonly cutOff: Instant
  readonly availableMinor: Minor
  readonly heldBackMinor: Minor
  readonly plannedMinor: Minor
  readonly isEnough: boolean
}

/** An unpaid item prepared before the cut-off does not settle the day; otherwise the merchant would have to wait. */
const BEFORE = sqlStatement({
  name: 'settlement_items_before',
  text: `select r.place from json_to_recordset($1::json) as r(place integer, merchant_id text, currency text, day text, cut_off timestamptz)
    where exists (select from settlement_item i where i.merchant_id = r.merchant_id and i.currency = r.currency and i.day = r.day
      and (i.cut_off >= r.cut_off or i.state = 'PAID'))`,
})

export async function plannedSettlements(
  database: Database,
  wanted: RunFor,
  now: Instant,
): Promise<readonly PlannedSettlement[]> {
  const calendars = await readCalendars(database)
  const merchantCodes = wanted.type === 'named' ? wanted.merchantCodes : undefined
  const planned: PlannedSettlement[] = []
  let after: KeptAgreement | undefined
  do {
    const requested = { merchantCodes, currency: wanted.currency }
    const page = await pageOfAgreements(database, requested, after, PAGE)
    const periods =
      wanted.type === 'named'
        ? page.map((agreement) => today(agreement, now))
        : await notYet(
            database,
            page.flatMap((agreement) => dueOf(agreement, calendars, now)),
          )
    planned.push(...(await amountsOf(database, periods)))
    after = page.length < PAGE ? undefined : page.at(-1)
  } while (after !== undefined && planned.length < MAX_ITEMS)
  return planned
}

interface Ended {
  readonly agreement: SettlementAgreement
  readonly day: string
  readonly cutOff: Instant
}

const today = (agreement: KeptAgreement, now: Instant): Ended => ({
  agreement,
  day: localTime(agreement.zone, now).day,
  // Includes what is credited at this moment.
  cutOff: now + 1,
})

/** The latest ended period, if one ended since the agreement was made. */
function dueOf(agreement: KeptAgreement, calendars: Calendars, now: Instant): readonly Ended[] {
  const calendar = calendars.get(agreement.calendar)
  if (agreement.schedule === 'MANUAL' || !calendar) return []
  const ended = periodBefore(now, agreement, calendar)
  if (!ended || ended.to <= agreement.since) return []
  return [{ agreement, day: ended.day, cutOff: ended.to }]
}

async function notYet(database: Database, ended: readonly Ended[]): Promise<readonly Ended[]> {
  if (ended.length === 0) return []
  const rows = ended.map(({ agreement: { merchantId, currency }, day, cutOff }, place) => ({
    ...{ place, merchant_id: merchantId, currency, day, cut_off: isoTime(cutOff) },
  }))
  const before: readonly Row[] = await database.run(BEFORE, [JSON.stringify(rows)])
  const taken = new Set(before.map(({ place }) => place))
  return ended.filter((_each, place) => !taken.has(place))
}

/** The most that each can be paid. @param ended with their cut-offs */
export async function amountsOf(
  database: Database,
  ended: readonly Ended[],
): Promise<readonly PlannedSettlement[]> {
  const requested = ended.map(({ agreement: { merchantId, currency, reserve }, cutOff }) => ({
    ...{ merchantId, currency, at: cutOff, since: cutOff - reserve.days * DAY_MS },
  }))
  const funds = await readFunds(database, requested)
  return ended.map((each, place) => {
    const { availableMinor = ZERO, broughtInMinor = ZERO } = funds[place] ?? {}
    const heldBackMinor = heldBack(broughtInMinor, each.agreement.reserve.basisPoints)
    const left = availableMinor - heldBackMinor
    const plannedMinor = minor(left > 0n ? left : 0n)
    const isEnough = plannedMinor > 0n && plannedMinor >= each.agreement.minimumMinor
    return { ...each, availableMinor, heldBackMinor, plannedMinor, isEnough }
  })
}

/** Rounded up: never holds back less than was agreed. */
export const heldBack = (broughtInMinor: Minor, basisPoints: number): Minor =>
  minor((broughtInMinor * BigInt(basisPoints) + WHOLE_BASIS_POINTS - 1n) / WHOLE_BASIS_POINTS)
