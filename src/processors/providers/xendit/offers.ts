/** What an account serves: payins as the documents have them, payouts as Xendit's own list of channels has them now. Pure. */
import type { WireService } from '../../connectors/protocol.ts'
import type { Offer } from '../provider.ts'
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
  payinsOf(country).map(({ method, byOperator }) => ({
    kind: 'payin',
    paymentMethodCodes: [method],
    currencyCodes: [CURRENCY_OF[country]],
    paymentOperatorCodes: Object.keys(byOperator),
  }))

/** What its table has; Xendit must have it too. */
export const possibleServices = (country: Country): readonly WireService[] => [
  ...payinServices(country),
  ...PAYOUT_METHODS.flatMap((method): readonly WireService[] => {
    const paymentOperatorCodes = operatorsInTable(country, method)
    const currencyCodes = [CURRENCY_OF[country]]
    return paymentOperatorCodes.length > 0
      ? [{ kind: 'payout', paymentMethodCodes: [method], currencyCodes, paymentOperatorCodes }]
      : []
  }),
]

export function offerOf(place: PayoutPlace, channels: Channels): Offer {
  const payouts = PAYOUT_METHODS.flatMap((method) => payoutServices(place, method, channels))
  return { type: 'offer', services: [...payinServices(place.country), ...payouts] }
}

type Limits = Pick<WireService, 'min' | 'max'>

/** One for all operators with the same limits. */
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
    (['payout', 'refund'] as const).map((kind) => ({
      kind,
      paymentMethodCodes: [method],
      currencyCodes: [currency],
      paymentOperatorCodes: [...new Set(operators)],
      ...limits,
    })),
  )
}

const limitsOf = ({ amount_limits: { minimum, maximum } = {} }: Channels[number]): Limits => ({
  ...(minimum !== undefined && minimum > 0 && { min: decimal(minimum) }),
  ...(maximum !== undefined && maximum > 0 && { max: decimal(maximum) }),
})

/** At most six decimals, and never an exponent: no limit is as small or as large. */
const decimal = (amount: number): string => amount.toFixed(6).replace(/\.?0+$/, '')
