/**
 * What a bank statement's entries mean for payouts in bank files: for whoever reads statements.
 *
 * A debit with our reference (EndToEndId) is a payout that was delivered; a credit with it is its money that came back. A
 * debit that names a batch (PmtInfId, or the message's MsgId) stands for all that are in it.
 *
 * The bank's answer and the statement's debit tell one fact, that the payout was delivered, so both count once. But a payout has
 * one debit: a second one is money that has gone twice, and must not pass for the first one told again (`takeDebit`).
 */
import type { Database, Statement } from '../../database/port.ts'
import type { Instant } from '../../foundation/deps.ts'
import type { Money } from '../../foundation/money.ts'
import type { Report } from '../port.ts'
import { reportOf } from './answers.ts'
import { rowToTaken, type TakenPayout } from './waiting.ts'

/** The fence keeps one search by the key for each reference, whatever the planner thinks of the table's size. */
const BY_REFERENCE: Statement = {
  name: 'bank_file_payout_by_reference',
  text: `select w.* from unnest($1::text[]) as v(reference)
    cross join lateral (select * from bank_file_payout p where p.reference = v.reference offset 0) w
    join bank_file f on f.id = w.file_id
    where f.status = 'RELEASED'`,
}
const BY_BATCH: Statement = {
  name: 'bank_file_payout_by_batch',
  text: `select w.* from bank_file f
    join bank_file_line l on l.file_id = f.id and l.in_force and ($2::smallint is null or l.batch = $2)
    join bank_file_payout w on w.merchant_id = l.merchant_id and w.key = l.key
    where f.message_id = $1 and f.status = 'RELEASED' order by l.line`,
}
const BATCH = /^([0-9a-f]{32})(?:-(\d{1,2}))?$/

/** By reference, those of these that are in released files: nobody else's money has moved. */
export async function payoutsOfReferences(
  database: Database,
  references: readonly string[],
): Promise<ReadonlyMap<string, TakenPayout>> {
  if (references.length === 0) return new Map()
  const rows = await database.run(BY_REFERENCE, [[...new Set(references)]])
  return new Map(rows.map(rowToTaken).map((payout) => [payout.reference, payout]))
}

/** The payout whose EndToEndId this is, where its file was released. */
export const payoutOfReference = async (
  database: Database,
  reference: string,
): Promise<TakenPayout | undefined> => (await payoutsOfReferences(database, [reference])).get(reference)

/** The payouts of a batch by its PmtInfId, or of a whole file by its MsgId; none where it is not ours or was not released. */
export async function payoutsOfBatch(database: Database, id: string): Promise<readonly TakenPayout[]> {
  const [, messageId, batch] = BATCH.exec(id) ?? []
  if (messageId === undefined) return []
  const index = batch === undefined ? null : Number(batch) - 1
  return (await database.run(BY_BATCH, [messageId, index])).map(rowToTaken)
}

const DEBIT: Statement = {
  name: 'bank_file_payout_debit',
  text: `update bank_file_payout set debited_by = $3
    where merchant_id = $1 and key = $2 and coalesce(debited_by, $3) = $3 returning key`,
}

/**
 * @param fact the entry: account and the bank's own reference
 * @returns whether this entry is the payout's debit, now or before; false: another one is, and this one is too much
 */
export async function takeDebit(
  database: Database,
  { merchantId, key }: Pick<TakenPayout, 'merchantId' | 'key'>,
  fact: string,
): Promise<boolean> {
  return (await database.run(DEBIT, [merchantId, key, fact])).length === 1
}

export interface StatementEntry {
  /** The statement's account and the bank's own reference of the entry: the fact. */
  readonly account: string
  readonly bankReference: string
  readonly direction: 'debit' | 'credit'
  readonly money: Money
  readonly at: Instant
}

/**
 * What the entry says of the payout, for `Reports.take`; a debit is taken before (`takeDebit`).
 * @returns undefined where a debit is of another amount: then it says nothing, and a person must look
 */
export function reportOfEntry(payout: TakenPayout, entry: StatementEntry): Report | undefined {
  const { direction, money, at } = entry
  if (direction === 'debit') {
    const isExact = money.currency === payout.money.currency && money.amountMinor === payout.money.amountMinor
    return isExact ? reportOf(payout, { type: 'delivered' }, 'BOOKED', at) : undefined
  }
  return {
    processor: payout.processor,
    reportId: `${entry.account}:${entry.bankReference}`,
    merchantId: payout.merchantId,
    kind: 'payout',
    id: payout.id,
    at,
    processorStatus: 'RETURNED',
    news: { type: 'returned', received: money },
  }
}
