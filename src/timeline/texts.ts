/**
 * What every sentence of an explanation is made of: to whom it speaks, who must act, and how money and times are written.
 *
 * A sentence for a merchant is written for a merchant. It is never the operator's with words taken out: whoever adds a sentence
 * writes both, and the merchant's can name nothing but what is the merchant's own.
 */
import type { Instant } from '../foundation/deps.ts'
import { isoTime } from '../foundation/instants.ts'

export const VOICES = ['operator', 'merchant'] as const
/** Who reads it. */
export type Voice = (typeof VOICES)[number]

/** One thing said twice, once to each. */
export type Said = Readonly<Record<Voice, string>>

/**
 * Who has to do something next. `PAYER`: whoever pays a payin, or is to get a refund. `OPERATOR`: of the gateway. `PROVIDER`: whoever
 * carries the payment, a program or a network. `NOBODY`: it is over, or the gateway goes on by itself.
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
/** What comes next, by whoever is waited for. */
export type NextAction = (typeof NEXT_ACTIONS)[number]

export interface Next {
  readonly operation: NextAction
  /** By then; left out where nothing says when. */
  readonly at: Instant | undefined
}

/** Where a payment stands: the sentence, and the same as data. */
export interface PaymentStanding {
  readonly text: Said
  readonly waitingFor: WaitingFor
  readonly next: Next | undefined
}

export const both = (text: string): Said => ({ operator: text, merchant: text })

/** `2026-11-21 08:00:00 UTC` */
export const timeWords = (at: Instant): string => `${isoTime(at).slice(0, 19).replace('T', ' ')} UTC`

/** `, by 2026-11-21 08:00:00 UTC`, where that is known. */
export const by = (at: Instant | undefined): string => (at === undefined ? '' : ` by ${timeWords(at)}`)
