/**
 * One merchant's settlement: a payment of its own kind, created once for a day.
 *
 * Promises: its ID is made of currency and day, so the payment's unique key ensures that a day is settled once, on
 * several nodes and after every crash. The amount is reserved in the commit that creates it. If the day's settlement
 * has definitely failed (FAILED, REFUSED), another run may create the next one for that day, with a number. Settlements
 * have no fees, which were charged with the payins. Never waits for a network: a processor that needs one is called by
 * a step of the payment.
 */
import { amountRange } from '@sluice/core/catalogue/limits.ts'
import type { Operator } from '@sluice/core/catalogue/operators.ts'
import type { PaymentMethod } from '@sluice/core/catalogue/payment-method.ts'
import { type MethodRequest, validateMethodRequest } from '@sluice/core/catalogue/validate-request.ts'
import { changeId, type MerchantOrderId, paymentKey } from '@sluice/core/foundation/identifiers.ts'
import { type Minor, type Money, ZERO } from '@sluice/core/foundation/money.ts'
import type { Claim } from '@sluice/core/payment/claims.ts'
import { JUST_MADE, type Payment } from '@sluice/core/payment/model.ts'
import type { DeclinedBy, Processor } from '@sluice/core/processor/port.ts'
import type { Gateway } from '../api/gateway.ts'
import { API_VERSION } from '../http/first-checks.ts'
import { payoutReserved } from '../ledger/postings.ts'
import type { MerchantProfile } from '../merchants/directory.ts'
import { Undecided } from '../payments/change.ts'
import { findPayment } from '../payments/reading.ts'
import { MAX_CLAIM_TRIES } from '../processing/acceptance.ts'
import { reasonsOf, routeOf } from '../processing/route.ts'
import type { SettlementItem } from './runs.ts'

export type Settled =
  | { readonly state: 'PAID'; readonly id: string; readonly paidMinor: Minor }
  | { readonly state: 'BELOW_MINIMUM' }
  | { readonly state: 'SETTLED_BEFORE'; readonly id: string }
  /** For an operator, without personal data. */
  | { readonly state: 'REFUSED'; readonly detail: string }

export type PayingGateway = Pick<
  Gateway,
  'database' | 'deps' | 'journal' | 'merchants' | 'processors' | 'acceptances'
>

/** Failed settlements of one day after which an operator has to look. */
const MAX_ATTEMPTS_A_DAY = 9

/** `THB-2026-11-23`, and `THB-2026-11-23.2` after one that failed. */
export const settlementId = ({ currency, day }: SettlementItem, attempt: number): MerchantOrderId =>
  `${currency}-${day}${attempt === 1 ? '' : `.${attempt}`}` as MerchantOrderId

const refused = (detail: string): Settled => ({ state: 'REFUSED', detail })

/** The old terms no longer apply, and whoever approved the run did not see the new ones. */
const CHANGED_SINCE =
  'account, reserve or minimum of its terms were changed after the run was prepared; a new run uses the new terms'

/**
 * @param payableMinor the amount available now, which may be less than planned
 * @throws Undecided if it is unknown whether it was created: try again
 */
export async function settle(
  gateway: PayingGateway,
  item: SettlementItem,
  payableMinor: Minor,
): Promise<Settled> {
  const settled = await settledNow(gateway, item, payableMinor)
  const isUnpaid = settled.state === 'REFUSED' || settled.state === 'BELOW_MINIMUM'
  // The balance may be too low because this settlement was paid and only the answer was lost.
  return (isUnpaid ? await madeBefore(gateway, item) : undefined) ?? settled
}

async function settledNow(
  gateway: PayingGateway,
  item: SettlementItem,
  payableMinor: Minor,
): Promise<Settled> {
  const { agreement, plannedMinor, currency, isAgreedNow } = item
  const profile = await gateway.merchants.find(item.merchantId)
  if (!profile) return refused('there is no such merchant')
  if (profile.status === 'SUSPENDED') return refused('the merchant is suspended')
  if (!isAgreedNow) return refused(CHANGED_SINCE)
  const amountMinor = payableMinor < plannedMinor ? payableMinor : plannedMinor
  if (amountMinor <= 0n || amountMinor < agreement.minimumMinor) return { state: 'BELOW_MINIMUM' }
  const money: Money = { currency, amountMinor }
  const request = validateMethodRequest('payout', agreement.payee, currency)
  if (!request.ok) {
    const [fault] = request.failure
    return refused(`the payee of the terms: ${fault?.path ?? ''} ${fault?.message ?? ''}`)
  }
  const outOfRange = rangeFault(request.value, money)
  if (outOfRange !== undefined) return refused(outOfRange)
  for (let attempt = 1; attempt <= MAX_ATTEMPTS_A_DAY; attempt++) {
    const made = await placed(
      gateway,
      profile,
      draftOf(gateway, profile, item, request.value, money, attempt),
    )
    if (made !== 'FAILED_BEFORE') return made
  }
  return refused(`${MAX_ATTEMPTS_A_DAY} settlements of this day have failed`)
}

