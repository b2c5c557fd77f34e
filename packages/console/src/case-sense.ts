/**
 * Compares a case's money with a payment that it may be for, and chooses which operation its page offers first. It decides nothing: every
 * operation that the gateway allows stays on the page.
 *
 * Only a payin that is open or has expired can still be paid. Money for a payin that was paid or has ended exceeds the order and belongs to
 * its payer, so a refund comes first, never a second credit. An open payin gets its own amount out of a larger one; the rest stays in the
 * case, and an operator who keeps it for the gateway does so by a separate operation.
 */
import { isBelowZero, isNil, type MoneyText, moneyText } from '@sluice/ui-kit/money.tsx'
import { totalsOf } from '@sluice/ui-kit/totals.ts'

export interface CaseMoney {
  readonly reason: string
  readonly money?: MoneyText | undefined
  /** The part that is not settled yet. */
  readonly left?: MoneyText | undefined
  readonly payment?: { readonly kind: string } | undefined
  /** The bank entry that the money came with, and the sender's account if the bank named it. */
  readonly entry?:
    | { readonly sender?: { readonly accountNumber?: string | undefined } | undefined }
    | undefined
  readonly decisions: readonly { readonly action: string }[]
}

export interface MaybeFor {
  readonly kind: string
  readonly status: string
  /** The amount received less the amount expected. */
  readonly gap?: MoneyText | undefined
  readonly wanted?: MoneyText | undefined
}

const ACCEPTING_STATUSES = ['NEW', 'PENDING', 'EXPIRED']

export const acceptsMoney = ({ kind, status }: MaybeFor): boolean =>
  kind === 'payin' && ACCEPTING_STATUSES.includes(status)

/** True for money that a processor reported: its rail may be able to return exactly this payment. */
export const cameByRail = ({ entry, reason, payment }: CaseMoney): boolean =>
  entry === undefined &&
  payment?.kind === 'payin' &&
  (reason === 'SECOND_PAYMENT' ||
    reason === 'AMOUNT_DIFFERS' ||
    reason === 'RETURN_FAILED' ||
    reason.startsWith('PAID_AFTER_'))

/** `send-back`: the gateway sends it. `return`: somebody has already sent it and records that. */
export type LeadingAction = 'assign' | 'send-back' | 'return' | 'close'

/** @returns undefined if none is likelier than the others */
export function leadingAction(file: CaseMoney, candidate: MaybeFor | undefined): LeadingAction | undefined {
  if (!file.left) return 'close'
  if (candidate?.kind !== 'payin' || isBelowZero(file.left)) return undefined
  if (acceptsMoney(candidate)) return 'assign'
  return file.entry?.sender?.accountNumber !== undefined || cameByRail(file) ? 'send-back' : 'return'
}

/**
 * What happens when a case's money is credited to a payin.
 * `EXACT`: all of it is what the payin expects. `SHORT`: it is too little; the payin counts in full, and the gateway bears the gap.
 * `BEYOND`: it is more; the payin gets what it expects, and the rest stays in the case.
 */
export interface Allocation {
  readonly fit: 'EXACT' | 'SHORT' | 'BEYOND'
  /** The part of the case's money that the payin gets. */
  readonly gives: MoneyText
  /** What is missing, or what stays in the case: above zero, or undefined. */
  readonly gap: MoneyText
}

const negated = ({ amount, currencyCode }: MoneyText): MoneyText => ({
  amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}`,
  currencyCode,
})

/** @returns undefined if nothing is left, or if the two cannot be compared */
export function refundingOf({ left }: CaseMoney, { wanted }: MaybeFor): Allocation | undefined {
  if (!left || !wanted || left.currencyCode !== wanted.currencyCode || isBelowZero(left)) return undefined
  const [gap] = totalsOf([left, negated(wanted)])
  if (!gap) return undefined
  if (isNil(gap)) return { fit: 'EXACT', gives: left, gap }
  return isBelowZero(gap)
    ? { fit: 'SHORT', gives: left, gap: negated(gap) }
    : { fit: 'BEYOND', gives: wanted, gap }
}

export interface Difference {
  readonly amount: MoneyText
  readonly words: string
}

/** @returns undefined if the two cannot be compared */
export function differenceOf(file: CaseMoney, candidate: MaybeFor): Difference | undefined {
  const { gap } = candidate
  if (!file.left || !file.money || !gap) return undefined
  const isGiven = file.decisions.some(({ action }) => action === 'assign')
  const came = isGiven ? file.left : file.money
  // Money that this case already gave to the payment is no second payment.
  if (!acceptsMoney(candidate) && !isBelowZero(came) && !(isGiven && isNil(came)))
    return {
      amount: came,
      words:
        candidate.status === 'SUCCESS'
          ? `Already paid in full. ${moneyText(came)} was paid on top of the amount due.`
          : `Already closed. ${moneyText(came)} arrived after it ended.`,
    }
  if (isNil(gap)) return { amount: gap, words: 'The amounts match exactly.' }
  return isBelowZero(gap)
    ? { amount: gap, words: `Underpaid by ${moneyText(gap).replace('−', '')}.` }
    : { amount: gap, words: `Overpaid by ${moneyText(gap)}.` }
}
