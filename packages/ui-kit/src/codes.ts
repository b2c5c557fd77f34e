/** The gateway's codes as text for people, and the colours of their meanings. */
import { METHOD_TITLES } from './method-titles.ts'

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'plain'

const TONES: Readonly<Record<string, Tone>> = {
  SUCCESS: 'good',
  NEW: 'busy',
  PENDING: 'busy',
  AWAITING_PAYEE: 'busy',
  REFUSED: 'bad',
  FAILED: 'bad',
  EXPIRED: 'warn',
  WAITING: 'busy',
  APPROVED: 'good',
  REJECTED: 'bad',
  PREPARED: 'busy',
  RELEASED: 'good',
  CANCELLED: 'plain',
  DELIVERED: 'good',
  SENDING: 'busy',
  ABANDONED: 'bad',
  ENDED: 'warn',
  SUPERSEDED: 'plain',
  RUNNING: 'busy',
  STOPPED: 'bad',
  DONE: 'good',
  ACTIVE: 'good',
  SUSPENDED: 'bad',
  PAUSED: 'warn',
  PAID: 'good',
  PAID_LATE: 'good',
  RETURNED: 'warn',
  CASE: 'bad',
  IGNORED: 'plain',
  fine: 'good',
  warning: 'warn',
  broken: 'bad',
}

/** Final statuses of payments that moved no money. */
export const ENDED_UNPAID: ReadonlySet<string> = new Set(['REFUSED', 'FAILED', 'EXPIRED'])

export const toneOf = (status: string): Tone => TONES[status] ?? 'plain'

/** `AWAITING_PAYEE` becomes `Awaiting payee`. */
export function plainWords(code: string): string {
  const words = code.replaceAll(/[_-]/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `PROMPTPAY` becomes `PromptPay`. */
export const methodName = (code: string): string => METHOD_TITLES[code] ?? plainWords(code)
