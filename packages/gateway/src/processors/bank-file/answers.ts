/**
 * The bank's answers: from a status report to the outcome of each payout.
 *
 * The same answer twice changes nothing, because each status update names its fact (this payout delivered, this payout
 * ended). If an answer contradicts an earlier report, there is one case, as for every processor. Only payouts of the
 * file that the answer names are changed, and only if the answer does not name another amount. What does not fit stays
 * visible in the outcome. The bank's last status is stored with its payouts, and the person who supplied it in the
 * audit log, in one commit before anything follows from it. If that is interrupted, supplying the same answer again
 * completes it.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { amountText } from '@sluice/core/foundation/money.ts'
import { assert, fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Actor } from '@sluice/core/payment/claims.ts'
import type { Document } from '@sluice/core/payment/model.ts'
import type { Status } from '@sluice/core/payment/transitions.ts'
import type { AcceptStatusUpdate, StatusUpdate, StatusUpdateAnswer } from '@sluice/core/processor/port.ts'
import { type Database, type RowOf, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { type AuditLine, auditCall } from '../../identity/operators/audit.ts'
import { type CaseContext, openCase } from '../../payments/cases.ts'
import { paymentByKey } from '../../payments/sql-parts.ts'
import { type Verdict, verdictOf } from './bank-reasons.ts'
import { type BankFile, FILE_COLUMNS, rowToFile } from './file.ts'
import { type BankStatus, reported, type StatusReport, type TransactionStatus } from './pain002.ts'
import { type AcceptedPayout, rowToAccepted } from './waiting.ts'

/** This many status updates are under way together: the journal commits them in shared transactions. */
const AT_ONCE = 50

const BY_MESSAGE = sqlStatement({
  name: 'bank_file_by_message',
  text: `select ${FILE_COLUMNS} from bank_file where message_id = $1`,
})
const LINES = sqlStatement({
  name: 'bank_file_taken_lines',
  text: `select l.batch, w.*, p.kind, p.payment_status, p.payment_processor from bank_file_line l
    join bank_file_payout w on w.merchant_id = l.merchant_id and w.key = l.key
    cross join lateral (${paymentByKey('w', 'p.kind, p.status as payment_status, p.processor as payment_processor')}) p
    where l.file_id = $1 and l.in_force order by l.line`,
})
const TELL = sqlStatement({
  name: 'bank_file_payout_report',
  text: `update bank_file_payout w set bank_status = t.status, bank_reason = nullif(t.reason, ''), reported_at = $1
    from unnest($2::text[], $3::uuid[], $4::text[], $5::text[]) as t(merchant_id, key, status, reason)
    where w.merchant_id = t.merchant_id and w.key = t.key`,
})

/**
 * - `conflicts`: rejected after it was delivered; its status stays, and a case is opened.
 * - `differs`: the answer names another amount; nothing was done with it, and a case is opened.
 * - `not-known`: the bank's status is not in the table; nothing was done with it.
 * - `silent`: the answer says nothing of it.
 */
export type LineOutcome =
  | Exclude<StatusUpdateAnswer, 'contradicts'>
  | 'open'
  | 'not-known'
  | 'conflicts'
  | 'differs'
  | 'silent'

export interface AnswerOutcome {
  readonly file: BankFile
  readonly counts: Readonly<Partial<Record<LineOutcome, number>>>
  /** References of the answer that are not in the file. */
  readonly unknown: readonly string[]
  /** References of payouts that need a person. */
  readonly attention: readonly { readonly reference: string; readonly outcome: LineOutcome }[]
}

export type AnswerFailure =
  | 'UNKNOWN_FILE'
  /** No bank can have seen the file. */
  | 'NOT_RELEASED'
  /** A person names a payout that is not in the file, which is not allowed. */
  | 'UNKNOWN_REFERENCE'

export interface AnswerContext extends CaseContext {
  readonly acceptStatusUpdate: AcceptStatusUpdate
  /** Set if a person reports it, not the bank: then every reference must be one of the file's, or nothing is done. */
  readonly actor?: Actor
}

/** What an answer says of a file. */
export interface ReadAnswer {
  readonly file: BankFile
  readonly lines: readonly AnsweredLine[]
  /** References of the answer that are not in the file. */
  readonly unknown: readonly string[]
}

/** @param isByPerson a person reports it, not the bank: then every reference must be one of the file's */
export async function matchAnswer(
  database: Database,
  answer: StatusReport,
  isByPerson: boolean,
): Promise<Result<ReadAnswer, AnswerFailure>> {
  const [row] = await database.run(BY_MESSAGE, [answer.originalMessageId])
  if (!row) return fail('UNKNOWN_FILE')
  const file = rowToFile(row)
  if (file.status !== 'RELEASED') return fail('NOT_RELEASED')
  const reportedOf = reported(answer)
  const lines = (await database.run(LINES, [file.id])).map((line) => lineOf(line, file, reportedOf))
  const unknown = unknownIn(answer, lines)
  return isByPerson && unknown.length > 0 ? fail('UNKNOWN_REFERENCE') : succeed({ file, lines, unknown })
}

