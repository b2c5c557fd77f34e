/**
 * How operators settle a case: all of it in one decision, or its money part by part.
 *
 *   assign     it is a payin's: that payin becomes a SUCCESS, if the table of transitions allows it
 *   credit     it is the merchant's without a payment: a second payment it keeps, a payout that came back after its SUCCESS.
 *              Not what came back of any other payout (`uncharged.ts`): the merchant would have it twice
 *   return     it is returned to its sender, by the payin's own rail or by a payout of the gateway itself, created with the
 *              decision (`returning.ts`). Or it was already returned from the account it came in on, with the bank's reference
 *              of that transfer. Or it had left that account before without being booked, as a failed payout, and came back
 *   write-off  it has no owner any more, or is missing for good: the gateway bears it, in `differences`
 *   close      a case without money is done; if a processor contradicts itself, which report was right, and what follows
 *
 * Each part is decided once, by whoever is first, in one commit with its postings, its line in the payment's history
 * and the decision itself. The last part closes the case. A case below zero (money missing) is settled by the same
 * operations with the opposite sign. Money passes between the books of two merchants by `transit`, which sums to zero
 * over all. Money of a test account never moves to a live merchant, or the other way round.
 */
import {
  changeId,
  type MerchantCode,
  type PaymentKey,
  paymentKey,
} from '@sluice/core/foundation/identifiers.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import { assert, fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Account, Posting } from '../ledger/accounts.ts'
import { type SuspendedIn, suspenseReleased } from '../ledger/postings.ts'
import {
  decisionOf,
  type ReturnSent,
  type SettleCall,
  type SettleFault,
  type Settlement,
} from './case-decision.ts'
import { type CaseContext, type CaseFile, findCase, GATEWAY } from './cases.ts'
import { type CaseDecision, type Change, type CommitResult, Undecided } from './change.ts'
import { corrected, correctionClaim, correctionOf, isOfCorrection } from './contradicted-reports.ts'
import { assigned, BY_CASE, settled } from './plans.ts'
import { isForTests } from './processor-names.ts'
import { findPayment } from './reading.ts'
import { unchargedBy } from './uncharged.ts'

/** @throws Undecided if it is not known whether it was settled: read the case again */
export async function settleCase(
  context: CaseContext,
  call: SettleCall,
): Promise<Result<CaseFile, SettleFault>> {
  const found = await findCase(context.database, call.caseKey)
  if (!found) return fail('NOT_FOUND')
  call.look?.(found)
  const decision = decisionOf(found, call)
  if (!decision.ok) return decision
  const change = await changeOf(context, found, call, decision.value)
  if (!change.ok) return change
  const fault = faultOf(await context.journal.commit({ ...change.value, alongside: call.alongside ?? [] }))
  if (fault) return fail(fault)
  const after = await findCase(context.database, call.caseKey)
  assert(after, 'a case stays')
  return succeed(after)
}

/** The change that carries out the decision, under the claim of its number. */
async function changeOf(
  context: CaseContext,
  found: CaseFile,
  { settlement }: SettleCall,
  decision: CaseDecision,
): Promise<Result<Change, SettleFault>> {
  const { money } = decision
  switch (settlement.action) {
    case 'assign':
      assert(money, 'only cases with money are assigned')
      return assignment(context, found, settlement, decision, money)
    case 'credit': {
      assert(money, 'only cases with money are credited')
      if (isOfTests(found) !== settlement.to.isTest) return fail('TEST_AND_LIVE')
      const untaken = await unchargedBy(context, found)
      if (untaken) return fail(untaken)
      const { merchantId } = settlement.to
      const lines = suspenseReleased(money, sourceFor(found, merchantId), 'available')
      return succeed(fund(context, found, decision, { merchantId, lines, money }))
    }
    case 'return':
      assert(money, 'only cases with money are returned')
      if (settlement.by === 'PROCESSOR')
        return succeed(sending(context, found, decision, settlement.sends, money))
      return succeed(
        inPlace(context, found, decision, suspenseReleased(money, 'suspense', clearingOf(found))),
      )
    case 'write-off':
      assert(money, 'only cases with money are written off')
      return succeed(inPlace(context, found, decision, suspenseReleased(money, 'suspense', 'differences')))
    case 'close':
      return settlement.right === 'LATER'
        ? correcting(context, found, decision)
        : succeed(inPlace(context, found, decision, []))
  }
}

async function assignment(
  context: CaseContext,
  found: CaseFile,
  { to, acceptDifference }: Extract<Settlement, { action: 'assign' }>,
  decision: CaseDecision,
  money: Money,
): Promise<Result<Change, SettleFault>> {
  const payment = await findPayment(context.database, to.merchantId, 'payin', to.id)
  if (!payment) return fail('NO_PAYMENT')
  if (isOfTests(found) !== payment.isTest) return fail('TEST_AND_LIVE')
  // Missing money cannot pay a payin.
  if (money.amountMinor < 0n) return fail('AMOUNT')
  const at = context.deps.clock.now()
  const plan = {
    reason: reasonOf(decision),
    confirmation: `${BY_CASE}${decision.caseKey}#${decision.part}`,
    taken: money,
    acceptDifference,
    from: sourceFor(found, to.merchantId),
    at,
  }
  return succeed({
    ...begun(context, decision, to.merchantId),
    subject: { type: 'move', kind: 'payin', id: to.id, decide: (current) => assigned(current, plan) },
    ...passedBy(context, found, decision, to.merchantId, money),
  })
}

