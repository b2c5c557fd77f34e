/** One entry that paid several payins: the parts of a case's money, each assigned in a commit of its own, after all were looked at. */
import type { MerchantCode, MerchantOrderId } from '../foundation/identifiers.ts'
import type { Money } from '../foundation/money.ts'
import { fail, type Result, succeed } from '../foundation/result.ts'
import { type CaseContext, type CaseFile, findCase } from './cases.ts'
import { assigned } from './plans.ts'
import { findPayment } from './reading.ts'
import { isOfTests, type SettleCall, type SettleFault, settleCase } from './settling.ts'

export interface SplitPart {
  readonly to: { readonly merchantId: MerchantCode; readonly id: MerchantOrderId }
  readonly money: Money
  readonly acceptDifference: boolean
}

export interface SplitFault {
  readonly fault: SettleFault
  /** Which part, from 0; undefined: the case itself, or all together. */
  readonly part: number | undefined
  /** How many before it are settled: they stay so, and the rest of the case stays open. */
  readonly settled: number
}

export interface SplitCall {
  readonly caseKey: string
  readonly parts: readonly SplitPart[]
  readonly operator: string
  readonly note: string | undefined
  /** Of the first part's commit: see `SettleCall`. */
  readonly look?: SettleCall['look']
  readonly alongside?: SettleCall['alongside']
}

/**
 * Nothing is begun where any part can not be, as things stand; what a race brings after that ends the split there.
 * @throws Undecided where nobody can say: look at the case
 */
export async function splitCase(
  context: CaseContext,
  call: SplitCall,
): Promise<Result<CaseFile, SplitFault>> {
  const { caseKey, parts, operator, note, look, alongside } = call
  const found = await findCase(context.database, caseKey)
  const whole = (fault: SettleFault) => fail({ fault, part: undefined, settled: 0 })
  if (!found) return whole('NOT_FOUND')
  if (found.closedAt !== undefined) return whole('CLOSED')
  if (!found.money) return whole('NO_MONEY')
  const sum = parts.reduce((all, { money }) => all + money.amountMinor, 0n)
  if (sum > found.leftMinor) return whole('AMOUNT')
  for (const [part, each] of parts.entries()) {
    const fault = await partFault(context, found, each)
    if (fault) return fail({ fault, part, settled: 0 })
  }
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

async function partFault(
  context: CaseContext,
  found: CaseFile,
  { to, money, acceptDifference }: SplitPart,
): Promise<SettleFault | undefined> {
  const payment = await findPayment(context.database, to.merchantId, 'payin', to.id)
  if (!payment) return 'NO_PAYMENT'
  if (payment.isTest !== isOfTests(found)) return 'TEST_AND_LIVE'
  if (money.currency !== found.money?.currency) return 'AMOUNT'
  const planned = assigned(payment, {
    confirmation: '',
    reason: '',
    taken: money,
    acceptDifference,
    from: 'suspense',
    at: context.deps.clock.now(),
  })
  if ('plan' in planned) return undefined
  return planned.refusal === 'AMOUNT_DIFFERS' ? 'AMOUNT_DIFFERS' : 'INVALID_STATE'
}
