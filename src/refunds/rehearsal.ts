/**
 * What would become of a refund, for whoever looks before it is made: how much goes back, by which way and to whom, what it costs, who has
 * to act first and until when, or why it would be refused.
 *
 * Decided as a create decides (`create.ts`), up to the processor that would be asked first. Keeps nothing, asks nobody to take anything on
 * and counts towards no limit: what it says holds for this moment. Balances are not asked, so a create can still find too little.
 */

import type { Gateway } from '../api/gateway.ts'
import { readId } from '../api/requests.ts'
import { APPROVAL_LASTS_MS } from '../approvals/approval.ts'
import type { RefundRoute } from '../catalogue/refund-rules.ts'
import type { Instant } from '../foundation/deps.ts'
import { type Money, minor } from '../foundation/money.ts'
import { assert, fail, type Result, succeed } from '../foundation/result.ts'
import { type Problem, validationFailed } from '../http/problems.ts'
import type { RefundPayee } from '../payments/model.ts'
import { firstRoute, REFUND } from './accepting.ts'
import { declinedBy, planOf, type RefundPlan, requestOf, subjectOf } from './create.ts'
import { type RefundRequest, readRefund } from './reading.ts'
import type { RefundRouteOption } from './refund-route.ts'
import { CLAIM_DAYS } from './stages.ts'

const DAY_MS = 86_400_000

export interface RefundRehearsal {
  readonly money: Money
  /** What is left of the payin, this refund included. */
  readonly refundable: Money
  readonly route: RefundRoute
  /** Who would be asked to send it; undefined: nobody yet. */
  readonly processor: string | undefined
  readonly payee: RefundPayee | undefined
  readonly fee: Money
  readonly vat: Money
  /** Of the payin's own fee and VAT, given back to the merchant. */
  readonly feeReversal: Money
  /** Who has to act before it goes, and until when. */
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
  // The payer is asked first, and then the operator, who sees whom the payer has named.
  if (route === 'CLAIM') return { for: 'PAYEE', until: now + CLAIM_DAYS * DAY_MS }
  const isHeld = await look.isNeeded()
  await look.undo()
  if (isHeld) return { for: 'APPROVAL', until: now + APPROVAL_LASTS_MS }
  return route === 'MANUAL' ? { for: 'OPERATOR' } : undefined
}
