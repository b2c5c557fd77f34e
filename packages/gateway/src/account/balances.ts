/** The merchant's balances, a row for each currency of its products or postings. */
import { PAYIN_METHODS, PAYOUT_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import { CURRENCIES, type Currency } from '@sluice/core/catalogue/currencies.ts'
import { type Minor, ZERO } from '@sluice/core/foundation/money.ts'
import type { Database } from '@sluice/database/port.ts'
import { type MoneyBody, moneyBody } from '../api/views.ts'
import type { MerchantProfile } from '../merchants/directory.ts'
import { readBalances } from '../payments/balances.ts'
import { readPending } from '../payments/reading.ts'

export interface BalanceRow {
  readonly currencyCode: string
  readonly available: MoneyBody
  readonly pending: MoneyBody
  readonly reserved: MoneyBody
}

/** @param wanted currency codes. Unknown codes are ignored; if none is known, all rows are returned */
export async function balanceRows(
  database: Database,
  profile: MerchantProfile,
  wanted: readonly string[],
): Promise<readonly BalanceRow[]> {
  const [balances, pending] = await Promise.all([
    readBalances(database, profile.merchantCode),
    readPending(database, profile.merchantCode),
  ])
  const filter = new Set(CURRENCIES.map(({ code }) => String(code)).filter((code) => wanted.includes(code)))
  return CURRENCIES.filter(({ code }) => filter.size === 0 || filter.has(code))
    .filter(
      (currency) =>
        balances.has(currency.code) || pending.has(currency.code) || hasProductIn(profile, currency),
    )
    .map(({ code }) => {
      const money = (amountMinor: Minor | undefined) =>
        moneyBody({ currency: code, amountMinor: amountMinor ?? ZERO })
      return {
        currencyCode: code,
        available: money(balances.get(code)?.availableMinor),
        pending: money(pending.get(code)),
        reserved: money(balances.get(code)?.reservedMinor),
      }
    })
}

const METHODS_IN: ReadonlyMap<string, readonly { readonly code: string }[]> = new Map(
  CURRENCIES.map(({ code }) => [
    code,
    [...PAYIN_METHODS, ...PAYOUT_METHODS].filter(({ currencies }) => currencies.has(code)),
  ]),
)

const hasProductIn = (profile: MerchantProfile, { code }: Currency): boolean =>
  METHODS_IN.get(code)?.some((method) => profile.product(method.code, code) !== undefined) ?? false
