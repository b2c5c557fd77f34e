/**
 * From what a processor's acceptance says to what the payment then knows: its instructions are made here, by the method's own
 * file, from the receiving details that the processor gave. No processor writes a response.
 */

import { payinMethod } from '../catalogue/all-methods.ts'
import { offered } from '../catalogue/currencies.ts'
import type { Instructions, PayinContext, PayinMethod } from '../catalogue/payment-method.ts'
import type { Instant } from '../foundation/deps.ts'
import { assert } from '../foundation/result.ts'
import type { Payment } from '../payments/model.ts'
import type { Accepted } from './port.ts'

/** The catalogue's method of a payin. */
export const methodOf = ({ method, operator }: Pick<Payment, 'method' | 'operator'>): PayinMethod =>
  payinMethod(method, operator)

/** Above 2^31: of 62 bits, whatever is left of a division by it is below 2^31. */
const SIX_DIGITS = 36 ** 6
const LIMB = 65_536

/**
 * Ours, shown to the payer: 14 characters of `A-Z 0-9` from the random part of the payment's key, which is 62 bits. They are divided
 * sixteen at a time: after a sleep a BigInt costs a lone create 6 µs.
 */
export function referenceOf({ key }: Pick<Payment, 'key'>): string {
  const limbs = [key.slice(19, 23), key.slice(24, 28), key.slice(28, 32), key.slice(32, 36)]
  let high = 0
  let low = 0
  for (const [index, limb] of limbs.entries()) {
    const value = Number.parseInt(limb, 16)
    const dividend = low * LIMB + (index === 0 ? value & 0x3fff : value)
    const quotient = Math.floor(dividend / SIX_DIGITS)
    high = high * LIMB + quotient
    low = dividend - quotient * SIX_DIGITS
  }
  return `S${high.toString(36).padStart(7, '0')}${low.toString(36).padStart(6, '0')}`.toUpperCase()
}

export function payinContext(payment: Payment, merchantName: string, baseUrl: string): PayinContext {
  const { operator } = payment
  const method = payment.kind === 'payin' ? methodOf(payment) : undefined
  const chosen =
    operator === undefined
      ? undefined
      : method?.currencies.get(payment.money.currency)?.operatorByCode.get(operator)
  return {
    merchantCode: payment.merchantId,
    merchantName,
    idPayin: payment.id,
    reference: referenceOf(payment),
    currency: offered(payment.money.currency),
    ...(chosen && { operator: chosen }),
    request: payment.request,
    baseUrl,
  }
}

/** What the acceptance makes known of the payment. */
export function madeKnown(payment: Payment, acceptance: Accepted, context: PayinContext) {
  const { processorRef, processorStatus, moneyRequired } = acceptance
  const expireAt = expiryOf(payment, acceptance.expireAt)
  return {
    processorRef,
    processorStatus,
    moneyRequiredMinor: moneyRequired?.amountMinor,
    expireAt,
    response: payment.kind === 'payin' ? instructions(payment, acceptance, context, expireAt) : {},
  }
}

/** As its processor gives it, which may be longer than the method does; not while it holds a place that another payer may want. */
function expiryOf({ request, expireAt }: Payment, given: Instant | undefined): Instant | undefined {
  if (given === undefined) return expireAt
  return request.link?.slot === undefined || expireAt === undefined ? given : Math.min(given, expireAt)
}

function instructions(
  payment: Payment,
  { moneyRequired, receiving }: Accepted,
  context: PayinContext,
  expireAt: Instant | undefined,
): Instructions {
  assert(expireAt !== undefined, 'a payin expires')
  const { returnUrl } = payment.request
  const made = methodOf(payment).instructions({
    ...context,
    money: payment.money,
    ...(moneyRequired && { moneyRequired }),
    expireAt,
    ...(returnUrl !== undefined && { returnUrl }),
    receiving,
  })
  return { ...made, reference: made.reference ?? context.reference }
}
