/**
 * Bank files: prepared by one operator, released by another, and only then available.
 *
 * A payout is in at most one file: the lock under which files are made ensures that, and a unique index behind it. The
 * content is made once, in the commit that puts its payouts into it, and never changes. Every operation has its line of
 * the audit log in the same transaction. Two files made at the same moment share the waiting payouts. The content is
 * made inside the transaction, which locks only rows of waiting payouts: a second for ten thousand, the most that an
 * account may put into one file.
 */
import { createHash } from 'node:crypto'
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { PaymentRequest } from '@sluice/core/payment/model.ts'
import { type Database, type RowOf, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { settling } from '../../approvals/decisions.ts'
import { type AuditLine, auditCall } from '../../identity/operators/audit.ts'
import { personsInForce } from '../../identity/operators/operators.ts'
import { BANK_FILE, isForTests, nameFor } from '../../payments/processor-names.ts'
import { paymentByKey } from '../../payments/sql-parts.ts'
import { executionDay } from './calendar.ts'
import { contentOf } from './content.ts'
import type { DebtorAccount, Format } from './debtor-account.ts'
import { notAPerson, type Person, releaseRefusal } from './dual-approval.ts'
import { type BankFile, type BatchSummary, FILE_COLUMNS, rowToFile } from './file.ts'
import { cancelCalls } from './file-calls.ts'
import { type GatheredBatch, type GatheredPayouts, gather, type WaitingPayout } from './gather.ts'
import { inDoubtOf, isInDoubt } from './in-doubt.ts'
import { batchId } from './pain001.ts'
import { rowToAccepted } from './waiting.ts'

/** Payouts that no account can write stay at the head of the queue: up to this many of them hide no others. */
const READ_BEYOND = 1_000

/** Only what is known to be accepted: a NEW payout may still pass to another processor, and be paid there. */
const WAITING = sqlStatement({
  name: 'bank_file_waiting',
  text: `select w.*, p.kind, p.method, p.operator, p.request, p.status
    from bank_file_payout w
      cross join lateral (${paymentByKey('w', 'p.kind, p.method, p.operator, p.request, p.status, p.processor')}) p
    where w.state = 'WAITING' and w.processor = $1 and w.currency = any($2::text[]) and p.processor = w.processor and p.status <> 'NEW'
    order by w.accepted_at, w.key limit $3 for update of w skip locked`,
})
const INSERT = sqlStatement({
  name: 'bank_file_insert',
  text: `insert into bank_file (id, processor, format, message_id, status, batches, payments, content, sha256, prepared_by,
      prepared_by_name, prepared_at, downloads)
    values ($1, $2, $3, $4, 'PREPARED', $5::text::jsonb, $6, $7, $8, $9, $10, $11, 0)`,
})
const INSERT_LINES = sqlStatement({
  name: 'bank_file_line_insert',
  text: `insert into bank_file_line (file_id, line, batch, merchant_id, key, payee_name, in_force)
    select $1, l.line, l.batch, l.merchant_id, l.key, l.payee_name, true
    from unnest($2::integer[], $3::smallint[], $4::text[], $5::uuid[], $6::text[]) as l(line, batch, merchant_id, key, payee_name)`,
})
const PUT_IN = sqlStatement({
  name: 'bank_file_payout_put_in',
  text: `update bank_file_payout w set state = 'IN_FILE', file_id = $1
    from unnest($2::text[], $3::uuid[]) as l(merchant_id, key)
    where w.merchant_id = l.merchant_id and w.key = l.key and w.state = 'WAITING'`,
})
const LOCK = sqlStatement({
  name: 'bank_file_lock',
  text: `select ${FILE_COLUMNS} from bank_file where id = $1 for update`,
})
const PERSONS = sqlStatement({
  name: 'bank_file_persons',
  text: personsInForce('o.id = $2 or o.id = (select prepared_by from bank_file where id = $1)'),
  neverNull: ['created_at', 'behind'],
})
const RELEASE = sqlStatement({
  name: 'bank_file_release',
  text: `update bank_file set status = 'RELEASED', released_by = $2, released_by_name = $3, released_at = $4 where id = $1`,
})
const DOWNLOAD = sqlStatement({
  name: 'bank_file_download',
  text: `update bank_file set downloads = downloads + 1 where id = $1 and status = 'RELEASED'
      and not exists (select from bank_file_payout w where w.file_id = $1 and w.in_doubt_since is not null)
    returning content, ${FILE_COLUMNS}`,
})

export interface Preparation {
  /** In the order in which they are filled. All of them are for tests, or none. */
  readonly accounts: readonly DebtorAccount[]
  readonly format: Format
  readonly operator: { readonly id: string; readonly name: string }
}

export interface PreparedFile {
  readonly file: BankFile
  readonly gathered: GatheredPayouts
}

export type PrepareFailure =
  | { readonly type: 'not-a-person'; readonly text: string }
  | { readonly type: 'no-business-day' }
  /** Nothing waits that could be paid; `leftOut` is what waits and cannot be. */
  | { readonly type: 'nothing'; readonly leftOut: GatheredPayouts['leftOut'] }

export type FileFailure =
  | { readonly type: 'absent' }
  | { readonly type: 'state'; readonly file: BankFile }
  | { readonly type: 'dual-approval'; readonly text: string }
  | { readonly type: 'cut-off'; readonly account: string }
  | { readonly type: 'differs' }
  /** The bank may have its payouts by another file. */
  | { readonly type: 'in-doubt' }
  /** Its payees' data was erased, and its content with the last of them. */
  | { readonly type: 'erased' }

/** @param refused why it was not done, if it was not */
type Audit = (file: BankFile, refused?: FileFailure['type']) => AuditLine
/** Rows of another module in the commit that makes a file: the request to release it. */
type Alongside = (file: BankFile) => readonly SqlCall[]

export class BankFiles {
  readonly #database: Database
  readonly #deps: Pick<Deps, 'clock' | 'randomness'>

  constructor(database: Database, deps: Pick<Deps, 'clock' | 'randomness'>) {
    this.#database = database
    this.#deps = deps
  }

  /** Makes a file of what waits. */
  prepare(
    { accounts, format, operator }: Preparation,
    audit: Audit,
    alongside: Alongside,
  ): Promise<Result<PreparedFile, PrepareFailure>> {
    const at = this.#deps.clock.now()
    const isTest = accounts.some((account) => account.isTest)
    const nobody = notAPerson(operator.name, isTest)
    if (nobody !== undefined) return Promise.resolve(fail({ type: 'not-a-person', text: nobody }))
    const processor = nameFor(BANK_FILE, isTest)
    const limit = accounts.reduce((sum, { maxPayments }) => sum + maxPayments, READ_BEYOND)
    const currencies = [...new Set(accounts.map(({ currency }) => currency))]
    const id = this.#deps.randomness.uuidV7(at)
    const reads = [{ statement: WAITING, values: [processor, currencies, limit] }] as const
    return this.#database.transact<Result<PreparedFile, PrepareFailure>, typeof reads>(
      reads,
      ([rows = []]) => {
        const gathered = gather(rows.map(rowToWaiting), accounts, format, at)
        if (!gathered) return { calls: [], outcome: fail({ type: 'no-business-day' }) }
        const { batches, leftOut } = gathered
        if (batches.length === 0) return { calls: [], outcome: fail({ type: 'nothing', leftOut }) }
        const messageId = id.replaceAll('-', '')
        const bytes = contentOf({ format, messageId, createdAt: at, batches })
        const file: BankFile = {
          id,
          processor,
          format,
          messageId,
          status: 'PREPARED',
          batches: batches.map((batch, index) => summary(batch, batchId(messageId, index))),
          payments: batches.reduce((sum, { lines }) => sum + lines.length, 0),
          sha256: createHash('sha256').update(bytes).digest('hex'),
          preparedBy: operator,
          preparedAt: at,
          releasedBy: undefined,
          releasedAt: undefined,
          cancelledBy: undefined,
          cancelledAt: undefined,
          downloads: 0,
        }
        const calls = [...callsOf(file, bytes, batches), ...alongside(file), auditCall(audit(file))]
        return { calls, outcome: succeed({ file, gathered }) }
      },
    )
  }

  /**
   * Releases it for the bank.
   * @param sha256 the content that the operator looked at, if given: any other is refused
   */
  async release(
    id: string,
    operator: { readonly id: string; readonly name: string },
    sha256: string | undefined,
    audit: Audit,
    accounts: readonly DebtorAccount[],
  ): Promise<Result<BankFile, FileFailure>> {
    const at = this.#deps.clock.now()
    const reads = [
      { statement: LOCK, values: [id] },
      { statement: PERSONS, values: [id, operator.id] },
      inDoubtOf(id),
    ] as const
    return this.#database.transact<Result<BankFile, FileFailure>, typeof reads>(
      reads,
      ([files, persons = [], doubt]) => {
        const row = files?.[0]
        if (!row) return { calls: [], outcome: fail({ type: 'absent' }) }
        const file = rowToFile(row)
        const refuse = (failure: FileFailure) => refused(file, failure, audit)
        const isTest = isForTests(file.processor)
        const text = releaseRefusal({ ...file, isTest }, operator, persons.map(rowToPerson))
        if (text !== undefined) return refuse({ type: 'dual-approval', text })
        if (file.status !== 'PREPARED') return refuse({ type: 'state', file })
        if (isInDoubt(doubt)) return refuse({ type: 'in-doubt' })
        if (sha256 !== undefined && sha256 !== file.sha256) return refuse({ type: 'differs' })
        const late = file.batches.find((batch) => isLate(batch, accounts, at))
        if (late) return refuse({ type: 'cut-off', account: late.accountId })
        const released: BankFile = { ...file, status: 'RELEASED', releasedBy: operator.name, releasedAt: at }
        const release = { statement: RELEASE, values: [id, operator.id, operator.name, isoTime(at)] }
        const line = settling(audit(released), id, true)
        return { calls: [release, auditCall(line)], outcome: succeed(released) }
      },
    )
  }

  /** Its payouts wait again. A released file can be cancelled only while nobody has downloaded it. */
  cancel(id: string, audit: Audit): Promise<Result<BankFile, FileFailure>> {
    const reads = [{ statement: LOCK, values: [id] }, inDoubtOf(id)] as const
    return this.#database.transact<Result<BankFile, FileFailure>, typeof reads>(reads, ([[row], doubt]) => {
      if (!row) return { calls: [], outcome: fail({ type: 'absent' }) }
      const file = rowToFile(row)
      const mayHaveGone = file.status === 'RELEASED' && file.downloads > 0
      if (file.status === 'CANCELLED' || mayHaveGone) return refused(file, { type: 'state', file }, audit)
      if (isInDoubt(doubt)) return refused(file, { type: 'in-doubt' }, audit)
      const line = audit(file)
      const cancelled: BankFile = {
        ...file,
        status: 'CANCELLED',
        cancelledBy: line.operator,
        cancelledAt: line.at,
      }
      return { calls: cancelCalls(id, line), outcome: succeed(cancelled) }
    })
  }

  /** The bytes for the bank, once the file is released; each download is counted and logged. */
  async download(
    id: string,
    audit: Audit,
  ): Promise<Result<{ file: BankFile; content: Buffer }, FileFailure>> {
    type Outcome = Result<{ file: BankFile; content: Buffer }, FileFailure>
    const reads = [
      { statement: LOCK, values: [id] },
      { statement: DOWNLOAD, values: [id] },
      inDoubtOf(id),
    ] as const
    return this.#database.transact<Outcome, typeof reads>(reads, ([before, after, doubt]) => {
      const known = before?.[0]
      if (!known) return { calls: [], outcome: fail({ type: 'absent' }) }
      const row = after?.[0]
      const file = rowToFile(row ?? known)
      if (!row) return refused(file, isInDoubt(doubt) ? { type: 'in-doubt' } : { type: 'state', file }, audit)
      if (row.content === '') return refused(file, { type: 'erased' }, audit)
      const content = Buffer.from(row.content, 'base64')
      return { calls: [auditCall(audit(file))], outcome: succeed({ file, content }) }
    })
  }
}

