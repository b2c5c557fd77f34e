/**
 * The payments that a case is about, or may be about, in their current state: what each wanted, and the difference to
 * what arrived.
 */
import {
  isMerchantCode,
  isMerchantOrderId,
  isPaymentKind,
  type MerchantCode,
  type MerchantOrderId,
  type PaymentKind,
} from '@sluice/core/foundation/identifiers.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import type { Database } from '@sluice/database/port.ts'
import { Type } from 'typebox'
import { isObject } from '../../api/requests.ts'
import { moneyBody } from '../../api/views.ts'
import { type CaseFile, GATEWAY } from '../../payments/cases.ts'
import { wantedOf } from '../../payments/plans.ts'
import { findPayment } from '../../payments/reading.ts'
import { MoneySchema } from '../context.ts'

export const CasePaymentsSchema = Type.Array(
  Type.Object({
    merchantCode: Type.String(),
    kind: Type.String(),
    id: Type.String(),
    status: Type.String(),
    wanted: Type.Object(MoneySchema.properties, { description: 'The amount that the payer was asked for.' }),
    gap: Type.Optional(
      Type.Object(MoneySchema.properties, {
        description: 'The amount received minus the amount due. Negative: too little was received.',
      }),
    ),
    why: Type.Array(Type.String(), { description: 'The evidence for it.' }),
  }),
  { description: 'The candidates, likeliest first.' },
)

/** A case may name more; an operator looks at the likeliest. */
const MOST_SHOWN = 20

interface Named {
  readonly merchantId: MerchantCode
  readonly kind: PaymentKind
  readonly id: MerchantOrderId
  readonly why: readonly string[]
}

export async function casePayments(database: Database, found: CaseFile) {
  const named = namedBy(found).slice(0, MOST_SHOWN)
  const payments = await Promise.all(
    named.map(({ merchantId, kind, id }) => findPayment(database, merchantId, kind, id)),
  )
  return named.flatMap(({ merchantId, kind, id, why }, index) => {
    const payment = payments[index]
    if (!payment) return []
    const wanted = wantedOf(payment)
    const { money } = found
    const isComparable = kind === 'payin' && money?.currency === wanted.currency
    return {
      ...{ merchantCode: merchantId, kind, id, status: payment.status, wanted: moneyBody(wanted), why },
      ...(isComparable && {
        gap: moneyBody({ ...wanted, amountMinor: minor(money.amountMinor - wanted.amountMinor) }),
      }),
    }
  })
}

/**
 * First the payment that it is about, then the one that returns its money, then its candidates as ranked when it was
 * opened.
 */
function namedBy({ merchantId, payment, detail, decisions }: CaseFile): readonly Named[] {
  const { candidates, why } = detail
  const about = payment ? [{ merchantId, kind: payment.kind, id: payment.id, why: texts(why) }] : []
  const returns = decisions.flatMap(({ action, detail: { merchantCode, kind, id } }) =>
    action === 'return' && typeof id === 'string' && isMerchantOrderId(id)
      ? [
          ...(merchantCode === GATEWAY && kind === 'payout'
            ? [{ merchantId: GATEWAY, kind, id, why: ['RETURN'] } as const]
            : []),
          // A return by the payin's own rail is in the books of the case's merchant.
          ...(merchantCode === merchantId && kind === 'refund'
            ? [{ merchantId, kind, id, why: ['RETURN'] } as const]
            : []),
        ]
      : [],
  )
  const others = Array.isArray(candidates) ? candidates.flatMap(candidateIn) : []
  return [...about, ...returns, ...others]
}

function candidateIn(given: unknown): readonly Named[] {
  if (!isObject(given)) return []
  const { merchantCode, kind, id, why } = given
  if (typeof merchantCode !== 'string' || !isMerchantCode(merchantCode)) return []
  if (typeof id !== 'string' || !isMerchantOrderId(id)) return []
  if (!isPaymentKind(kind)) return []
  return [{ merchantId: merchantCode, kind, id, why: texts(why) }]
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
