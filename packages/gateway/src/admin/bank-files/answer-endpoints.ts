/** What became of a file: read from the bank's answer, or entered by an operator who saw it at the bank. */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import { isUuid } from '@sluice/core/foundation/identifiers.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import type { Result } from '@sluice/core/foundation/result.ts'
import { type Static, Type } from 'typebox'
import { notRead } from '../../http/parse-in-worker.ts'
import { worded } from '../../http/reading.ts'
import { isConnection } from '../../identity/operators/bank-connection.ts'
import { isForTests } from '../../payments/processor-names.ts'
import { weightOf } from '../../processors/bank-file/answer-weight.ts'
import {
  type AnswerFailure,
  type AnswerOutcome,
  matchAnswer,
  takeAnswer,
} from '../../processors/bank-file/answers.ts'
import { findFile } from '../../processors/bank-file/listing.ts'
import type { StatusReport, TransactionStatus } from '../../processors/bank-file/pain002.ts'
import { readAnswerApart } from '../../processors/bank-file/read-answer.ts'
import {
  type ApprovalRequest,
  type ApprovalRequests,
  fingerprintOf,
  oncePerCall,
} from '../approval-requests.ts'
import type { BackOffice } from '../back-office.ts'
import { invalid, notFound, refuse } from '../context.ts'
import { type Call, endpoint } from '../endpoint.ts'
import { mayRequestApproval } from '../entitled.ts'
import { formed } from '../fields.ts'
import { adminProblem } from '../problems.ts'
import { BankFileSchema, bankFileBody } from './views.ts'

/** Ten thousand transactions with all details that banks repeat. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024
const MAX_SHOWN = 100
const MAX_REJECTED = 500
const REFERENCE = /^[A-Z0-9]{1,35}$/
const REASON = /^[A-Z]{2,4}[0-9]{0,2}$/

const CountsSchema = Type.Record(Type.String(), Type.Integer(), {
  description:
    'Number of payouts by result: applied, repeated, open (in progress), not-known (an unknown status: nothing was done), silent (not in the answer), suspended, conflicts and differs (a case each).',
})

const AnswerSchema = Type.Object({
  file: BankFileSchema,
  counts: CountsSchema,
  unknownReferences: Type.Array(Type.String()),
  attention: Type.Array(Type.Object({ reference: Type.String(), outcome: Type.String() })),
})

/** @throws ProblemError 400 */
const answerIn = oncePerCall(
  async ({ backOffice, file }: Pick<Call<unknown, unknown, unknown>, 'backOffice' | 'file'>) => {
    const read = await readAnswerApart(file, backOffice.gateway.deps.timers)
    if (!read.ok) throw refuse(notRead(read.failure))
    if (!read.value.ok) throw invalid('', 'INVALID_FORMAT', read.value.failure)
    return read.value.value
  },
)

/**
 * An answer from the bank's own connection, the program that every debtor account of the file names, needs no approval.
 * Anybody else may have written the answer.
 * @throws ProblemError if it cannot be applied, so that nobody has to approve it
 */
async function approvalRequestsOfAnswer(
  { backOffice: { gateway }, operator }: Pick<Call<unknown, unknown, unknown>, 'backOffice' | 'operator'>,
  answer: StatusReport,
  isByPerson: boolean,
): Promise<ApprovalRequests> {
  const read = granted(await matchAnswer(gateway.database, answer, isByPerson))
  const { file } = read
  if (isForTests(file.processor)) return undefined
  const { sums, rejected, delivered, state } = weightOf(read)
  const says = [rejected > 0 && `${rejected} rejected`, delivered > 0 && `${delivered} executed`]
  const summary = `Record the bank's answer to file ${file.messageId}: ${says.filter(Boolean).join(' and ')}`
  const about = fingerprintOf(...state)
  const approvalRequests = Array.from(sums, ([currency, sum]): ApprovalRequest => {
    const money = { currency, amountMinor: minor(sum) }
    return { operation: 'bank-file.answer', money, summary: `${summary}: ${moneyWords(money)}`, about }
  })
  const accounts = new Map((await gateway.bankFiles.accounts.all()).map((each) => [each.id, each]))
  const isConnected = file.batches.every(({ accountId }) =>
    isConnection(accounts.get(accountId)?.bankConnection, operator),
  )
  if (!isConnected) return approvalRequests
  mayRequestApproval(operator, approvalRequests)
  return undefined
}

