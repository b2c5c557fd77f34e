/**
 * One bank entry that paid several payins: the parts of a case's money, each assigned in a separate commit, after all
 * were checked.
 */
import type { MerchantCode, MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { SettleCall, SettleFault } from './case-decision.ts'
import { type CaseContext, type CaseFile, findCase } from './cases.ts'
import { assigned } from './plans.ts'
import { findPayment } from './reading.ts'
import { isOfTests, settleCase } from './settling.ts'

export interface SplitPart {
  readonly to: { readonly merchantId: MerchantCode; readonly id: MerchantOrderId }
  readonly money: Money
  readonly acceptDifference: boolean
}

export interface SplitFault {
  readonly fault: SettleFault
  /** Which part, from 0; undefined: the case itself, or all together. */
  readonly part: number | undefined
  /** How many parts before it are settled. They stay so, and the rest of the case stays open. */
  readonly settled: number
}

export interface SplitCall {
  readonly caseKey: string
  readonly parts: readonly SplitPart[]
  readonly operator: string
  readonly note: string | undefined
  /** For the first part's commit: see `SettleCall`. */
  readonly look?: SettleCall['look']
  readonly alongside?: SettleCall['alongside']
}

/**
 * Starts only if every part can be assigned at present. If a concurrent change prevents a later part, the split ends
 * there.
 * @throws Undecided if the outcome is not known: read the case again
 */
export async function splitCase(
  context: CaseContext,
  call: SplitCall,
): Promise<Result<CaseFile, SplitFault>> {
  const { caseKey, parts, operator, note, look, alongside } = call
  const found = await findCase(context.database, caseKey)
  if (!found) return fail({ fault: 'NOT_FOUND', part: undefined, settled: 0 })
  const payins = await payinsOfParts(context, found, parts)
  if (!payins.ok) return payins
  let after: CaseFile = found
  for (const [part, { to, money, acceptDifference }] of parts.entries()) {
    const settlement = { action: 'assign', to, money, acceptDifference } as const
    const first = part === 0 && { ...(look && { look }), ...(alongside && { alongside }) }
    const settled = await settleCase(context, { caseKey, settlement, operator, note, ...first })
    if (!settled.ok) return fail({ fault: settled.failure, part, settled: part })
    after = settled.value
  }
  return succeed(after)
}

/** The payins that would get these parts of a case's money at present; or which part cannot be assigned, and why. */
export async function payinsOfParts(
  context: CaseContext,
  found: CaseFile,
  parts: readonly SplitPart[],
): Promise<Result<readonly Payment[], SplitFault>> {
  const whole = (fault: SettleFault) => fail({ fault, part: undefined, settled: 0 })
  if (found.closedAt !== undefined) return whole('CLOSED')
  if (!found.money) return whole('NO_MONEY')
  const sum = parts.reduce((all, { money }) => all + money.amountMinor, 0n)
  if (sum > found.leftMinor) return whole('AMOUNT')
  const payins: Payment[] = []
  for (const [part, each] of parts.entries()) {
    const payin = await payinOfPart(context, found, each)
    if (!payin.ok) return fail({ fault: payin.failure, part, settled: 0 })
    payins.push(payin.value)
  }
  return succeed(payins)
}

async function payinOfPart(
  context: CaseContext,
  found: CaseFile,
  { to, money, acceptDifference }: SplitPart,
): Promise<Result<Payment, SettleFault>> {
  const payment = await findPayment(context.database, to.merchantId, 'payin', to.id)
  if (!payment) return fail('NO_PAYMENT')
  if (payment.isTest !== isOfTests(found)) return fail('TEST_AND_LIVE')
  // Missing money cannot pay a payin.
  if (money.currency !== found.money?.currency || money.amountMinor <= 0n) return fail('AMOUNT')
  const planned = assigned(payment, {
    confirmation: '',
    reason: '',
    taken: money,
    acceptDifference,
    from: 'suspense',
    at: context.deps.clock.now(),
  })
  if ('plan' in planned) return succeed(payment)
  return fail(planned.refusal === 'AMOUNT_DIFFERS' ? 'AMOUNT_DIFFERS' : 'INVALID_STATE')
}
