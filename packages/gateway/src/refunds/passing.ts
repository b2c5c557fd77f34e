/**
 * Continues a refund whose processor declined or reported a definite failure, whose payee was named, or that was
 * approved. The next route is found like the first one, without those already tried, and taken in one commit.
 */
import { changeId } from '@sluice/core/foundation/identifiers.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { Actor } from '@sluice/core/payment/claims.ts'
import type { Payment, RefundPayee, RefundTerms } from '@sluice/core/payment/model.ts'
import { refundTerms, triedOf } from '@sluice/core/payment/refund-terms.ts'
import type { SqlCall } from '@sluice/database/port.ts'
import type { Gateway } from '../api/gateway.ts'
import { Undecided } from '../payments/change.ts'
import { DOUBTED_REFUSAL, doubtOf } from '../payments/payins-in-doubt.ts'
import { findPayment } from '../payments/reading.ts'
import { passedOn, type RefundStage } from '../payments/refunding.ts'
import { refundsOf, sumsOf } from '../payments/refunds.ts'
import type { PassRefund } from '../processing/acceptance.ts'
import { INQUIRE_AGAIN_MS } from '../processing/accepted-payment.ts'
import { inquirySteps } from '../processing/unresponsive.ts'
import { excessRefundRoutes } from './movement-rail.ts'
import { type RefundRouteOption, refundRoutesOf, triedAs } from './refund-route.ts'
import { stageOn } from './stages.ts'

type Known = Pick<Gateway, 'database' | 'deps' | 'journal' | 'merchants' | 'processors' | 'claimLinks'>

/** The payin of a refund. It always exists, because payments are never deleted. */
export async function payinOf({ database }: Pick<Gateway, 'database'>, refund: Payment): Promise<Payment> {
  const payin = await findPayment(database, refund.merchantId, 'payin', refundTerms(refund).idPayin)
  assert(payin, 'a refund has its payin')
  return payin
}

/** @param asks who calls the next processor: `caller`, immediately, or `step`, the payment's own step */
export const passRefund =
  (gateway: () => Known, asks: 'caller' | 'step'): PassRefund =>
  (refund, why) =>
    continueRefund(gateway(), refund, { why, asks, actor: `processor:${refund.processor}` })

interface Continuation {
  /** For the history. */
  readonly why: string
  readonly asks: 'caller' | 'step'
  readonly actor: Actor
  /** The payee that the payer has named. */
  readonly payee?: RefundPayee
  /** Rows for the same commit. */
  readonly alongside?: readonly SqlCall[]
}

export async function continueRefund(
  gateway: Known,
  refund: Payment,
  { why, asks, actor, payee, alongside = [] }: Continuation,
): Promise<Payment | 'nobody' | 'moved'> {
  const stage = await nextStage(gateway, refund, { asks, payee })
  return stage ? commit(gateway, refund, stage, { why, actor, alongside }) : 'nobody'
}

/** Its next state, if a processor accepts it. Stores nothing. */
export async function nextStage(
  gateway: Known,
  refund: Payment,
  { asks, payee }: Pick<Continuation, 'asks'> & { readonly payee: RefundPayee | undefined },
): Promise<RefundStage | undefined> {
  const { deps, merchants, database, claimLinks } = gateway
  const payin = await payinOf(gateway, refund)
  const profile = await merchants.find(refund.merchantId)
  assert(profile, 'a payment has a merchant')
  const others = (await refundsOf(database, payin)).filter(({ key }) => key !== refund.key)
  // Money in doubt is not refunded, whatever the refund was waiting for.
  if (await doubtOf(gateway, payin)) return undefined
  const terms = termsAfter(refund, payee)
  const at = deps.clock.now()
  const { money } = refund
  const tried = triedOf(terms)
  const { payee: known, excess } = terms
  const { refundRoutes } =
    // Only by returning the very payment, or to the sender that it named; never to another payment's payer.
    excess
      ? {
          refundRoutes: await excessRefundRoutes(
            gateway,
            profile,
            { payin, money, excess, key: refund.key, payee: known, tried },
            at,
          ),
        }
      : refundRoutesOf(
          gateway,
          profile,
          {
            payin,
            money,
            // The payer that the payin showed is read again; it may be the one that this route has failed to reach.
            payee: known?.from === 'PAYIN' ? undefined : known,
            others,
            sums: sumsOf(payin, others),
            tried,
          },
          at,
        )
  for (const refundRoute of refundRoutes) {
    // If no payout reaches the payee just named, the payer is notified and may name another.
    if (payee && refundRoute.route !== 'PAYOUT') continue
    const askAt = asks === 'caller' ? at + INQUIRE_AGAIN_MS : at
    const stage = stageOn(claimLinks, refundRoute, { payin, refund, terms, at, askAt })
    const next = { ...refund, ...stage }
    if (await isFine(refundRoute, next, payin)) return withNotice(refundRoute, next, stage, at)
  }
  return undefined
}

/** Records the route that it has left. A refund that waited for approval has not tried any. */
function termsAfter(refund: Payment, payee: RefundPayee | undefined): RefundTerms {
  const before = refundTerms(refund)
  const { heldBy, route } = before
  if (refund.status === 'NEW' && heldBy !== undefined) return { ...before, approvedBy: heldBy }
  const tried = [...triedOf(before), triedAs(route, refund.processor)]
  return { ...before, ...(payee && { payee }), tried }
}

async function isFine(refundRoute: RefundRouteOption, refund: Payment, payin: Payment): Promise<boolean> {
  if (!('processor' in refundRoute)) return true
  const check =
    refundRoute.route === 'NATIVE'
      ? await refundRoute.processor.refund?.check?.(refund, payin)
      : await refundRoute.processor.check(refund)
  // The balance does not matter: the money was reserved with the create.
  return check === undefined || check.type === 'fine' || check.type === 'short'
}

const withNotice = (
  refundRoute: RefundRouteOption,
  refund: Payment,
  stage: RefundStage,
  at: number,
): RefundStage =>
  'processor' in refundRoute
    ? { ...stage, steps: [...stage.steps, ...inquirySteps(refundRoute.processor, refund, at)] }
    : stage

async function commit(
  { journal, deps }: Known,
  refund: Payment,
  stage: RefundStage,
  { why, actor, alongside }: Pick<Continuation, 'why' | 'actor'> & { readonly alongside: readonly SqlCall[] },
): Promise<Payment | 'nobody' | 'moved'> {
  const at = deps.clock.now()
  const { idPayin, payinKey } = refundTerms(refund)
  const { route } = stage.request.refund ?? {}
  const outcome = await journal.commit({
    changeId: changeId(deps.randomness.uuidV7(at)),
    merchantId: refund.merchantId,
    at,
    actor,
    claims: [],
    claimKey: undefined,
    makesRefund: { merchantId: refund.merchantId, id: idPayin, key: payinKey },
    alongside,
    subject: {
      type: 'move',
      kind: 'refund',
      id: refund.id,
      decide: (now) => passedOn(now, refund, stage, `${why}; continues by ${route} with ${stage.processor}`),
    },
  })
  switch (outcome.type) {
    case 'done':
      assert(outcome.payment, 'a move has its payment')
      return outcome.payment
    case 'refused':
      return outcome.refusal === DOUBTED_REFUSAL ? 'nobody' : 'moved'
    case 'absent':
      return 'moved'
    case 'shed':
    case 'unavailable':
    case 'unknown':
      throw new Undecided('the next way of a refund', outcome)
    default:
      throw new Error(`a move cannot end as ${outcome.type}`)
  }
}
