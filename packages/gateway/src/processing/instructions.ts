/**
 * What a payment knows after a processor's acceptance. The method's file makes the payer's instructions here, from the
 * receiving details that the processor supplied. Processors never write a response.
 */
import { payinMethod } from '@sluice/core/catalogue/all-methods.ts'
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type {
  InstructionContext,
  Instructions,
  PayinContext,
  PayinMethod,
} from '@sluice/core/catalogue/payment-method.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Accepted } from '@sluice/core/processor/port.ts'

export const methodOf = ({ method, operator }: Pick<Payment, 'method' | 'operator'>): PayinMethod =>
  payinMethod(method, operator)

type Writable<Of> = { -readonly [Name in keyof Of]: Of[Name] }

/** Above 2^31, so that dividing 62 bits by it leaves a quotient and a remainder that are both below 2^31. */
const SIX_DIGITS = 36 ** 6
const LIMB = 65_536
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * The gateway's own reference, shown to the payer: 14 characters of `A-Z 0-9` from the random part of the payment's
 * key, which is 62 bits. The division takes sixteen bits at a time: after a sleep this takes 4 µs, and a BigInt with
 * its text 8.
 */
export function referenceOf({ key }: Pick<Payment, 'key'>): string {
  let high = 0
  let low = limbAt(key, 19) & 0x3fff
  for (let at = 24; at < 36; at += 4) {
    const dividend = low * LIMB + limbAt(key, at)
    const quotient = Math.floor(dividend / SIX_DIGITS)
    high = high * LIMB + quotient
    low = dividend - quotient * SIX_DIGITS
  }
  return `S${inBase36(high, 7)}${inBase36(low, 6)}`
}

/** Sixteen bits, from four hexadecimal digits. */
const limbAt = (key: string, at: number): number =>
  (hexAt(key, at) << 12) | (hexAt(key, at + 1) << 8) | (hexAt(key, at + 2) << 4) | hexAt(key, at + 3)

/** Digits come before letters in ASCII; one bit makes letters lower case. */
function hexAt(key: string, at: number): number {
  const code = key.charCodeAt(at)
  return code <= 57 ? code - 48 : (code | 32) - 87
}

function inBase36(value: number, digits: number): string {
  let text = ''
  let left = value
  for (let digit = 0; digit < digits; digit += 1) {
    const next = Math.floor(left / 36)
    text = DIGITS.charAt(left - next * 36) + text
    left = next
  }
  return text
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

/** What the acceptance adds to the payment. */
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

/**
 * The processor's expiry counts, even if it is later than the method's, unless the payin holds something that another
 * payer may want.
 */
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
  const known: Writable<InstructionContext> = { ...context, money: payment.money, expireAt, receiving }
  // Assigned, not spread: spreading into an object that has properties already copies them name by name.
  if (moneyRequired) known.moneyRequired = moneyRequired
  if (returnUrl !== undefined) known.returnUrl = returnUrl
  const made = methodOf(payment).instructions(known)
  return { ...made, reference: made.reference ?? context.reference }
}
