/**
 * A refund goes on: its processor has declined, or calls its failure certain, its payee was named, or it was approved. The next way is found as the
 * first one was, without those that were tried, and taken in one commit.
 */

import type { Gateway } from '../api/gateway.ts'
import type { SqlCall } from '../database/port.ts'
import { changeId } from '../foundation/identifiers.ts'
import { assert } from '../foundation/result.ts'
import { Undecided } from '../payments/change.ts'
import type { Actor } from '../payments/claims.ts'
import { DOUBTED_REFUSAL, doubtOf } from '../payments/doubt.ts'
import type { Payment, RefundPayee, RefundTerms } from '../payments/model.ts'
import { findPayment } from '../payments/reading.ts'
import { refundTerms, triedOf } from '../payments/refund-terms.ts'
import { passedOn, type RefundStage } from '../payments/refunding.ts'
import { refundsOf, sumsOf } from '../payments/refunds.ts'
import type { PassRefund } from '../processing/acceptance.ts'
import { INQUIRE_AGAIN_MS } from '../processing/accepted-payment.ts'
import { inquirySteps } from '../processing/unresponsive.ts'
import { excessRefundRoutes } from './movement-rail.ts'
import { type RefundRouteOption, refundRoutesOf, triedAs } from './refund-route.ts'
import { stageOn } from './stages.ts'

type Known = Pick<Gateway, 'database' | 'deps' | 'journal' | 'merchants' | 'processors' | 'claimLinks'>

/** The payin of a refund: it was there when the refund was made, and payments are not taken away. */
export async function payinOf({ database }: Pick<Gateway, 'database'>, refund: Payment): Promise<Payment> {
  const payin = await findPayment(database, refund.merchantId, 'payin', refundTerms(refund).idPayin)
  assert(payin, 'a refund has its payin')
  return payin
}

/** @param asks who asks its next processor: `now` the caller, otherwise the step, at once */
export const passRefund =
  (gateway: () => Known, asks: 'caller' | 'step'): PassRefund =>
  (refund, why) =>
    goOn(gateway(), refund, { why, asks, actor: `processor:${refund.processor}` })

interface GoingOn {
  /** For the history. */
  readonly why: string
  readonly asks: 'caller' | 'step'
  readonly actor: Actor
  /** Whom the payer has named. */
  readonly payee?: RefundPayee
  /** Rows that are written in the same commit. */
  readonly alongside?: readonly SqlCall[]
}

export async function goOn(
  gateway: Known,
  refund: Payment,
  { why, asks, actor, payee, alongside = [] }: GoingOn,
): Promise<Payment | 'nobody' | 'moved'> {
  const stage = await nextStage(gateway, refund, { asks, payee })
  return stage ? commit(gateway, refund, stage, { why, actor, alongside }) : 'nobody'
}

/** What it is next, if somebody takes it. Nothing is stored. */
export async function nextStage(
  gateway: Known,
  refund: Payment,
  { asks, payee }: Pick<GoingOn, 'asks'> & { readonly payee: RefundPayee | undefined },
): Promise<RefundStage | undefined> {
  const { deps, merchants, database, claimLinks } = gateway
  const payin = await payinOf(gateway, refund)
  const profile = await merchants.find(refund.merchantId)
  assert(profile, 'a payment has a merchant')
  const others = (await refundsOf(database, payin)).filter(({ key }) => key !== refund.key)
  // Whoever was waited for meanwhile, money that is not there is not given back.
  if (await doubtOf(gateway, payin)) return undefined
  const terms = termsAfter(refund, payee)
  const at = deps.clock.now()
  const { money } = refund
  const tried = triedOf(terms)
  const { payee: known, excess } = terms
  const { refundRoutes } =
    // Only as the very payment that it came by, or to whom that has named: never by the rail or the payer of another's.
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
            // What the payin showed is looked at anew; it may be whom this way has failed to reach.
            payee: known?.from === 'PAYIN' ? undefined : known,
            others,
            sums: sumsOf(payin, others),
            tried,
          },
          at,
        )
  for (const refundRoute of refundRoutes) {
    // Whoever has just said where it is to go is told that nobody can send it there, and may say another place.
    if (payee && refundRoute.route !== 'PAYOUT') continue
    const askAt = asks === 'caller' ? at + INQUIRE_AGAIN_MS : at
    const stage = stageOn(claimLinks, refundRoute, { payin, refund, terms, at, askAt })
    const next = { ...refund, ...stage }
    if (await isFine(refundRoute, next, payin)) return withNotice(refundRoute, next, stage, at)
  }
  return undefined
}

/** It has left the way that it was on; one that was waiting to be approved has not gone any yet. */
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
  // What the balance has to give was set aside with the create.
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
  { why, actor, alongside }: Pick<GoingOn, 'why' | 'actor'> & { readonly alongside: readonly SqlCall[] },
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
      decide: (now) => passedOn(now, refund, stage, `${why}; goes on by ${route} with ${stage.processor}`),
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