/** The settlement of this day that was created before and has not failed, if there is one. */
async function madeBefore(gateway: PayingGateway, item: SettlementItem): Promise<Settled | undefined> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS_A_DAY; attempt++) {
    const id = settlementId(item, attempt)
    const existing = await findPayment(gateway.database, item.merchantId, 'settlement', id)
    if (!existing) return undefined
    const settled = byThat(existing, item)
    if (settled !== 'FAILED_BEFORE') return settled
  }
  return undefined
}

/** What an existing settlement with that ID means for this item. */
function byThat(existing: Payment, { runId }: { readonly runId: string }): Settled | 'FAILED_BEFORE' {
  if (existing.request.settlement?.runId === runId)
    return { state: 'PAID', id: existing.id, paidMinor: existing.money.amountMinor }
  return existing.status === 'FAILED' || existing.status === 'REFUSED'
    ? 'FAILED_BEFORE'
    : { state: 'SETTLED_BEFORE', id: existing.id }
}

function rangeFault({ method, operator }: MethodRequest<PaymentMethod>, money: Money): string | undefined {
  const rules = method.currencies.get(money.currency)
  if (!rules) return `${method.code} is not offered in ${money.currency}`
  const { minMinor, maxMinor } = operator ? amountRange(rules, operator) : rules
  if (money.amountMinor < minMinor) return `below the minimum of ${method.code}`
  return money.amountMinor > maxMinor ? `above the maximum of ${method.code}` : undefined
}

type Draft = Omit<Payment, 'processor'>

function draftOf(
  { deps }: PayingGateway,
  { merchant, isTest }: MerchantProfile,
  item: SettlementItem,
  request: MethodRequest<PaymentMethod>,
  money: Money,
  attempt: number,
): Draft {
  const now = deps.clock.now()
  const operator: Operator | undefined = request.operator
  return {
    merchantId: item.merchantId,
    kind: 'settlement',
    id: settlementId(item, attempt),
    key: paymentKey(deps.randomness.uuidV7(now)),
    isTest,
    money,
    feeMinor: ZERO,
    vatMinor: ZERO,
    method: request.method.code,
    operator: operator?.code,
    request: { ...request.fields, settlement: { runId: item.runId, day: item.day } },
    requestHash: `${item.runId} ${item.day}`,
    callbackUrl: merchant.callbackUrl ?? '',
    apiVersion: Number(API_VERSION),
    createdAt: now,
    status: 'NEW',
    ...JUST_MADE,
    expireAt: undefined,
  }
}

/** Tries the processors of the merchant's product in order; the first that accepts gets the payment. */
async function placed(
  gateway: PayingGateway,
  profile: MerchantProfile,
  draft: Draft,
): Promise<Settled | 'FAILED_BEFORE'> {
  const named = profile.product(draft.method, draft.money.currency)?.processors
  const route = routeOf(gateway.processors, draft, named, draft.createdAt)
  const declined: DeclinedBy[] = [...route.declined]
  for (const processor of route.candidates) {
    const payment: Payment = { ...draft, processor: processor.name }
    const check = await processor.check(payment)
    if (check.type === 'declined') {
      declined.push({ ...check, processor: processor.name })
      continue
    }
    if (check.type !== 'fine') return refused(`${processor.name}: it does not pay this account`)
    const made = await madeBy(gateway, profile, processor, payment)
    if (made !== 'DECLINED') return made
  }
  return refused(reasonsOf(declined))
}

async function madeBy(
  gateway: PayingGateway,
  { merchant }: MerchantProfile,
  processor: Processor,
  payment: Payment,
): Promise<Settled | 'FAILED_BEFORE' | 'DECLINED'> {
  const taken: Claim[] = []
  while (taken.length < MAX_CLAIM_TRIES) {
    const accepted = await gateway.acceptances.inline(processor, payment, merchant.name, taken)
    if (accepted.type === 'declined') return 'DECLINED'
    const outcome = await gateway.journal.commit({
      changeId: changeId(gateway.deps.randomness.uuidV7(payment.createdAt)),
      merchantId: payment.merchantId,
      at: payment.createdAt,
      actor: 'gateway',
      claims: accepted.claims,
      claimKey: accepted.claims.length === 0 ? undefined : payment.key,
      subject: {
        type: 'create',
        payment: accepted.payment,
        reason: 'settlement',
        postings: payoutReserved(payment.money, payment),
        steps: accepted.steps,
      },
    })
    if (outcome.type !== 'done' && outcome.type !== 'unknown' && outcome.type !== 'unavailable')
      processor.dropped?.(payment)
    switch (outcome.type) {
      case 'done':
        return { state: 'PAID', id: payment.id, paidMinor: payment.money.amountMinor }
      case 'duplicate':
        return duplicated(gateway, payment)
      case 'short':
        return refused('the balance was spent in the meantime')
      case 'claimed':
        taken.push(outcome.claim)
        continue
      case 'shed':
      case 'unavailable':
      case 'unknown':
        throw new Undecided('a settlement', outcome)
      case 'refused':
      case 'absent':
        throw new Error(`a create cannot end as ${outcome.type}`)
    }
  }
  return 'DECLINED'
}

async function duplicated(
  { database }: PayingGateway,
  { merchantId, id, request }: Payment,
): Promise<Settled | 'FAILED_BEFORE'> {
  const existing = await findPayment(database, merchantId, 'settlement', id)
  return existing && request.settlement ? byThat(existing, request.settlement) : refused('its ID is taken')
}
