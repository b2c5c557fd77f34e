/**
 * Bank files, as operators work with them: what waits, prepared by one, released by another, taken to the bank, its answer read.
 *
 * Every act is in the audit log in the very transaction that it is done in, downloads too. Four eyes: `processors/bank-file/four-eyes.ts`.
 */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Result } from '../../foundation/result.ts'
import type { AuditLine } from '../../operators/audit.ts'
import { fileType } from '../../processors/bank-file/content.ts'
import { type DebtorAccount, FORMATS, type Format } from '../../processors/bank-file/debtor-account.ts'
import type { BankFile } from '../../processors/bank-file/file.ts'
import type { FileFailure, PrepareFailure } from '../../processors/bank-file/files.ts'
import type { GatheredPayouts } from '../../processors/bank-file/gather.ts'
import { operatorOfRequest } from '../authorize.ts'
import {
  type AdminContext,
  auditFirst,
  auditLine,
  described,
  invalid,
  notFound,
  objectOf,
  refuse,
} from '../context.ts'
import { adminProblem } from '../problems.ts'
import { BankFileSchema, bankFileBody } from './views.ts'

const MAX_ACCOUNTS = 20
const MAX_LEFT_OUT_SHOWN = 100
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface FileParams {
  readonly id: string
}
const PARAMS = { id: Type.String({ description: 'The file.' }) }

const LeftOutSchema = Type.Array(
  Type.Object({
    merchantCode: Type.String(),
    idPayout: Type.String(),
    why: Type.String({
      description:
        'FILE_FULL: it waits for the next file. MAY_BE_PAID: a backup was restored, and nobody has cleared it since.',
    }),
  }),
  { description: `What waits and is not in the file, at most ${MAX_LEFT_OUT_SHOWN} of them.` },
)

export function registerBankFileRoutes(context: AdminContext): void {
  registerPrepare(context)
  registerRelease(context)
  registerCancel(context)
  registerContent(context)
}

function registerPrepare(context: AdminContext): void {
  const { app, gateway } = context
  app.post<{ Body: unknown; Reply: unknown }>(
    '/admin/bank-files/!prepare',
    described(context, {
      role: 'OPERATOR',
      summary: 'Make a file of the payouts that wait; another operator must release it',
      body: Type.Object({
        accounts: Type.Array(Type.String(), {
          minItems: 1,
          maxItems: MAX_ACCOUNTS,
          description: 'Debtor accounts of one bank, in the order in which they are filled.',
        }),
        format: Type.Optional(
          Type.Union(
            FORMATS.map((format) => Type.Literal(format)),
            {
              description: "Left out: the first account's usual one.",
            },
          ),
        ),
      }),
      answers: {
        201: Type.Object({ file: BankFileSchema, leftOut: LeftOutSchema }),
      },
      problems: ['FOUR_EYES', 'NOTHING_TO_PAY'],
    }),
    async (request, reply) => {
      const operator = operatorOfRequest(request)
      const { accounts, format } = readPreparation(request.body, await gateway.bankFiles.accounts.all())
      const prepared = await gateway.bankFiles.files.prepare(
        { accounts, format, operator },
        auditOf(context, request, 'prepare'),
      )
      if (!prepared.ok) {
        if (prepared.failure.type === 'not-a-person') {
          const detail = { refused: 'four-eyes', accounts: accounts.map(({ id }) => id) }
          const act = { action: 'bank-file.prepare.refused', subject: 'bank files', detail }
          await auditFirst(gateway, auditLine(gateway, request, act))
        }
        throw refuse(prepareProblem(prepared.failure))
      }
      reply.code(201)
      const { file, gathered } = prepared.value
      return { file: bankFileBody(file), leftOut: leftOutBody(gathered.leftOut) }
    },
  )
}

