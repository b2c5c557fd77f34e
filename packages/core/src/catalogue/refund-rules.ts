/**
 * How a payin method's rail can refund payments.
 *
 * Some rails return a payment themselves: the money goes back to the account, wallet or app that it came from, and no payee is
 * named. The rail's limits (a time, a number of refunds, only full refunds) are in the method's file. If a rail cannot return
 * payments, or its limits are exceeded, the refund is a payout or is sent by an operator. If no limit is published, we assume one
 * full refund. Only facts; `refunds/` uses them. Pure.
 */

/** The refund routes, in order of preference. */
export const REFUND_ROUTES = ['NATIVE', 'PAYOUT', 'CLAIM', 'MANUAL'] as const
/**
 * - `NATIVE`: the rail returns the payment.
 * - `PAYOUT`: a payout to the payer's account, or to the payee that the merchant names.
 * - `CLAIM`: the payer says, through a secret link, where the money should go.
 * - `MANUAL`: an operator sends it and records that.
 */
export type RefundRoute = (typeof REFUND_ROUTES)[number]

/** The rail returns a payment to where it came from. */
export interface NativeRefund {
  /** Counted from the payin's SUCCESS. */
  readonly windowDays: number
  /** Whether partial refunds are possible. */
  readonly partial: boolean
  readonly times: 'once' | 'several'
}

export interface RefundRules {
  /** `none`: the rail cannot return payments. */
  readonly native: NativeRefund | 'none'
  /**
   * `bank payout`, `wallet payout`: a payout to the bank account or wallet that the payer used, or to one that the merchant or
   * payer names. `operator`: this currency has no payouts.
   */
  readonly otherwise: 'bank payout' | 'wallet payout' | 'operator'
}

/** A rail that cannot return payments, in currencies with payouts, whose payers pay from a bank account. */
export const byBankPayout = { native: 'none', otherwise: 'bank payout' } as const satisfies RefundRules
/** The same for payers who pay from a wallet: they are identified by a phone or wallet number, which no bank knows. */
export const byWalletPayout = { native: 'none', otherwise: 'wallet payout' } as const satisfies RefundRules
/** Money without payouts: an operator sends the refund. */
export const byOperator = { native: 'none', otherwise: 'operator' } as const satisfies RefundRules
/** A rail that returns payments within these limits. Beyond them, a payout is used. */
export const natively = (
  native: NativeRefund,
  otherwise: Exclude<RefundRules['otherwise'], 'operator'>,
): RefundRules => ({ native, otherwise })

/** The refund routes of such a payin, in order of preference. */
export const routesOf = ({ native, otherwise }: RefundRules): readonly RefundRoute[] => [
  ...(native === 'none' ? [] : (['NATIVE'] as const)),
  ...(otherwise === 'operator' ? (['MANUAL'] as const) : (['PAYOUT', 'CLAIM'] as const)),
]

/** The API's form. The limits are those of the first route, if that is `NATIVE`. */
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
