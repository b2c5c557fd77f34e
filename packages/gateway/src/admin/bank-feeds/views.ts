/** Bank entries as operators read them. */
import { dayText, isoTime } from '@sluice/core/foundation/instants.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { Type } from 'typebox'
import { moneyBody } from '../../api/views.ts'
import { REASONS } from '../../reconciliation/candidate.ts'
import type { StoredDecision } from '../../reconciliation/decision.ts'
import { BALANCES_SEEN, type BalancesSeen, type BankEntry } from '../../reconciliation/entry.ts'
import type { ImportedEntry } from '../../reconciliation/feeds.ts'
import type { Gap } from '../../reconciliation/reconciliation.ts'
import { OUTCOMES, type StoredEntry } from '../../reconciliation/store.ts'
import { instant, MoneySchema } from '../context.ts'
import { choice } from '../fields.ts'

const text = (description: string) => Type.Optional(Type.String({ description }))
const Why = Type.Array(choice(REASONS), {
  description: 'The evidence for the match, including amount and status.',
})
const PaymentName = { merchantCode: Type.String(), kind: Type.String(), id: Type.String() }

const Matched = {
  outcome: Type.Optional(choice(OUTCOMES)),
  payment: Type.Optional(Type.Object(PaymentName, { description: 'The matched payment.' })),
  reason: text('Why it became a case or was ignored.'),
  why: Type.Optional(Why),
  candidates: Type.Optional(
    Type.Array(Type.Object({ ...PaymentName, why: Why }), { description: 'The candidates of a case.' }),
  ),
}

const SenderSchema = Type.Object({
  name: Type.Optional(Type.String()),
  accountNumber: Type.Optional(Type.String()),
  bank: Type.Optional(Type.String()),
})

const EntryFields = {
  bookedAt: Type.String({
    description:
      'A time, or only a day if the bank reports no time: `2026-11-21T09:15:00+07:00`, `2026-11-21`.',
  }),
  valueDate: text('A day.'),
  direction: Type.Optional(choice(['CREDIT', 'DEBIT'])),
  reversal: Type.Optional(Type.Boolean({ description: 'Whether it reverses an earlier entry.' })),
  money: MoneySchema,
  remittance: text('The remittance text from the payer.'),
  endToEndId: text("The payer's own reference."),
  utr: text("The clearing system's reference of the transfer."),
  sender: Type.Optional(SenderSchema),
}

export const EntrySchema = Type.Object({
  reference: Type.String({ description: "The bank's reference, or one derived from the content." }),
  referenceDerived: Type.Boolean(),
  source: Type.String(),
  ...EntryFields,
  state: choice(['NEW', 'WAITING', 'APPLIED']),
  receivedAt: instant(),
  appliedAt: Type.Optional(instant()),
  ...Matched,
})

export const TakenSchema = Type.Object({
  data: Type.Array(
    Type.Object({
      reference: Type.String(),
      bookedAt: EntryFields.bookedAt,
      direction: choice(['CREDIT', 'DEBIT']),
      money: MoneySchema,
      sender: EntryFields.sender,
      result: choice(['NEW', 'KNOWN', 'CONFLICT']),
      state: Type.Optional(choice(['NEW', 'WAITING', 'APPLIED'])),
      ...Matched,
    }),
  ),
  summary: Type.Object(
    {
      entries: Type.Integer(),
      new: Type.Integer(),
      known: Type.Integer(),
      conflict: Type.Integer(),
      skipped: Type.Integer({ description: 'Number of lines that move no money or are not booked yet.' }),
      outcomes: Type.Record(Type.String(), Type.Integer()),
    },
    { description: 'The number of each.' },
  ),
  balances: choice(BALANCES_SEEN, {
    description:
      "`COMPARED`: the entries lead from the opening to the closing balance. `NOT_IN_FILE`: the file has no balances. `NOT_PROVIDED_BY_BANK`: according to the account, the bank's balances are not real, so nothing proves the file.",
  }),
  gaps: Type.Array(
    Type.Object({
      day: Type.String(),
      afterDay: Type.String({ description: 'The closing balance of the previous statement.' }),
      closing: MoneySchema,
      opening: MoneySchema,
    }),
    {
      description:
        'Present if it does not open with the closing balance of the previous statement: a statement is missing in between, or the file is not from the bank. Empty in a dry run.',
    },
  ),
  dryRun: Type.Boolean(),
  kept: Type.Boolean({ description: 'False for a dry run, in which nothing is stored or paid.' }),
})

