/** Telling a processor that a payment shall not be paid any more: a courtesy after the expiry, or an operator's wish. */
import type { Deps } from '../foundation/deps.ts'
import { errorText } from '../foundation/errors.ts'
import type { Payment } from '../payments/model.ts'
import type { CancelAnswer, Processor } from './port.ts'

const ANSWER_WITHIN_MS = 10_000

/** @returns undefined where it did not answer, in time or at all: then nobody knows, and its report or the next question tells */
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