/** A refused attempt is worth knowing afterwards: it is logged in the transaction that refuses it. */
const refused = (file: BankFile, failure: FileFailure, audit: Audit) => ({
  calls: [auditCall(audit(file, failure.type))],
  outcome: fail(failure),
})

const rowToWaiting = (row: RowOf<'bank_file_waiting'>): WaitingPayout => ({
  ...rowToAccepted(row),
  method: row.method,
  operator: row.operator ?? undefined,
  request: row.request as PaymentRequest,
  status: row.status,
})

const rowToPerson = (row: RowOf<'bank_file_persons'>): Person => ({
  id: row.id,
  name: row.name,
  role: row.role,
  createdAt: row.created_at,
  behind: row.behind,
  isInvitedByRevoked: row.stands_on_gone === true,
  isVouched: row.vouched === true,
  isConfirmed: row.confirmed === true,
})

const summary = ({ account, executionDay, lines }: GatheredBatch, id: string): BatchSummary => ({
  id,
  accountId: account.id,
  executionDay,
  currency: account.currency,
  payments: lines.length,
  totalMinor: lines.reduce((sum, { money }) => sum + money.amountMinor, 0n).toString(),
})

function callsOf(file: BankFile, bytes: Uint8Array, batches: readonly GatheredBatch[]) {
  const lines = batches.flatMap(({ payouts, lines }, batch) =>
    payouts.map((payout, index) => ({ payout, batch, name: lines[index]?.payee.name ?? '' })),
  )
  const merchants = lines.map(({ payout }) => payout.merchantId)
  const keys = lines.map(({ payout }) => payout.key)
  return [
    {
      statement: INSERT,
      values: [
        file.id,
        file.processor,
        file.format,
        file.messageId,
        JSON.stringify(file.batches),
        file.payments,
        Buffer.from(bytes).toString('base64'),
        file.sha256,
        file.preparedBy.id,
        file.preparedBy.name,
        isoTime(file.preparedAt),
      ],
    },
    {
      statement: INSERT_LINES,
      values: [
        file.id,
        lines.map((_, index) => String(index + 1)),
        lines.map(({ batch }) => String(batch)),
        merchants,
        keys,
        lines.map(({ name }) => name),
      ],
    },
    { statement: PUT_IN, values: [file.id, merchants, keys] },
  ]
}

/** The bank would execute it later than the file says, or refuse it. */
function isLate(batch: BatchSummary, accounts: readonly DebtorAccount[], at: Instant): boolean {
  const account = accounts.find(({ id }) => id === batch.accountId)
  const day = account && executionDay(at, account.calendar)
  return day === undefined || day > batch.executionDay
}
