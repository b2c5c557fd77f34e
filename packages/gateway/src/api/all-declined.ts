/**
 * A payment that all processors declined: the merchant reads what it can fix, and operators read every processor's
 * reason.
 *
 * No payment is stored, so there is no history, and the reasons go to the log.
 */
import type { DeclinedBy, WantedPayment } from '@sluice/core/processor/port.ts'
import type { Problem } from '../http/problems.ts'
import { decisiveDecline, reasonsOf } from '../processing/route.ts'
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
    'no processor accepted the payment',
  )
  return declinedProblem(decisiveDecline(declined), wanted)
}
