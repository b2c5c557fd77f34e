/**
 * Creating a refund. Read this file first.
 *
 *   the ID's form, the JSON (400) → exists already (409) → the body (400) → its payin (404) → the body against its payin (400)
 *   → right to name a payee, the token's money (403) → paid, not in doubt, within the rest (422) → a route that accepts it (422) → commit, where
 *   the rest, the balance (422) and a race for the ID (409) are settled → 201
 *
 *   reading.ts   the body                         refund-route.ts      the routes it can take
 *   payee.ts     who gets it                      stages.ts            its state on a route
 *   terms.ts     its price and the fee reversal   accepting.ts         a route accepts it, and both are committed
 *   passing.ts   it continues on another route    claiming.ts          the payer says where it goes
 *   manual.ts    an operator sends it             turns.ts             one after the other
 *   claim-form.ts the payer's form                claim-approval.ts    an operator approves the payer's choice
 *   held.ts      it waits for an approval         amount-approval.ts   an operator approves it before it goes out
 *   rehearsal.ts the result in advance, without creating it
 *
 * Money that was never credited to a merchant is refunded by other files: excess.ts for automatic refunds by a
 * product's policy; case-return.ts and native-case-return.ts for the decision of a case; movement-rail.ts for the rail
 * of both.
 *
 * The first stage, and the last one if a processor is called, are shared with payins and payouts (`api/create/`).
 *
 * Promises never to refund more than the payin credited: the commit takes the number of the refund
 * (`payments/refunds.ts`), and if it is taken, the refund is read and decided again. The commit also locks the payin
 * and refuses money that has come into doubt since it was read (`payments/payins-in-doubt.ts`). The payee is decided by the rail,
 * the merchant or the payer, in this order, never by a token that was made for a payer.
 */
import { type MerchantOrderId, paymentKey } from '@sluice/core/foundation/identifiers.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import { oneForEach } from '@sluice/core/foundation/one-for-each.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Payment, RefundPayee } from '@sluice/core/payment/model.ts'
import { refundTerms } from '@sluice/core/payment/refund-terms.ts'
import { openCreate } from '../api/create/opening.ts'
import type { Gateway } from '../api/gateway.ts'
import { httpProblem, type Problem, validationFailed } from '../http/problems.ts'
import { doubtOf } from '../payments/payins-in-doubt.ts'
import { findPayment } from '../payments/reading.ts'
import { isOfCredit, MAX_REFUNDS, type RefundSums, refundsOf, sumsOf } from '../payments/refunds.ts'
import {
  accept,
  type OrderedRefund,
  REFUND,
  type RefundDraft,
  type RefusedBy,
  type Taken,
} from './accepting.ts'
import { FirstLook } from './amount-approval.ts'
import { DOUBTED, exceeds, noRoute, notPaid, tooMany } from './problems.ts'
import {
  askerProblem,
  payeeProblem,
  type ReadRefund,
  type RefundRequest,
  readForPayin,
  readRefund,
} from './reading.ts'
import { type RefundRoutes, refundRoutesOf } from './refund-route.ts'
import { termsFor } from './terms.ts'
import { Turns } from './turns.ts'

const BUSY = httpProblem(
  'UNAVAILABLE',
  'Too many refunds of this payin are being created at the same time. Nothing was stored. Repeat the request.',
  { headers: { 'retry-after': '1' } },
)

/** Per journal: two nodes in one process are separate. */
const turnsOf = oneForEach(() => new Turns())

/** @returns the refund as it is in the answer to the create */
export async function createRefund(
  gateway: Gateway,
  request: RefundRequest,
): Promise<Result<Payment, Problem>> {
  const opened = openCreate(gateway, REFUND, request, () => readRefund(gateway, request))
  if (!opened.ok) return opened
  const { id, read, refused } = opened.value
  if (!read.ok) return refused(validationFailed(read.failure))
  const found = await subjectOf(gateway, request, read.value)
  if (!found.ok) return refused(found.failure)
  const { payin, payee } = found.value
  const requested = requestOf(gateway, request, { id, read: read.value, payin, payee })
  gateway.deps.tracing?.current()?.belongTo(requested.draft.key, { isFirst: true })
  const made = await turnsOf(gateway.journal).take(payin.key, () => decide(requested))
  if (made === undefined) return fail(BUSY)
  if (made.ok) return made
  return made.failure.by === 'rules' ? refused(made.failure.problem) : fail(made.failure.problem)
}

export interface RequestedRefund {
  readonly gateway: Gateway
  readonly request: RefundRequest
  readonly payin: Payment
  readonly read: ReadRefund
  readonly payee: RefundPayee | undefined
  readonly draft: RefundDraft
}

