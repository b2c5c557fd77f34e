/**
 * PGlite has no checkpointer and no autovacuum, so both are done here, between two tasks.
 *
 * A checkpoint limits how long the next start replays the log. Vacuum removes dead versions of rows that are updated often
 * (balances), and analyze keeps the planner's statistics current.
 */
import { performance } from 'node:perf_hooks'
import type { Session } from './embedded-session.ts'
import { type Row, type SqlStatement, sqlStatement } from './port.ts'

export interface Upkeep {
  /** After every task outside a transaction: a checkpoint if the log has grown enough. */
  afterWrite(): Promise<void>
  /** On a timer: vacuums and analyzes tables that changed enough, and checkpoints an idle log. */
  tidy(): Promise<void>
  /** While held there is no checkpoint, which would delete log that a copy of the files needs. */
  holdLog(held: boolean): void
  beforeClosing(): Promise<void>
  counts(): { checkpoints: number; vacuums: number; longestCheckpointMs: number }
}

/** The size of the log between two checkpoints. */
const CHECKPOINT_AFTER_BYTES = 16n * 1024n * 1024n
/** The log's size is checked only once in so many tasks, because it needs a query. */
const LOOK_EVERY_TASKS = 16
/** The maximum of tables per tick, because each one delays other tasks. */
const TABLES_A_TICK = 4

const LOG_POSITION = sqlStatement({
  name: 'upkeep_log_position',
  text: `select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::int8 as bytes`,
})

/** The engine reports its counts a second late, and only when queried. */
const COUNT_NOW = sqlStatement({ name: 'upkeep_count_now', text: 'select pg_stat_force_next_flush()' })

/** The thresholds are autovacuum's defaults: 50 rows plus a fifth (vacuum) or a tenth (analyze) of the table. */
const CHANGED_TABLES = sqlStatement({
  name: 'upkeep_changed_tables',
  text: `select format('%I.%I', schemaname, relname) as name
           from pg_stat_user_tables
          where n_dead_tup > 50 + n_live_tup / 5 or n_mod_since_analyze > 50 + n_live_tup / 10
             or n_ins_since_vacuum > 1000 + n_live_tup / 5
          order by n_dead_tup desc, relname limit ${TABLES_A_TICK}`,
})

export const upkeepOf = (session: Session, isDurable: boolean): Upkeep => {
  let tasks = 0
  let checkpointedAt: bigint | undefined
  let isHeld = false
  const counted = { checkpoints: 0, vacuums: 0, longestCheckpointMs: 0 }

  const read = async (statement: SqlStatement): Promise<readonly Row[]> => {
    const answer = await session.run([{ statement, values: [] }])
    return answer.ok ? (answer.rows[0] ?? []) : []
  }

  const position = async (): Promise<bigint> => {
    const bytes = (await read(LOG_POSITION))[0]?.bytes
    return typeof bytes === 'bigint' ? bytes : 0n
  }

  const checkpoint = async (ifMoreThanBytes: bigint): Promise<void> => {
    if (isHeld) return
    const before = await position()
    checkpointedAt ??= before
    if (before - checkpointedAt <= ifMoreThanBytes) return
    const startedAt = performance.now()
    await session.script('CHECKPOINT')
    counted.checkpoints += 1
    counted.longestCheckpointMs = Math.max(
      counted.longestCheckpointMs,
      Math.round(performance.now() - startedAt),
    )
    checkpointedAt = await position()
  }

  return {
    afterWrite: async () => {
      if (!isDurable || tasks++ % LOOK_EVERY_TASKS !== 0) return
      await checkpoint(CHECKPOINT_AFTER_BYTES)
    },
    tidy: async () => {
      await read(COUNT_NOW)
      for (const { name } of await read(CHANGED_TABLES)) {
        await session.script(`VACUUM (ANALYZE) ${String(name)}`)
        counted.vacuums += 1
      }
      if (isDurable) await checkpoint(CHECKPOINT_AFTER_BYTES / 16n)
    },
    holdLog: (held) => {
      isHeld = held
    },
    beforeClosing: async () => {
      if (isDurable) await session.script('CHECKPOINT')
    },
    counts: () => ({ ...counted }),
  }
}
