/** The payment methods and operators that a merchant can take this money with, right now. */

import { offered } from '../catalogue/currencies.ts'
import { PAYIN_METHODS } from '../catalogue/methods.ts'
import { availableOptions, type Product as OptionProduct, type PaymentOption } from '../catalogue/options.ts'
import { type Money, minorFromText } from '../foundation/money.ts'
import { type Gateway, processorFor } from '../intake/gateway.ts'
import type { MerchantProfile } from '../merchants/directory.ts'

export function optionsFor(
  gateway: Pick<Gateway, 'processors'>,
  profile: MerchantProfile,
  money: Money,
): { readonly data: readonly PaymentOption[] } {
  if (!processorFor(gateway, profile)) return { data: [] }
  return { data: availableOptions(productsIn(profile, money), money) }
}

function productsIn(profile: MerchantProfile, { currency }: Money): OptionProduct[] {
  const { ledgerDigits } = offered(currency)
  const codes = new Set(
    PAYIN_METHODS.filter((method) => method.currencies.has(currency)).map(({ code }) => code),
  )
  return [...codes].flatMap((code) => {
    const product = profile.product(code, currency)
    if (!product) return []
    const { operators, min, max } = product
    return [
      {
        code,
        currency,
        ...(operators && { operators }),
        ...(min !== undefined && { minMinor: minorFromText(min, ledgerDigits) }),
        ...(max !== undefined && { maxMinor: minorFromText(max, ledgerDigits) }),
      },
    ]
  })
}
