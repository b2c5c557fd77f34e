/**
 * Which of the waiting payouts go into a file, and from which account each is paid. Pure.
 *
 * The oldest go first. Accounts of one currency are filled in the order in which the operator named them. A payout that
 * an account cannot write is tried with the next. A payout that none can write stays waiting, and the operator reads
 * why.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { PaymentRequest } from '@sluice/core/payment/model.ts'
import type { Status } from '@sluice/core/payment/transitions.ts'
import { executionDay } from './calendar.ts'
import type { DebtorAccount, Format } from './debtor-account.ts'
import { type Line, payeeOf, type Unwritable } from './payee.ts'
import type { AcceptedPayout } from './waiting.ts'
import { ZENGIN_MAX_LINES, ZENGIN_MAX_TOTAL } from './zengin.ts'

export interface WaitingPayout extends AcceptedPayout {
  readonly method: string
  readonly operator: string | undefined
  readonly request: PaymentRequest
  readonly status: Status
}

export type LeftOut = Unwritable | 'FILE_FULL' | 'NO_ACCOUNT' | 'PAYMENT_IS_CLOSED' | 'MAY_BE_PAID'

export interface GatheredBatch {
  readonly account: DebtorAccount
  readonly executionDay: string
  readonly lines: readonly Line[]
  readonly payouts: readonly WaitingPayout[]
}

export interface GatheredPayouts {
  /** Only those with lines. */
  readonly batches: readonly GatheredBatch[]
  readonly leftOut: readonly { readonly payout: WaitingPayout; readonly why: LeftOut }[]
}

interface Filling {
  readonly account: DebtorAccount
  readonly executionDay: string
  readonly lines: Line[]
  readonly payouts: WaitingPayout[]
  totalMinor: bigint
}

/** @returns undefined if an account's calendar leaves no business day */
export function gather(
  waiting: readonly WaitingPayout[],
  accounts: readonly DebtorAccount[],
  format: Format,
  at: Instant,
): GatheredPayouts | undefined {
  const batches: Filling[] = []
  for (const account of accounts) {
    const day = executionDay(at, account.calendar)
    if (day === undefined) return undefined
    batches.push({ account, executionDay: day, lines: [], payouts: [], totalMinor: 0n })
  }
  const leftOut: { payout: WaitingPayout; why: LeftOut }[] = []
  for (const payout of waiting) {
    const why = place(payout, batches, format)
    if (why !== undefined) leftOut.push({ payout, why })
  }
  return { batches: batches.filter(({ lines }) => lines.length > 0), leftOut }
}

function place(payout: WaitingPayout, batches: readonly Filling[], format: Format): LeftOut | undefined {
  if (payout.status !== 'PENDING') return 'PAYMENT_IS_CLOSED'
  if (payout.isInDoubt) return 'MAY_BE_PAID'
  let why: LeftOut = 'NO_ACCOUNT'
  for (const batch of batches) {
    if (batch.account.currency !== payout.money.currency) continue
    const payee = payeeOf(payout, batch.account, format)
    if (!payee.ok) {
      why = payee.failure
      continue
    }
    if (!hasCapacity(batch, payout, format)) {
      why = 'FILE_FULL'
      continue
    }
    batch.lines.push({ reference: payout.reference, money: payout.money, payee: payee.value })
    batch.payouts.push(payout)
    batch.totalMinor += payout.money.amountMinor
    return undefined
  }
  return why
}

function hasCapacity(
  { account, lines, totalMinor }: Filling,
  { money }: WaitingPayout,
  format: Format,
): boolean {
  const total = totalMinor + money.amountMinor
  if (lines.length >= account.maxPayments) return false
  if (account.maxTotalMinor !== undefined && total > account.maxTotalMinor) return false
  return format !== 'zengin' || (lines.length < ZENGIN_MAX_LINES && total <= ZENGIN_MAX_TOTAL)
}