/** The later report was right: the books are corrected, and a new case decides who bears it. */
async function correcting(
  context: CaseContext,
  found: CaseFile,
  decision: CaseDecision,
): Promise<Result<Change, SettleFault>> {
  const { payment: about, merchantId } = found
  const payment = about && (await findPayment(context.database, merchantId, about.kind, about.id))
  if (!payment) return fail('NO_PAYMENT')
  const correction = correctionOf(found, payment)
  if (!correction.ok) return correction
  const { value } = correction
  if (!value) return succeed(inPlace(context, found, decision, []))
  const plan = settled(reasonOf(decision), [])
  const follows = corrected(found, value, payment, newKey(context))
  const begins = begun(context, decision, merchantId)
  return succeed({
    ...begins,
    claims: [...begins.claims, correctionClaim(payment)],
    subject: {
      type: 'move',
      kind: payment.kind,
      id: payment.id,
      decide: () => ({ plan: { ...plan, ...follows } }),
    },
  })
}

/** In the books of the case: as a line in its payment's history, or by itself. */
function inPlace(
  context: CaseContext,
  found: CaseFile,
  decision: CaseDecision,
  postings: readonly Posting[],
): Change {
  const { payment, merchantId } = found
  if (!payment) return fund(context, found, decision, { merchantId, lines: postings, money: decision.money })
  const plan = settled(reasonOf(decision), postings)
  return {
    ...begun(context, decision, merchantId),
    subject: { type: 'move', kind: payment.kind, id: payment.id, decide: () => ({ plan }) },
  }
}

/** The money moves from suspense to reserved, with the payout that sends it. */
function sending(
  context: CaseContext,
  found: CaseFile,
  decision: CaseDecision,
  { payment, steps, claims }: ReturnSent,
  money: Money,
): Change {
  const { merchantId, request } = payment
  assert(
    request.caseReturn?.caseKey === found.key && request.caseReturn.part === decision.part,
    'what goes back is of this part of the case',
  )
  assert(
    request.refund?.excess ? merchantId === found.merchantId : merchantId === GATEWAY,
    "what goes back is a payout of the gateway's own, or goes by its payin's rail",
  )
  assert(payment.money.amountMinor === money.amountMinor, 'it pays what was decided')
  const postings = suspenseReleased(money, sourceFor(found, merchantId), 'reserved')
  const begins = begun(context, decision, merchantId)
  return {
    ...begins,
    claims: [...begins.claims, ...claims],
    subject: { type: 'create', payment, reason: reasonOf(decision), postings, steps },
    ...passedBy(context, found, decision, merchantId, money),
  }
}

function fund(
  context: CaseContext,
  found: CaseFile,
  decision: CaseDecision,
  to: {
    readonly merchantId: MerchantCode
    readonly lines: readonly Posting[]
    readonly money: Money | undefined
  },
): Change {
  const key = newKey(context)
  const elsewhere = to.money ? passedBy(context, found, decision, to.merchantId, to.money) : {}
  return {
    ...begun(context, decision, to.merchantId),
    subject: { type: 'fund', key, reason: reasonOf(decision), postings: to.lines, cases: [] },
    ...elsewhere,
  }
}

const newKey = ({ deps }: CaseContext): PaymentKey => paymentKey(deps.randomness.uuidV7(deps.clock.now()))

const reasonOf = ({ action, caseKey, part }: CaseDecision): string => `case ${action}: ${caseKey}#${part}`

function begun(context: CaseContext, decision: CaseDecision, merchantId: MerchantCode) {
  const at = context.deps.clock.now()
  return {
    changeId: changeId(context.deps.randomness.uuidV7(at)),
    merchantId,
    at,
    actor: `operator:${decision.operator}` as const,
    claims: [
      { owner: decision.merchantId, scope: 'case' as const, value: `${decision.caseKey}#${decision.part}` },
    ],
    // A key of its own: of two decisions about one payment at the same time, the second finds the number taken.
    claimKey: newKey(context),
    settles: decision,
  }
}

const sourceFor = (found: CaseFile, merchantId: MerchantCode): SuspendedIn =>
  found.merchantId === merchantId ? 'suspense' : 'transit'

/** The other half, in the books that the money leaves. */
function passedBy(
  context: CaseContext,
  found: CaseFile,
  decision: CaseDecision,
  to: MerchantCode,
  money: Money,
): Pick<Change, 'elsewhere'> {
  if (found.merchantId === to) return {}
  const postings = suspenseReleased(money, 'suspense', 'transit')
  return {
    elsewhere: { merchantId: found.merchantId, key: newKey(context), reason: reasonOf(decision), postings },
  }
}

/** The account that the money came in on. */
function clearingOf({ processor }: CaseFile): Account {
  assert(processor !== undefined, 'money came in on an account of somebody')
  return `clearing:${processor}`
}

/** Whether the money is a test merchant's. */
export const isOfTests = ({ processor }: CaseFile): boolean =>
  processor !== undefined && isForTests(processor)

function faultOf(outcome: CommitResult): SettleFault | undefined {
  switch (outcome.type) {
    case 'done':
      return undefined
    case 'claimed':
      return isOfCorrection(outcome.claim) ? 'CORRECTED' : 'RACED'
    case 'short':
      return 'SHORT'
    case 'absent':
      return 'NO_PAYMENT'
    case 'refused':
      return outcome.refusal === 'AMOUNT_DIFFERS' ? 'AMOUNT_DIFFERS' : 'INVALID_STATE'
    case 'shed':
    case 'unavailable':
    case 'unknown':
      throw new Undecided('the settlement of a case', outcome)
    // The payout of that part was created before.
    case 'duplicate':
      return 'RACED'
  }
}
