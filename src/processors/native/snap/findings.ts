/** What is known of a payin and of a refund, from how they stand at the provider. Pure. */
import { unclear } from '../answers.ts'
import type { OrderFindings, ProviderFact, ProviderOrder } from '../provider.ts'
import { listed } from '../words.ts'
import { given } from './answers.ts'
import { type GivenBack, type PayinTable, REFUND, rupiah } from './read.ts'
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
  { word, received, name }: PayinFound,
): OrderFindings {
  const meaning = listed(statuses, word)
  switch (meaning) {
    case undefined:
      return { type: 'unlisted', word }
    case 'open':
      return known(word, false)
    case 'paid':
      if (!received) return unclear('paid, and not how much in rupiah')
      return known(word, true, {
        // A code, a number and a link of theirs are paid once.
        fact: reference,
        processorStatus: word,
        news: { type: 'paid', received },
        ...(name !== undefined && { about: { referenceNo: name } }),
      })
    case 'over':
      return known(word, true, {
        fact: `${reference}:${word}`,
        processorStatus: word,
        news: { type: 'expired' },
      })
    case 'given-back':
      // Whoever gave it back, the money is not there: of one that was credited that is known already.
      return payment.status === 'SUCCESS'
        ? known(word, true)
        : unclear('paid and given back before it was seen')
    case 'never':
      return { type: 'never' }
  }
}

export function refundFindings({ payment, reference }: ProviderOrder, refund: GivenBack): OrderFindings {
  const word = given(refund.refundStatus) ?? ''
  if (refund.refundAmount && rupiah(refund.refundAmount)?.amountMinor !== payment.money.amountMinor)
    return unclear('a refund of another amount')
  const fact = (news: ProviderFact['news']): ProviderFact => ({
    fact: `${reference}:${word}`,
    processorStatus: word,
    news,
  })
  const meaning = listed(REFUND, word)
  switch (meaning) {
    case undefined:
      return { type: 'unlisted', word }
    case 'open':
      return known(word, false)
    case 'done':
      return known(word, true, fact({ type: 'delivered' }))
    case 'failed':
      return known(word, true, fact({ type: 'failed', failureReason: 'PROCESSOR_ERROR', noMoneyLeft: true }))
  }
}
