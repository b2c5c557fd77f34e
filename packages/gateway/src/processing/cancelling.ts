/** Notifies a processor that a payment should not be paid any more: a courtesy after the expiry, or an operator's request. */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { errorText } from '@sluice/core/foundation/errors.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { CancelAnswer, Processor } from '@sluice/core/processor/port.ts'

const ANSWER_WITHIN_MS = 10_000

/** @returns undefined if it did not answer in time: its status update or the next status inquiry will show the outcome */
export async function cancelInTime(
  { timers, log }: Pick<Deps, 'timers' | 'log'>,
  processor: Processor,
  payment: Payment,
): Promise<CancelAnswer | undefined> {
  if (!processor.cancel) return undefined
  const answer = processor.cancel(payment).catch((error: unknown) => {
    const { merchantId, key } = payment
    log.warn(
      { merchantId, key, processor: processor.name, error: errorText(error) },
      'a payment was not cancelled',
    )
    return undefined
  })
  return new Promise((resolve) => {
    const stop = timers.after(ANSWER_WITHIN_MS, () => resolve(undefined))
    void answer.then(resolve).finally(stop)
  })
}
