/** The gateway's codes in words, with colours, and links to the objects that they name. */
import { plainWords, toneOf } from '@sluice/ui-kit/codes.ts'
import { Badge } from '@sluice/ui-kit/small.tsx'
import { placeOf } from './places.ts'

export { methodName, plainWords, toneOf } from '@sluice/ui-kit/codes.ts'

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
export const merchantName = (code: string): string => (code === NOBODY ? 'Unassigned' : code)

const SHORT_CODE = 14

export function MerchantLink({ code }: { readonly code: string }) {
  if (code === NOBODY) return <span class="quiet">Unassigned</span>
  return (
    <a href={placeOf.merchant(code)} class={code.length <= SHORT_CODE ? 'unbroken' : undefined}>
      {code}
    </a>
  )
}
