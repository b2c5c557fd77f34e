/** What is known of a payin and of a refund, from how they stand at the provider. Pure. */
import { unclear } from '../answers.ts'
import type { OrderFindings, ProviderFact, ProviderOrder } from '../provider.ts'
import { listed } from '../status-codes.ts'
import { given } from './answers.ts'
import { type PayinTable, REFUND, type Refunded, rupiah } from './read.ts'
import type { PayinFound } from './service.ts'

const known = (
  processorStatus: string,
  isOver: boolean,
  ...facts: readonly ProviderFact[]
): OrderFindings => ({
  type: 'known',
  processorStatus,
  facts,
  isOver,
})

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
      return known(statusCode, false)
    case 'paid':
      if (!received) return unclear('paid, and not how much in rupiah')
      return known(statusCode, true, {
        // A code, a number and a link of theirs are paid once.
        fact: reference,
        processorStatus: statusCode,
        statusChange: { type: 'paid', received },
        ...(name !== undefined && { about: { referenceNo: name } }),
      })
    case 'over':
      return known(statusCode, true, {
        fact: `${reference}:${statusCode}`,
        processorStatus: statusCode,
        statusChange: { type: 'expired' },
      })
    case 'given-back':
      // Whoever gave it back, the money is not there: of one that was credited that is known already.
      return payment.status === 'SUCCESS'
        ? known(statusCode, true)
        : unclear('paid and given back before it was seen')
    case 'never':
      return { type: 'never' }
  }
}

export function refundFindings({ payment, reference }: ProviderOrder, refund: Refunded): OrderFindings {
  const statusCode = given(refund.refundStatus) ?? ''
  if (refund.refundAmount && rupiah(refund.refundAmount)?.amountMinor !== payment.money.amountMinor)
    return unclear('a refund of another amount')
  const fact = (statusChange: ProviderFact['statusChange']): ProviderFact => ({
    fact: `${reference}:${statusCode}`,
    processorStatus: statusCode,
    statusChange,
  })
  const meaning = listed(REFUND, statusCode)
  switch (meaning) {
    case undefined:
      return { type: 'unlisted', statusCode }
    case 'open':
      return known(statusCode, false)
    case 'done':
      return known(statusCode, true, fact({ type: 'delivered' }))
    case 'failed':
      return known(
        statusCode,
        true,
        fact({ type: 'failed', failureReason: 'PROCESSOR_ERROR', noMoneyLeft: true }),
      )
  }
}
