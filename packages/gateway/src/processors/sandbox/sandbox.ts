/**
 * The sandbox: a processor for test merchants, for every method and currency, that moves no money.
 *
 * It accepts a payment immediately with receiving details that cannot be paid by accident, and after a delay its payer
 * pays and its bank delivers. Amounts control it (`outcomes.ts`). If a payin cannot be completed without an external
 * reference, the money comes a delay after the reference was set. It keeps no state: everything it does follows from
 * the payment.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { Receiving } from '@sluice/core/catalogue/payment-method.ts'
import type { RefundRoute } from '@sluice/core/catalogue/refund-rules.ts'
import type { AccountView } from '@sluice/core/catalogue/response-fields.ts'
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { isOutgoing } from '@sluice/core/foundation/identifiers.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import type { NewStep } from '@sluice/core/payment/claims.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { attemptOf } from '@sluice/core/payment/refund-terms.ts'
import { isFinal, isOpen } from '@sluice/core/payment/transitions.ts'
import type {
  Acceptance,
  AcceptContext,
  AcceptStatusUpdate,
  CheckAnswer,
  Declined,
  Health,
  Processor,
  ServiceAnswer,
  StatusUpdate,
} from '@sluice/core/processor/port.ts'
import { SANDBOX } from '../../payments/processor-names.ts'
import type { MayComplete } from '../../processing/status-updates.ts'
import { outcomeOf, type SandboxOutcome } from './outcomes.ts'

const USUAL: SandboxOutcome = { type: 'success', times: 1 }
/** Outgoing payments have no receiving details. */
const NOTHING_SHOWN = { sandboxReceiving: () => ({}) }
const SERVES: ServiceAnswer = { type: 'serves' }

export interface SandboxOptions {
  readonly delayMs: number
  readonly clock: Deps['clock']
  readonly acceptStatusUpdate: AcceptStatusUpdate
  /** Whether a payin has everything it needs to become a SUCCESS. */
  readonly mayComplete: MayComplete
  /** Opens the page of a payin: see `links.ts`. */
  readonly pageKeyOf: (payment: Payment) => string
}

function outcome(payment: Payment): SandboxOutcome {
  const { currency, amountMinor } = payment.money
  const what = outcomeOf(payment.kind, amountMinor, offered(currency).ledgerDigits)
  // A payee named by the payer always works, or no test would come to an end.
  const isNamed = payment.request.refund?.payee?.from === 'PAYER'
  return isNamed && (what.type === 'declined' || what.type === 'failed-later') ? USUAL : what
}

/** Whether it declines to refund this much of a payin. */
const declines = (money: Money, route: RefundRoute): boolean => {
  const what = outcomeOf('refund', money.amountMinor, offered(money.currency).ledgerDigits)
  return what.type === 'declined' && what.routes.includes(route)
}

const NOTHING_BACK: Declined = { type: 'declined', reason: 'METHOD', detail: 'as the test amount says' }

/** The account of the sandbox's payer: the one that the customer stated, or else a made-up one. */
const payerAccount = ({ request }: Payment): AccountView => ({
  accountName: request.accountName ?? 'TEST DO NOT PAY',
  accountNumber: request.accountNumber ?? '0000000000',
})

/** What its payer and its bank do, as the amount says. */
function playingBy({ delayMs, clock, acceptStatusUpdate, mayComplete, pageKeyOf }: SandboxOptions) {
  const later = (from: Instant): readonly NewStep[] => [{ purpose: 'sandbox', dueAt: from + delayMs }]

  function withPageKey(receiving: Receiving, payment: Payment): Receiving {
    const { pageUrl } = receiving
    return pageUrl === undefined ? receiving : { ...receiving, pageUrl: `${pageUrl}#${pageKeyOf(payment)}` }
  }

  /** What follows the acceptance automatically. */
  function stepsOf(payment: Payment, from: Instant): readonly NewStep[] {
    const what = outcome(payment)
    if (what.type === 'pending' || (what.type === 'expired' && !what.paidLate)) return []
    if (what.type === 'refused' || what.type === 'failed' || what.type === 'failed-later') return later(from)
    return mayComplete(payment) ? later(from) : []
  }

  function acceptance(
    payment: Payment,
    context: Pick<AcceptContext, 'sandboxReceiving'>,
    from: Instant,
  ): Acceptance {
    const what = outcome(payment)
    return {
      type: 'accepted',
      receiving: withPageKey(context.sandboxReceiving(), payment),
      processorRef: `sandbox-${payment.key}`,
      processorStatus: what.type === 'expired' ? 'EXPIRED' : 'ACCEPTED',
      ...(what.type === 'expired' && { expireAt: payment.createdAt }),
      steps: stepsOf(payment, from),
    }
  }

  const statusUpdate = (payment: Payment, statusChange: StatusUpdate['statusChange']): StatusUpdate =>
    sandboxStatusUpdate(payment, statusChange, clock.now())

  async function complete(payment: Payment): Promise<void> {
    const what = outcome(payment)
    const statusChange = successStatusChange(payment)
    const times = what.type === 'success' ? what.times : 1
    for (let time = 0; time < times; time++) await acceptStatusUpdate(statusUpdate(payment, statusChange))
  }

  /** An outcome that a tester has chosen meanwhile stands: automatic ones must not contradict it. */
  async function endUnlessEnded(payment: Payment, statusChange: StatusUpdate['statusChange']): Promise<void> {
    if (isOpen(payment.status)) await acceptStatusUpdate(statusUpdate(payment, statusChange))
  }

  async function playOn(payment: Payment): Promise<void> {
    const what = outcome(payment)
    switch (what.type) {
      case 'refused':
        return endUnlessEnded(payment, { type: 'refused', reason: refusedBy(payment) })
      case 'failed':
        return endUnlessEnded(payment, { type: 'failed', failureReason: what.failureReason })
      case 'expired':
        // The money comes late by definition, even if the delay is zero.
        await endUnlessEnded(payment, { type: 'expired' })
        return what.paidLate ? complete(payment) : undefined
      case 'failed-later':
        return endUnlessEnded(payment, {
          type: 'failed',
          failureReason: 'ACCOUNT_INVALID',
          noMoneyLeft: true,
        })
      case 'customer':
      case 'short':
      case 'pending':
        return undefined
      case 'success':
      // By another route than those that decline.
      case 'declined':
      case 'confirmed-first':
      case 'accepted-late':
        return complete(payment)
    }
  }

  return { later, acceptance, complete, playOn }
}