const readAnswer = endpoint({
  route: 'POST /admin/bank-files/!readAnswer',
  role: 'OPERATOR',
  stepUp: 'WITH_ITS_OPERATION',
  summary: "Import the bank's answer to a file: a pain.002, unchanged",
  file: {
    type: 'application/xml',
    description: 'Versions .03 to .14.',
    limitBytes: MAX_ANSWER_BYTES,
  },
  answers: { 200: AnswerSchema },
  problems: ['NOT_FOUND', 'BANK_FILE_STATE'],
  operations: ['bank-file.answer'],
  operation: async (call) => approvalRequestsOfAnswer(call, await answerIn(call), false),
  async handle(call) {
    const { backOffice, audit } = call
    const answer = await answerIn(call)
    const outcome = await takeAnswer(
      takerOf(backOffice),
      answer,
      backOffice.gateway.deps.clock.now(),
      (file) =>
        audit({
          action: 'bank-file.read-answer',
          subject: `bank file ${file.id}`,
          detail: { answer: answer.messageId },
        }),
    )
    return answerBody(granted(outcome))
  },
})

const takerOf = ({ gateway: { database, deps, journal, statusUpdates } }: BackOffice) => ({
  database,
  deps,
  journal,
  acceptStatusUpdate: statusUpdates.take.bind(statusUpdates),
})

const Rejected = Type.Object({
  reference: formed(REFERENCE, 'must be the reference of a payout in the file'),
  reason: Type.Optional(
    formed(REASON, 'must be a code such as AC01', { description: 'An ISO 20022 reason code, such as AC01.' }),
  ),
})

const Confirmation = Type.Object({
  rejected: Type.Optional(
    worded(
      Type.Array(Rejected, { maxItems: MAX_REJECTED }),
      'WRONG_TYPE',
      `must be a list of at most ${MAX_REJECTED}`,
      { whole: false },
    ),
  ),
})

/** As if the bank had answered this. @throws ProblemError 400, 404 */
async function said(
  call: Pick<
    Call<{ readonly id: string }, unknown, Static<typeof Confirmation>>,
    'backOffice' | 'params' | 'body'
  >,
) {
  const { id } = call.params
  const { rejected = [] } = call.body()
  const file = isUuid(id) ? await findFile(call.backOffice.gateway.database, id) : undefined
  if (!file) throw notFound('bank file')
  const answer: StatusReport = {
    messageId: 'confirmed by an operator',
    originalMessageId: file.messageId,
    group: { status: 'ACSC', reasons: [] },
    batches: [{ batchId: '', status: undefined, transactions: rejected.map(rejection) }],
  }
  return { answer, rejected }
}

const confirm = endpoint({
  route: 'POST /admin/bank-files/:id/!confirm',
  role: 'OPERATOR',
  stepUp: 'WITH_ITS_OPERATION',
  summary:
    'Confirm that the bank executed a file, except for rejected payouts: for banks that send no answer file',
  params: { id: Type.String() },
  body: Confirmation,
  example: {},
  answers: { 200: AnswerSchema },
  problems: ['NOT_FOUND', 'BANK_FILE_STATE'],
  operations: ['bank-file.answer'],
  operation: async (call) => approvalRequestsOfAnswer(call, (await said(call)).answer, true),
  async handle(call) {
    const { deps } = call.backOffice.gateway
    const { id } = call.params
    const { answer, rejected } = await said(call)
    const taker = { ...takerOf(call.backOffice), actor: `operator:${call.operator.name}` as const }
    const outcome = await takeAnswer(taker, answer, deps.clock.now(), () =>
      call.audit({
        action: 'bank-file.confirm',
        subject: `bank file ${id}`,
        detail: {
          rejected: rejected.map(({ reference, reason }) => [
            reference,
            ...(reason === undefined ? [] : [reason]),
          ]),
        },
      }),
    )
    return answerBody(granted(outcome))
  },
})

const rejection = ({ reference, reason }: Static<typeof Rejected>): TransactionStatus => ({
  reference,
  status: { status: 'RJCT', reasons: reason === undefined ? [] : [reason] },
  amount: undefined,
})

/** @throws ProblemError */
function granted<Value>(outcome: Result<Value, AnswerFailure>): Value {
  if (outcome.ok) return outcome.value
  switch (outcome.failure) {
    case 'UNKNOWN_FILE':
      throw notFound('bank file: the answer names another message')
    case 'NOT_RELEASED':
      throw refuse(adminProblem('BANK_FILE_STATE', 'The file was never released, so no bank can have it.'))
    case 'UNKNOWN_REFERENCE':
      throw invalid('/rejected', 'UNKNOWN_VALUE', 'names a payout that is not in the file; nothing was done')
  }
}

const answerBody = ({ file, counts, unknown, attention }: AnswerOutcome) => ({
  file: bankFileBody(file),
  counts,
  unknownReferences: unknown.slice(0, MAX_SHOWN),
  attention: attention.slice(0, MAX_SHOWN),
})

export const BANK_FILE_ANSWER_ENDPOINTS = [readAnswer, confirm]
