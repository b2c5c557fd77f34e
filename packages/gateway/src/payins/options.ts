/**
 * The payment methods and payment operators with which a merchant can accept this amount now: all for which a create
 * would not be refused. Decides nothing itself: it calls `termsOf`, as creates do.
 */
import { PAYIN_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import type { Operator } from '@sluice/core/catalogue/operators.ts'
import type { MethodRules, PayinMethod } from '@sluice/core/catalogue/payment-method.ts'
import {
  byMethodCode,
  type MethodOffer,
  operatorsOf,
  optionOf,
  type PaymentOption,
} from '@sluice/core/catalogue/payment-options.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import type { Gateway } from '../api/gateway.ts'
import { isAvailable, type ProductTerms, termsOf } from '../api/product-terms.ts'
import type { MerchantProfile } from '../merchants/directory.ts'

type Variant = readonly [PayinMethod, MethodRules]
type Ask = (method: PayinMethod, operator: Operator | undefined) => ProductTerms | undefined

export interface RequestedOptions {
  readonly money: Money
  /** The payer's address, if a payer asks: one payer's limits may be used up while others can still pay. */
  readonly payer?: string
}

/**
 * Lets the processors refresh how much of limited capacities is left. Call it first, because the options do not wait
 * for them.
 */
export async function freshen(
  { processors, deps }: Pick<Gateway, 'processors' | 'deps'>,
  { merchantCode: merchantId, isTest }: MerchantProfile,
  requested: RequestedOptions,
): Promise<void> {
  const now = deps.clock.now()
  const own = [...processors.values()].filter(({ forTests }) => forTests === isTest)
  await Promise.all(own.map((each) => each.freshen?.({ ...requested, kind: 'payin', merchantId }, now)))
}

/** @returns sorted by code */
export function optionsFor(
  gateway: Pick<Gateway, 'processors' | 'deps'>,
  profile: MerchantProfile,
  requested: RequestedOptions,
): readonly PaymentOption[] {
  const { money } = requested
  const ask: Ask = (method, operator) => {
    const terms = termsOf(gateway, profile, { ...requested, kind: 'payin', method, operator })
    return isAvailable(terms) ? terms : undefined
  }
  const variantsOf = new Map<string, Variant[]>()
  for (const method of PAYIN_METHODS) {
    const rules = method.currencies.get(money.currency)
    if (rules) variantsOf.set(method.code, [...(variantsOf.get(method.code) ?? []), [method, rules]])
  }
  return [...variantsOf]
    .flatMap(([code, variants]) => optionAmong(variants, ask, profile.product(code, money.currency)) ?? [])
    .sort(byMethodCode)
}

function optionAmong(
  variants: readonly Variant[],
  ask: Ask,
  product: ReturnType<MerchantProfile['product']>,
): PaymentOption | undefined {
  if (!product) return undefined
  const unnamed = unnamedOf(variants, ask)
  const offers = variants.flatMap(([method, rules]): MethodOffer[] => {
    const operators = operatorsOf(rules, product).filter((operator) => ask(method, operator))
    return operators.length > 0 || unnamed?.method === method ? [{ method, rules, operators }] : []
  })
  return optionOf(offers, { require: product.require, unnamed })
}

/** What a create without a payment operator uses: of two variants, the default. */
function unnamedOf(
  variants: readonly Variant[],
  ask: Ask,
): { readonly method: PayinMethod; readonly operator: Operator | undefined } | undefined {
  const [method, rules] = variants.find(([{ variant }]) => variant?.isDefault) ?? variants[0] ?? []
  if (!method || !rules || rules.operator === 'mandatory') return undefined
  const terms = ask(method, method.variant ? rules.operators[0] : undefined)
  return terms && { method, operator: terms.operator }
}
