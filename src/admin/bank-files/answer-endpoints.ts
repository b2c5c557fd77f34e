/** What the bank says became of a file: read from its answer, or said by an operator who saw it at the bank. */
import { type Static, Type } from 'typebox'
import type { Result } from '../../foundation/result.ts'
import { notRead } from '../../http/parse-in-worker.ts'
import { worded } from '../../http/reading.ts'
import { type AnswerFailure, type AnswerOutcome, takeAnswer } from '../../processors/bank-file/answers.ts'
import { findFile } from '../../processors/bank-file/listing.ts'
import type { StatusReport, TransactionStatus } from '../../processors/bank-file/pain002.ts'
import { readAnswerApart } from '../../processors/bank-file/read-answer.ts'
import type { BackOffice } from '../back-office.ts'
import { invalid, notFound, refuse } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { formed } from '../fields.ts'
import { adminProblem } from '../problems.ts'
import { BankFileSchema, bankFileBody } from './views.ts'

/** Ten thousand transactions with all that banks repeat of them. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024
const MAX_SHOWN = 100
const MAX_REJECTED = 500
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const REFERENCE = /^[A-Z0-9]{1,35}$/
const REASON = /^[A-Z]{2,4}[0-9]{0,2}$/

const CountsSchema = Type.Record(Type.String(), Type.Integer(), {
  description:
    'Payouts by what became of them: applied, repeated, open (on its way), not-known (a status that the gateway does not know: nothing was done), silent (not in the answer), suspended, conflicts and differs (a case each).',
})

const AnswerSchema = Type.Object({
  file: BankFileSchema,
  counts: CountsSchema,
  unknownReferences: Type.Array(Type.String()),
  attention: Type.Array(Type.Object({ reference: Type.String(), outcome: Type.String() })),
})

const readAnswer = endpoint({
  route: 'POST /admin/bank-files/!readAnswer',
  role: 'OPERATOR',
  summary: "Read the bank's answer to a file: a pain.002, as it came",
  file: {
    type: 'application/xml',
    description: 'Any of the versions .03 to .14.',
    limitBytes: MAX_ANSWER_BYTES,
  },
  answers: { 200: AnswerSchema },
  problems: ['NOT_FOUND', 'BANK_FILE_STATE'],
  async handle({ office, file: bytes, audit }) {
    const { deps } = office.gateway
    const read = await readAnswerApart(bytes, deps.timers)
    if (!read.ok) throw refuse(notRead(read.failure))
    const answer = read.value
    if (!answer.ok) throw invalid('', 'INVALID_FORMAT', answer.failure)
    const outcome = await takeAnswer(takerOf(office), answer.value, deps.clock.now(), (file) =>
      audit({
        action: 'bank-file.read-answer',
        subject: `bank file ${file.id}`,
        detail: { answer: answer.value.messageId },
      }),
    )
    return answerBody(granted(outcome))
  },
})

const takerOf = ({ gateway: { database, deps, journal, reports } }: BackOffice) => ({
  database,
  deps,
  journal,
  takeReport: reports.take.bind(reports),
})

const Rejected = Type.Object({
  reference: formed(REFERENCE, 'must be the reference of a payout in the file'),
  reason: Type.Optional(
    formed(REASON, 'must be a code such as AC01', { description: "ISO 20022's code: AC01." }),
  ),
})

const confirm = endpoint({
  route: 'POST /admin/bank-files/:id/!confirm',
  role: 'OPERATOR',
  summary: 'Say that the bank has executed a file, but for what it rejected: for banks that answer no file',
  params: { id: Type.String() },
  body: Type.Object({
    rejected: Type.Optional(
      worded(
        Type.Array(Rejected, { maxItems: MAX_REJECTED }),
        'WRONG_TYPE',
        `must be a list of at most ${MAX_REJECTED}`,
        { whole: false },
      ),
    ),
  }),
  example: {},
  answers: { 200: AnswerSchema },
  problems: ['NOT_FOUND', 'BANK_FILE_STATE'],
  async handle(call) {
    const { database, deps } = call.office.gateway
    const { id } = call.params
    const { rejected = [] } = call.body()
    const file = UUID.test(id) ? await findFile(database, id) : undefined
    if (!file) throw notFound('bank file')
    const answer: StatusReport = {
      messageId: 'confirmed by an operator',
      originalMessageId: file.messageId,
      group: { status: 'ACSC', reasons: [] },
      batches: [{ batchId: '', status: undefined, transactions: rejected.map(rejection) }],
    }
    const taker = { ...takerOf(call.office), actor: `operator:${call.operator.name}` as const }
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
function granted(outcome: Result<AnswerOutcome, AnswerFailure>): AnswerOutcome {
  if (outcome.ok) return outcome.value
  switch (outcome.failure) {
    case 'UNKNOWN_FILE':
      throw notFound('bank file: the answer names another message')
    case 'NOT_RELEASED':
      throw refuse(adminProblem('BANK_FILE_STATE', 'The file was never released: no bank can have it.'))
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
