/**
 * A refund may need an operator's approval before it goes out: the operation `refund` of the approval policy, whoever
 * requested it.
 *
 * The policy is applied once. If the payer first has to choose an account, it is applied then, with the payee as part
 * of what is approved (`claim-approval.ts`). While a refund waits, its money is reserved and counts against its payin,
 * no processor has it, and none is called. When it is approved, it goes out in the commit of the approval. When it is
 * rejected or the approval expires, it has failed and the money is the merchant's again. A merchant is no operator, so
 * any operator with the role may approve its refunds. A refund that an operator requests for a merchant still counts
 * towards the merchant's limit, and another operator must approve it.
 */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Payment, RefundOperator, RefundTerms } from '@sluice/core/payment/model.ts'
import type { Gateway } from '../api/gateway.ts'
import { moneyText } from '../api/requests.ts'
import type { ApprovedAnswer } from '../approvals/answers.ts'
import type { Approval, Asker } from '../approvals/approval.ts'
import type { ApprovedRun, Need } from '../approvals/approvals.ts'
import { auditCall } from '../identity/operators/audit.ts'
import { giveUpHeld, HOLD_ROLE, heldParameters, heldRefund, mustBeAllowed, notSent } from './held.ts'
import { continueRefund } from './passing.ts'

/** The endpoint that approvals name for it. */
const RUNS = 'POST /refunds/{idRefund}'

interface RefundApprovalRequest extends Pick<Payment, 'merchantId' | 'money'> {
  readonly operator: RefundOperator | undefined
}

/** An operator who requests for a merchant cannot approve it, and the amount counts towards the merchant's limit. */
export const requestedInPlaceOf = (asker: Asker, operator: RefundOperator | undefined) =>
  operator ? { asker: operator, spender: asker } : { asker }

/** All refunds of a merchant count together, so that splitting an amount does not avoid the limit. */
const requestedBy = ({ merchantId, operator }: Omit<RefundApprovalRequest, 'money'>) =>
  requestedInPlaceOf({ id: undefined, name: `merchant ${merchantId}` }, operator)

export const needsLook = (
  { approvals }: Pick<Gateway, 'approvals'>,
  refund: RefundApprovalRequest,
): Promise<Need> =>
  approvals.needs({ operation: 'refund', money: refund.money, ...requestedBy(refund), role: HOLD_ROLE })

/**
 * Whether a refund needs an approval before it is accepted. Evaluated once for each decision, and only when a route is
 * found.
 */
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

  /** Nothing was accepted, so the amount does not count towards the daily limit. */
  async undo(): Promise<void> {
    const need = await this.#need
    if (need?.type === 'FREE') await need.undo()
  }
}

/** The approval request of a refund with this route. */
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
    summary: `Refund ${moneyWords(money)} of payin ${idPayin} of ${merchantId}: refund ${id}, by ${route}`,
    about: key,
    request: {
      target: `/refunds/${id}`,
      parameters: heldParameters({ merchantId, id }),
      body: Buffer.from(JSON.stringify(shown, null, 2)),
    },
  })
}

/** Registers what an approval or rejection does. Called when the gateway is assembled. */
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
  const gone = await continueRefund(gateway, refund, {
    why: 'it is approved',
    asks: 'step',
    actor: `operator:${run.approver.name}`,
    alongside: [auditCall(run.line())],
  })
  if (gone === 'moved') return fail('STALE')
  if (gone === 'nobody')
    throw await notSent(
      gateway,
      refund,
      'No processor of the merchant can refund it at the moment. It still waits.',
    )
  const { id: idRefund, status } = gone
  return succeed({ status: 200, body: { idRefund, status } })
}
