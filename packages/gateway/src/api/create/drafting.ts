/**
 * The second stage of a create: the payment as it would be, and its terms.
 *
 * A draft has no processor and is no `Payment`: it becomes one only with the processor that is asked to accept it
 * (`paymentWith`). So nothing without a processor can be committed; it does not compile. This stage has no effects. A
 * draft gets its key and its time here, and keeps them whichever processor accepts it.
 */
import type { PaymentMethod } from '@sluice/core/catalogue/payment-method.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { type MerchantOrderId, type PaymentKey, paymentKey } from '@sluice/core/foundation/identifiers.ts'
import { JUST_MADE, type Payment, type PaymentRequest } from '@sluice/core/payment/model.ts'
import type { Processor } from '@sluice/core/processor/port.ts'
import type { Gateway } from '../gateway.ts'
import type { CreateByLink } from '../payment-links.ts'
import { type ProductHolder, type ProductTerms, termsOf } from '../product-terms.ts'
import type { CreateRequest, KindOfCreate } from './kind.ts'
import type { ReadRequest } from './reading.ts'

export interface Draft {
  readonly id: MerchantOrderId
  readonly key: PaymentKey
  /** What it costs, whether the merchant may have it, and which processors to try. */
  readonly terms: ProductTerms
  readonly request: PaymentRequest
  readonly requestHash: string
  readonly callbackUrl: string
  readonly apiVersion: number
  readonly createdAt: Instant
  readonly expireAt: Instant | undefined
  readonly link: CreateByLink | undefined
}

type DraftedFor = { readonly profile: ProductHolder } & Pick<CreateRequest, 'apiVersion' | 'payer' | 'link'>

export function draftOf<Method extends PaymentMethod>(
  gateway: Pick<Gateway, 'processors' | 'deps'>,
  kind: KindOfCreate<Method>,
  { profile, apiVersion, payer, link }: DraftedFor,
  id: MerchantOrderId,
  { money, request, addresses, hash }: ReadRequest<Method>,
): Draft {
  const { method, operator, fields } = request
  const { returnUrl, callbackUrl } = addresses
  const requested = { kind: kind.kind, method, operator, money, ...(payer !== undefined && { payer }) }
  const terms = termsOf(gateway, profile, requested)
  const now = gateway.deps.clock.now()
  return {
    id,
    key: paymentKey(gateway.deps.randomness.uuidV7(now)),
    terms,
    request: requestOf(fields, returnUrl, terms),
    requestHash: hash,
    callbackUrl,
    apiVersion,
    createdAt: now,
    expireAt: noLaterThan(
      kind.expireAt(terms.rules, method, terms.operator, money, now),
      link?.openForMs === undefined ? undefined : now + link.openForMs,
    ),
    link,
  }
}

function requestOf(
  fields: PaymentRequest,
  returnUrl: string | undefined,
  { charges, vatRate }: ProductTerms,
): PaymentRequest {
  const request: { -readonly [Name in keyof PaymentRequest]: PaymentRequest[Name] } = { ...fields }
  if (returnUrl !== undefined) request.returnUrl = returnUrl
  if (charges.feeMinor > 0n) request.vatRate = vatRate
  return request
}

const noLaterThan = (expireAt: Instant | undefined, latest: Instant | undefined): Instant | undefined =>
  expireAt === undefined || latest === undefined ? expireAt : Math.min(expireAt, latest)

/**
 * The drafted payment with this processor. Only what is spread first is copied as a whole: of 34 fields that is a third
 * of the time.
 */
export function paymentWith(draft: Draft, { name }: Pick<Processor, 'name'>): Payment {
  const { wanted, charges } = draft.terms
  return {
    ...JUST_MADE,
    kind: wanted.kind,
    merchantId: wanted.merchantId,
    isTest: wanted.isTest,
    method: wanted.method,
    operator: wanted.operator,
    money: wanted.money,
    ...(wanted.payer !== undefined && { payer: wanted.payer }),
    id: draft.id,
    key: draft.key,
    feeMinor: charges.feeMinor,
    vatMinor: charges.vatMinor,
    processor: name,
    request: draft.request,
    requestHash: draft.requestHash,
    callbackUrl: draft.callbackUrl,
    apiVersion: draft.apiVersion,
    createdAt: draft.createdAt,
    status: 'NEW',
    expireAt: draft.expireAt,
  }
}
