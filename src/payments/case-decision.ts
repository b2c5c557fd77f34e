/** What an operator says about a case, and the decision that it comes to: which part of it, how much, and why not. Pure. */
import type { SqlCall } from '../database/port.ts'
import type { MerchantCode, MerchantOrderId } from '../foundation/identifiers.ts'
import type { Money } from '../foundation/money.ts'
import { fail, type Result, succeed } from '../foundation/result.ts'
import { type CaseFile, GATEWAY } from './cases.ts'
import type { CaseDecision, Creation } from './change.ts'
import type { Claim } from './claims.ts'
import type { Document } from './model.ts'
import type { Uncharged } from './uncharged.ts'
import { type CorrectionFault, isContradiction, type RightWord } from './who-was-right.ts'

export type Settlement =
  | {
      readonly action: 'assign'
      readonly to: { readonly merchantId: MerchantCode; readonly id: MerchantOrderId }
      /** What of the case's money goes there; left out: all that is left. */
      readonly money?: Money
      /** It may be another amount than the payin's: the gap goes to `differences`. */
      readonly acceptDifference: boolean
    }
  | {
      readonly action: 'credit'
      readonly to: { readonly merchantId: MerchantCode; readonly isTest: boolean }
      readonly money?: Money
    }
  /** `reference`: the bank's, of the transfer that takes it back. */
  | { readonly action: 'return'; readonly by: 'NOTED'; readonly reference: string; readonly money?: Money }
  /** `sends`: of just this part of the money, in the books of `GATEWAY`, or by the payin's own rail in those of the case. */
  | {
      readonly action: 'return'
      readonly by: 'PROCESSOR'
      readonly sends: ReturnSent
      readonly money?: Money
    }
  | { readonly action: 'write-off'; readonly money?: Money }
  /** `right`: of a processor that has contradicted itself, which of its words. */
  | { readonly action: 'close'; readonly right?: RightWord }

/** A payment that carries a case's money back, and what is claimed with it. */
export interface ReturnSent extends Omit<Creation, 'type' | 'reason' | 'postings'> {
  readonly claims: readonly Claim[]
}

export interface SettleCall {
  readonly caseKey: string
  readonly settlement: Settlement
  /** The number that this decision shall have: a repetition finds it taken. Left out: the next one. */
  readonly part?: number | undefined
  /** The operator's name. */
  readonly operator: string
  /** Why, in the operator's words. */
  readonly note: string | undefined
  /** Is shown the case that the decision's number is made of; it throws where the case is not as whoever decides saw it. */
  readonly look?: (found: CaseFile) => void
  /** Rows of other rooms, in the same commit. */
  readonly alongside?: readonly SqlCall[]
}

export type SettleFault =
  | 'NOT_FOUND'
  /** Closed before. */
  | 'CLOSED'
  /** Somebody decided about it at the same time: look again. */
  | 'RACED'
  /** More than is left, nothing, or another currency. */
  | 'AMOUNT'
  /** `close` is for cases without money, everything else for those with some. */
  | 'NO_MONEY'
  | 'HAS_MONEY'
  | 'NO_PAYMENT'
  /** A contradiction is closed by saying which word was right, and nothing else is. */
  | 'WHO_WAS_RIGHT'
  | 'NO_CONTRADICTION'
  | CorrectionFault
  /** The payin's status does not let it become a SUCCESS. */
  | 'INVALID_STATE'
  /** It came back of a payout that its merchant has not paid. */
  | Uncharged
  /** The payin wants another amount, and the difference was not accepted. */
  | 'AMOUNT_DIFFERS'
  | 'TEST_AND_LIVE'
  /** Money is missing in the books of one merchant: another one has nothing to do with it. */
  | 'OTHER_MERCHANT'
  /** Missing money would take more of the merchant than it has. */
  | 'SHORT'

/** What would be decided about a case as it is read: its next part, and the money of it. */
export function decisionOf(found: CaseFile, call: SettleCall): Result<CaseDecision, SettleFault> {
  if (found.closedAt !== undefined) return fail('CLOSED')
  if (call.part !== undefined && call.part !== found.decisions.length + 1) return fail('RACED')
  return partOf(found, call)
}

/** Which part of the case's money this is about, if any. */
function partOf(
  found: CaseFile,
  { settlement, operator, note }: SettleCall,
): Result<CaseDecision, SettleFault> {
  const { merchantId, key, money, leftMinor, decisions } = found
  const base = {
    merchantId,
    caseKey: key,
    part: decisions.length + 1,
    action: settlement.action,
    operator,
    detail: detailOf(settlement, note),
  }
  if (settlement.action === 'close') {
    if (money) return fail('HAS_MONEY')
    const says = settlement.right !== undefined
    if (says !== isContradiction(found)) return fail(says ? 'NO_CONTRADICTION' : 'WHO_WAS_RIGHT')
    return succeed({ ...base, money: undefined, closes: true })
  }
  if (settlement.action === 'credit' && !isForBooksOf(found, settlement.to.merchantId))
    return fail('OTHER_MERCHANT')
  const requested = moneyOfPart(found, settlement.money)
  return requested.ok
    ? succeed({ ...base, money: requested.value, closes: requested.value.amountMinor === leftMinor })
    : requested
}

/** Whether a credit of this case may be in this merchant's books: what is missing in somebody's is taken from nobody else. */
export const isForBooksOf = (
  { merchantId, leftMinor }: Pick<CaseFile, 'merchantId' | 'leftMinor'>,
  to: MerchantCode,
): boolean => leftMinor >= 0n || merchantId === GATEWAY || merchantId === to

/** As asked, or all that is left: if there is as much. */
export function moneyOfPart(
  { money, leftMinor }: Pick<CaseFile, 'money' | 'leftMinor'>,
  given: Money | undefined,
): Result<Money, SettleFault> {
  if (!money) return fail('NO_MONEY')
  const requested = given ?? { currency: money.currency, amountMinor: leftMinor }
  if (requested.currency !== money.currency || requested.amountMinor === 0n) return fail('AMOUNT')
  const rest = leftMinor - requested.amountMinor
  // What is left has the case's own sign, and no part has the other one.
  const isWithin =
    leftMinor > 0n ? requested.amountMinor > 0n && rest >= 0n : requested.amountMinor < 0n && rest <= 0n
  return isWithin ? succeed(requested) : fail('AMOUNT')
}

function detailOf(settlement: Settlement, note: string | undefined): Document {
  const said = note === undefined ? {} : { note }
  switch (settlement.action) {
    case 'assign': {
      const { to, acceptDifference } = settlement
      return {
        ...said,
        merchantCode: to.merchantId,
        kind: 'payin',
        id: to.id,
        ...(acceptDifference && { acceptDifference }),
      }
    }
    case 'credit':
      return { ...said, merchantCode: settlement.to.merchantId }
    case 'return': {
      const { by } = settlement
      if (by === 'NOTED') return { ...said, by, reference: settlement.reference }
      const { merchantId, kind, id } = settlement.sends.payment
      return { ...said, by, merchantCode: merchantId, kind, id }
    }
    case 'close':
      return { ...said, ...(settlement.right !== undefined && { right: settlement.right }) }
    case 'write-off':
      return said
  }
}
