/**
 * The refund routes of money that came for a payin and was not credited: first the payin's own rail, returning the very
 * payment, then a payout to the sender that the payment named.
 *
 * The rail is used only if the processor can return one payment by name (`NativeRefunds.byMovement`), because a return
 * by the payin's name would return the credited money. Only the processor that received the money returns it, within
 * the rail's limits, and never more than is left of this movement. Reads memory, except for the other returns of the
 * movement.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import type { ExcessMoney, Payment, RefundPayee } from '@sluice/core/payment/model.ts'
import type { Declined, Processor } from '@sluice/core/processor/port.ts'
import type { Gateway } from '../api/gateway.ts'
import type { MerchantProfile } from '../merchants/directory.ts'
import { type MovementReturns, returnsOf } from '../payments/movement-returns.ts'
import { methodOf } from '../processing/instructions.ts'
import { boundOf, mayTry, type NativeBound, payoutRoutes, type RefundRouteOption } from './refund-route.ts'

export interface WantedReturn {
  readonly payin: Payment
  readonly money: Money
  /** The movement to return. */
  readonly excess: ExcessMoney
  /** Its own key, so that it does not count against itself. */
  readonly key: PaymentKey
  /** As `RefundTerms.tried`. */
  readonly tried: readonly string[]
}

type Known = Pick<Gateway, 'processors' | 'database'>
type Holder = Pick<MerchantProfile, 'merchantCode' | 'isTest' | 'product'>

/** First choice first. */
export async function excessRefundRoutes(
  gateway: Known,
  profile: Holder,
  wanted: WantedReturn & { readonly payee: RefundPayee | undefined },
  at: Instant,
): Promise<readonly RefundRouteOption[]> {
  const { money, payee, tried, payin, excess } = wanted
  const { refundRoutes: paidOut } = payee
    ? payoutRoutes(gateway.processors, profile, { money, payee, tried }, at)
    : { refundRoutes: [] }
  const rail = railOf(gateway.processors, payin, excess)
  if (!rail) return paidOut
  const returns = await returnsOf(gateway.database, payin, excess)
  const native = byRail(rail, returns, wanted, at)
  return native.type === 'serves' ? [{ route: 'NATIVE', processor: native.processor }, ...paidOut] : paidOut
}

export type RailAnswer =
  | { readonly type: 'serves'; readonly processor: Processor }
  | Declined
  /** A limit of the rail is exceeded. */
  | { readonly type: 'bound'; readonly bound: NativeBound }
  /** Less than this is left of the movement. */
  | { readonly type: 'exceeds' }

/** The processor that received the money, if it returns payments by name. */
export function railOf(
  processors: Known['processors'],
  payin: Payment,
  { processor: cameBy }: Pick<ExcessMoney, 'processor'>,
): Processor | undefined {
  const processor = processors.get(cameBy)
  const isItsRail = cameBy === payin.processor && methodOf(payin).refund.native !== 'none'
  return isItsRail && processor?.refund?.byMovement ? processor : undefined
}

/** @param returns all returns of the movement */
export function byRail(
  processor: Processor,
  { counted }: Pick<MovementReturns, 'counted'>,
  { payin, money, excess, key, tried }: WantedReturn,
  at: Instant,
): RailAnswer {
  const { native } = methodOf(payin).refund
  const others = counted.filter((refund) => refund.key !== key)
  const spareMinor = BigInt(excess.spareMinor ?? money.amountMinor)
  const leftMinor = others.reduce((left, { money: { amountMinor } }) => left - amountMinor, spareMinor)
  if (money.amountMinor > leftMinor) return { type: 'exceeds' }
  if (native === 'none' || !processor.refund || !mayTry('NATIVE', processor, tried))
    return { type: 'declined', reason: 'METHOD', detail: 'it does not refund payments any more' }
  // The ordered amount stays, so of an overpayment only a part is returned.
  const isWhole = excess.why !== 'OVERPAID' && money.amountMinor === spareMinor && others.length === 0
  const bound = boundOf(native, { cameAt: excess.cameAt ?? payin.createdAt, isWhole, others }, at)
  if (bound) return { type: 'bound', bound }
  const answer = processor.refund.serves(payin, money, at)
  return answer.type === 'serves' ? { type: 'serves', processor } : answer
}
