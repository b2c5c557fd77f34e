/**
 * What was agreed with a merchant about its settlement in a currency: when it is paid out, how much stays behind, and to whom it goes.
 * Read this file first.
 *
 *   schedule.ts   which period an instant belongs to, and when it ends            calendars.ts  which days are business days
 *   due.ts        who is due, what each has at its cut-off and what of it is held back
 *   runs.ts       runs and their items                                            running.ts    carrying one out, and going on
 *   paying.ts     one merchant's settlement: a payment of its own kind            store.ts      where agreements are kept
 *
 * Promises: a day of a merchant's currency is settled once, by the unique key of the payment; what is paid is reserved in the commit
 * that makes it; a run pays by the terms that it was prepared and looked at with, and only while they are agreed: where account, reserve or
 * minimum were changed meanwhile, it pays that merchant nothing, and the next run pays by the new ones. The merchant chooses nothing of it:
 * an operator writes it down, and the audit log has each change.
 */
import type { MerchantCode } from '../foundation/identifiers.ts'
import type { CurrencyCode, Minor } from '../foundation/money.ts'

export const SCHEDULES = ['DAILY', 'WEEKLY', 'MONTHLY', 'MANUAL'] as const
export type SettlementSchedule = (typeof SCHEDULES)[number]

/** When a merchant's periods end. */
export interface SettlementTiming {
  readonly schedule: SettlementSchedule
  /** WEEKLY: 1 is Monday, 7 is Sunday. */
  readonly weekday: number
  /** MONTHLY: from 1; a month that is shorter ends with its last day. */
  readonly dayOfMonth: number
  /** `HH:MM` in the zone. What comes later is the next period's. */
  readonly cutOff: string
  /** IANA name. */
  readonly zone: string
}

export interface SettlementReserve {
  /** Of what payins brought in, in hundredths of a percent: 1000 is 10 %. */
  readonly basisPoints: number
  /** For so many days before the cut-off. */
  readonly days: number
}

export interface SettlementAgreement extends SettlementTiming {
  readonly merchantId: MerchantCode
  readonly currency: CurrencyCode
  /** The code of a calendar. */
  readonly calendar: string
  /** Less is not paid out, and waits for the next period. */
  readonly minimumMinor: Minor
  readonly reserve: SettlementReserve
  /** `paymentMethod` of a payout to the merchant's own account, checked by the catalogue when it was written. */
  readonly payee: Readonly<Record<string, unknown>>
  /** Counts its changes from 1. */
  readonly version: number
}
