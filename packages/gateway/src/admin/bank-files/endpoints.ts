/**
 * Bank files: payouts that wait are prepared by one operator, released by another, taken to the bank, and the answer is
 * read.
 *
 * Every operation, also a download, writes its audit line in its own transaction. Dual approval:
 * `processors/bank-file/dual-approval.ts`.
 */
import { isUuid } from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import type { Result } from '@sluice/core/foundation/result.ts'
import { type Static, Type } from 'typebox'
import type { Approval, Asker } from '../../approvals/approval.ts'
import type { Approvals } from '../../approvals/approvals.ts'
import { insertApproval } from '../../approvals/store.ts'
import { type Given, type Terms, worded } from '../../http/reading.ts'
import type { AuditLine } from '../../identity/operators/audit.ts'
import { fileType } from '../../processors/bank-file/content.ts'
import { type DebtorAccount, FORMATS } from '../../processors/bank-file/debtor-account.ts'
import type { BankFile } from '../../processors/bank-file/file.ts'
import type { FileFailure, PrepareFailure } from '../../processors/bank-file/files.ts'
import type { GatheredPayouts } from '../../processors/bank-file/gather.ts'
import { findFile } from '../../processors/bank-file/listing.ts'
import type { ApprovalRequest } from '../approval-requests.ts'
import { notFound, refuse } from '../context.ts'
import { type Call, endpoint } from '../endpoint.ts'
import { mayRequestApproval } from '../entitled.ts'
import { choice } from '../fields.ts'
import { adminProblem } from '../problems.ts'
import { BankFileSchema, bankFileBody } from './views.ts'

const MAX_ACCOUNTS = 20
const MAX_LEFT_OUT_SHOWN = 100
const IN_USE = 'must be an active debtor account'

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
        'FILE_FULL: it waits for the next file. MAY_BE_PAID: a backup was restored and it was not cleared since.',
    }),
  }),
  { description: `Waiting payouts that are not in the file, at most ${MAX_LEFT_OUT_SHOWN}.` },
)

const Preparation = Type.Object({
  accounts: worded(
    Type.Array(worded(Type.String(), 'UNKNOWN_VALUE', IN_USE), {
      minItems: 1,
      maxItems: MAX_ACCOUNTS,
      uniqueItems: true,
      description: 'Debtor accounts of one bank, in the order in which they are used.',
    }),
    'REQUIRED',
    `must name 1 to ${MAX_ACCOUNTS} different debtor accounts`,
    { whole: false },
  ),
  format: Type.Optional(choice(FORMATS, { description: 'Default: the usual format of the first account.' })),
})

const prepare = endpoint({
  route: 'POST /admin/bank-files/!prepare',
  role: 'OPERATOR',
  summary: 'Prepare a file of the waiting payouts; another operator must release it',
  // Its release is requested in the commit that creates it.
  operations: ['bank-file.release'],
  body: Preparation,
  example: { accounts: ['bangkok'] },
  answers: {
    201: Type.Object({ file: BankFileSchema, leftOut: LeftOutSchema }),
  },
  problems: ['FOUR_EYES', 'NOTHING_TO_PAY'],
  async handle(call) {
    const { gateway } = call.backOffice
    const operator = call.operator
    const known = await gateway.bankFiles.accounts.all()
    const { accounts, format } = call.check(preparationOf(known))
    const prepared = await gateway.bankFiles.files.prepare(
      { accounts, format, operator },
      auditOf(call, 'prepare'),
      (file) => [insertApproval(releaseOf(gateway.approvals, file, operator))],
    )
    if (!prepared.ok) {
      if (prepared.failure.type === 'not-a-person') {
        const detail = { refused: 'dual-approval', accounts: accounts.map(({ id }) => id) }
        const operation = { action: 'bank-file.prepare.refused', subject: 'bank files', detail }
        await call.note(operation)
      }
      throw refuse(prepareProblem(prepared.failure))
    }
    const { file, gathered } = prepared.value
    return { file: bankFileBody(file), leftOut: leftOutBody(gathered.leftOut) }
  },
})