function matchedBody(decision: StoredDecision | undefined) {
  if (!decision) return {}
  const { payment, reason, why, candidates } = decision
  return {
    ...(payment && {
      payment: { merchantCode: payment.merchantCode, kind: payment.kind, id: payment.id },
    }),
    ...(reason !== undefined && { reason }),
    ...(why && { why }),
    ...(candidates && candidates.length > 0 && { candidates }),
  }
}

/** The expected outcome of a decision, as far as it can be foreseen. */
function expected({ type, expect, why }: StoredDecision): StoredEntry['outcome'] {
  switch (type) {
    case 'payin':
      return expect === 'CASE' ? 'CASE' : why?.includes('LATE') ? 'PAID_LATE' : 'PAID'
    case 'delivered':
      return 'DELIVERED'
    case 'returned':
      return 'RETURNED'
    case 'case':
      return 'CASE'
    case 'ignore':
      return 'IGNORED'
  }
}

const RESULTS = { new: 'NEW', known: 'KNOWN', conflict: 'CONFLICT' } as const

interface Delivered {
  /** Lines that move nothing. */
  readonly skipped: number
  readonly balances: BalancesSeen
  readonly gaps: readonly Gap[]
  readonly dryRun: boolean
}

export function takenBody(taken: readonly ImportedEntry[], { skipped, balances, gaps, dryRun }: Delivered) {
  const outcomes: Record<string, number> = {}
  const counts = { new: 0, known: 0, conflict: 0 }
  const data = taken.map(({ entry, taken: how, stored, decision }) => {
    counts[how] += 1
    const outcome = stored?.outcome ?? (decision && expected(decision))
    const name =
      how === 'conflict' ? 'CONFLICT' : (outcome ?? stored?.state ?? (how === 'known' ? 'KNOWN' : 'NEW'))
    outcomes[name] = (outcomes[name] ?? 0) + 1
    return {
      ...movement(entry),
      result: RESULTS[how],
      ...(stored && { state: stored.state }),
      ...(outcome !== undefined && { outcome }),
      ...matchedBody(stored?.detail ?? decision),
      ...(how === 'conflict' && { reason: 'BANK_REFERENCE_REUSED' }),
    }
  })
  return {
    data,
    summary: { entries: data.length, ...counts, skipped, outcomes },
    balances,
    gaps: gaps.map(({ day, afterDay, closingMinor, openingMinor, currency }) => ({
      ...{ day, afterDay },
      closing: moneyBody({ currency, amountMinor: minor(closingMinor) }),
      opening: moneyBody({ currency, amountMinor: minor(openingMinor) }),
    })),
    dryRun,
    kept: !dryRun,
  }
}

/** What the bank reported, without what became of it. */
export const BankWordsSchema = Type.Object(
  { reference: Type.String(), ...EntryFields },
  { description: 'The bank entry that it came from, with the remittance text and the sender.' },
)

export function bankWords(entry: BankEntry) {
  const { valueDate, endToEndId, utr } = entry
  return {
    ...movement(entry),
    ...(valueDate !== undefined && { valueDate }),
    reversal: entry.reversal,
    remittance: entry.remittance,
    ...(endToEndId !== undefined && { endToEndId }),
    ...(utr !== undefined && { utr }),
  }
}

/** Identifies the entry for somebody who knows the statement. */
function movement(entry: BankEntry) {
  const { sender } = entry
  return {
    reference: entry.reference,
    bookedAt: entry.bookedPrecision === 'day' ? dayText(entry.bookedAt) : isoTime(entry.bookedAt),
    direction: entry.direction === 'credit' ? ('CREDIT' as const) : ('DEBIT' as const),
    money: moneyBody(entry.money),
    ...(sender && {
      sender: {
        ...(sender.name !== undefined && { name: sender.name }),
        ...(sender.account !== undefined && { accountNumber: sender.account }),
        ...(sender.bank !== undefined && { bank: sender.bank }),
      },
    }),
  }
}

export function entryBody(entry: StoredEntry) {
  const { outcome, appliedAt } = entry
  return {
    ...bankWords(entry),
    referenceDerived: entry.referenceDerived,
    source: entry.source,
    state: entry.state,
    receivedAt: isoTime(entry.receivedAt),
    ...(appliedAt !== undefined && { appliedAt: isoTime(appliedAt) }),
    ...(outcome !== undefined && { outcome }),
    ...matchedBody(entry.detail),
  }
}