export function sandboxProcessor(options: SandboxOptions): Processor {
  const { delayMs, clock, mayComplete } = options
  const playing = playingBy(options)
  const { later, acceptance, complete } = playing
  const health: Health = { healthy: true, since: clock.now(), detail: 'it needs nobody' }

  return {
    name: SANDBOX,
    forTests: true,
    reportsAttempts: true,

    serves: () => SERVES,
    health: () => health,
    // It reports every outcome itself, so silence is not a problem.
    silenceMs: () => Number.POSITIVE_INFINITY,

    check(payment): CheckAnswer {
      const what = outcome(payment)
      if (what.type === 'declined' && what.routes.includes('PAYOUT')) return NOTHING_BACK
      return what.type === 'customer' || what.type === 'short' ? what : { type: 'fine' }
    },

    refund: {
      byMovement: true,
      check: (refund) => (outcome(refund).type === 'short' ? { type: 'short' } : { type: 'fine' }),
      serves: (_payin, money) => (declines(money, 'NATIVE') ? NOTHING_BACK : SERVES),
      acceptInline: (refund) =>
        outcome(refund).type === 'accepted-late'
          ? undefined
          : acceptance(refund, NOTHING_SHOWN, refund.createdAt),
      async accept(refund) {
        const now = clock.now()
        if (outcome(refund).type === 'accepted-late' && now < refund.createdAt + delayMs) {
          return { type: 'later', steps: [{ purpose: 'accept', dueAt: refund.createdAt + delayMs }] }
        }
        return acceptance(refund, NOTHING_SHOWN, now)
      },
    },

    acceptInline(payment, context) {
      const { type } = outcome(payment)
      if (type === 'confirmed-first' || type === 'accepted-late') return undefined
      return acceptance(payment, context, payment.createdAt)
    },

    async accept(payment, context) {
      const { type } = outcome(payment)
      const now = clock.now()
      if (type === 'accepted-late' && now < payment.createdAt + delayMs) {
        return { type: 'later', steps: [{ purpose: 'accept', dueAt: payment.createdAt + delayMs }] }
      }
      if (type === 'confirmed-first' && mayComplete(payment)) await complete(payment)
      return acceptance(payment, context, now)
    },

    referenceSet(payment, at) {
      const what = outcome(payment)
      const comes = what.type !== 'pending' && what.type !== 'refused' && what.type !== 'failed'
      return comes && (what.type !== 'expired' || what.paidLate) ? later(at) : []
    },

    async step(payment) {
      await playing.playOn(payment)
      return undefined
    },

    async cancel({ status }) {
      return isFinal(status) ? 'too-late' : 'cancelled'
    },
  }
}

/** An outgoing payment has no payer who could refuse it. */
const refusedBy = ({ kind }: Payment): string => (kind === 'payin' ? 'REFUSED_BY_PAYER' : 'REFUSED_BY_BANK')

/** The sandbox's status codes for the states that its status updates lead to. */
const PROCESSOR_STATUS: Readonly<Record<StatusUpdate['statusChange']['type'], string>> = {
  paid: 'PAID',
  delivered: 'DELIVERED',
  refused: 'REFUSED',
  failed: 'FAILED',
  returned: 'RETURNED',
  expired: 'EXPIRED',
}

/** A status update of the sandbox. All its updates on a payment are one fact, which counts once, whoever triggered them. */
export function sandboxStatusUpdate(
  payment: Payment,
  statusChange: StatusUpdate['statusChange'],
  at: Instant,
): StatusUpdate {
  const attempt = attemptOf(payment)
  return {
    processor: SANDBOX,
    statusUpdateId: attempt ? `sandbox-${payment.key}-${attempt}` : `sandbox-${payment.key}`,
    merchantId: payment.merchantId,
    kind: payment.kind,
    id: payment.id,
    at,
    ...(payment.kind === 'refund' && { attempt }),
    processorStatus: PROCESSOR_STATUS[statusChange.type],
    statusChange,
  }
}

/** The update that makes this payment a SUCCESS: exactly the requested amount, from the customer's account. */
export function successStatusChange(payment: Payment): StatusUpdate['statusChange'] {
  if (isOutgoing(payment.kind)) return { type: 'delivered' }
  const amountMinor = payment.moneyRequiredMinor ?? payment.money.amountMinor
  return {
    type: 'paid',
    received: { currency: payment.money.currency, amountMinor },
    customerAccount: payerAccount(payment),
  }
}
