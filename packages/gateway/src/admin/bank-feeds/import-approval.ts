/**
 * Decides whether imported bank entries are believed immediately.
 *
 * Believed immediately: imports for test accounts, those from the bank's own connection (the program that the account
 * names), and those that move nothing. A statement that follows the last one needs approval only if the policy requires
 * it (`bank-feed.statement`). Entries that a person types, and statements that do not follow, are the operation
 * `bank-feed.import`, because they are one person's statement alone. For all of them, the operator's own limit on
 * amounts applies.
 */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import { type Money, minor } from '@sluice/core/foundation/money.ts'
import { isConnection } from '../../identity/operators/bank-connection.ts'
import { isForTests } from '../../payments/processor-names.ts'
import { type NextClosing, readLastClosing } from '../../reconciliation/closings.ts'
import type { BalanceSpan, BalancesSeen, BankEntry, EntrySource } from '../../reconciliation/entry.ts'
import type { FeedAccount } from '../../reconciliation/feeds.ts'
import {
  comesAfter,
  follows,
  type LastClosing,
  type WholeStatement,
  wholeStatement,
} from '../../reconciliation/following.ts'
import type { StatementDay } from '../../reconciliation/statement-days.ts'
import { areKnownDays } from '../../reconciliation/statement-store.ts'
import { weigh } from '../../reconciliation/weighing.ts'
import { type ApprovalRequest, type ApprovalRequests, fingerprintOf } from '../approval-requests.ts'
import type { Call } from '../call.ts'
import { mayRequestApproval } from '../entitled.ts'

/** An import as it was read. */
export interface BankDelivery {
  readonly account: FeedAccount
  readonly source: EntrySource
  readonly entries: readonly BankEntry[]
  readonly skipped: number
  readonly balances: BalancesSeen
  readonly spans: readonly BalanceSpan[]
  readonly days: readonly StatementDay[]
}

/** Why it is believed, for the audit log. */
export type Believed = 'OF_TESTS' | 'BANK_CONNECTION' | 'FOLLOWS' | 'MOVES_NOTHING' | 'OPERATOR'

export interface JudgedDelivery {
  readonly believed: Believed
  readonly money: Money
  readonly closing: NextClosing | undefined
  readonly approvalRequests: ApprovalRequests
}

type JudgingCall = Pick<Call<unknown, unknown, unknown>, 'backOffice' | 'operator'>

/** @throws ProblemError 403 if the bank's connection may not move this amount */
export async function judge(
  { backOffice: { gateway }, operator }: JudgingCall,
  delivery: BankDelivery,
): Promise<JudgedDelivery> {
  const { database, deps } = gateway
  const { account, entries, spans, days } = delivery
  const now = deps.clock.now()
  const last = await readLastClosing(database, account.id)
  const whole = spans.length > 0 ? wholeStatement(spans, entries, days) : undefined
  if (isForTests(account.processor)) {
    const money = { currency: account.currency.code, amountMinor: minor(0n) }
    return { believed: 'OF_TESTS', money, closing: closingOf(last, whole, now), approvalRequests: undefined }
  }
  const { taken, money, paying } = await weigh(database, account, entries, now)
  const isKnown = taken.every((each) => each === 'known') && (await areKnownDays(database, account.id, days))
  const closing = isKnown ? undefined : closingOf(last, whole, now)
  const said = { last, whole, paying }
  const about = fingerprintOf(account.id, account.processor, entries, money.amountMinor, whole && last?.seq)
  const approvalRequest = { money, about }
  if (isConnection(account.bankConnection, operator)) {
    mayRequestApproval(operator, { ...approvalRequest, operation: 'bank-feed.statement', summary: '' })
    return { believed: 'BANK_CONNECTION', money, closing, approvalRequests: undefined }
  }
  // A typed entry takes its reference, and the bank's own entry with that reference would be another movement.
  const takesReferences = delivery.source === 'json' && taken.includes('new')
  if (paying === 0 && !closing && !takesReferences)
    return { believed: 'MOVES_NOTHING', money, closing, approvalRequests: undefined }
  if (last && whole && follows(last, whole, entries, taken)) {
    const summary = summaryOf(delivery, money, said, 'which follows from the last one')
    const approvalRequests: ApprovalRequest = {
      ...approvalRequest,
      operation: 'bank-feed.statement',
      summary,
    }
    return { believed: 'FOLLOWS', money, closing, approvalRequests }
  }
  const summary = summaryOf(delivery, money, said, whyNot(delivery, said))
  return {
    believed: 'OPERATOR',
    money,
    closing,
    approvalRequests: { ...approvalRequest, operation: 'bank-feed.import', summary },
  }
}

/** The account's new closing balance; undefined if the statement is older than the last one. */
function closingOf(
  last: LastClosing | undefined,
  whole: WholeStatement | undefined,
  now: number,
): NextClosing | undefined {
  return whole && comesAfter(last, whole, now) ? { after: last, whole } : undefined
}

interface Said {
  readonly last: LastClosing | undefined
  readonly whole: WholeStatement | undefined
  /** How many entries would move money. */
  readonly paying: number
}

function whyNot({ source, account }: BankDelivery, { last, whole }: Said): string {
  const held = (amountMinor: bigint) =>
    moneyWords({ currency: account.currency.code, amountMinor: minor(amountMinor) })
  if (source === 'json') return 'typed by an operator'
  if (!whole) return 'a file without provable balances'
  if (!last) return 'the first statement of the account'
  const opens = `which opens with ${held(whole.openingMinor)}`
  return `a statement up to ${whole.lastDay} ${opens}, and the last one, of ${last.day}, closed with ${held(last.closingMinor)}`
}

function summaryOf({ account, source }: BankDelivery, money: Money, { paying }: Said, why: string): string {
  const how = source === 'json' ? '' : ` (${source})`
  const what =
    paying === 0
      ? `the balance of ${account.id}`
      : `${moneyWords(money)} in ${paying} ${paying === 1 ? 'entry' : 'entries'} of ${account.id}`
  return `Import ${what}${how}: ${why}`
}