const preparationOf =
  (known: readonly DebtorAccount[]) =>
  ({ accounts: ids = [], format: wanted }: Given<Static<typeof Preparation>>, { sent, say }: Terms) => {
    const accounts = ids.flatMap((id, index) => {
      const account = known.find((each) => each.id === id && each.status === 'ACTIVE')
      if (!account) say(`/accounts/${index}`, 'UNKNOWN_VALUE', IN_USE)
      return account ?? []
    })
    const format = sent.format === undefined ? accounts[0]?.formats[0] : wanted
    if (format === undefined || accounts.length < ids.length) return undefined
    if (accounts.some(({ formats }) => !formats.includes(format)))
      say('/format', 'CONFLICT', `not all of these accounts accept ${format}`)
    if (accounts.some(({ isTest }) => isTest !== accounts[0]?.isTest))
      say('/accounts', 'CONFLICT', 'test and live accounts need separate files')
    if (format === 'zengin' && accounts.length > 1)
      say('/accounts', 'CONFLICT', 'a zengin file can have only one account')
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
      return adminProblem('NOTHING_TO_PAY', 'The calendar of an account has no business day within a year.')
    case 'nothing':
      return adminProblem(
        'NOTHING_TO_PAY',
        'There is no waiting payout that these accounts can pay in this format.',
        {
          extra: { leftOut: leftOutBody(failure.leftOut) },
        },
      )
  }
}

const RELEASE = 'POST /admin/bank-files/{id}/!release'

/** Preparing a file requests the release of exactly this content. The file's own endpoint is one way to approve it. */
function releaseOf(
  approvals: Approvals,
  { id, messageId, payments, sha256 }: BankFile,
  asker: Asker,
): Approval {
  const body = Buffer.from(JSON.stringify({ sha256 }))
  const request = {
    target: `/admin/bank-files/${id}/!release`,
    parameters: { params: { id }, query: {} },
    body,
  }
  const summary = `Release bank file ${messageId} with ${payments} payouts`
  const requested = {
    operation: 'bank-file.release',
    runs: RELEASE,
    summary,
    request,
    about: '',
    role: 'OPERATOR',
    asker,
  } as const
  return approvals.prepare(requested, id)
}

/** The totals of each currency, to check an operator's limit. The content of a file never changes. */
function approvalRequestsOf({ batches, messageId }: BankFile): readonly ApprovalRequest[] {
  const sums = new Map<CurrencyCode, bigint>()
  for (const { currency, totalMinor } of batches)
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(totalMinor))
  return Array.from(sums, ([currency, sum]) => ({
    operation: 'bank-file.release',
    summary: `Release bank file ${messageId}`,
    money: { currency, amountMinor: minor(sum) },
    about: '',
  }))
}

const release = endpoint({
  route: 'POST /admin/bank-files/:id/!release',
  role: 'OPERATOR',
  stepUp: true,
  summary: 'Release a prepared file; not possible for the operator who prepared it',
  params: PARAMS,
  body: Type.Object({
    sha256: Type.Optional(
      worded(
        Type.String({
          description: 'SHA-256 of the content you reviewed. If the content differs, the request is refused.',
        }),
        'WRONG_TYPE',
        'must be the SHA-256 of the file, in hexadecimal',
      ),
    ),
  }),
  example: {},
  answers: { 200: BankFileSchema },
  problems: ['NOT_FOUND', 'FOUR_EYES', 'BANK_FILE_STATE'],
  operations: ['bank-file.release'],
  operation: {
    async reject({ gateway }, { id }, line) {
      const { decides: _, ...plain } = line
      const lineOf = (_file: BankFile, refused?: FileFailure['type']) =>
        refused === undefined ? line : { ...plain, action: 'approval.reject.refused' }
      granted(await gateway.bankFiles.files.cancel(id, lineOf))
    },
  },
  async handle(call) {
    const { gateway } = call.backOffice
    const { sha256 } = call.body()
    const found = await findFile(gateway.database, fileId(call.params))
    if (found) mayRequestApproval(call.operator, approvalRequestsOf(found))
    const accounts = await gateway.bankFiles.accounts.all()
    const released = await gateway.bankFiles.files.release(
      fileId(call.params),
      call.operator,
      sha256,
      auditOf(call, 'release'),
      accounts,
    )
    return bankFileBody(granted(released))
  },
})