/** @throws ProblemError 400 */
function readPreparation(
  value: unknown,
  known: readonly DebtorAccount[],
): { readonly accounts: readonly DebtorAccount[]; readonly format: Format } {
  const body = objectOf(value)
  const ids: readonly unknown[] = Array.isArray(body.accounts) ? body.accounts : []
  if (ids.length === 0 || ids.length > MAX_ACCOUNTS || new Set(ids).size !== ids.length)
    throw invalid('/accounts', 'REQUIRED', `must name 1 to ${MAX_ACCOUNTS} debtor accounts, none twice`)
  const accounts = ids.map((id, index) => {
    const account = known.find((each) => each.id === id && each.status === 'ACTIVE')
    if (!account) throw invalid(`/accounts/${index}`, 'UNKNOWN_VALUE', 'must be a debtor account in use')
    return account
  })
  const format =
    body.format === undefined ? accounts[0]?.formats[0] : FORMATS.find((each) => each === body.format)
  if (format === undefined) throw invalid('/format', 'UNKNOWN_VALUE', `must be one of ${FORMATS.join(', ')}`)
  if (accounts.some(({ formats }) => !formats.includes(format)))
    throw invalid('/format', 'CONFLICT', `not every one of these accounts takes ${format}`)
  if (accounts.some(({ isTest }) => isTest !== accounts[0]?.isTest))
    throw invalid('/accounts', 'CONFLICT', 'accounts for tests and live ones go into files of their own')
  if (format === 'zengin' && accounts.length > 1)
    throw invalid('/accounts', 'CONFLICT', 'a zengin file is of one account')
  return { accounts, format }
}

const leftOutBody = (leftOut: GatheredPayouts['leftOut']) =>
  leftOut.slice(0, MAX_LEFT_OUT_SHOWN).map(({ payout, why }) => ({
    merchantCode: payout.merchantId,
    idPayout: payout.id,
    why,
  }))

function prepareProblem(failure: PrepareFailure) {
  switch (failure.type) {
    case 'not-a-person':
      return adminProblem('FOUR_EYES', failure.text)
    case 'no-business-day':
      return adminProblem(
        'NOTHING_TO_PAY',
        'The calendar of an account leaves no business day within a year.',
      )
    case 'nothing':
      return adminProblem('NOTHING_TO_PAY', 'No payout waits that these accounts can pay in this format.', {
        extra: { leftOut: leftOutBody(failure.leftOut) },
      })
  }
}

function registerRelease(context: AdminContext): void {
  const { app, gateway } = context
  app.post<{ Params: FileParams; Body: unknown; Reply: unknown }>(
    '/admin/bank-files/:id/!release',
    described(context, {
      role: 'OPERATOR',
      summary: 'Release a prepared file, as another operator than the one who prepared it',
      params: PARAMS,
      body: Type.Object({
        sha256: Type.Optional(
          Type.String({ description: 'Of the content that was looked at: another one is refused.' }),
        ),
      }),
      answers: { 200: BankFileSchema },
      problems: ['NOT_FOUND', 'FOUR_EYES', 'BANK_FILE_STATE'],
    }),
    async (request) => {
      const { sha256 } = objectOf(request.body)
      if (sha256 !== undefined && typeof sha256 !== 'string')
        throw invalid('/sha256', 'WRONG_TYPE', 'must be the SHA-256 of the file, in hexadecimal')
      const accounts = await gateway.bankFiles.accounts.all()
      const released = await gateway.bankFiles.files.release(
        fileId(request.params),
        operatorOfRequest(request),
        sha256,
        auditOf(context, request, 'release'),
        accounts,
      )
      return bankFileBody(granted(released))
    },
  )
}

