/** The lines of a statement in order of time, read page by page so that few are in memory. */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { type Database, type RowOf, sqlStatement } from '@sluice/database/port.ts'
import { eventOf, movedBy } from '../payments/ledger-lines.ts'
import { DECLINED } from '../payments/passing.ts'
import { paymentByKey } from '../payments/sql-parts.ts'
import type { StatementId, StatementLine } from './statement.ts'

const LINES_AT_ONCE = 1_000

const PAGE = sqlStatement({
  name: 'statement_lines',
  whose: 1,
  text: `select t.at, t.key, t.seq, e.kind, e.reason, y.id, y.method, m.available, m.reserved, m.fee, m.vat
    from (select * from statement_entry t where t.merchant_id = $1 and t.currency = $2 and t.number = $3
        and (t.at, t.key, t.seq) > ($4::timestamptz, $5::uuid, $6::integer)
      order by t.at, t.key, t.seq limit ${LINES_AT_ONCE}) t
    cross join lateral (${movedBy('t')}) m
    cross join lateral (${eventOf('t', 'e.kind, e.reason')}) e
    left join lateral (${paymentByKey('t', 'p.id, p.method')}) y on true
    order by t.at, t.key, t.seq`,
})

export const BEFORE_ALL = ['0001-01-01T00:00:00.000Z', '00000000-0000-0000-0000-000000000000', 0] as const

/** A decline names the processor and its reason, which only operators may read. */
const reportedReason = (reason: string | undefined): string | undefined =>
  reason?.startsWith(DECLINED) ? DECLINED : reason

// The columns hold what was written.
function rowToLine(row: RowOf<'statement_lines'>): StatementLine {
  const [available, reserved] = [minor(row.available), minor(row.reserved)]
  const [fee, vat] = [minor(row.fee), minor(row.vat)]
  return {
    at: row.at,
    key: row.key,
    seq: row.seq,
    kind: row.kind,
    reason: reportedReason(row.reason ?? undefined),
    id: row.id ?? undefined,
    method: row.method ?? undefined,
    grossMinor: minor(available + reserved + fee + vat),
    feeMinor: fee,
    vatMinor: vat,
    change: { availableMinor: available, reservedMinor: reserved },
  }
}

/** All lines of an issued statement. Reads the next page on demand. */
export async function* linesOf(
  database: Database,
  { merchantCode, currency, number }: StatementId,
): AsyncGenerator<readonly StatementLine[], void, undefined> {
  let after: readonly [string, string, number] = BEFORE_ALL
  for (;;) {
    const rows = await database.run(PAGE, [merchantCode, currency, number, ...after])
    const lines = rows.map(rowToLine)
    const last = lines.at(-1)
    if (!last) return
    yield lines
    if (lines.length < LINES_AT_ONCE) return
    after = [isoTime(last.at), last.key, last.seq]
  }
}