const cancel = endpoint({
  route: 'POST /admin/bank-files/:id/!cancel',
  role: 'OPERATOR',
  summary: 'Cancel a file that was not downloaded; its payouts wait for another file',
  params: PARAMS,
  answers: { 200: BankFileSchema },
  problems: ['NOT_FOUND', 'BANK_FILE_STATE'],
  async handle(call) {
    const { gateway } = call.backOffice
    const cancelled = await gateway.bankFiles.files.cancel(fileId(call.params), auditOf(call, 'cancel'))
    return bankFileBody(granted(cancelled))
  },
})

const BINARY = { schema: { type: 'string' } }
const CONTENT = { 'application/xml': BINARY, 'text/plain': BINARY }

const content = endpoint({
  route: 'GET /admin/bank-files/:id/content',
  role: 'OPERATOR',
  summary: 'Download a released file for the bank; every download is in the audit log',
  params: PARAMS,
  answers: { 200: Type.Unsafe<Uint8Array>({ content: CONTENT }) },
  problems: ['NOT_FOUND', 'BANK_FILE_STATE'],
  async handle(call) {
    const { gateway } = call.backOffice
    const downloaded = await gateway.bankFiles.files.download(fileId(call.params), auditOf(call, 'download'))
    const { file, content: text } = granted(downloaded)
    const { mediaType, extension } = fileType(file.format)
    call.header('content-type', mediaType)
    call.header('content-disposition', `attachment; filename="${file.messageId}.${extension}"`)
    call.header('x-content-type-options', 'nosniff')
    return text
  },
})

/** @throws ProblemError 404 for anything that is no file's ID */
function fileId({ id }: FileParams): string {
  if (!isUuid(id)) throw notFound('bank file')
  return id
}

const IN_DOUBT =
  'A backup was restored after this file was created, so the bank may already have its payouts. Check with the bank, then clear them: sluice bank-files in-doubt.'

/** @throws ProblemError */
function granted<Value>(result: Result<Value, FileFailure>): Value {
  if (result.ok) return result.value
  const { failure } = result
  switch (failure.type) {
    case 'absent':
      throw notFound('bank file')
    case 'state':
      throw refuse(adminProblem('BANK_FILE_STATE', stateText(failure.file)))
    case 'dual-approval':
      throw refuse(adminProblem('FOUR_EYES', failure.text))
    case 'cut-off': {
      const text = `The cut-off of ${failure.account} has passed: cancel the file and prepare it again for the next business day.`
      throw refuse(adminProblem('BANK_FILE_STATE', text))
    }
    case 'in-doubt':
      throw refuse(adminProblem('BANK_FILE_STATE', IN_DOUBT))
    case 'erased':
      throw refuse(
        adminProblem(
          'BANK_FILE_STATE',
          'The personal data in this file was erased, and its content with it.',
        ),
      )
    case 'differs':
      throw refuse(
        adminProblem('BANK_FILE_STATE', 'The content of the file differs from the SHA-256 you sent.'),
      )
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
        ? 'The file has been released and downloaded, so the bank may have it.'
        : 'The file has been released.'
  }
}

/** A refused operation is logged under its own name: `bank-file.release.refused`. */
const auditOf =
  ({ audit, tried }: Pick<Call<unknown, unknown, unknown>, 'audit' | 'tried'>, operation: string) =>
  (file: BankFile, refused?: FileFailure['type']): AuditLine => {
    const subject = `bank file ${file.id}`
    return refused === undefined
      ? audit({ action: `bank-file.${operation}`, subject, detail: factsOf(file) })
      : tried({ action: `bank-file.${operation}.refused`, subject, detail: { refused, ...factsOf(file) } })
  }

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

export const BANK_FILE_ENDPOINTS = [prepare, release, cancel, content]
