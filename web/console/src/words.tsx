/** The gateway's words with their colours, and links to what they name. */
import { Badge, type Tone } from '../../kit/small.tsx'
import { placeOf } from './places.ts'

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

export const toneOf = (status: string): Tone => TONES[status] ?? 'plain'

/** `AWAITING_PAYEE` as people read it: `Awaiting payee`. */
export function plainWords(code: string): string {
  const words = code.replaceAll(/[_-]/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function Status({ status }: { readonly status: string }) {
  return <Badge tone={toneOf(status)}>{plainWords(status)}</Badge>
}

export interface PaymentName {
  readonly merchantCode: string
  readonly kind: string
  readonly id: string
}

export function PaymentLink({ payment }: { readonly payment: PaymentName }) {
  return (
    <a href={placeOf.payment(payment)} class="name">
      {payment.id}
    </a>
  )
}

/** `1 payout`, `3 payouts`. */
export const counted = (many: number, what: string): string => `${many} ${what}${many === 1 ? '' : 's'}`

const NOBODY = '~gateway'
export const merchantName = (code: string): string => (code === NOBODY ? 'Nobody yet' : code)

export function MerchantLink({ code }: { readonly code: string }) {
  return code === NOBODY ? <span class="quiet">Nobody yet</span> : <a href={placeOf.merchant(code)}>{code}</a>
}
