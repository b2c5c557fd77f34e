/**
 * Converts between the gateway and the connector protocol: outgoing payments and money, incoming answers and status
 * updates. Pure.
 */
import { currency } from '@sluice/core/catalogue/currencies.ts'
import { FIELD_NAMES } from '@sluice/core/catalogue/method-fields.ts'
import { checkReceiving } from '@sluice/core/catalogue/receiving-details.ts'
import type { AccountView } from '@sluice/core/catalogue/response-fields.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isMerchantCode, isMerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { isoTime, timeOnly } from '@sluice/core/foundation/instants.ts'
import { amountText, type Money, minorFromText } from '@sluice/core/foundation/money.ts'
import type { NewStep } from '@sluice/core/payment/claims.ts'
import type { Payment, PaymentRequest, RefundTerms } from '@sluice/core/payment/model.ts'
import { attemptOf } from '@sluice/core/payment/refund-terms.ts'
import type {
  AcceptResult,
  WirePayment,
  WireStatusUpdate,
} from '@sluice/core/processor/connector-protocol.ts'
import type { Acceptance, StatusUpdate } from '@sluice/core/processor/port.ts'
import { isAssigned } from '../../payments/plans.ts'
import { methodOf, referenceOf } from '../../processing/instructions.ts'
import { mayBeRequired } from '../own-account/slots.ts'

interface Besides {
  readonly merchantName?: string
  /** The payin that a refund by its own rail refunds. */
  readonly payin?: Payment | undefined
}

export function paymentToWire(payment: Payment, { merchantName, payin }: Besides = {}): WirePayment {
  const { money, operator, expireAt, processorRef } = payment
  const refund = refundToWire(payment, payin)
  return {
    key: payment.key,
    kind: payment.kind,
    ...(refund && { attempt: attemptOf(payment), refund }),
    merchantCode: payment.merchantId,
    ...(merchantName !== undefined && { merchantName }),
    id: payment.id,
    isTest: payment.isTest,
    status: payment.status,
    money: moneyToWire(money),
    paymentMethodCode: payment.method,
    ...(operator !== undefined && { paymentOperatorCode: operator }),
    reference: referenceOf(payment),
    createdAt: isoTime(payment.createdAt),
    ...(expireAt !== undefined && { expireAt: isoTime(expireAt) }),
    ...(processorRef !== undefined && { processorRef }),
    request: asSent(payment.request),
  }
}

const SENT = [...FIELD_NAMES, 'returnUrl'] as const

/**
 * The fields that were sent for the method. What the gateway has added is internal: a link's hash, a note, a rate, a
 * bank entry.
 */
const asSent = (request: PaymentRequest): object =>
  Object.fromEntries(SENT.flatMap((name) => (request[name] === undefined ? [] : [[name, request[name]]])))

/** By its own rail: names the payin. For a payout no payin is needed. */
function refundToWire({ request: { refund } }: Payment, payin: Payment | undefined): WirePayment['refund'] {
  if (!refund) return undefined
  if (refund.route !== 'NATIVE') return { route: 'PAYOUT' }
  return {
    route: 'NATIVE',
    reason: refund.reason,
    payin: {
      key: refund.payinKey,
      id: refund.idPayin,
      ...(payin?.processorRef !== undefined && { processorRef: payin.processorRef }),
      ...(payin && { money: moneyToWire(payin.money) }),
    },
    ...movementToWire(refund, payin),
  }
}

/**
 * The payer's payment that is refunded. If an operator assigned a case's money to the payin, the connector has no name
 * for it.
 */
function movementToWire(
  { excess }: RefundTerms,
  payin: Payment | undefined,
): Pick<NonNullable<WirePayment['refund']>, 'movement'> {
  if (excess) return { movement: { ref: excess.statusUpdate, isCredited: false } }
  if (payin?.confirmation === undefined || isAssigned(payin)) return {}
  return { movement: { ref: payin.confirmation, isCredited: true } }
}

const moneyToWire = ({ currency: code, amountMinor }: Money) => ({
  amount: amountText(amountMinor, currency(code)?.ledgerDigits ?? 0),
  currencyCode: code,
})

