/**
 * Applies one decision: a status update, a case, or nothing. May be repeated for the same entry at any time; it is
 * applied under the entry's name, so it counts once.
 */
import type { AccountView } from '@sluice/core/catalogue/response-fields.ts'
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Money, negate } from '@sluice/core/foundation/money.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { StatusUpdate, StatusUpdateAnswer } from '@sluice/core/processor/port.ts'
import type { Database } from '@sluice/database/port.ts'
import { GATEWAY, openCase } from '../payments/cases.ts'
import type { Journal } from '../payments/journal-port.ts'
import { BANK_FILE, isCalled } from '../payments/processor-names.ts'
import { findPayment } from '../payments/reading.ts'
import { sentBackMinor } from '../payments/refunds.ts'
import { referenceOf } from '../processing/instructions.ts'
import { deliveredFact } from '../processors/bank-file/answers.ts'
import { takeDebit } from '../processors/bank-file/statement.ts'
import { caseDetail, type StoredDecision } from './decision.ts'
import { type BankEntry, factOf } from './entry.ts'
import type { EntryCaseReason } from './match.ts'
import type { EntryOutcome } from './store.ts'

export interface SettleContext {
  readonly database: Database
  readonly deps: Deps
  readonly journal: Journal
  readonly statusUpdates: { take(statusUpdate: StatusUpdate): Promise<StatusUpdateAnswer> }
  /** The processor to which an account belongs. */
  readonly processorOf: (account: string) => Promise<string>
}

interface Settled {
  readonly outcome: EntryOutcome
  readonly decision: StoredDecision
}

/** Nothing was stored: store this decision in place of the other before applying it. */
export interface Instead {
  readonly instead: StoredDecision
}

/**
 * @param mayWait whether a payin that lacks its external reference may still get it
 * @returns `later` if nothing was stored and it must be decided again
 * @throws Undecided or DatabaseFailure if the result is unknown: apply the same decision again
 */
export async function settle(
  context: SettleContext,
  entry: BankEntry,
  decision: StoredDecision,
  mayWait: boolean,
): Promise<Settled | Instead | 'later'> {
  switch (decision.type) {
    case 'ignore':
      return { outcome: 'IGNORED', decision }
    case 'case':
      return opened(context, entry, decision)
    case 'payin':
      return reported(context, entry, decision, mayWait)
    case 'delivered':
      return debited(context, entry, decision)
    case 'returned':
      return reportedEntry(context, entry, decision, { type: 'returned', received: entry.money }, 'RETURNED')
  }
}

async function reported(
  context: SettleContext,
  entry: BankEntry,
  decision: StoredDecision,
  mayWait: boolean,
): Promise<Settled | Instead | 'later'> {
  const { payment } = decision
  assert(payment, 'what is reported is for a payment')
  const customerAccount = accountView(entry)
  const answer = await context.statusUpdates.take({
    ...statusUpdateOf(context, entry, payment),
    about: caseDetail(entry, decision),
    statusChange: {
      type: 'paid',
      received: entry.money,
      cameAt: earliestOf(entry),
      ...(customerAccount && { customerAccount }),
    },
  })
  const paid: EntryOutcome = decision.why?.includes('LATE') ? 'PAID_LATE' : 'PAID'
  switch (answer) {
    case 'applied':
      return { outcome: paid, decision }
    case 'sent-back':
      return { outcome: 'SENT_BACK', decision }
    case 'suspended':
    case 'contradicts':
      return { outcome: 'CASE', decision }
    case 'repeated': {
      const now = await findPayment(context.database, payment.merchantCode, payment.kind, payment.id)
      if (now?.confirmation === factOf(entry)) return { outcome: paid, decision }
      const isSentBack = now && (await sentBackMinor(context.database, now, factOf(entry))) > 0n
      return { outcome: isSentBack ? 'SENT_BACK' : 'CASE', decision }
    }
    case 'not-now':
      return mayWait ? 'later' : { instead: missing(decision, 'REFERENCE_MISSING') }
    case 'not-allowed':
      return { instead: missing(decision, 'NOT_ALLOWED') }
    case 'kept':
      throw new Error('the payment of a bank entry is gone')
  }
}

/** A bank that reports only a day means one that begins up to fourteen hours before UTC's. */
const earliestOf = ({ bookedAt, bookedPrecision }: BankEntry): Instant =>
  bookedPrecision === 'day' ? bookedAt - 14 * 3_600_000 : bookedAt

