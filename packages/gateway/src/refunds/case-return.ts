/**
 * Returns a case's money to its sender: computes the payment before it is decided.
 *
 * The payin's own rail returns it if the processor that received the money can return a single payment by name
 * (`native-case-return.ts`). Otherwise one of the gateway's bank files pays it to the account that the bank's statement
 * names as the sender of this money. No other account can be given, not even by an operator: to pay somebody else,
 * credit the merchant and create a payout. The payin's own payer data is not used, because a second payment may come
 * from somebody else. If the bank masks the account, or the money came another way, an operator sends it by hand and
 * records it. Decision and payment are one commit (`payments/settling.ts`).
 */
import { type MerchantOrderId, paymentKey } from '@sluice/core/foundation/identifiers.ts'
import { type Money, ZERO } from '@sluice/core/foundation/money.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import {
  type CaseReturnTerms,
  JUST_MADE,
  type Payment,
  type RefundPayee,
} from '@sluice/core/payment/model.ts'
import type { Gateway } from '../api/gateway.ts'
import { API_VERSION } from '../http/first-checks.ts'
import { moneyOfPart } from '../payments/case-decision.ts'
import { type CaseFile, GATEWAY } from '../payments/cases.ts'
import { BANK_FILE, nameFor } from '../payments/processor-names.ts'
import { isOfTests } from '../payments/settling.ts'
import { entryOfCase } from '../reconciliation/entry-of-case.ts'
import { accountView } from '../reconciliation/settle-entry.ts'
import type { StoredEntry } from '../reconciliation/store.ts'
import { nativeCaseReturn } from './native-case-return.ts'
import { payeeOfSender } from './payee.ts'
import type { ReturnFault, ReturnToSend } from './return-to-send.ts'

export interface RequestedReturn {
  readonly money: Money | undefined
  /** The number that the decision will have. */
  readonly part: number
}

type Sending = Pick<Gateway, 'database' | 'deps' | 'processors' | 'acceptances' | 'merchants' | 'claimLinks'>

/** Stores and sends nothing. */
export async function returnToSend(
  gateway: Sending,
  found: CaseFile,
  { money: requested, part }: RequestedReturn,
): Promise<Result<ReturnToSend, ReturnFault>> {
  if (found.closedAt !== undefined) return fail('CLOSED')
  const money = moneyOfPart(found, requested)
  if (!money.ok) return money
  const native = await nativeCaseReturn(gateway, found, { money: money.value, part })
  if (native) return native
  const entry = await entryOfCase(gateway.database, found)
  const { processor: cameBy } = found
  if (!entry || cameBy === undefined || !isOfAPayer(found, entry)) return fail('NO_CREDIT')
  const seen = { payerAccount: accountView(entry), money: money.value, operator: undefined }
  const payee = payeeOfSender(seen, 'bank account')
  if (!payee) return fail('NO_SENDER')
  const { account, reference } = entry
  const terms = { caseKey: found.key, part, cameBy, entry: { account, reference } }
  const payment = draftOf(gateway, payee, terms, money.value, isOfTests(found))
  const processor = gateway.processors.get(payment.processor)
  if (!processor) return fail({ type: 'DECLINED', detail: 'there are no bank files here' })
  const check = await processor.check(payment)
  if (check.type !== 'fine') {
    const detail = check.type === 'declined' ? check.detail : 'it does not pay this account'
    return fail({ type: 'DECLINED', detail })
  }
  const made = await gateway.acceptances.inline(processor, payment, '')
  return made.type === 'declined' ? fail({ type: 'DECLINED', detail: made.detail }) : succeed(made)
}

/** Money that a payer sent with this bank entry: not missing money, and not a returned payout. */
function isOfAPayer({ money, payment, reason }: CaseFile, entry: StoredEntry): boolean {
  if (!money || money.amountMinor < 0n || money.currency !== entry.money.currency) return false
  if (entry.direction !== 'credit' || entry.reversal) return false
  return reason === 'RETURN_FAILED' || payment === undefined || payment.kind === 'payin'
}

function draftOf(
  { deps }: Sending,
  { method, operator, fields }: RefundPayee,
  terms: CaseReturnTerms,
  money: Money,
  isTest: boolean,
): Payment {
  const now = deps.clock.now()
  return {
    merchantId: GATEWAY,
    kind: 'payout',
    id: `${terms.caseKey}.${terms.part}` as MerchantOrderId,
    key: paymentKey(deps.randomness.uuidV7(now)),
    isTest,
    money,
    feeMinor: ZERO,
    vatMinor: ZERO,
    method,
    operator,
    request: { ...fields, caseReturn: terms },
    requestHash: `${terms.caseKey} ${terms.part}`,
    // No merchant is notified.
    callbackUrl: '',
    apiVersion: Number(API_VERSION),
    createdAt: now,
    status: 'NEW',
    ...JUST_MADE,
    processor: nameFor(BANK_FILE, isTest),
    expireAt: undefined,
  }
}