/** @returns undefined if the currency is unknown, or the amount has too many decimals for it */
function moneyFromWire(wire: { readonly amount: string; readonly currencyCode: string }): Money | undefined {
  const of = currency(wire.currencyCode)
  const decimals = wire.amount.split('.')[1]?.length ?? 0
  if (!of || decimals > of.ledgerDigits) return undefined
  const amountMinor = minorFromText(wire.amount, of.ledgerDigits)
  return amountMinor > 0n ? { currency: of.code, amountMinor } : undefined
}

/** The names of the details that a payer needs, for a connector that has several methods. */
export const receivingOf = (payment: Payment): object =>
  payment.kind === 'payin' ? methodOf(payment).receiving : {}

/**
 * @param inquireAgainAt if it is not known yet
 * @returns undefined if the answer makes no sense for this payment: it counts as no answer
 */
export function acceptanceFromWire(
  payment: Payment,
  wire: AcceptResult,
  inquireAgainAt: Instant,
): Acceptance | undefined {
  switch (wire.type) {
    case 'refused':
      return { type: 'refused', reason: wire.reason }
    case 'failed':
      return { type: 'failed', failureReason: wire.failureReasonCode }
    case 'declined':
      return wire
    case 'later': {
      const again: NewStep = { purpose: 'accept', dueAt: inquireAgainAt }
      return { type: 'later', steps: [again] }
    }
    case 'accepted':
      return acceptedFromWire(payment, wire)
  }
}

function acceptedFromWire(
  payment: Payment,
  wire: Extract<AcceptResult, { type: 'accepted' }>,
): Acceptance | undefined {
  const receiving =
    payment.kind === 'payin'
      ? checkReceiving(methodOf(payment), wire.receiving ?? {}, { live: !payment.isTest })
      : undefined
  if (receiving && !receiving.ok) return undefined
  const moneyRequired = wire.moneyRequired && moneyFromWire(wire.moneyRequired)
  if (wire.moneyRequired && !(moneyRequired && mayBeRequired(payment.money, moneyRequired))) return undefined
  const { processorRef, processorStatus } = wire
  const expireAt = earlier(payment, wire.expireAt)
  return {
    type: 'accepted',
    receiving: receiving?.value ?? {},
    ...(processorRef !== undefined && { processorRef }),
    ...(processorStatus !== undefined && { processorStatus }),
    ...(moneyRequired && { moneyRequired }),
    ...(expireAt !== undefined && { expireAt }),
    steps: [],
  }
}

/** A provider may set an earlier expiry than the method does, never a later one. */
function earlier({ expireAt }: Payment, wire: string | undefined): Instant | undefined {
  const at = wire === undefined ? undefined : timeOnly(wire)
  return expireAt === undefined || at === undefined || at >= expireAt ? undefined : at
}

/** @returns undefined if it names something that cannot exist */
export function statusUpdateFromWire(
  processor: string,
  wire: WireStatusUpdate,
  at: Instant,
): StatusUpdate | undefined {
  const { merchantCode, id, attempt, processorStatus } = wire
  if (!isMerchantCode(merchantCode) || !isMerchantOrderId(id)) return undefined
  const statusChange = statusChangeFromWire(wire.statusChange)
  return (
    statusChange && {
      processor,
      statusUpdateId: wire.statusUpdateId,
      merchantId: merchantCode,
      kind: wire.kind,
      id,
      at,
      ...(attempt !== undefined && { attempt }),
      ...(processorStatus !== undefined && { processorStatus }),
      statusChange,
    }
  )
}

function statusChangeFromWire(
  statusChange: WireStatusUpdate['statusChange'],
): StatusUpdate['statusChange'] | undefined {
  switch (statusChange.type) {
    case 'paid': {
      const received = moneyFromWire(statusChange.received)
      const customerAccount = statusChange.customerAccount && definedParts(statusChange.customerAccount)
      return received && { type: 'paid', received, ...(customerAccount && { customerAccount }) }
    }
    case 'returned': {
      const received = moneyFromWire(statusChange.received)
      return received && { type: 'returned', received }
    }
    case 'failed':
      return {
        type: 'failed',
        failureReason: statusChange.failureReasonCode,
        ...(statusChange.noMoneyLeft && { noMoneyLeft: true }),
      }
    case 'refused':
    case 'delivered':
    case 'expired':
      return statusChange
  }
}

const definedParts = (account: object): AccountView =>
  Object.fromEntries(Object.entries(account).filter(([, value]) => typeof value === 'string'))
