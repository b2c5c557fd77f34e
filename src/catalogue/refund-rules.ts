/**
 * What a payin method's rail can do to give money back.
 *
 * Some rails return a payment themselves: the money goes back to the very account, wallet or app that it came from, and nobody names a
 * payee. What bounds that (a time, a number, whole payments only) is the rail's, and stands in the method's file with all the rest.
 * Where a rail gives nothing back, or its bounds are passed, the money goes out as a payout does, or by an operator's hand.
 * A bound that nobody publishes is read carefully: once, and the whole. Pure facts; what a refund does with them is for `refunds/`.
 */

/** How a refund can go; in this order, where there is a choice. */
export const REFUND_ROUTES = ['NATIVE', 'PAYOUT', 'CLAIM', 'MANUAL'] as const
/**
 * `NATIVE`  the rail returns the payment
 * `PAYOUT`  a payout to the payer's account, or to the payee that the merchant names
 * `CLAIM`   the payer says, by a secret link, where the money is to go
 * `MANUAL`  an operator sends it, and says so
 */
export type RefundRoute = (typeof REFUND_ROUTES)[number]

/** The rail returns a payment to where it came from. */
export interface NativeRefund {
  /** Counted from the payin's SUCCESS. */
  readonly windowDays: number
  /** Whether it returns less than the whole. */
  readonly partial: boolean
  readonly times: 'once' | 'several'
}

export interface RefundRules {
  /** `none`: the rail returns nothing. */
  readonly native: NativeRefund | 'none'
  /**
   * `bank payout`, `wallet payout`: by a payout to the account that was paid from, which is one with a bank or a wallet, or to one that the
   * merchant or the payer names. `operator`: there are no payouts of this money.
   */
  readonly otherwise: 'bank payout' | 'wallet payout' | 'operator'
}

/** A rail that returns nothing, in currencies that have payouts: its payers pay from an account with a bank. */
export const byBankPayout = { native: 'none', otherwise: 'bank payout' } as const satisfies RefundRules
/** The same, where payers pay from a wallet: what is shown of them is a phone or a wallet's number, and no bank knows it. */
export const byWalletPayout = { native: 'none', otherwise: 'wallet payout' } as const satisfies RefundRules
/** Money of which there are no payouts: an operator sends it. */
export const byOperator = { native: 'none', otherwise: 'operator' } as const satisfies RefundRules
/** A rail that returns payments within these bounds; beyond them a payout does. */
export const natively = (
  native: NativeRefund,
  otherwise: Exclude<RefundRules['otherwise'], 'operator'>,
): RefundRules => ({ native, otherwise })

/** The routes that such a payin's refunds may take, the first choice first. */
export const routesOf = ({ native, otherwise }: RefundRules): readonly RefundRoute[] => [
  ...(native === 'none' ? [] : (['NATIVE'] as const)),
  ...(otherwise === 'operator' ? (['MANUAL'] as const) : (['PAYOUT', 'CLAIM'] as const)),
]

/** How the API tells it. The bounds are those of the first route, where that is `NATIVE`. */
export interface RefundView {
  readonly routes: readonly RefundRoute[]
  readonly windowDays?: number
  readonly partial?: boolean
  readonly times?: 'ONCE' | 'SEVERAL'
}

export function refundView(rules: RefundRules): RefundView {
  const { native } = rules
  if (native === 'none') return { routes: routesOf(rules) }
  const { windowDays, partial, times } = native
  return { routes: routesOf(rules), windowDays, partial, times: times === 'once' ? 'ONCE' : 'SEVERAL' }
}
