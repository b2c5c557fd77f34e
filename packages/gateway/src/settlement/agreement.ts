/**
 * The settlement terms of a merchant in a currency: when it is paid out, how much is held back as a reserve, and to
 * which account. Read this file first.
 *
 *   schedule.ts   which period an instant belongs to, and when it ends            calendars.ts  which days are business days
 *   due.ts        who is due, the amount at the cut-off and the reserve
 *   runs.ts       runs and their items                                            running.ts    carries out and resumes runs
 *   paying.ts     one merchant's settlement: a payment of its own kind            store.ts      the stored agreements
 *
 * Promises: a day of a merchant's currency is settled once, by the payment's unique key. The amount is reserved in the
 * commit that creates the settlement. A run pays by the terms with which it was prepared and reviewed, and only while
 * they are unchanged. If account, reserve or minimum changed meanwhile, it does not pay that merchant, and the next run
 * uses the new terms. Only operators change an agreement, and the audit log records each change.
 */
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import type { CurrencyCode, Minor } from '@sluice/core/foundation/money.ts'

export const SCHEDULES = ['DAILY', 'WEEKLY', 'MONTHLY', 'MANUAL'] as const
export type SettlementSchedule = (typeof SCHEDULES)[number]

/** When a merchant's periods end. */
export interface SettlementTiming {
  readonly schedule: SettlementSchedule
  /** WEEKLY: 1 is Monday, 7 is Sunday. */
  readonly weekday: number
  /** MONTHLY: from 1. In a shorter month it is the last day. */
  readonly dayOfMonth: number
  /** `HH:MM` in the zone. Later credits belong to the next period. */
  readonly cutOff: string
  /** IANA name. */
  readonly zone: string
}

export interface SettlementReserve {
  /** A share of what payins brought in, in hundredths of a percent: 1000 is 10 %. */
  readonly basisPoints: number
  /** How many days before the cut-off count. */
  readonly days: number
}

export interface SettlementAgreement extends SettlementTiming {
  readonly merchantId: MerchantCode
  readonly currency: CurrencyCode
  /** The code of a calendar. */
  readonly calendar: string
  /** A smaller amount is not paid out and waits for the next period. */
  readonly minimumMinor: Minor
  readonly reserve: SettlementReserve
  /** `paymentMethod` of a payout to the merchant's own account, validated by the catalogue when it was stored. */
  readonly payee: Readonly<Record<string, unknown>>
  /** Counts its changes from 1. */
  readonly version: number
}
