/** What a tester who plays the payer can do, as reports of the sandbox. */
import { offered } from '../catalogue/currencies.ts'
import { minor } from '../foundation/money.ts'
import type { Gateway } from '../intake/gateway.ts'
import type { Payment } from '../payments/model.ts'
import { isOpen } from '../payments/transitions.ts'
import type { Report, ReportAnswer } from '../processors/port.ts'
import { sandboxReport, successNews } from '../processors/sandbox/sandbox.ts'

/**
 * `pay` and `refuse` say what they do; `expire` lets the payin's time be over, `payLate` pays after that, and `payShort` pays a
 * tenth too little: such money is no rule's to settle, so it opens a case and the payin stays open.
 */
export const SANDBOX_ACTS = ['pay', 'refuse', 'expire', 'payLate', 'payShort'] as const
export type SandboxAct = (typeof SANDBOX_ACTS)[number]

/** `not-now`: the payer has paid, and has yet to tell the external reference. */
export type ActAnswer = 'done' | 'not-now' | 'not-allowed'

export async function act(gateway: Gateway, payment: Payment, name: SandboxAct): Promise<ActAnswer> {
  const { status } = payment
  const mayBePaid = isOpen(status) || status === 'EXPIRED'
  switch (name) {
    case 'pay':
      return mayBePaid ? told(gateway, payment, successNews(payment)) : 'not-allowed'
    case 'payShort':
      return mayBePaid ? told(gateway, payment, shortNews(payment), 'short-') : 'not-allowed'
    case 'refuse':
      return isOpen(status) ? told(gateway, payment, REFUSED) : 'not-allowed'
    case 'expire':
      return isOpen(status) ? told(gateway, payment, { type: 'expired' }) : 'not-allowed'
    case 'payLate': {
      if (!mayBePaid) return 'not-allowed'
      if (isOpen(status)) await told(gateway, payment, { type: 'expired' })
      return told(gateway, payment, successNews(payment))
    }
  }
}

const REFUSED = { type: 'refused', reason: 'REFUSED_IN_SANDBOX' } as const

/** @param fact another money is another fact: it must not take the name of the one that pays in full */
async function told(gateway: Gateway, payment: Payment, news: Report['news'], fact = ''): Promise<ActAnswer> {
  const report = sandboxReport(payment, news, gateway.deps.clock.now())
  const reportId = fact === '' ? report.reportId : `sandbox-${fact}${payment.key}`
  return ANSWERS[await gateway.reports.take({ ...report, reportId, actor: 'payer' })]
}

const ANSWERS: Readonly<Record<ReportAnswer, ActAnswer>> = {
  applied: 'done',
  'sent-back': 'done',
  repeated: 'done',
  suspended: 'done',
  contradicts: 'done',
  kept: 'done',
  'not-now': 'not-now',
  'not-allowed': 'not-allowed',
}

/** Nine tenths, in units that payers really pay. */
function shortNews(payment: Payment): Report['news'] {
  const { currency } = payment.money
  const { ledgerDigits, practiceDigits } = offered(currency)
  const unit = 10n ** BigInt(ledgerDigits - practiceDigits)
  const whole = payment.moneyRequiredMinor ?? payment.money.amountMinor
  const short = ((whole * 9n) / 10n / unit) * unit
  return { type: 'paid', received: { currency, amountMinor: minor(short > 0n ? short : 1n) } }
}
