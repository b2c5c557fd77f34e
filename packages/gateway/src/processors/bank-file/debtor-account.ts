/**
 * A debtor account: the operator's own bank account that payouts are paid from, and what its bank accepts.
 *
 * All of it is data from the operator, because it differs from bank to bank and from contract to contract: formats,
 * characters, cut-off, holidays, limits. Nothing here is a secret.
 */
import type { CurrencyCode, Minor } from '@sluice/core/foundation/money.ts'
import type { BankConnection } from '../../identity/operators/bank-connection.ts'

/** ISO 20022 customer credit transfer initiations, and the Japanese 120-byte records (総合振込). */
export const FORMATS = ['pain.001.001.12', 'pain.001.001.03', 'zengin'] as const
export type Format = (typeof FORMATS)[number]

/**
 * `latin`: the characters that every bank of the SWIFT network accepts; names are transliterated. `unicode`: names as
 * they are.
 */
export const CHARACTER_SETS = ['latin', 'unicode'] as const
export type CharacterSet = (typeof CHARACTER_SETS)[number]

export const CHARGE_BEARERS = ['DEBT', 'CRED', 'SHAR', 'SLEV'] as const
export type ChargeBearer = (typeof CHARGE_BEARERS)[number]

/** When the bank executes the files it gets. */
export interface BankCalendar {
  /** IANA name: `Asia/Tokyo`. */
  readonly zone: string
  /** `HH:MM` in that zone: files that come later count for the next business day. */
  readonly cutOff: string
  /** Business days between the day of the file and its execution; 0: on the same day. */
  readonly leadDays: number
  /** 0 is Sunday. */
  readonly closedWeekdays: readonly number[]
  /** `YYYY-MM-DD`. */
  readonly holidays: readonly string[]
}

/** The header of a Zengin file, as assigned by the bank. */
export interface ZenginTerms {
  /** 委託者コード: ten digits. */
  readonly clientCode: string
  /** 預金種目: 1 ordinary, 2 current, 9 other. */
  readonly accountType: '1' | '2' | '9'
  /** In kana; left out: blank, which banks allow. */
  readonly bankName?: string
  readonly branchName?: string
  /** CR LF after each record; otherwise the records follow each other without a break. */
  readonly lineBreaks: boolean
  /** Our reference goes with the transfer as EDI information; some banks want a contract for that. */
  readonly ediReference: boolean
}

export interface DebtorAccountTerms {
  readonly currency: CurrencyCode
  readonly isTest: boolean
  /** The holder, as the bank has it. */
  readonly name: string
  readonly iban?: string
  readonly accountNumber?: string
  readonly bankCode?: string
  readonly branchCode?: string
  readonly bic?: string
  /** ISO 20022's code of the clearing system of the bank codes, if it is not the currency's usual one. */
  readonly clearingSystem?: string
  /** The first is the usual one. */
  readonly formats: readonly Format[]
  readonly characterSet: CharacterSet
  readonly maxNameCharacters: number
  /** One booking for the whole batch. Otherwise there is one for each payout, which shows its delivery. */
  readonly batchBooking: boolean
  readonly chargeBearer?: ChargeBearer
  readonly serviceLevel?: string
  readonly localInstrument?: string
  readonly calendar: BankCalendar
  /** In one file. */
  readonly maxPayments: number
  /** In one file; left out: without limit. */
  readonly maxTotalMinor?: Minor
  readonly zengin?: ZenginTerms
  /** The program that connects to its bank; left out: none, and an operator reports the bank's answers. */
  readonly bankConnection?: BankConnection
}

export interface DebtorAccount extends DebtorAccountTerms {
  /** Chosen by the operator. */
  readonly id: string
  readonly status: 'ACTIVE' | 'CLOSED'
}

export const MAX_PAYMENTS_PER_FILE = 10_000
