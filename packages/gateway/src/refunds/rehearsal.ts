/**
 * Previews a refund before it is created: the amount, route and payee, the price, who has to act first and until when,
 * or why it would be refused.
 *
 * Decided like a create (`create.ts`), up to the first processor that would be called. It stores nothing, asks no
 * processor to accept anything and counts towards no limit, so the result holds only for this moment. Balances are not
 * checked, so a create can still find too little.
 */
import type { RefundRoute } from '@sluice/core/catalogue/refund-rules.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { type Money, minor } from '@sluice/core/foundation/money.ts'
import { assert, fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { RefundPayee } from '@sluice/core/payment/model.ts'
import type { Gateway } from '../api/gateway.ts'
import { readId } from '../api/requests.ts'
import { APPROVAL_LASTS_MS } from '../approvals/approval.ts'
import { type Problem, validationFailed } from '../http/problems.ts'
import { firstRoute, REFUND } from './accepting.ts'
import { declinedBy, planOf, type RefundPlan, requestOf, subjectOf } from './create.ts'
import { type RefundRequest, readRefund } from './reading.ts'
import type { RefundRouteOption } from './refund-route.ts'
import { CLAIM_DAYS } from './stages.ts'

const DAY_MS = 86_400_000

export interface RefundRehearsal {
  readonly money: Money
  /** What is left of the payin, including this refund. */
  readonly refundable: Money
  readonly route: RefundRoute
  /** The processor that would send it; undefined: none yet. */
  readonly processor: string | undefined
  readonly payee: RefundPayee | undefined
  readonly fee: Money
  readonly vat: Money
  /** The part of the payin's fee and VAT that is returned to the merchant. */
  readonly feeReversal: Money
  /** Who has to act before it goes out, and until when. */
  readonly waits: { readonly for: 'APPROVAL' | 'PAYEE' | 'OPERATOR'; readonly until?: Instant } | undefined
}

/** @returns why it would be refused */
export async function rehearseRefund(
  gateway: Gateway,
  request: Omit<RefundRequest, 'id' | 'apiVersion'>,
): Promise<Result<RefundRehearsal, Problem>> {
  const id = readId('rehearsal', REFUND.idName)
  assert(id.ok, 'a rehearsal has an ID')
  const whole = { ...request, id: id.value, apiVersion: 2 }
  const read = readRefund(gateway, whole)
  if (!read.ok) return fail(validationFailed(read.failure))
  const subject = await subjectOf(gateway, whole, read.value)
  if (!subject.ok) return subject
  const requested = requestOf(gateway, whole, { id: id.value, read: read.value, ...subject.value })
  const planned = await planOf(requested)
  if (!planned.ok) return planned
  const { ordered, found } = planned.value
  const { refundRoute, declined } = await firstRoute(gateway, requested.draft, ordered)
  if (!refundRoute) return fail(declinedBy(requested, planned.value, [...found.declined, ...declined]))
  const now = requested.draft.createdAt
  return succeed({
    ...reportedOf(planned.value, refundRoute),
    waits: await waitsFor(planned.value, refundRoute, now),
  })
}

function reportedOf(
  { ordered, sums }: RefundPlan,
  refundRoute: RefundRouteOption,
): Omit<RefundRehearsal, 'waits'> {
  const { money, charges, terms } = ordered
  const of = (amountMinor: bigint): Money => ({ currency: money.currency, amountMinor: minor(amountMinor) })
  return {
    money,
    refundable: of(sums.refundableMinor),
    route: refundRoute.route,
    processor: 'processor' in refundRoute ? refundRoute.processor.name : undefined,
    payee: refundRoute.route === 'PAYOUT' ? refundRoute.payee : undefined,
    fee: of(charges.feeMinor),
    vat: of(charges.vatMinor),
    feeReversal: of(BigInt(terms.feeBackMinor ?? 0) + BigInt(terms.vatBackMinor ?? 0)),
  }
}

async function waitsFor(
  { ordered: { look } }: RefundPlan,
  { route }: RefundRouteOption,
  now: Instant,
): Promise<RefundRehearsal['waits']> {
  // With a claim the payer chooses first; the operator then also sees the chosen payee.
  if (route === 'CLAIM') return { for: 'PAYEE', until: now + CLAIM_DAYS * DAY_MS }
  const isHeld = await look.isNeeded()
  await look.undo()
  if (isHeld) return { for: 'APPROVAL', until: now + APPROVAL_LASTS_MS }
  return route === 'MANUAL' ? { for: 'OPERATOR' } : undefined
}
