/**
 * The facts behind an explanation, each with its time: a sentence for the operator and, if the merchant may know it,
 * one for the merchant. Merchants never see `ref`, which is an internal ID.
 */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import type { RefundRoute } from '@sluice/core/catalogue/refund-rules.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { PaymentKind } from '@sluice/core/foundation/identifiers.ts'
import { timeOnly } from '@sluice/core/foundation/instants.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { ExcessMoney, Payment } from '@sluice/core/payment/model.ts'
import type { CallbackState, CallbackView, GoesFirst } from '../callbacks/reading.ts'
import type { CaseFile } from '../payments/cases.ts'
import { GOES_BACK } from '../payments/excess.ts'
import { DECLINED } from '../payments/passing.ts'
import type { HistoryEvent } from '../payments/reading.ts'
import type { ReportedCalls } from '../processors/providers/call-records.ts'
import { factOf } from '../reconciliation/entry.ts'
import { caseWords } from './case-texts.ts'
import { cellOf, type ForEach, type PaymentSnapshot } from './snapshot.ts'
import { type Said, timeWords } from './texts.ts'

export const EVIDENCE_TYPES = [
  'HISTORY',
  'BANK_FILE',
  'BANK_ENTRY',
  'TRANSFER',
  'REPORT',
  'CALL',
  'CASE',
  'REFUND',
  'CALLBACK',
] as const
export type EvidenceType = (typeof EVIDENCE_TYPES)[number]

export interface KnownFact {
  readonly type: EvidenceType
  readonly at: Instant
  readonly operator: string
  /** Undefined: merchants do not see this fact. */
  readonly merchant: string | undefined
  /** The ID under which an operator finds it: of a case, a file or an entry. */
  readonly ref?: string
}

/** Oldest first. */
export function factsIn(snapshot: PaymentSnapshot): readonly KnownFact[] {
  return [
    ...snapshot.history.flatMap((event) => ofHistory(snapshot.payment.kind, event)),
    ...ofFile(snapshot),
    ...ofEntries(snapshot),
    ...snapshot.transfers.map(
      ({ transactionHash, block, seenAt }): KnownFact => ({
        type: 'TRANSFER',
        at: seenAt,
        operator: `A transfer was seen in block ${block}.`,
        merchant: `A transfer was seen in block ${block}.`,
        ref: transactionHash,
      }),
    ),
    ...snapshot.statusUpdates.map(
      ({ statusUpdate, receivedAt }): KnownFact => ({
        type: 'REPORT',
        at: receivedAt,
        operator: `${statusUpdate.processor} reported ${statusUpdate.statusChange.type}. The status update is not applied yet.`,
        merchant: undefined,
        ref: statusUpdate.statusUpdateId,
      }),
    ),
    ...snapshot.calls.map(ofCall),
    ...snapshot.cases.flatMap(ofCase),
    ...snapshot.perhaps.map(
      ({ key, money, openedAt }): KnownFact => ({
        type: 'CASE',
        at: openedAt,
        operator: `${money ? moneyWords(money) : 'Money'} arrived that may be for this payin. It is one of several possible matches in an open case.`,
        merchant: undefined,
        ref: key,
      }),
    ),
    ...snapshot.refunds.map(ofRefund),
    ...ofExcess(snapshot.payment),
    ...snapshot.callbacks.map((callback) => ofCallback(callback, snapshot.payment)),
  ].toSorted((a, b) => a.at - b.at)
}

/** The last of the calls with the same outcome. */
function ofCall({
  processor,
  operation,
  outcome,
  statusCode,
  times,
  firstAt,
  lastAt,
}: ReportedCalls): KnownFact {
  const said = statusCode === '' ? outcome : `${outcome}, ${statusCode}`
  const often = times === 1 ? '' : `, ${times} times since ${timeWords(firstAt)}`
  return {
    type: 'CALL',
    at: lastAt,
    operator: `${processor} was called (${operation}): ${said}${often}.`,
    merchant: undefined,
  }
}

const REFUNDED = 'and its money was given back to you.'
const OUT = {
  NEW: { operator: 'It was accepted.', merchant: 'It was accepted, and its money was reserved.' },
  PENDING: { operator: 'The provider confirmed it.', merchant: 'The provider confirmed it.' },
  SUCCESS: { operator: 'Its money was delivered.', merchant: 'Its money was delivered.' },
  REFUSED: { operator: 'It was refused.', merchant: `It was refused, ${REFUNDED}` },
  FAILED: { operator: 'It failed.', merchant: `It failed, ${REFUNDED}` },
} as const

