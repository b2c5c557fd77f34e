/** What the statuses of a payin and a refund mean for our payment. Pure. */
import { unclear } from '@sluice/provider-kit/answers.ts'
import { ended, factOf, known, movedBy } from '@sluice/provider-kit/findings.ts'
import type { OrderFindings, ProviderOrder } from '@sluice/provider-kit/provider.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { given } from './answers.ts'
import { type PayinTable, REFUND, type Refunded, rupiah } from './read.ts'
import type { PayinFound } from './service.ts'

export function payinFindings(
  { payment, reference }: ProviderOrder,
  statuses: PayinTable,
  { statusCode, received, name }: PayinFound,
): OrderFindings {
  const meaning = listed(statuses, statusCode)
  switch (meaning) {
    case undefined:
      return { type: 'unlisted', statusCode }
    case 'open':
      return known(statusCode)
    case 'paid':
      if (!received) return unclear('paid, without an amount in rupiah')
      // Their codes, numbers and links can be paid once.
      return known(statusCode, [
        factOf(
          reference,
          statusCode,
          { type: 'paid', received },
          name === undefined ? undefined : { referenceNo: name },
        ),
      ])
    case 'over':
      return ended(reference, statusCode, { type: 'expired' })
    case 'given-back':
      // The money is gone. If it was credited, its refund is known already.
      return payment.status === 'SUCCESS'
        ? known(statusCode, [], true)
        : unclear('paid and refunded before it was seen')
    case 'never':
      return { type: 'never' }
  }
}

export function refundFindings({ payment, reference }: ProviderOrder, refund: Refunded): OrderFindings {
  const statusCode = given(refund.refundStatus) ?? ''
  if (refund.refundAmount && rupiah(refund.refundAmount)?.amountMinor !== payment.money.amountMinor)
    return unclear('a refund with a different amount')
  return movedBy(REFUND, reference, statusCode)
}
