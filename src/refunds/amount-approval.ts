/**
 * A refund may wait for an operator before it goes its first way: the act `refund` of the approvals' policy, whoever asked for it.
 *
 * It is asked once. Where the payer is first to say where the money is to go, it is asked then, with the payee in what is approved
 * (`claim-approval.ts`), and not before. While a refund waits its money is set aside and counts against its payin, nobody has it, and
 * no processor is asked. Approved, it goes on in the commit that decides; rejected, or after the approval's time, it has failed and the
 * money is the merchant's again. A merchant is no operator: any operator of the role may approve what it asks for. What an operator asks
 * for in its place counts towards the merchant's limit all the same, and another operator approves it.
 */

import type { Gateway } from '../api/gateway.ts'
import { moneyText } from '../api/requests.ts'
import type { ApprovedAnswer } from '../approvals/answers.ts'
import type { Approval, Asker } from '../approvals/approval.ts'
import type { ApprovedRun, Need } from '../approvals/approvals.ts'
import { moneyWords } from '../catalogue/amounts.ts'
import { fail, type Result, succeed } from '../foundation/result.ts'
import { auditCall } from '../identity/operators/audit.ts'
import type { Payment, RefundOperator, RefundTerms } from '../payments/model.ts'
import { giveUpHeld, HOLD_ROLE, heldParameters, heldRefund, mustBeAllowed, notSent } from './held.ts'
import { goOn } from './passing.ts'

/** What is approved, as the approvals name it. */
const RUNS = 'POST /refunds/{idRefund}'

interface RefundApprovalRequest extends Pick<Payment, 'merchantId' | 'money'> {
  readonly operator: RefundOperator | undefined
}

/** An operator who asks in somebody's place does not approve it, and it counts towards that one's limit. */
export const requestedInPlaceOf = (asker: Asker, operator: RefundOperator | undefined) =>
  operator ? { asker: operator, spender: asker } : { asker }

/** All refunds of a merchant count together, so that nothing is gained by many small ones. */
const requestedBy = ({ merchantId, operator }: Omit<RefundApprovalRequest, 'money'>) =>
  requestedInPlaceOf({ id: undefined, name: `merchant ${merchantId}` }, operator)

export const needsLook = (
  { approvals }: Pick<Gateway, 'approvals'>,
  refund: RefundApprovalRequest,
): Promise<Need> =>
  approvals.needs({ operation: 'refund', money: refund.money, ...requestedBy(refund), role: HOLD_ROLE })

/** Whether an operator has to look before a refund is taken on: asked once for each decision, and not before it has a way. */
export class FirstLook {
  readonly #ask: () => Promise<Need>
  #need: Promise<Need> | undefined

  constructor(gateway: Pick<Gateway, 'approvals'>, refund: RefundApprovalRequest) {
    this.#ask = () => needsLook(gateway, refund)
  }

  async isNeeded(): Promise<boolean> {
    this.#need ??= this.#ask()
    return (await this.#need).type === 'ASK'
  }

  /** Nothing was taken on: it does not count towards the limit of the day. */
  async undo(): Promise<void> {
    const need = await this.#need
    if (need?.type === 'FREE') await need.undo()
  }
}

/** What a refund waits for that would go this way. */
export function amountApproval(
  { approvals }: Pick<Gateway, 'approvals'>,
  { merchantId, id, key, money }: Pick<Payment, 'merchantId' | 'id' | 'key' | 'money'>,
  { idPayin, reason, route, payee, operator }: RefundTerms,
): Approval {
  const { amount, currencyCode } = moneyText(money)
  const shown = {
    merchantCode: merchantId,
    idRefund: id,
    idPayin,
    money: { amount, currencyCode },
    reason,
    route,
    ...(payee && { payee }),
  }
  return approvals.prepare({
    operation: 'refund',
    runs: RUNS,
    role: HOLD_ROLE,
    ...requestedBy({ merchantId, operator }),
    money,
    summary: `Give ${moneyWords(money)} of payin ${idPayin} of ${merchantId} back: refund ${id}, by ${route}`,
    about: key,
    request: {
      target: `/refunds/${id}`,
      parameters: heldParameters({ merchantId, id }),
      body: Buffer.from(JSON.stringify(shown, null, 2)),
    },
  })
}

/** Says how such an act is done, and undone: when the gateway is put together. */
export function registerAmountApprovals(gateway: Gateway): void {
  gateway.approvals.whenApproved(RUNS, {
    approve: (run) => approved(gateway, run),
    reject: (approval, line) => giveUpHeld(gateway, approval, line),
  })
}

async function approved(gateway: Gateway, run: ApprovedRun): Promise<Result<ApprovedAnswer, 'STALE'>> {
  const refund = await heldRefund(gateway, run.approval)
  if (!refund) return fail('STALE')
  mustBeAllowed(run.approver, refund)
  const gone = await goOn(gateway, refund, {
    why: 'it is approved',
    asks: 'step',
    actor: `operator:${run.approver.name}`,
    alongside: [auditCall(run.line())],
  })
  if (gone === 'moved') return fail('STALE')
  if (gone === 'nobody')
    throw await notSent(gateway, refund, 'No processor of the merchant gives it back now; it still waits.')
  const { id: idRefund, status } = gone
  return succeed({ status: 200, body: { idRefund, status } })
}
