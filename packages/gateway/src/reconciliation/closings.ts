/** The closing balance of each account's last imported statement, in the database: each later statement adds a row. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, isViolationOf, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import type { LastClosing, WholeStatement } from './following.ts'

const LAST = sqlStatement({
  name: 'bank_closing_last',
  text: 'select seq, day, closing from bank_closing where account = $1 order by seq desc limit 1',
})
const INSERT = sqlStatement({
  name: 'bank_closing_insert',
  text: 'insert into bank_closing (account, seq, day, closing, taken_at) values ($1, $2, $3, $4, $5)',
})

export async function readLastClosing(database: Database, account: string): Promise<LastClosing | undefined> {
  const [row] = await database.run(LAST, [account])
  return row && { seq: Number(row.seq), day: String(row.day), closingMinor: BigInt(String(row.closing)) }
}

/** A statement's closing balance, and the one before against which it was checked. */
export interface NextClosing {
  readonly after: LastClosing | undefined
  readonly whole: WholeStatement
}

/**
 * For the transaction that stores its entries. Of two statements checked against the same closing, the second fails.
 */
export const closingCall = (account: string, { after, whole }: NextClosing, at: Instant): SqlCall => ({
  statement: INSERT,
  values: [account, (after?.seq ?? 0) + 1, whole.lastDay, whole.closingMinor, isoTime(at)],
})

/** Another statement of the account was imported since this one was checked; nothing was stored. */
export const isOvertaken = (error: unknown): boolean => isViolationOf(error, 'bank_closing_pkey')
