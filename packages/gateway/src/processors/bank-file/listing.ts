/** Reads bank files and their contents, for operators. Never writes. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { Payment, PaymentRequest } from '@sluice/core/payment/model.ts'
import type { Status } from '@sluice/core/payment/transitions.ts'
import { type Database, type RowOf, sqlStatement } from '@sluice/database/port.ts'
import { hasPaidBefore, paymentByKey } from '../../payments/sql-parts.ts'
import { type BankFile, FILE_COLUMNS, type FileStatus, rowToFile } from './file.ts'
import { bankOf, type Payee } from './payee.ts'
import { type AcceptedPayout, type PayoutState, rowToAccepted } from './waiting.ts'

const ONE = sqlStatement({
  name: 'bank_file_one',
  text: `select ${FILE_COLUMNS} from bank_file where id = $1`,
})
const PAGE = sqlStatement({
  name: 'bank_file_page',
  text: `select ${FILE_COLUMNS} from bank_file
    where ($1::text is null or status = $1) and ($2::timestamptz is null or prepared_at >= $2)
      and ($3::timestamptz is null or prepared_at < $3) and ($4::uuid is null or id < $4)
    order by id desc limit $5`,
})
const LINES = sqlStatement({
  name: 'bank_file_lines',
  text: `select l.line, l.batch, l.payee_name, l.in_force, w.*, p.kind, p.request, p.method, p.operator, p.status as payment_status,
      ${hasPaidBefore('l.merchant_id', 'p', 'f.prepared_at')} as is_known
    from bank_file_line l
    join bank_file f on f.id = l.file_id
    join bank_file_payout w on w.merchant_id = l.merchant_id and w.key = l.key
    cross join lateral (${paymentByKey('w', 'p.kind, p.request, p.method, p.operator, p.status')}) p
    where l.file_id = $1 and l.line > $2 order by l.line limit $3`,
})

const NEW_PAYEES = sqlStatement({
  name: 'bank_file_new_payees',
  text: `select count(*)::integer as payees from bank_file_line l join bank_file f on f.id = l.file_id
    cross join lateral (${paymentByKey('l', 'p.request, p.operator')}) p
    where l.file_id = $1 and not ${hasPaidBefore('l.merchant_id', 'p', 'f.prepared_at')}`,
})

/** How many of its lines go to an account that their merchant had never paid when the file was prepared. */
export async function newPayeesOf(database: Database, { id }: Pick<BankFile, 'id'>): Promise<number> {
  const [row] = await database.run(NEW_PAYEES, [id])
  return Number(row?.payees ?? 0)
}

export async function findFile(database: Database, id: string): Promise<BankFile | undefined> {
  const [row] = await database.run(ONE, [id])
  return row && rowToFile(row)
}

export interface FilePageQuery {
  readonly status: FileStatus | undefined
  readonly from: Instant | undefined
  /** Exclusive. */
  readonly to: Instant | undefined
  /** The last file of the page before: ids are ordered by time. */
  readonly after: string | undefined
  readonly limit: number
}

/** Newest first. */
export async function readFiles(database: Database, query: FilePageQuery): Promise<readonly BankFile[]> {
  const iso = (at: Instant | undefined) => (at === undefined ? null : isoTime(at))
  const { status, from, to, after, limit } = query
  const rows = await database.run(PAGE, [status ?? null, iso(from), iso(to), after ?? null, limit])
  return rows.map(rowToFile)
}

/** A payout in a file. */
export interface FileLine {
  readonly line: number
  readonly batch: number
  readonly payout: AcceptedPayout
  /** In the file's characters. */
  readonly payeeName: string
  readonly request: PaymentRequest
  /** Where the money goes, as the file has it: also if the merchant named an operator and no code. */
  readonly bank: Pick<Payee, 'bic' | 'bankCode' | 'branchCode'>
  readonly paymentStatus: Status
  /** Its merchant had never paid this account when the file was prepared. */
  readonly isNewPayee: boolean
  /** The bank's last status. Undefined if the file was cancelled and the payout is in another one. */
  readonly bankStatus: string | undefined
  readonly bankReason: string | undefined
}

function rowToLine(row: RowOf<'bank_file_lines'>): FileLine {
  const payout = rowToAccepted(row)
  const request = row.request as PaymentRequest
  const operator = row.operator ?? undefined
  const inForce = (text: string | null) => (row.in_force ? (text ?? undefined) : undefined)
  return {
    line: row.line,
    batch: row.batch,
    payout,
    payeeName: row.payee_name,
    request,
    bank: bankOf({ request, operator, method: row.method, money: payout.money }),
    paymentStatus: row.payment_status,
    isNewPayee: row.is_known !== true,
    bankStatus: inForce(row.bank_status),
    bankReason: inForce(row.bank_reason),
  }
}

/** In the order of the file. @param after the line before the first requested one */
export async function readLines(
  database: Database,
  fileId: string,
  after: number,
  limit: number,
): Promise<readonly FileLine[]> {
  return (await database.run(LINES, [fileId, after, limit])).map(rowToLine)
}

/** How far a payout has got on its way through files to the bank. */
export interface PayoutInFile {
  readonly state: PayoutState
  readonly isInDoubt: boolean
  /** The file that contains it; undefined if it waits for a file or was taken out of one. */
  readonly file: BankFile | undefined
  readonly bankStatus: string | undefined
  readonly bankReason: string | undefined
  readonly reportedAt: Instant | undefined
  /** The statement entry that debited it: `factOf` of `reconciliation/entry.ts`. */
  readonly debitedBy: string | undefined
}

const OF_PAYMENT = sqlStatement({
  name: 'bank_file_of_payment',
  text: `select state, file_id, in_doubt_since, bank_status, bank_reason, reported_at, debited_by
    from bank_file_payout where merchant_id = $1 and key = $2`,
})

/** @returns undefined if it was never meant for a bank file */
export async function readPayoutInFile(
  database: Database,
  { merchantId, key }: Pick<Payment, 'merchantId' | 'key'>,
): Promise<PayoutInFile | undefined> {
  const [row] = await database.run(OF_PAYMENT, [merchantId, key])
  if (!row) return undefined
  const { state, file_id, bank_status, bank_reason, reported_at, debited_by } = row
  return {
    state,
    isInDoubt: row.in_doubt_since !== null,
    file: file_id === null ? undefined : await findFile(database, file_id),
    bankStatus: bank_status ?? undefined,
    bankReason: bank_reason ?? undefined,
    reportedAt: reported_at ?? undefined,
    debitedBy: debited_by ?? undefined,
  }
}
