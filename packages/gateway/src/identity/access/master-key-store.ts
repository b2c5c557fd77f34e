/** The table of master keys: which one seals, and the state of earlier ones. The keys themselves are in no table. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { type Row, sqlStatement } from '@sluice/database/port.ts'

export const ALL = sqlStatement({
  name: 'master_key_all',
  text: 'select * from master_key order by begun_at, fingerprint',
})
export const LOCK = sqlStatement({
  name: 'master_key_lock',
  text: 'select * from master_key order by fingerprint for update',
})
export const FIRST = sqlStatement({
  name: 'master_key_first',
  text: `insert into master_key (fingerprint, seals, begun_at, finished_at) values ($1, true, $2, $3) on conflict do nothing`,
})
export const STOP = sqlStatement({
  name: 'master_key_stop',
  text: 'update master_key set seals = false where seals',
})
export const BEGIN = sqlStatement({
  name: 'master_key_begin',
  text: `insert into master_key (fingerprint, seals, begun_at) values ($1, true, $2)
    on conflict (fingerprint) do update set seals = true, begun_at = excluded.begun_at, finished_at = null, emptied_at = null`,
})
export const FINISH = sqlStatement({
  name: 'master_key_finish',
  text: 'update master_key set finished_at = $2 where fingerprint = $1 and seals and finished_at is null',
})
export const EMPTY = sqlStatement({
  name: 'master_key_empty',
  text: 'update master_key set emptied_at = $1 where not seals and emptied_at is null',
})
export const RETIRE = sqlStatement({
  name: 'master_key_retire',
  text: 'update master_key set retired_at = $2 where fingerprint = $1',
})
export interface KeyOfSecrets {
  readonly fingerprint: string
  readonly seals: boolean
  readonly begunAt: Instant
  readonly finishedAt: Instant | undefined
  readonly emptiedAt: Instant | undefined
  readonly retiredAt: Instant | undefined
}
const instantOf = (value: unknown): Instant | undefined => (value === null ? undefined : Number(value))

export const rowToKey = (row: Row): KeyOfSecrets => ({
  fingerprint: String(row.fingerprint),
  seals: row.seals === true,
  begunAt: Number(row.begun_at),
  finishedAt: instantOf(row.finished_at),
  emptiedAt: instantOf(row.emptied_at),
  retiredAt: instantOf(row.retired_at),
})
