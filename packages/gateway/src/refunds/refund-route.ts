/**
 * The routes that a refund can take now, first choice first: NATIVE, PAYOUT, CLAIM, or MANUAL by an operator. Pure,
 * from memory.
 *
 * The method's file says what its rail can do; the merchant's products and the processors say which processors there
 * are. A route that was tried is not tried again. The payer's own rail comes before a payee that somebody names,
 * because money that returns to where it came from cannot be sent to a thief.
 */
import { PAYOUT_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import type { Operator } from '@sluice/core/catalogue/operators.ts'
import type { PayoutMethod, PayoutRules } from '@sluice/core/catalogue/payment-method.ts'
import { operatorsOf } from '@sluice/core/catalogue/payment-options.ts'
import type { NativeRefund, RefundRoute } from '@sluice/core/catalogue/refund-rules.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import type { Payment, RefundPayee } from '@sluice/core/payment/model.ts'
import { refundTerms } from '@sluice/core/payment/refund-terms.ts'
import type { DeclinedBy, Processor } from '@sluice/core/processor/port.ts'
import type { Gateway } from '../api/gateway.ts'
import type { MerchantProfile } from '../merchants/directory.ts'
import { isAssigned } from '../payments/plans.ts'
import type { RefundSums } from '../payments/refunds.ts'
import { methodOf } from '../processing/instructions.ts'
import { routeOf } from '../processing/route.ts'
import { payerOf } from './payee.ts'

export type RefundRouteOption =
  | { readonly route: 'NATIVE'; readonly processor: Processor }
  | { readonly route: 'PAYOUT'; readonly processor: Processor; readonly payee: RefundPayee }
  | { readonly route: 'CLAIM' }
  | { readonly route: 'MANUAL' }

/** Why the rail no longer returns the money. */
export type NativeBound = 'WINDOW' | 'TIMES' | 'PARTS'

export interface RefundRoutes {
  readonly refundRoutes: readonly RefundRouteOption[]
  /** The processors that decline, and why. */
  readonly declined: readonly DeclinedBy[]
  readonly bound: NativeBound | undefined
}

export interface WantedRefund {
  readonly payin: Payment
  readonly money: Money
  /** The payee that the merchant or the payer has named. */
  readonly payee: RefundPayee | undefined
  /** All other refunds of the payin that count. */
  readonly others: readonly Payment[]
  readonly sums: Pick<RefundSums, 'countedMinor'>
  /** As `RefundTerms.tried`. */
  readonly tried: readonly string[]
}

/** How often the payer may get a claim link. */
const MAX_CLAIMS = 3
const DAY_MS = 86_400_000

export const triedAs = (route: RefundRoute, processor: string): string => `${route}:${processor}`

type Known = Pick<Gateway, 'processors'>
type Holder = Pick<MerchantProfile, 'merchantCode' | 'isTest' | 'product'>

export function refundRoutesOf(
  { processors }: Known,
  profile: Holder,
  wanted: WantedRefund,
  at: Instant,
): RefundRoutes {
  const { payin, tried } = wanted
  const rules = methodOf(payin).refund
  const declined: DeclinedBy[] = []
  const refundRoutes: RefundRouteOption[] = []
  const bound = rules.native === 'none' ? undefined : boundOf(rules.native, onItsRail(wanted), at)
  const native = rules.native !== 'none' && bound === undefined && nativeOf(processors, wanted, at)
  if (native) {
    if (native.type === 'declined') declined.push(native)
    else refundRoutes.push({ route: 'NATIVE', processor: native.processor })
  }
  if (rules.otherwise === 'operator')
    return { refundRoutes: [...refundRoutes, { route: 'MANUAL' }], declined, bound }
  const payee = wanted.payee ?? payerOf(payin)
  if (payee) {
    const paidOut = payoutRoutes(processors, profile, { ...wanted, payee }, at)
    declined.push(...paidOut.declined)
    refundRoutes.push(...paidOut.refundRoutes)
  }
  const claims = tried.filter((each) => each.startsWith('CLAIM:')).length
  if (claims < MAX_CLAIMS && canBePaidOut(processors, profile, wanted, at))
    refundRoutes.push({ route: 'CLAIM' })
  return { refundRoutes, declined, bound }
}

/** Only the payout routes, to a known payee. */
export function payoutRoutes(
  processors: Known['processors'],
  profile: Holder,
  { money, payee, tried }: Pick<WantedRefund, 'money' | 'tried'> & { readonly payee: RefundPayee },
  at: Instant,
): Pick<RefundRoutes, 'refundRoutes' | 'declined'> {
  const { candidates, declined } = payoutsTo(processors, profile, money, payee, at)
  const refundRoutes = candidates
    .filter((processor) => mayTry('PAYOUT', processor, tried))
    .map((processor): RefundRouteOption => ({ route: 'PAYOUT', processor, payee }))
  return { refundRoutes, declined }
}

/** The data of a return that its rail limits. */
export interface OnItsRail {
  /** When the payment arrived. */
  readonly cameAt: Instant
  readonly isWhole: boolean
  /** All other returns of the same payment. */
  readonly others: readonly Payment[]
}

const onItsRail = ({ payin, money, others, sums }: WantedRefund): OnItsRail => ({
  cameAt: payin.processedAt ?? payin.createdAt,
  isWhole: sums.countedMinor === 0n && money.amountMinor === payin.money.amountMinor,
  others,
})

export function boundOf(
  { windowDays, partial, times }: NativeRefund,
  { cameAt, isWhole, others }: OnItsRail,
  at: Instant,
): NativeBound | undefined {
  if (at >= cameAt + windowDays * DAY_MS) return 'WINDOW'
  const returned = others.some((refund) => refundTerms(refund).route === 'NATIVE')
  if (times === 'once' && returned) return 'TIMES'
  return partial || isWhole ? undefined : 'PARTS'
}

type Native = { readonly type: 'serves'; readonly processor: Processor } | DeclinedBy

/** Whether the processor that received the payin can return it. */
function nativeOf(
  processors: Known['processors'],
  { payin, money, tried }: WantedRefund,
  at: Instant,
): Native | undefined {
  // An assigned payin's money came from a case, perhaps not through its processor, which then cannot return it.
  if (isAssigned(payin)) return undefined
  const processor = processors.get(payin.processor)
  if (!processor?.refund || !mayTry('NATIVE', processor, tried)) return undefined
  const answer = processor.refund.serves(payin, money, at)
  return answer.type === 'serves' ? { type: 'serves', processor } : { ...answer, processor: processor.name }
}

/** A payee that was named since makes it a different route. */
export function mayTry(
  route: RefundRoute,
  { name, reportsAttempts }: Processor,
  tried: readonly string[],
): boolean {
  if (!reportsAttempts) return !tried.some((each) => each.endsWith(`:${name}`))
  const named = tried.findLastIndex((each) => each.startsWith('CLAIM:'))
  return !tried.slice(named + 1).includes(triedAs(route, name))
}

/**
 * The merchant's processors for such payouts. The rail's limits apply, but not the merchant's own limits for payouts.
 */
function payoutsTo(
  processors: Known['processors'],
  profile: Holder,
  money: Money,
  payee: { readonly method: string; readonly operator?: string | undefined },
  at: Instant,
): ReturnType<typeof routeOf> {
  const { method, operator } = payee
  const product = profile.product(method, money.currency)
  const none = (reason: 'METHOD' | 'AMOUNT', detail: string): ReturnType<typeof routeOf> => ({
    candidates: [],
    declined: [{ type: 'declined', processor: 'nobody', reason, detail }],
  })
  if (!product) return none('METHOD', `${method} in ${money.currency} is not one of the merchant's products`)
  const rules = PAYOUT_METHODS.find(({ code }) => code === method)?.currencies.get(money.currency)
  if (rules && money.amountMinor > rules.maxMinor) return none('AMOUNT', `${method} has a lower maximum`)
  const { merchantCode: merchantId, isTest } = profile
  return routeOf(
    processors,
    { kind: 'refund', merchantId, isTest, method, operator, money },
    product.processors,
    at,
  )
}

type Unnamed = Pick<WantedRefund, 'money' | 'tried'>

/** Whether this method could pay it out, once its payee is known. */
function couldGoBy(
  processors: Known['processors'],
  profile: Holder,
  { money, tried }: Unnamed,
  payee: { readonly method: string; readonly operator?: string },
  at: Instant,
): 'goes' | 'to-known-banks' | 'no' {
  const { candidates, declined } = payoutsTo(processors, profile, money, payee, at)
  const isLeft = ({ reportsAttempts, name }: Processor): boolean =>
    reportsAttempts || !tried.some((one) => one.endsWith(`:${name}`))
  if (candidates.some(isLeft)) return 'goes'
  // Some processors have to know the bank first.
  return declined.some(({ reason }) => reason === 'OPERATOR') ? 'to-known-banks' : 'no'
}

const canBePaidOut = (
  processors: Known['processors'],
  profile: Holder,
  wanted: WantedRefund,
  at: Instant,
): boolean =>
  PAYOUT_METHODS.some(
    ({ code, currencies }) =>
      currencies.has(wanted.money.currency) &&
      couldGoBy(processors, profile, wanted, { method: code }, at) !== 'no',
  )

/** A payout that could carry the refund, once its payee is known. */
export interface PayableBy {
  readonly method: PayoutMethod
  readonly rules: PayoutRules
  /** Banks or wallets that can be paid; empty if the catalogue lists none. */
  readonly operators: readonly Operator[]
  /** No processor accepts it without knowing the bank or wallet. */
  readonly needsOperator: boolean
}

/** All of them, for the payer to choose from. */
export function payableBy(
  { processors }: Known,
  profile: Holder,
  wanted: Unnamed,
  at: Instant,
): readonly PayableBy[] {
  const { currency } = wanted.money
  return PAYOUT_METHODS.flatMap((method) => {
    const rules = method.currencies.get(currency)
    const going = couldGoBy(processors, profile, wanted, { method: method.code }, at)
    if (!rules || going === 'no') return []
    const operators = operatorsOf(rules, profile.product(method.code, currency) ?? {}).filter(
      ({ code }) =>
        couldGoBy(processors, profile, wanted, { method: method.code, operator: code }, at) === 'goes',
    )
    const needsOperator = going === 'to-known-banks'
    return needsOperator && operators.length === 0 ? [] : [{ method, rules, operators, needsOperator }]
  })
}
