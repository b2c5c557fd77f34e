/** What the bank says became of a file: read from its answer, or said by an operator who saw it at the bank. */
import { Type } from 'typebox'
import type { Result } from '../../foundation/result.ts'
import { notRead } from '../../http/parse-in-worker.ts'
import type { Body } from '../../intake/requests.ts'
import { type AnswerFailure, type AnswerOutcome, takeAnswer } from '../../processors/bank-file/answers.ts'
import { findFile } from '../../processors/bank-file/listing.ts'
import type { StatusReport, TransactionStatus } from '../../processors/bank-file/pain002.ts'
import { readAnswerApart } from '../../processors/bank-file/read-answer.ts'
import { operatorOfRequest } from '../authorize.ts'
import { type AdminContext, auditLine, described, invalid, notFound, objectOf, refuse } from '../context.ts'
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
    'Payouts by what became of them: applied, repeated, open (on its way), silent (not in the answer), suspended, conflicts and differs (a case each).',
})

const AnswerSchema = Type.Object({
  file: BankFileSchema,
  counts: CountsSchema,
  unknownReferences: Type.Array(Type.String()),
  attention: Type.Array(Type.Object({ reference: Type.String(), outcome: Type.String() })),
})

export function registerBankFileAnswerRoutes(context: AdminContext): void {
  registerAnswer(context)
  registerConfirm(context)
}

function registerAnswer(context: AdminContext): void {
  const { app, gateway } = context
  const { database, deps, journal, reports } = gateway
  const answerRoom = { database, deps, journal, takeReport: reports.take.bind(reports) }
  const options = described(context, {
    role: 'OPERATOR',
    summary: "Read the bank's answer to a file: a pain.002, as it came",
    answers: {
      200: AnswerSchema,
    },
    problems: [
      'VALIDATION_FAILED',
      'MALFORMED_JSON',
      'BODY_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
      'NOT_FOUND',
      'BANK_FILE_STATE',
    ],
  })
  app.post<{ Reply: unknown }>(
    '/admin/bank-files/!readAnswer',
    {
      ...options,
      bodyLimit: MAX_ANSWER_BYTES,
      config: { ...options.config, file: { limitBytes: MAX_ANSWER_BYTES } },
      schema: { ...options.schema, body: { content: { 'application/xml': XML } } },
    },
    async (request) => {
      const read = await readAnswerApart(request.rawBody, deps.timers)
      if (!read.ok) throw refuse(notRead(read.failure))
      const answer = read.value
      if (!answer.ok) throw invalid('', 'INVALID_FORMAT', answer.failure)
      const outcome = await takeAnswer(answerRoom, answer.value, deps.clock.now(), (file) =>
        auditLine(gateway, request, {
          action: 'bank-file.read-answer',
          subject: `bank file ${file.id}`,
          detail: { answer: answer.value.messageId },
        }),
      )
      return answerBody(granted(outcome))
    },
  )
}

const XML = { schema: { type: 'string', description: 'Any of the versions .03 to .14.' } }

function registerConfirm(context: AdminContext): void {
  const { app, gateway } = context
  const { database, deps, journal, reports } = gateway
  app.post<{ Params: { id: string }; Body: unknown; Reply: unknown }>(
    '/admin/bank-files/:id/!confirm',
    described(context, {
      role: 'OPERATOR',
      summary:
        'Say that the bank has executed a file, but for what it rejected: for banks that answer no file',
      params: { id: Type.String() },
      body: Type.Object({
        rejected: Type.Optional(
          Type.Array(
            Type.Object({
              reference: Type.String(),
              reason: Type.Optional(Type.String({ description: "ISO 20022's code: AC01." })),
            }),
            { maxItems: MAX_REJECTED },
          ),
        ),
      }),
      answers: { 200: AnswerSchema },
      problems: ['NOT_FOUND', 'BANK_FILE_STATE'],
    }),
    async (request) => {
      const { id } = request.params
      const rejected = readRejected(objectOf(request.body))
      const file = UUID.test(id) ? await findFile(database, id) : undefined
      if (!file) throw notFound('bank file')
      const answer: StatusReport = {
        messageId: 'confirmed by an operator',
        originalMessageId: file.messageId,
        group: { status: 'ACSC', reasons: [] },
        batches: [{ batchId: '', status: undefined, transactions: rejected }],
      }
      const answerRoom = {
        database,
        deps,
        journal,
        takeReport: reports.take.bind(reports),
        actor: `operator:${operatorOfRequest(request).name}` as const,
      }
      const outcome = await takeAnswer(answerRoom, answer, deps.clock.now(), () =>
        auditLine(gateway, request, {
          action: 'bank-file.confirm',
          subject: `bank file ${id}`,
          detail: {
            rejected: rejected.map(({ reference, status }) => [reference, ...(status?.reasons ?? [])]),
          },
        }),
      )
      return answerBody(granted(outcome))
    },
  )
}

/** @throws ProblemError 400 */
function readRejected({ rejected = [] }: Body): readonly TransactionStatus[] {
  const isText = (value: unknown, form: RegExp): value is string =>
    typeof value === 'string' && form.test(value)
  if (!Array.isArray(rejected) || rejected.length > MAX_REJECTED)
    throw invalid('/rejected', 'WRONG_TYPE', `must be a list of at most ${MAX_REJECTED}`)
  return rejected.map((value: unknown, index) => {
    const { reference, reason } = objectOf(value)
    if (!isText(reference, REFERENCE))
      throw invalid(
        `/rejected/${index}/reference`,
        'INVALID_FORMAT',
        'must be the reference of a payout in the file',
      )
    if (reason !== undefined && !isText(reason, REASON))
      throw invalid(`/rejected/${index}/reason`, 'INVALID_FORMAT', 'must be a code such as AC01')
    const status = { status: 'RJCT', reasons: reason === undefined ? [] : [reason] }
    return { reference, status, amount: undefined }
  })
}

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