/** What each status means when a payment reaches it. */
const BECAME: ForEach<Said> = {
  payin: {
    NEW: { operator: 'It was accepted.', merchant: 'It was accepted.' },
    PENDING: {
      operator: 'The provider confirmed it.',
      merchant: 'The provider confirmed it. The payer can pay from then on.',
    },
    SUCCESS: {
      operator: 'The money was confirmed.',
      merchant: 'The money was confirmed, and you were credited.',
    },
    REFUSED: { operator: 'It was refused.', merchant: 'It was refused.' },
    FAILED: { operator: 'It failed.', merchant: 'It failed.' },
    EXPIRED: { operator: 'It expired.', merchant: 'It expired. No money arrived in time.' },
  },
  payout: OUT,
  refund: {
    NEW: OUT.NEW,
    PENDING: OUT.PENDING,
    SUCCESS: OUT.SUCCESS,
    FAILED: OUT.FAILED,
    AWAITING_PAYEE: {
      operator: 'The payer was asked to choose an account.',
      merchant: 'The payer was asked to choose an account.',
    },
    EXPIRED: { operator: 'It was not claimed in time.', merchant: `It was not claimed in time, ${REFUNDED}` },
  },
  settlement: OUT,
}

function ofHistory(
  kind: PaymentKind,
  { from, to, actor, reason, at, seq }: HistoryEvent,
): readonly KnownFact[] {
  const because = reason === undefined ? '' : ` (${reason})`
  const fact = { type: 'HISTORY', at, ref: String(seq) } as const
  if (to !== undefined && to !== from) {
    const words = cellOf(BECAME, kind, to)
    return [
      { ...fact, operator: `${words.operator} Reported by ${actor}${because}.`, merchant: words.merchant },
    ]
  }
  return [{ ...fact, operator: besides(actor, reason), merchant: besidesForMerchants(reason) }]
}

/** Events that did not change the status. */
function besides(actor: string, reason = ''): string {
  if (reason.startsWith(DECLINED)) return `${actor} ${reason}.`
  return `Noted by ${actor}: ${reason}.`
}

/** By the beginnings of the reasons that `payments/plans.ts` and `payments/passing.ts` write. */
function besidesForMerchants(reason = ''): string | undefined {
  if (reason.startsWith(GOES_BACK))
    return 'Money arrived that was not credited. It is refunded to the sender.'
  if (reason.startsWith('money suspended')) return 'Money arrived that could not be credited automatically.'
  return reason === 'external reference set' ? 'The transfer number (UTR) was entered.' : undefined
}

function ofFile({ file: known }: PaymentSnapshot): readonly KnownFact[] {
  if (!known) return []
  const { file, bankStatus, bankReason, reportedAt } = known
  const facts: KnownFact[] = []
  const add = (at: Instant | undefined, operator: string, merchant?: string, ref?: string) => {
    if (at === undefined) return
    facts.push({ type: 'BANK_FILE', at, operator, merchant, ...(ref !== undefined && { ref }) })
  }
  if (file) {
    const { id, messageId, preparedBy, preparedAt, releasedBy, releasedAt, downloads } = file
    add(preparedAt, `${preparedBy.name} added it to bank file ${messageId}.`, undefined, id)
    const taken = downloads > 0 ? ' It was downloaded for the bank.' : ''
    add(
      releasedAt,
      `${releasedBy ?? 'A second operator'} released bank file ${messageId}.${taken}`,
      'The transfer was approved for the bank.',
      id,
    )
  }
  const why = bankReason === undefined ? '' : `, reason ${bankReason}`
  add(reportedAt, `The bank answered ${bankStatus ?? 'with an unknown status'}${why}.`, 'The bank answered.')
  return facts
}

const ofEntries = ({ entries, payment }: PaymentSnapshot): readonly KnownFact[] =>
  entries.map((entry): KnownFact => {
    const { direction, money, account, reference, receivedAt } = entry
    const moved = direction === 'credit' ? 'credit' : 'debit'
    const isIts = payment.confirmation === factOf(entry) || payment.status === 'SUCCESS'
    return {
      type: 'BANK_ENTRY',
      at: receivedAt,
      operator: `The statement of ${account} shows the ${moved} of ${moneyWords(money)} under the bank's reference ${reference}.`,
      // Until the payment is SUCCESS, it is undecided whose money that is.
      merchant: isIts ? "It was found in the bank's statement." : undefined,
      ref: factOf(entry),
    }
  })