function registerCancel(context: AdminContext): void {
  const { app, gateway } = context
  app.post<{ Params: FileParams; Reply: unknown }>(
    '/admin/bank-files/:id/!cancel',
    described(context, {
      role: 'OPERATOR',
      summary: 'Cancel a file that nobody has downloaded: its payouts wait for another one',
      params: PARAMS,
      answers: { 200: BankFileSchema },
      problems: ['NOT_FOUND', 'BANK_FILE_STATE'],
    }),
    async (request) => {
      const cancelled = await gateway.bankFiles.files.cancel(
        fileId(request.params),
        auditOf(context, request, 'cancel'),
      )
      return bankFileBody(granted(cancelled))
    },
  )
}

function registerContent(context: AdminContext): void {
  const { app, gateway } = context
  app.get<{ Params: FileParams; Reply: unknown }>(
    '/admin/bank-files/:id/content',
    described(context, {
      role: 'OPERATOR',
      summary: 'Download a released file for the bank; every download is in the audit log',
      params: PARAMS,
      answers: { 200: Type.Unsafe({ content: CONTENT }) },
      problems: ['NOT_FOUND', 'BANK_FILE_STATE'],
    }),
    async (request, reply) => {
      const downloaded = await gateway.bankFiles.files.download(
        fileId(request.params),
        auditOf(context, request, 'download'),
      )
      const { file, content } = granted(downloaded)
      const { mediaType, extension } = fileType(file.format)
      reply
        .type(mediaType)
        .header('content-disposition', `attachment; filename="${file.messageId}.${extension}"`)
        .header('x-content-type-options', 'nosniff')
      return reply.send(content)
    },
  )
}

const BINARY = { schema: { type: 'string' } }
const CONTENT = { 'application/xml': BINARY, 'text/plain': BINARY }

/** @throws ProblemError 404: nothing else can be named so */
function fileId({ id }: FileParams): string {
  if (!UUID.test(id)) throw notFound('bank file')
  return id
}

const IN_DOUBT =
  'A backup was restored since this file was made, and the bank may have its payouts already. Ask the bank, then clear them: sluice bank-files in-doubt.'

/** @throws ProblemError */
function granted<Value>(result: Result<Value, FileFailure>): Value {
  if (result.ok) return result.value
  const { failure } = result
  switch (failure.type) {
    case 'absent':
      throw notFound('bank file')
    case 'state':
      throw refuse(adminProblem('BANK_FILE_STATE', stateText(failure.file)))
    case 'four-eyes':
      throw refuse(adminProblem('FOUR_EYES', failure.text))
    case 'cut-off': {
      const text = `The cut-off of ${failure.account} has passed: cancel the file, and prepare it anew for the next business day.`
      throw refuse(adminProblem('BANK_FILE_STATE', text))
    }
    case 'in-doubt':
      throw refuse(adminProblem('BANK_FILE_STATE', IN_DOUBT))
    case 'differs':
      throw refuse(adminProblem('BANK_FILE_STATE', 'The file has another content than the one you name.'))
  }
}

function stateText({ status, downloads }: BankFile): string {
  switch (status) {
    case 'PREPARED':
      return 'The file is not released yet.'
    case 'CANCELLED':
      return 'The file has been cancelled.'
    case 'RELEASED':
      return downloads > 0
        ? 'The file has been released and downloaded: the bank may have it.'
        : 'The file has been released.'
  }
}

/** A refused act has a name of its own: `bank-file.release.refused`. */
const auditOf =
  (context: AdminContext, request: FastifyRequest, act: string) =>
  (file: BankFile, refused?: FileFailure['type']): AuditLine =>
    auditLine(context.gateway, request, {
      action: refused === undefined ? `bank-file.${act}` : `bank-file.${act}.refused`,
      subject: `bank file ${file.id}`,
      detail: refused === undefined ? factsOf(file) : { refused, ...factsOf(file) },
    })

function factsOf({ format, payments, sha256, batches, preparedBy }: BankFile) {
  return {
    format,
    payments,
    sha256,
    preparedBy: preparedBy.name,
    batches: batches.map(({ accountId, executionDay, currency, totalMinor }) => ({
      accountId,
      executionDay,
      currency,
      totalMinor,
    })),
  }
}
