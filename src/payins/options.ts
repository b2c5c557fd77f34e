/** The payment methods and operators that a merchant can take this money with, right now. */

import { offered } from '../catalogue/currencies.ts'
import { PAYIN_METHODS } from '../catalogue/methods.ts'
import { availableOptions, type Product as OptionProduct, type PaymentOption } from '../catalogue/options.ts'
import { type Money, minorFromText } from '../foundation/money.ts'
import type { Gateway } from '../intake/gateway.ts'
import type { MerchantProfile } from '../merchants/directory.ts'
import type { Product } from '../merchants/merchant.ts'
import { routeOf } from '../processors/route.ts'

export function optionsFor(
  gateway: Pick<Gateway, 'processors' | 'deps'>,
  profile: MerchantProfile,
  money: Money,
): { readonly data: readonly PaymentOption[] } {
  const isServed = (product: Product, operator: string | undefined): boolean =>
    routeOf(
      gateway.processors,
      {
        kind: 'payin',
        merchantId: profile.merchant.code,
        isTest: profile.isTest,
        method: product.code,
        operator,
        money,
      },
      product.processors,
      gateway.deps.clock.now(),
    ).candidates.length > 0
  return { data: availableOptions(productsIn(profile, money, isServed), money) }
}

function productsIn(
  profile: MerchantProfile,
  { currency }: Money,
  isServed: (product: Product, operator: string | undefined) => boolean,
): OptionProduct[] {
  const { ledgerDigits } = offered(currency)
  const methods = PAYIN_METHODS.filter((method) => method.currencies.has(currency))
  return [...new Set(methods.map(({ code }) => code))].flatMap((code) => {
    const product = profile.product(code, currency)
    if (!product || !isServed(product, undefined)) return []
    const { min, max, require } = product
    const all = methods
      .filter((method) => method.code === code)
      .flatMap((method) => [...(method.currencies.get(currency)?.operatorByCode.keys() ?? [])])
    const served = (product.operators ?? all).filter((operator) => isServed(product, operator))
    const operators = product.operators || served.length < all.length ? served : undefined
    return [
      {
        code,
        currency,
        ...(operators && { operators }),
        ...(require && { require }),
        ...(min !== undefined && { minMinor: minorFromText(min, ledgerDigits) }),
        ...(max !== undefined && { maxMinor: minorFromText(max, ledgerDigits) }),
      },
    ]
  })
}
