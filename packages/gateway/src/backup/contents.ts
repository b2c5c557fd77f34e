/** What a database contains, in a few numbers by which an operator can recognise it. */
import type { Database, SqlStatement } from '@sluice/database/port.ts'

export interface Contents {
  readonly merchants: number
  readonly payins: number
  readonly payouts: number
  readonly openCases: number
  /** The time of the last event of a payment or a balance; undefined if there was none. */
  readonly lastEventAt: number | undefined
}

const CONTENTS: SqlStatement = {
  name: '',
  text: `select (select count(*)::integer from merchant) as merchants,
      (select count(*)::integer from payment where kind = 'payin') as payins,
      (select count(*)::integer from payment where kind = 'payout') as payouts,
      (select count(*)::integer from case_file where closed_at is null) as open_cases,
      greatest((select max(at) from event), (select max(created_at) from payment)) as last_event_at`,
}

export async function contentsOf(database: Database): Promise<Contents> {
  const [row] = await database.run(CONTENTS, [])
  return {
    merchants: Number(row?.merchants),
    payins: Number(row?.payins),
    payouts: Number(row?.payouts),
    openCases: Number(row?.open_cases),
    lastEventAt: row?.last_event_at === null ? undefined : Number(row?.last_event_at),
  }
}
