/**
 * The parts of an explanation's sentences: the reader, who must act, and how amounts and times are written.
 *
 * A merchant's sentence is never the operator's with words removed. Write both, and let the merchant's name only what
 * belongs to the merchant.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'

export const VOICES = ['operator', 'merchant'] as const
/** The reader. */
export type Voice = (typeof VOICES)[number]

/** The same fact, for each reader. */
export type Said = Readonly<Record<Voice, string>>

/**
 * Who has to act next. `PAYER`: pays a payin, or receives a refund. `OPERATOR`: of the gateway. `PROVIDER`: the program
 * or network that carries the payment out. `NOBODY`: it is final, or the gateway continues by itself.
 */
export const WAITING_FOR = ['PAYER', 'MERCHANT', 'OPERATOR', 'PROVIDER', 'BANK', 'NOBODY'] as const
export type WaitingFor = (typeof WAITING_FOR)[number]

export const NEXT_ACTIONS = [
  'PAY',
  'BRING_REFERENCE',
  'ACCEPT',
  'STATUS_OUTCOME',
  'CONFIRM_TRANSFER',
  'PREPARE_FILE',
  'RELEASE_FILE',
  'SUBMIT_FILE_TO_BANK',
  'CLEAR_DOUBT',
  'BANK_CONFIRMS',
  'CLAIM',
  'APPROVE_CLAIM',
  'APPROVE_REFUND',
  'SEND_BY_HAND',
  'SETTLE_CASE',
] as const
/** What the party named in `waitingFor` does next. */
export type NextAction = (typeof NEXT_ACTIONS)[number]

export interface Next {
  readonly operation: NextAction
  /** The deadline, if there is one. */
  readonly at: Instant | undefined
}

/** The current state of a payment, as a sentence and as data. */
export interface PaymentStanding {
  readonly text: Said
  readonly waitingFor: WaitingFor
  readonly next: Next | undefined
}

export const both = (text: string): Said => ({ operator: text, merchant: text })

/** `2026-11-21 08:00:00 UTC` */
export const timeWords = (at: Instant): string => `${isoTime(at).slice(0, 19).replace('T', ' ')} UTC`

/** `, by 2026-11-21 08:00:00 UTC`, if the time is known. */
export const by = (at: Instant | undefined): string => (at === undefined ? '' : ` by ${timeWords(at)}`)
