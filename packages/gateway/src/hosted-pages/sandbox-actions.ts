/** What a tester can do as the payer, as status updates of the sandbox. */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { isOpen } from '@sluice/core/payment/transitions.ts'
import type { StatusUpdate, StatusUpdateAnswer } from '@sluice/core/processor/port.ts'
import type { Gateway } from '../api/gateway.ts'
import { sandboxStatusUpdate, successStatusChange } from '../processors/sandbox/sandbox.ts'

/**
 * `expire` ends the payin's time, `payLate` pays after that, and `payShort` pays a tenth too little: no rule settles
 * such money, so it opens a case and the payin stays open.
 */
export const SANDBOX_ACTIONS = ['pay', 'refuse', 'expire', 'payLate', 'payShort'] as const
export type SandboxAction = (typeof SANDBOX_ACTIONS)[number]

/** `not-now`: the payer has paid but has not supplied the external reference yet. */
export type ActionAnswer = 'done' | 'not-now' | 'not-allowed'

export async function action(gateway: Gateway, payment: Payment, name: SandboxAction): Promise<ActionAnswer> {
  const { status } = payment
  const mayBePaid = isOpen(status) || status === 'EXPIRED'
  switch (name) {
    case 'pay':
      return mayBePaid ? reported(gateway, payment, successStatusChange(payment)) : 'not-allowed'
    case 'payShort':
      return mayBePaid ? reported(gateway, payment, underpayment(payment), 'short-') : 'not-allowed'
    case 'refuse':
      return isOpen(status) ? reported(gateway, payment, REFUSED) : 'not-allowed'
    case 'expire':
      return isOpen(status) ? reported(gateway, payment, { type: 'expired' }) : 'not-allowed'
    case 'payLate': {
      if (!mayBePaid) return 'not-allowed'
      if (isOpen(status)) await reported(gateway, payment, { type: 'expired' })
      return reported(gateway, payment, successStatusChange(payment))
    }
  }
}

const REFUSED = { type: 'refused', reason: 'REFUSED_IN_SANDBOX' } as const

/** @param fact a different amount needs a different name than the payment in full */
async function reported(
  gateway: Gateway,
  payment: Payment,
  statusChange: StatusUpdate['statusChange'],
  fact = '',
): Promise<ActionAnswer> {
  const statusUpdate = sandboxStatusUpdate(payment, statusChange, gateway.deps.clock.now())
  const statusUpdateId = fact === '' ? statusUpdate.statusUpdateId : `sandbox-${fact}${payment.key}`
  return ANSWERS[await gateway.statusUpdates.take({ ...statusUpdate, statusUpdateId, actor: 'payer' })]
}

const ANSWERS: Readonly<Record<StatusUpdateAnswer, ActionAnswer>> = {
  applied: 'done',
  'sent-back': 'done',
  repeated: 'done',
  suspended: 'done',
  contradicts: 'done',
  kept: 'done',
  'not-now': 'not-now',
  'not-allowed': 'not-allowed',
}

/** Nine tenths of the amount, rounded to what payers can really pay. */
function underpayment(payment: Payment): StatusUpdate['statusChange'] {
  const { currency } = payment.money
  const { ledgerDigits, practiceDigits } = offered(currency)
  const unit = 10n ** BigInt(ledgerDigits - practiceDigits)
  const whole = payment.moneyRequiredMinor ?? payment.money.amountMinor
  const short = ((whole * 9n) / 10n / unit) * unit
  return { type: 'paid', received: { currency, amountMinor: minor(short > 0n ? short : 1n) } }
}