function ofCase({ key, reason, openedAt, closedAt, decisions }: CaseFile): readonly KnownFact[] {
  const words = caseWords(reason)
  const opened: KnownFact = {
    type: 'CASE',
    at: openedAt,
    operator: `A case was opened, ${reason}: ${words.operator}`,
    merchant: words.merchant,
    ref: key,
  }
  const decided = decisions.map(({ action, money, operator, at }): KnownFact => {
    const what = money ? ` of ${moneyWords(money)}` : ''
    return {
      type: 'CASE',
      at,
      operator: `${operator} settled the case by ${action}${what}.`,
      merchant: undefined,
      ref: key,
    }
  })
  const closed: readonly KnownFact[] =
    closedAt === undefined
      ? []
      : [
          {
            type: 'CASE',
            at: closedAt,
            operator: 'The case was closed.',
            merchant: 'The gateway’s operator settled it.',
            ref: key,
          },
        ]
  return [opened, ...decided, ...closed]
}

/** Times in a callback view are ISO texts of ours. */
function instantOf(text: string): Instant {
  const at = timeOnly(text)
  assert(at !== undefined, 'what was written as a time is one')
  return at
}

/** What became of a callback, as the end of a sentence. */
const HEARD: Readonly<Record<CallbackState, (callback: CallbackView, payment: Payment) => string>> = {
  WAITING: ({ attempts, nextAttemptAt, waitsFor }, payment) => {
    const first = waitsFor && `waits until ${goesFirst(waitsFor, payment)} is delivered or given up`
    if (attempts.length === 0) return first ?? 'is waiting to be sent'
    const next = nextAttemptAt && `The next attempt is at ${timeWords(instantOf(nextAttemptAt))}`
    const then = first === undefined ? next : `It ${first}`
    return `failed in ${times(attempts)}${then === undefined ? '' : `. ${then}`}`
  },
  SENDING: () => 'is being sent',
  DELIVERED: ({ attempts }) => `was delivered after ${times(attempts)}`,
  SUPERSEDED: () => 'was skipped, because a later one replaced it',
  ABANDONED: ({ attempts }) => `was abandoned after ${times(attempts)}. It can be resent by hand`,
  ENDED: () => 'was answered with 410: its receiver wants no more callbacks of this payment',
}
const times = ({ length }: readonly unknown[]): string => (length === 1 ? '1 attempt' : `${length} attempts`)

const goesFirst = ({ kind, id, sequence }: GoesFirst, payment: Payment): string =>
  kind === payment.kind && id === payment.id
    ? `callback ${sequence} of this payment`
    : `callback ${sequence} of the ${kind} ${id}`

function ofCallback(callback: CallbackView, payment: Payment): KnownFact {
  const { sequence, status, at, state } = callback
  const text = `Callback ${sequence} for ${status} ${HEARD[state](callback, payment)}.`
  return { type: 'CALLBACK', at: instantOf(at), operator: text, merchant: text, ref: String(sequence) }
}

/** Why money is not credited. */
const CAME: Readonly<Record<ExcessMoney['why'], string>> = {
  LATE: 'the money arrived after the payin had expired',
  OVERPAID: 'more arrived than was due',
  UNDERPAID: 'less arrived than was due',
  SECOND: 'the payin was paid twice',
}

/** Why a refund exists that nobody has requested. */
function ofExcess({ createdAt, request: { refund, caseReturn } }: Payment): readonly KnownFact[] {
  if (!refund?.excess) return []
  const by = caseReturn ? 'by a decision of the gateway’s operator' : 'by the policy of the payin’s product'
  const text = `It was created ${by}: ${CAME[refund.excess.why]}.`
  const goes = GOES_TO[refund.route]
  return [
    {
      type: 'HISTORY',
      at: createdAt,
      operator: `${text} The money was not credited to the merchant, and ${goes}.`,
      merchant: `${text} The money was not credited to you, and ${goes}.`,
    },
  ]
}

/** Such money can only be returned to its sender. */
const TO_SENDER = 'is refunded to the sender'
const GOES_TO: Readonly<Record<RefundRoute, string>> = {
  NATIVE: 'is refunded through the payment method of the payin',
  PAYOUT: TO_SENDER,
  CLAIM: TO_SENDER,
  MANUAL: TO_SENDER,
}

function ofRefund({ id, money, status, createdAt, request }: Payment): KnownFact {
  const { excess } = request.refund ?? {}
  const how = excess ? `was created, because ${CAME[excess.why]}` : 'was requested'
  const text = `Refund ${id} of ${moneyWords(money)} ${how}; it is ${status}.`
  return { type: 'REFUND', at: createdAt, operator: text, merchant: text, ref: id }
}
