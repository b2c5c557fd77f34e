/** Exchange rates in the database. A set of rates is written completely or not at all. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, type SqlStatement, sqlStatement } from '@sluice/database/port.ts'
import { type AuditLine, auditCall } from '../identity/operators/audit.ts'
import type { FxRatePair } from './rates.ts'

const PUT = sqlStatement({
  name: 'fx_put',
  text: `insert into fx_rate_pair (base_currency, quote_currency, rate, valid_from, valid_to)
    select r.base, r.quote, r.rate, r.valid_from, r.valid_to
    from json_to_recordset($1::json) as r(base text, quote text, rate text, valid_from timestamptz, valid_to timestamptz)
    on conflict (base_currency, quote_currency, valid_from) do update set rate = excluded.rate, valid_to = excluded.valid_to`,
})
const VALID = sqlStatement({
  name: 'fx_valid',
  text: `select base_currency, quote_currency, rate, valid_from, valid_to from fx_rate_pair
    where valid_from <= $1 and valid_to > $1 order by base_currency, quote_currency, valid_from`,
})
const PAIRS = sqlStatement({
  name: 'fx_pairs',
  text: `select distinct on (base_currency, quote_currency) base_currency, quote_currency, rate, valid_from, valid_to
    from fx_rate_pair order by base_currency, quote_currency, valid_from desc`,
})

export async function putRates(
  database: Database,
  pairs: readonly FxRatePair[],
  audit: AuditLine,
): Promise<void> {
  const rows = pairs.map((pair) => ({
    base: pair.baseCurrencyCode,
    quote: pair.quoteCurrencyCode,
    rate: pair.rate,
    valid_from: isoTime(pair.validFrom),
    valid_to: isoTime(pair.validTo),
  }))
  await database.batch([{ statement: PUT, values: [JSON.stringify(rows)] }, auditCall(audit)])
}

/** Every rate that is valid at `at`. */
export const validRates = (database: Database, at: Instant): Promise<readonly FxRatePair[]> =>
  read(database, VALID, [isoTime(at)])

/** The latest rate of each pair, valid or not. */
export const heldPairs = (database: Database): Promise<readonly FxRatePair[]> => read(database, PAIRS, [])

async function read(
  database: Database,
  statement: SqlStatement,
  values: readonly string[],
): Promise<readonly FxRatePair[]> {
  const rows = await database.run(statement, values)
  return rows.map((row) => ({
    baseCurrencyCode: String(row.base_currency),
    quoteCurrencyCode: String(row.quote_currency),
    rate: String(row.rate),
    validFrom: row.valid_from as Instant,
    validTo: row.valid_to as Instant,
  }))
}
