/**
 * A payment that nobody takes: the merchant reads what it can mend, and operators every processor's reason.
 *
 * No payment is kept of which a history could tell, so the reasons stand in the log.
 */
import type { Problem } from '../http/problems.ts'
import type { DeclinedBy, WantedPayment } from '../processing/port.ts'
import { lastWord, reasonsOf } from '../processing/route.ts'
import type { Gateway } from './gateway.ts'
import { declinedProblem } from './problems.ts'

export function allDeclined(
  { deps }: Pick<Gateway, 'deps'>,
  wanted: WantedPayment,
  declined: readonly DeclinedBy[],
): Problem {
  const { merchantId, kind, method, operator, money } = wanted
  deps.log.info(
    {
      merchantId,
      kind,
      method,
      ...(operator !== undefined && { operator }),
      currency: money.currency,
      declined: reasonsOf(declined),
    },
    'nobody took a payment',
  )
  return declinedProblem(lastWord(declined), wanted)
}