/** The payin to refund, and the payee that the merchant named, or a 404, 400, 403 or 422. */
export async function subjectOf(
  { database }: Pick<Gateway, 'database'>,
  request: RefundRequest,
  read: ReadRefund,
): Promise<Result<Pick<RequestedRefund, 'payin' | 'payee'>, Problem>> {
  const payin = await findPayment(database, request.profile.merchantCode, 'payin', read.idPayin)
  if (!payin) return fail(httpProblem('NOT_FOUND', 'You have no payin with this ID.'))
  const payee = readForPayin(read, payin)
  if (!payee.ok) return fail(validationFailed(payee.failure))
  const problem = payeeProblem(request, read) ?? (read.money && askerProblem(request, read.money))
  if (problem) return fail(problem)
  if (payin.status !== 'SUCCESS') return fail(notPaid(payin))
  return succeed({ payin, payee: payee.value })
}

export function requestOf(
  gateway: Gateway,
  request: RefundRequest,
  {
    id,
    read,
    ...subject
  }: Pick<RequestedRefund, 'payin' | 'payee' | 'read'> & { readonly id: MerchantOrderId },
): RequestedRefund {
  const at = gateway.deps.clock.now()
  return {
    gateway,
    request,
    read,
    ...subject,
    draft: {
      id,
      key: paymentKey(gateway.deps.randomness.uuidV7(at)),
      callbackUrl: read.callbackUrl ?? subject.payin.callbackUrl,
      requestHash: read.hash,
      apiVersion: request.apiVersion,
      createdAt: at,
    },
  }
}

type Refused = { readonly problem: Problem; readonly by: RefusedBy }
const byRules = (problem: Problem) => fail<Refused>({ problem, by: 'rules' })

/**
 * Decides on the sum of all earlier refunds, and again if another one was committed meanwhile. This ends, because a
 * payin has a limited number of refunds and each overtaking uses one up.
 */
async function decide(requested: RequestedRefund): Promise<Result<Payment, Refused>> {
  for (let overtaken = 0; overtaken <= MAX_REFUNDS; overtaken += 1) {
    const made = await decideOnce(requested)
    if (made !== 'again') return made
  }
  return fail({ problem: BUSY, by: 'commit' })
}

async function decideOnce(requested: RequestedRefund): Promise<Result<Payment, Refused> | 'again'> {
  const { gateway, draft, request } = requested
  const planned = await planOf(requested)
  if (!planned.ok) return byRules(planned.failure)
  const { ordered, found } = planned.value
  const taken = await accept(gateway, request.profile, draft, ordered)
  if (!goesByLook(taken)) await ordered.look.undo()
  switch (taken.type) {
    case 'taken':
      return succeed(taken.refund)
    case 'again':
      return 'again'
    case 'refused':
      return fail({ problem: taken.problem, by: taken.by })
    case 'declined':
      return byRules(declinedBy(requested, planned.value, [...found.declined, ...taken.declined]))
  }
}

/** A refund as it would be created now: amount, routes and price. */
export interface RefundPlan {
  readonly ordered: OrderedRefund
  readonly found: RefundRoutes
  readonly sums: RefundSums
}

/** @returns why it cannot be created */
export async function planOf(requested: RequestedRefund): Promise<Result<RefundPlan, Problem>> {
  const { gateway, payin, payee, draft, request, read } = requested
  const { profile } = request
  // Checked for each decision, because the money may have come into doubt while it waited for its turn.
  const doubt = await doubtOf(gateway, payin)
  if (doubt) return fail(DOUBTED[doubt])
  const refunds = (await refundsOf(gateway.database, payin)).filter(isOfCredit)
  const sums = sumsOf(payin, refunds)
  const money = moneyOf(requested, sums)
  const moneyProblem = askerProblem(request, money)
  if (moneyProblem) return fail(moneyProblem)
  if (refunds.length >= MAX_REFUNDS) return fail(tooMany())
  if (money.amountMinor > sums.refundableMinor || money.amountMinor <= 0n)
    return fail(exceeds({ ...money, amountMinor: sums.refundableMinor }))

  const others = refunds.filter(({ status }) => status !== 'FAILED' && status !== 'EXPIRED')
  const found = refundRoutesOf(
    gateway,
    profile,
    { payin, money, payee, others, sums, tried: [] },
    draft.createdAt,
  )
  const operator = request.by.type === 'OPERATOR' ? request.by.operator : undefined
  const offer = termsFor(profile, { payin, money, sums, payee, operator, read })
  const look = new FirstLook(gateway, { merchantId: payin.merchantId, money, operator })
  const { alongside = [] } = request
  return succeed({
    ordered: { ...offer, payin, money, refundRoutes: found.refundRoutes, look, alongside },
    found,
    sums,
  })
}

export const declinedBy = (
  { gateway, payin }: RequestedRefund,
  { ordered: { money }, found: { bound } }: RefundPlan,
  declined: RefundRoutes['declined'],
): Problem => noRoute(gateway, payin, money, { declined, bound })

/** Whether the approval policy was applied and its result used, or may have been. */
function goesByLook(taken: Taken): boolean {
  if (taken.type === 'refused') return taken.by === 'unknown'
  return taken.type === 'taken' && refundTerms(taken.refund).route !== 'CLAIM'
}

/** A missing amount means everything that is left. */
const moneyOf = ({ read, payin }: RequestedRefund, { refundableMinor }: RefundSums): Money =>
  read.money ?? { currency: payin.money.currency, amountMinor: refundableMinor }
