/**
 * The first stage of a create: the JSON body, turned into what it means.
 *
 * Returns all faults together, in the order money, method, addresses. It looks only at the merchant's profile and the
 * token, not at anything that changes from moment to moment: the same body always reads the same. The draft's terms say
 * whether the merchant may have the payment.
 */
import type { Currency } from '@sluice/core/catalogue/currencies.ts'
import type { PaymentMethod } from '@sluice/core/catalogue/payment-method.ts'
import type { MethodRequest } from '@sluice/core/catalogue/validate-request.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Fault } from '../../http/problems.ts'
import type { Gateway } from '../gateway.ts'
import { type ProductHolder, productOf } from '../product-terms.ts'
import {
  type Addresses,
  type Body,
  createHash,
  isObject,
  readAddresses,
  readCurrency,
  readMoney,
} from '../requests.ts'
import type { CreateRequest, KindOfCreate } from './kind.ts'

/** How much is to be paid, and by which method. */
export interface Order<Method extends PaymentMethod> {
  readonly money: Money
  readonly request: MethodRequest<Method>
}

/** Everything that the request means. */
export interface ReadRequest<Method extends PaymentMethod> extends Order<Method> {
  readonly addresses: Addresses
  /** The same for every request with the same meaning. */
  readonly hash: string
}

export function readRequest<Method extends PaymentMethod>(
  gateway: Pick<Gateway, 'callbackPolicyOf' | 'checkoutUrlOf'>,
  kind: KindOfCreate<Method>,
  { profile, grant, id, body, impreciseNumbers }: CreateRequest,
): Result<ReadRequest<Method>, readonly Fault[]> {
  if (!isObject(body)) return fail(NO_OBJECT)
  const order = readOrder(kind, profile, body, impreciseNumbers)
  const addresses = readAddresses(body, {
    profile,
    grant,
    policy: gateway.callbackPolicyOf(profile),
    checkoutUrl: () => gateway.checkoutUrlOf(profile.merchantCode, id),
  })
  if (!order.ok || !addresses.ok) return fail(faultsOf(order, addresses))
  const { money, request } = order.value
  const hash = createHash({
    money,
    method: request.method.code,
    operator: request.operator?.code,
    fields: request.fields,
    // As in the body: a merchant's default that has changed since does not make it another request.
    callbackUrl: body.callbackUrl,
    returnUrl: body.returnUrl,
  })
  return succeed({ money, request, addresses: addresses.value, hash })
}

export const NO_OBJECT: readonly Fault[] = [
  { path: '', code: 'WRONG_TYPE', message: 'must be a JSON object' },
]

export function readOrder<Method extends PaymentMethod>(
  kind: KindOfCreate<Method>,
  profile: ProductHolder,
  body: Body,
  impreciseNumbers: readonly string[],
): Result<Order<Method>, readonly Fault[]> {
  const money = readRequested(body, impreciseNumbers)
  const offeredIn = currencyOf(body)
  const product = offeredIn && productOf(profile, body.paymentMethod, offeredIn)
  const request = kind.validate(body.paymentMethod, offeredIn, product?.require ?? [])
  if (!money.ok || !request.ok) return fail(faultsOf(money, request))
  return succeed({ money: money.value, request: request.value })
}

const faultsOf = (...parts: readonly Result<unknown, readonly Fault[]>[]): readonly Fault[] =>
  parts.flatMap((part) => (part.ok ? [] : part.failure))

function readRequested(body: Body, impreciseNumbers: readonly string[]): Result<Money, readonly Fault[]> {
  const { paymentRequested } = body
  const path = '/paymentRequested'
  if (paymentRequested === undefined) {
    return fail([{ path, code: 'REQUIRED', message: 'is mandatory and must be an object with money' }])
  }
  if (!isObject(paymentRequested)) {
    return fail([{ path, code: 'WRONG_TYPE', message: 'must be an object with money' }])
  }
  return readMoney(paymentRequested.money, '/paymentRequested/money', impreciseNumbers)
}

/** The currency alone: a wrong amount must not hide what is wrong with the method. */
function currencyOf(body: Body): Currency | undefined {
  const { paymentRequested } = body
  const money = isObject(paymentRequested) ? paymentRequested.money : undefined
  const found = isObject(money) ? readCurrency(money.currencyCode, '') : undefined
  return found?.ok ? found.value : undefined
}