/** The payin cannot be completed in its current state, so an operator must look. */
function missing(decision: StoredDecision, reason: EntryCaseReason): StoredDecision {
  const { payment, why = [] } = decision
  const candidates = payment
    ? [{ merchantCode: payment.merchantCode, kind: payment.kind, id: payment.id, why }]
    : []
  return { type: 'case', reason, candidates }
}

/** The bank may have confirmed it before: delivery is one fact, and its debit comes once. */
async function debited(
  context: SettleContext,
  entry: BankEntry,
  decision: StoredDecision,
): Promise<Settled | Instead> {
  const { payment } = decision
  assert(payment, 'what is reported is for a payment')
  const statusChange = { type: 'delivered' } as const
  if (!isCalled(payment.processor, BANK_FILE))
    return reportedEntry(context, entry, decision, statusChange, 'DELIVERED')
  const { merchantCode: merchantId, key } = payment
  const isFirst = await takeDebit(context.database, { merchantId, key }, factOf(entry))
  if (!isFirst) return { instead: missing(decision, 'PAYOUT_DEBITED_TWICE') }
  return reportedEntry(
    context,
    entry,
    decision,
    statusChange,
    'DELIVERED',
    deliveredFact(referenceOf({ key })),
  )
}

async function reportedEntry(
  context: SettleContext,
  entry: BankEntry,
  decision: StoredDecision,
  statusChange: StatusUpdate['statusChange'],
  outcome: EntryOutcome,
  statusUpdateId: string = factOf(entry),
): Promise<Settled | Instead> {
  const { payment } = decision
  assert(payment, 'what is reported is for a payment')
  const about = caseDetail(entry, decision)
  const answer = await context.statusUpdates.take({
    ...statusUpdateOf(context, entry, payment),
    about,
    statusUpdateId,
    statusChange,
  })
  // The payout was not open, or has ended otherwise, but the bank reports that money moved.
  if (answer === 'not-allowed') return { instead: missing(decision, 'NOT_ALLOWED') }
  return { outcome: answer === 'suspended' && outcome === 'DELIVERED' ? 'CASE' : outcome, decision }
}

const statusUpdateOf = (
  { deps }: SettleContext,
  entry: BankEntry,
  payment: NonNullable<StoredDecision['payment']>,
) => ({
  processor: payment.processor,
  statusUpdateId: factOf(entry),
  merchantId: payment.merchantCode,
  kind: payment.kind,
  id: payment.id,
  at: deps.clock.now(),
})

/** Money without a known owner; for a debit, missing money that suspense owes. */
async function opened(context: SettleContext, entry: BankEntry, decision: StoredDecision): Promise<Settled> {
  const { reason } = decision
  assert(reason !== undefined && reason !== 'NO_PAYOUT', 'a case has its reason')
  await openCase(context, {
    merchantId: GATEWAY,
    fact: factOf(entry),
    reason,
    money: suspendedOf(entry),
    processor: await context.processorOf(entry.account),
    detail: caseDetail(entry, decision),
  })
  return { outcome: 'CASE', decision }
}

const suspendedOf = ({ direction, money }: BankEntry): Money =>
  direction === 'credit' ? money : { ...money, amountMinor: negate(money.amountMinor) }

/** The reference belongs to another movement: the entry cannot be stored, and must not be lost. */
export async function openConflict(context: SettleContext, entry: BankEntry, content: string): Promise<void> {
  const fact = `${factOf(entry)}:${content}`
  await openCase(context, {
    merchantId: GATEWAY,
    fact,
    reason: 'BANK_REFERENCE_REUSED',
    money: suspendedOf(entry),
    processor: await context.processorOf(entry.account),
    detail: {
      ...caseDetail(entry, {}),
      statusUpdate: fact,
      bookedAt: isoTime(entry.bookedAt),
      direction: entry.direction,
      currencyCode: entry.money.currency,
      amountMinor: entry.money.amountMinor.toString(),
      remittance: entry.remittance,
      ...(entry.utr !== undefined && { utr: entry.utr }),
      ...(entry.endToEndId !== undefined && { endToEndId: entry.endToEndId }),
      ...(entry.valueDate !== undefined && { valueDate: entry.valueDate }),
      ...(entry.sender && { sender: { ...entry.sender } }),
    },
  })
}

/** The sender, as the bank reported it. */
export function accountView({ sender }: Pick<BankEntry, 'sender'>): AccountView | undefined {
  if (!sender) return undefined
  const { name, account, bank } = sender
  return {
    ...(name !== undefined && { accountName: name }),
    ...(account !== undefined && { accountNumber: account }),
    ...(bank !== undefined && { bankName: bank }),
  }
}
