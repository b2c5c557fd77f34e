/** What an account serves: documented payins, and the payouts of Xendit's current list of channels. Pure. */
import type { WireService } from '@sluice/core/processor/connector-protocol.ts'
import type { Offer } from '@sluice/provider-kit/provider.ts'
import { PAID_OUT, services } from '@sluice/provider-kit/services.ts'
import {
  CATEGORY_OF,
  type Country,
  CURRENCY_OF,
  operatorsInTable,
  operatorsOf,
  PAYOUT_METHODS,
  type PaidOutBy,
  type PayoutPlace,
  payinsOf,
} from './channels.ts'
import type { Channels } from './read.ts'

export const payinServices = (country: Country): readonly WireService[] =>
  payinsOf(country).flatMap(({ method, byOperator }) =>
    services(['payin'], method, CURRENCY_OF[country], { operators: Object.keys(byOperator) }),
  )

/** What the table has; Xendit must list it too. */
export const possibleServices = (country: Country): readonly WireService[] => [
  ...payinServices(country),
  ...PAYOUT_METHODS.flatMap((method) => {
    const operators = operatorsInTable(country, method)
    return operators.length > 0 ? services(['payout'], method, CURRENCY_OF[country], { operators }) : []
  }),
]

export function offerOf(place: PayoutPlace, channels: Channels): Offer {
  const payouts = PAYOUT_METHODS.flatMap((method) => payoutServices(place, method, channels))
  return { type: 'offer', services: [...payinServices(place.country), ...payouts] }
}

type Limits = Pick<WireService, 'min' | 'max'>

/** One service for all operators with the same limits. */
function payoutServices(place: PayoutPlace, method: PaidOutBy, channels: Channels): readonly WireService[] {
  const currency = CURRENCY_OF[place.country]
  const groups = new Map<string, { readonly limits: Limits; readonly operators: string[] }>()
  for (const channel of channels) {
    if (channel.currency !== currency || channel.channel_category !== CATEGORY_OF[method]) continue
    const named = { code: channel.channel_code, name: channel.channel_name }
    const operators = operatorsOf(place, method, named)
    const limits = limitsOf(channel)
    const key = JSON.stringify(limits)
    const group = groups.get(key) ?? { limits, operators: [] }
    group.operators.push(...operators)
    if (operators.length > 0) groups.set(key, group)
  }
  return [...groups.values()].flatMap(({ limits, operators }) =>
    services(PAID_OUT, method, currency, { operators: [...new Set(operators)], ...limits }),
  )
}

const limitsOf = ({ amount_limits: { minimum, maximum } = {} }: Channels[number]): Limits => ({
  ...(minimum !== undefined && minimum > 0 && { min: decimal(minimum) }),
  ...(maximum !== undefined && maximum > 0 && { max: decimal(maximum) }),
})

/** At most six decimals and no exponent: no limit is so small or large. */
const decimal = (amount: number): string => amount.toFixed(6).replace(/\.?0+$/, '')
