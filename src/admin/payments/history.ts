/** All that is known of one payment, for operators: its rows in every table, read in one go. Never writes. */
import { readCallbacks } from '../../callbacks/reading.ts'
import type { Database, Row, SqlStatement } from '../../database/port.ts'
import type { Instant } from '../../foundation/deps.ts'
import { isoTime } from '../../foundation/instants.ts'
import { type CurrencyCode, minor } from '../../foundation/money.ts'
import type { Gateway } from '../../intake/gateway.ts'
import { moneyBody } from '../../intake/views.ts'
import { payinBody } from '../../payins/view.ts'
import { CASE_ROWS, rowToCase } from '../../payments/cases.ts'
import type { Payment } from '../../payments/model.ts'
import { readHistory } from '../../payments/reading.ts'
import { payoutBody } from '../../payouts/view.ts'
import { caseBody } from '../cases/routes.ts'

const POSTINGS: SqlStatement = {
  name: 'admin_postings',
  text: `select seq, line, account, currency, amount, at from posting where merchant_id = $1 and key = $2 order by seq, line`,
}
const STEPS: SqlStatement = {
  name: 'admin_steps',
  text: 'select purpose, due_at, tries from step where merchant_id = $1 and key = $2 order by due_at, purpose',
}
const CASES_OF_PAYMENT: SqlStatement = {
  name: 'admin_cases_of_payment',
  text: `${CASE_ROWS} where c.merchant_id = $1 and c.payment_key = $2 order by c.opened_at, c.key`,
}

/** A line of a list: what tells payments apart. */
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
    rowsOf(database, payment),
  ])
  return {
    ...paymentLine(payment),
    key: payment.key,
    payment: payment.kind === 'payin' ? payinBody(gateway, payment, 'read') : payoutBody(payment),
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

async function rowsOf(database: Database, { merchantId, key }: Payment) {
  const values = [merchantId, key]
  const [postings = [], steps = [], cases = []] = await database.batch([
    { statement: POSTINGS, values },
    { statement: STEPS, values },
    { statement: CASES_OF_PAYMENT, values },
  ])
  return {
    postings: postings.map((row) => ({
      seq: row.seq,
      account: row.account,
      money: moneyOfRow(row),
      at: isoTime(row.at as Instant),
    })),
    steps: steps.map((row) => ({
      purpose: row.purpose,
      dueAt: isoTime(row.due_at as Instant),
      tries: row.tries,
    })),
    cases: cases.map((row) => caseBody(rowToCase(row))),
  }
}

const moneyOfRow = (row: Row) =>
  moneyBody({ currency: row.currency as CurrencyCode, amountMinor: minor(row.amount as bigint) })
