/** Everything stored about one payment, for operators: its rows in all tables, read together. Never writes. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Database } from '@sluice/database/port.ts'
import type { Gateway } from '../../api/gateway.ts'
import { commonBody, moneyBody } from '../../api/views.ts'
import { readCallbacks } from '../../callbacks/reading.ts'
import { payinBody } from '../../payins/view.ts'
import { readBeside, readHistory } from '../../payments/reading.ts'
import { payoutBody } from '../../payouts/view.ts'
import { refundBody } from '../../refunds/view.ts'
import { caseBody } from '../cases/views.ts'

/** A row of a list of payments. */
export const paymentLine = (payment: Payment) => ({
  merchantCode: payment.merchantId,
  kind: payment.kind,
  id: payment.id,
  status: payment.status,
  isTest: payment.isTest,
  money: moneyBody(payment.money),
  paymentMethodCode: payment.method,
  ...(payment.operator !== undefined && { paymentOperatorCode: payment.operator }),
  processor: payment.processor,
  ...(payment.failureReason !== undefined && { failureReasonCode: payment.failureReason }),
  createdAt: isoTime(payment.createdAt),
  ...(payment.processedAt !== undefined && { processedAt: isoTime(payment.processedAt) }),
})

export async function paymentHistory(gateway: Gateway, payment: Payment) {
  const { database } = gateway
  const [events, callbacks, rows] = await Promise.all([
    readHistory(database, payment.merchantId, payment.key),
    readCallbacks(database, payment.merchantId, payment.key),
    rowsOf(database, payment, gateway.deps.clock.now()),
  ])
  return {
    ...paymentLine(payment),
    key: payment.key,
    payment: bodyOf(gateway, payment),
    request: payment.request,
    response: payment.response ?? null,
    payerAccount: payment.payerAccount ?? null,
    processorRef: payment.processorRef ?? null,
    processorStatus: payment.processorStatus ?? null,
    confirmation: payment.confirmation ?? null,
    externalReference: payment.externalReference ?? null,
    externalReferenceChanges: payment.externalChanges,
    callbackUrl: payment.callbackUrl,
    states: events.map(({ seq, from, to, announced, reason, actor, at }) => ({
      seq,
      from: from ?? null,
      to: to ?? null,
      at: isoTime(at),
      actor,
      reason: reason ?? null,
      callbackSequence: announced ?? null,
    })),
    callbacks,
    ...rows,
  }
}

async function rowsOf(database: Database, payment: Payment, now: Instant) {
  const { postings, steps, cases } = await readBeside(database, payment)
  return {
    postings: postings.map(({ money, at, ...posting }) => ({
      ...posting,
      money: moneyBody(money),
      at: isoTime(at),
    })),
    steps: steps.map(({ dueAt, ...step }) => ({ ...step, dueAt: isoTime(dueAt) })),
    cases: cases.map((found) => caseBody(found, now)),
  }
}

function bodyOf(gateway: Gateway, payment: Payment): object {
  switch (payment.kind) {
    case 'payin':
      return payinBody(gateway, payment, 'read')
    case 'payout':
      return payoutBody(payment)
    case 'refund':
      // Without its claim link: whoever has that decides where the money goes.
      return refundBody(payment)
    case 'settlement':
      return commonBody(payment)
  }
}
