/**
 * What dLocal serves of the catalogue: payins that end at a page (its own, or that of a bank or wallet), and the accounts that payouts
 * reach. By the country, since an account is opened country by country. Pure.
 *
 * What is left out, and why: see the page for operators.
 */
import type { WireService } from '../../connectors/protocol.ts'

export interface PayinRoute {
  readonly country: string
  readonly currency: string
  readonly methods: readonly string[]
  /** dLocal's `payment_method_id`. */
  readonly id: string
}

export const PAYIN_ROUTES: readonly PayinRoute[] = [
  { country: 'CO', currency: 'COP', methods: ['PSE'], id: 'PC' },
  { country: 'MY', currency: 'MYR', methods: ['FPX', 'ONLINE'], id: 'IO' },
  { country: 'VN', currency: 'VND', methods: ['MOMOPAY'], id: 'VQ' },
  // Baokim: a transfer from any bank of the country.
  { country: 'VN', currency: 'VND', methods: ['ONLINE'], id: 'VB' },
]

export const PAYOUT_COUNTRIES: Readonly<Record<string, string>> = { ARS: 'AR', MXN: 'MX' }

export const COUNTRIES: readonly string[] = ['AR', 'CO', 'MX', 'MY', 'VN']

export const routeOf = (method: string, currency: string): PayinRoute | undefined =>
  PAYIN_ROUTES.find((route) => route.currency === currency && route.methods.includes(method))

/** @returns undefined where it is no list of countries of ours */
export function countriesIn(text: string): readonly string[] | undefined {
  const codes = text.split(',').map((code) => code.trim())
  const isList = codes.every((code) => COUNTRIES.includes(code)) && new Set(codes).size === codes.length
  return isList ? codes : undefined
}

export const payinService = ({ methods, currency }: PayinRoute): WireService => ({
  kind: 'payin',
  paymentMethodCodes: [...methods],
  currencyCodes: [currency],
})

/** Banks in Mexico and Argentina answer within a working day; compliance may take longer. */
const FIVE_DAYS_SECS = 432_000

/** @param currencies those that the account sends */
export const payoutServices = (currencies: readonly string[]): readonly WireService[] =>
  currencies.length === 0
    ? []
    : (['payout', 'refund', 'settlement'] as const).map((kind) => ({
        kind,
        paymentMethodCodes: ['BANK_TRANSFER'],
        currencyCodes: [...currencies],
        deadlineSecs: FIVE_DAYS_SECS,
      }))
