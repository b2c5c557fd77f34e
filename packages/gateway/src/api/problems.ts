/** The problems of payments: stable codes with their status and title, and the problem for each outcome of the journal. */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import { rawNumber } from '@sluice/core/foundation/json.ts'
import { type CurrencyCode, type Minor, minor } from '@sluice/core/foundation/money.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Declined, DeclineReason } from '@sluice/core/processor/port.ts'
import { DatabaseFailure } from '@sluice/database/port.ts'
import { type Fault, httpProblem, type Problem, problemsOf } from '../http/problems.ts'
import { Undecided, type UndecidedResult } from '../payments/change.ts'
import { moneyText } from './requests.ts'

export const PAYMENT_PROBLEMS = {
  CUSTOMER_VERIFICATION_INACTIVITY: { status: 406, title: "The customer's verification is inactive" },
  CUSTOMER_NOT_REGISTERED: { status: 406, title: 'The customer is not registered' },
  ALREADY_EXISTS: { status: 409, title: 'This ID already exists' },
  EXTERNAL_REFERENCE_CONFLICT: { status: 409, title: 'Another payin has this external reference' },
  LINK_NOT_OPEN: { status: 409, title: 'The payment link does not accept payments' },
  INVALID_STATE: { status: 409, title: "The payment's state does not allow this" },
  FILE_CHANGED: { status: 409, title: 'The file has changed since the preview' },
  BATCH_REFUSED: { status: 422, title: 'The file contains invalid rows' },
  METHOD_UNAVAILABLE: { status: 422, title: 'The payment method is not available' },
  OPERATOR_UNAVAILABLE: { status: 422, title: 'The payment operator is not available' },
  AMOUNT_OUT_OF_RANGE: { status: 422, title: 'The amount is out of range' },
  FORMAT_UNAVAILABLE: { status: 422, title: 'The statement is not available in this format' },
  INSUFFICIENT_BALANCE: { status: 422, title: 'Insufficient balance' },
  PAYIN_NOT_REFUNDABLE: { status: 422, title: 'The payin cannot be refunded' },
  REFUND_EXCEEDS_PAYIN: { status: 422, title: 'The refund exceeds the refundable amount' },
  REFUND_WINDOW_PASSED: { status: 422, title: 'The refund period has ended' },
  REFUND_TIMES_EXCEEDED: { status: 422, title: 'The payin cannot be refunded again' },
} as const

export const paymentProblem = problemsOf(PAYMENT_PROBLEMS)

/**
 * What the merchant reads if all processors declined this payment. What is wrong with its own data is named, so that it
 * can fix it; what a processor says of itself is for operators.
 */
export function declinedProblem(
  { reason, faults = [] }: Declined,
  payment: Pick<Payment, 'method' | 'operator' | 'money'>,
): Problem {
  const { method, operator, money } = payment
  const what = `${method} in ${money.currency}`
  if (faults.length > 0) return mendableProblem(reason, faults, what)
  switch (reason) {
    case 'OPERATOR':
      return operator === undefined
        ? paymentProblem(
            'METHOD_UNAVAILABLE',
            `No processor accepts ${what} at the moment without a payment operator. Set paymentOperatorCode.`,
          )
        : paymentProblem('OPERATOR_UNAVAILABLE', `${operator} is not available for ${what} at the moment.`)
    case 'AMOUNT':
      return paymentProblem(
        'AMOUNT_OUT_OF_RANGE',
        `No processor accepts this amount by ${what} at the moment.`,
      )
    case 'HOURS':
      return paymentProblem('METHOD_UNAVAILABLE', `${what} is not available at this time of day.`)
    case 'LIMIT':
      return paymentProblem(
        'METHOD_UNAVAILABLE',
        `${what} has reached a limit and accepts no more payments for now.`,
      )
    case 'METHOD':
    case 'UNHEALTHY':
      return paymentProblem(
        'METHOD_UNAVAILABLE',
        `No processor accepts ${what} for your account at the moment.`,
      )
  }
}

function mendableProblem(reason: DeclineReason, errors: readonly Fault[], what: string): Problem {
  const reported = errors.map(({ path, message }) => `${path} ${message}`).join('; ')
  return reason === 'AMOUNT'
    ? paymentProblem(
        'AMOUNT_OUT_OF_RANGE',
        `No processor accepts this amount by ${what} at the moment: ${reported}.`,
        {
          errors,
        },
      )
    : paymentProblem('METHOD_UNAVAILABLE', `No processor accepts ${what} with this data: ${reported}.`, {
        errors,
      })
}

/** Shown only to the merchant whose balance it is, because only its own tokens create its payouts. */
export function balanceProblem(currency: CurrencyCode, missingMinor: Minor): Problem {
  const lacks = { currency, amountMinor: missingMinor }
  const missing = moneyText(lacks)
  return paymentProblem(
    'INSUFFICIENT_BALANCE',
    `The available balance in ${currency} does not cover the amount with fee and VAT. ${moneyWords(lacks)} is missing.`,
    { extra: { missing: { ...missing, amount: rawNumber(missing.amount) } } },
  )
}

/** The same, if the processor says so of the whole payment. */
export const notCovered = ({ money, feeMinor, vatMinor }: Pick<Payment, 'money' | 'feeMinor' | 'vatMinor'>) =>
  balanceProblem(money.currency, minor(money.amountMinor + feeMinor + vatMinor))

/** For outcomes in which the journal could not say yes or no. Only with `unknown` is it not known whether it was stored. */
export function undecidedProblem(outcome: UndecidedResult): Problem {
  switch (outcome.type) {
    case 'shed':
      return httpProblem(
        'UNAVAILABLE',
        'The gateway is overloaded. Nothing was stored. Repeat the request.',
        {
          headers: { 'retry-after': '1' },
        },
      )
    case 'unavailable':
      return httpProblem(
        'UNAVAILABLE',
        'The database cannot be reached. Nothing was stored. Repeat the request.',
        {
          headers: { 'retry-after': '2' },
        },
      )
    case 'unknown':
      return httpProblem(
        'INTERNAL_ERROR',
        'The connection to the database was lost while this was being committed. Read the payment, or repeat the request ' +
          'with the same ID: 409 means that it was stored.',
      )
  }
}

/**
 * The problem behind an error in a route. If the connection was lost during a write, it is not known whether it was
 * stored. A read has changed nothing, so it may simply be repeated.
 */
export function problemOfUndecided(error: unknown, isRead: boolean): Problem | undefined {
  if (error instanceof Undecided) return undecidedProblem(error.outcome)
  if (!(error instanceof DatabaseFailure)) return undefined
  if (error.kind === 'UNAVAILABLE') return undecidedProblem({ type: 'unavailable' })
  if (error.kind === 'UNKNOWN_FATE') return undecidedProblem({ type: isRead ? 'unavailable' : 'unknown' })
  return undefined
}