/** @throws Undecided or DatabaseFailure if the outcome is not known: supply the same answer again */
export async function takeAnswer(
  context: AnswerContext,
  answer: StatusReport,
  at: Instant,
  audit: (file: BankFile) => AuditLine,
): Promise<Result<AnswerOutcome, AnswerFailure>> {
  const { database, acceptStatusUpdate, actor } = context
  const matched = await matchAnswer(database, answer, actor !== undefined)
  if (!matched.ok) return matched
  const { file, lines, unknown } = matched.value
  await database.batch([...keepingOf(lines, at), auditCall(audit(file))])
  const notifyOf: AcceptStatusUpdate = (statusUpdate) =>
    acceptStatusUpdate(actor === undefined ? statusUpdate : { ...statusUpdate, actor })
  const outcomes: LineOutcome[] = []
  for (let first = 0; first < lines.length; first += AT_ONCE) {
    const together = lines.slice(first, first + AT_ONCE)
    outcomes.push(
      ...(await Promise.all(
        together.map((line) => take({ ...context, acceptStatusUpdate: notifyOf }, line, at)),
      )),
    )
  }
  return succeed(outcomeOf(file, unknown, lines, outcomes))
}

export interface AnsweredLine {
  readonly payout: AcceptedPayout
  readonly status: BankStatus | undefined
  readonly differs: boolean
  /** The payout's status, and whether bank files still pay it: one that was rejected may have passed on. */
  readonly before: { readonly status: Status; readonly isOurs: boolean }
}

function lineOf(
  row: RowOf<'bank_file_taken_lines'>,
  file: BankFile,
  reportedOf: ReturnType<typeof reported>,
): AnsweredLine {
  const payout = rowToAccepted(row)
  assert(typeof row.payment_status === 'string', 'a payout in a file is a payment')
  const batch = file.batches[row.batch]?.id ?? ''
  const { status, transaction } = reportedOf(batch, payout.reference)
  const amount = transaction?.amount
  return {
    payout,
    status,
    differs: amount !== undefined && !isAmount(amount, payout),
    before: {
      status: row.payment_status,
      isOurs: row.payment_processor === payout.processor,
    },
  }
}

function isAmount(
  { text, currency }: NonNullable<TransactionStatus['amount']>,
  { money }: AcceptedPayout,
): boolean {
  const { ledgerDigits } = offered(money.currency)
  const plain = text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text
  return currency === money.currency && plain === amountText(money.amountMinor, ledgerDigits)
}

async function take(context: AnswerContext, line: AnsweredLine, at: Instant): Promise<LineOutcome> {
  const { payout, status, differs } = line
  if (!status) return 'silent'
  if (differs) return otherAmount(context, line)
  const verdict = verdictOf(status.status, status.reasons)
  if (verdict.type === 'open' || verdict.type === 'not-known') return verdict.type
  const statusUpdate = statusUpdateOf(payout, verdict, wordOf(status), at)
  const taken = await context.acceptStatusUpdate({ ...statusUpdate, about: aboutOf(line) })
  return taken === 'contradicts' ? 'conflicts' : taken
}

/** No money has moved that could be posted, so the case has none: an operator must contact the bank. */
async function otherAmount(context: AnswerContext, line: AnsweredLine): Promise<LineOutcome> {
  const { merchantId, key, id, processor, reference } = line.payout
  await openCase(context, {
    merchantId,
    fact: `${reference}:differs`,
    reason: 'ANSWER_AMOUNT_DIFFERS',
    processor,
    paymentKey: key,
    detail: { id, ...aboutOf(line) },
  })
  return 'differs'
}

const aboutOf = ({ payout: { reference, fileId }, status }: AnsweredLine): Document => ({
  reference,
  file: fileId ?? null,
  answer: status ? wordOf(status) : null,
})

const wordOf = ({ status, reasons }: BankStatus): string => [status, ...reasons].join(' ').slice(0, 70)

/** The same name whether the bank's answer or its statement reports it. */
export const deliveredFact = (reference: string): string => `${reference}:delivered`

/** One fact for each end of a payout, however often and by whichever channel it is reported. */
export function statusUpdateOf(
  { processor, merchantId, kind, id, reference }: AcceptedPayout,
  verdict: Exclude<Verdict, { type: 'open' | 'not-known' }>,
  processorStatus: string,
  at: Instant,
): StatusUpdate {
  return {
    processor,
    statusUpdateId: verdict.type === 'delivered' ? deliveredFact(reference) : `${reference}:ended`,
    merchantId,
    kind,
    id,
    at,
    processorStatus,
    statusChange: verdict,
  }
}

/** What the bank says, stored at each payout that it mentions. */
function keepingOf(lines: readonly AnsweredLine[], at: Instant): readonly SqlCall[] {
  const answered = lines.flatMap(({ payout, status }) => (status ? [{ payout, status }] : []))
  if (answered.length === 0) return []
  const values = [
    isoTime(at),
    answered.map(({ payout }) => payout.merchantId),
    answered.map(({ payout }) => payout.key),
    answered.map(({ status }) => status.status),
    answered.map(({ status }) => status.reasons.join(' ')),
  ]
  return [{ statement: TELL, values }]
}

function unknownIn(answer: StatusReport, lines: readonly AnsweredLine[]): readonly string[] {
  const known = new Set(lines.map(({ payout }) => payout.reference))
  return answer.batches
    .flatMap((batch) => batch.transactions)
    .map(({ reference }) => reference)
    .filter((reference) => !known.has(reference))
}

const NEEDS_A_PERSON: ReadonlySet<LineOutcome> = new Set([
  'conflicts',
  'differs',
  'not-known',
  'suspended',
  'kept',
])

function outcomeOf(
  file: BankFile,
  unknown: readonly string[],
  lines: readonly AnsweredLine[],
  outcomes: readonly LineOutcome[],
): AnswerOutcome {
  const counts: Partial<Record<LineOutcome, number>> = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  return {
    file,
    counts,
    unknown,
    attention: lines.flatMap(({ payout }, index) => {
      const outcome = outcomes[index]
      return outcome && NEEDS_A_PERSON.has(outcome) ? [{ reference: payout.reference, outcome }] : []
    }),
  }
}
