/** Notifies a processor that a payment should not be paid any more: a courtesy after the expiry, or an operator's request. */
import type { Deps } from '../foundation/deps.ts'
import { errorText } from '../foundation/errors.ts'
import type { Payment } from '../payments/model.ts'
import type { CancelAnswer, Processor } from './port.ts'

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
