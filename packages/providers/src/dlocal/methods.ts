/**
 * What dLocal serves of the catalogue, by country, because accounts are opened by country: payins that end at a page (its own or that of
 * a bank or wallet), and accounts that payouts reach. The page for operators says what is left out, and why. Pure.
 */
import type { WireService } from '@sluice/core/processor/connector-protocol.ts'
import { PAID_OUT_OR_SETTLED, services } from '@sluice/provider-kit/services.ts'

export interface PayinRoute {
  readonly country: string
  readonly currency: string
  readonly methods: readonly string[]
  readonly id: string
}

export const PAYIN_ROUTES: readonly PayinRoute[] = [
  { country: 'CO', currency: 'COP', methods: ['PSE'], id: 'PC' },
  { country: 'MY', currency: 'MYR', methods: ['FPX', 'ONLINE'], id: 'IO' },
  { country: 'VN', currency: 'VND', methods: ['MOMOPAY'], id: 'VQ' },
  // Baokim: a transfer from any bank in Vietnam.
  { country: 'VN', currency: 'VND', methods: ['ONLINE'], id: 'VB' },
]

export const PAYOUT_COUNTRIES: Readonly<Record<string, string>> = { ARS: 'AR', MXN: 'MX' }

export const COUNTRIES: readonly string[] = ['AR', 'CO', 'MX', 'MY', 'VN']

export const routeOf = (method: string, currency: string): PayinRoute | undefined =>
  PAYIN_ROUTES.find((route) => route.currency === currency && route.methods.includes(method))

/** @returns undefined if it is not a list of our countries */
export function countriesIn(text: string): readonly string[] | undefined {
  const codes = text.split(',').map((code) => code.trim())
  const isList = codes.every((code) => COUNTRIES.includes(code)) && new Set(codes).size === codes.length
  return isList ? codes : undefined
}

export const payinService = ({ methods, currency }: PayinRoute) => services(['payin'], methods, currency)

/** Banks in Mexico and Argentina answer within a working day; compliance may take longer. */
const FIVE_DAYS_SECS = 432_000

/** @param currencies in which the account sends */
export const payoutServices = (currencies: readonly string[]): readonly WireService[] =>
  currencies.length === 0
    ? []
    : services(PAID_OUT_OR_SETTLED, 'BANK_TRANSFER', currencies, { deadlineSecs: FIVE_DAYS_SECS })
