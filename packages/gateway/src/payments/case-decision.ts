/** What an operator decides about a case: which part of its money, how much, and why a decision is refused. Pure. */
import type { MerchantCode, MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Claim } from '@sluice/core/payment/claims.ts'
import type { Document } from '@sluice/core/payment/model.ts'
import type { SqlCall } from '@sluice/database/port.ts'
import { type CaseFile, GATEWAY } from './cases.ts'
import type { CaseDecision, Creation } from './change.ts'
import { type CorrectionFault, isContradiction, type RightReport } from './contradicted-reports.ts'
import type { Uncharged } from './uncharged.ts'

export type Settlement =
  | {
      readonly action: 'assign'
      readonly to: { readonly merchantId: MerchantCode; readonly id: MerchantOrderId }
      /** The part of the case's money that goes there; left out: all that is left. */
      readonly money?: Money
      /** The amount may differ from the payin's: the gap goes to `differences`. */
      readonly acceptDifference: boolean
    }
  | {
      readonly action: 'credit'
      readonly to: { readonly merchantId: MerchantCode; readonly isTest: boolean }
      readonly money?: Money
    }
  /** `reference`: the bank's reference of the transfer that returns it. */
  | { readonly action: 'return'; readonly by: 'NOTED'; readonly reference: string; readonly money?: Money }
  /**
   * `sends`: a payout of just this part of the money, in the books of `GATEWAY`; or a refund by the payin's own rail,
   * in the books of the case's merchant.
   */
  | {
      readonly action: 'return'
      readonly by: 'PROCESSOR'
      readonly sends: ReturnSent
      readonly money?: Money
    }
  | { readonly action: 'write-off'; readonly money?: Money }
  /** `right`: if a processor has contradicted itself, which of its two reports was right. */
  | { readonly action: 'close'; readonly right?: RightReport }

/** A payment that returns a case's money, with its claims. */
export interface ReturnSent extends Omit<Creation, 'type' | 'reason' | 'postings'> {
  readonly claims: readonly Claim[]
}

export interface SettleCall {
  readonly caseKey: string
  readonly settlement: Settlement
  /** The number of this decision: a repeated request finds it taken. Left out: the next one. */
  readonly part?: number | undefined
  /** The operator's name. */
  readonly operator: string
  /** The operator's reason. */
  readonly note: string | undefined
  /** Gets the case that the decision is based on. It throws if the case has changed since the operator saw it. */
  readonly look?: (found: CaseFile) => void
  /** Rows of other modules, in the same commit. */
  readonly alongside?: readonly SqlCall[]
}

export type SettleFault =
  | 'NOT_FOUND'
  /** It was closed before. */
  | 'CLOSED'
  /** Another decision was made at the same time: read the case again. */
  | 'RACED'
  /** More than is left, nothing, or another currency. */
  | 'AMOUNT'
  /** `close` is for cases without money, everything else for those with money. */
  | 'NO_MONEY'
  | 'HAS_MONEY'
  | 'NO_PAYMENT'
  /** A contradiction is closed only by saying which report was right, and only a contradiction is closed that way. */
  | 'WHO_WAS_RIGHT'
  | 'NO_CONTRADICTION'
  | CorrectionFault
  /** The payin cannot become a SUCCESS from its status. */
  | 'INVALID_STATE'
  /** It came back of a payout that its merchant has not paid. */
  | Uncharged
  /** The payin needs another amount, and the difference was not accepted. */
  | 'AMOUNT_DIFFERS'
  | 'TEST_AND_LIVE'
  /** Money is missing in the books of one merchant: it cannot be taken from another. */
  | 'OTHER_MERCHANT'
  /** The merchant has less than the missing money that would be taken from it. */
  | 'SHORT'

/** The decision on a case as it was read: its next part, and the money of it. */
export function decisionOf(found: CaseFile, call: SettleCall): Result<CaseDecision, SettleFault> {
  if (found.closedAt !== undefined) return fail('CLOSED')
  if (call.part !== undefined && call.part !== found.decisions.length + 1) return fail('RACED')
  return partOf(found, call)
}

/** The part of the case's money that this is about, if any. */
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

/**
 * Whether a credit of this case may be in this merchant's books. Money that is missing in one merchant's books is taken
 * from no other.
 */
export const isForBooksOf = (
  { merchantId, leftMinor }: Pick<CaseFile, 'merchantId' | 'leftMinor'>,
  to: MerchantCode,
): boolean => leftMinor >= 0n || merchantId === GATEWAY || merchantId === to

/** The requested amount, or all that is left; fails if there is less. */
export function moneyOfPart(
  { money, leftMinor }: Pick<CaseFile, 'money' | 'leftMinor'>,
  given: Money | undefined,
): Result<Money, SettleFault> {
  if (!money) return fail('NO_MONEY')
  const requested = given ?? { currency: money.currency, amountMinor: leftMinor }
  if (requested.currency !== money.currency || requested.amountMinor === 0n) return fail('AMOUNT')
  const rest = leftMinor - requested.amountMinor
  // What is left has the case's sign, and so has each part.
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
