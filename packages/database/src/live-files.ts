/**
 * Gives access to the files of an embedded database while it is in use, for copying them.
 *
 * This is PostgreSQL's own base backup, like `pg_basebackup`: after `pg_backup_start` (a checkpoint) the files may be copied one
 * after the other in any order, even partly written pages, because every page that changes in the meantime is completely in the
 * log. A copy with the label and the log up to `pg_backup_stop` is the database as of that moment, once PostgreSQL has recovered
 * it. So a copy blocks nobody, however long it takes. Only the log is kept, and grows, since a checkpoint would delete what the
 * copy still needs.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Row, SqlStatement, Value } from './port.ts'

/** What completes a copy. */
export interface BackupEnd {
  /** The content of the copy's `backup_label`: where recovery begins. Without it the copy is not a database. */
  readonly label: string
  /** Files of `pg_wal`, from the first to the last that recovery reads. */
  readonly segments: readonly string[]
}

export interface LiveFiles {
  /** PostgreSQL's data directory. */
  readonly folder: string
  /**
   * Runs `copy`, which may read the files until it calls `end` for what completes them, and the segments afterwards. One at a
   * time.
   * @throws whatever `copy` throws; DatabaseFailure
   */
  copied<Outcome>(copy: (end: () => Promise<BackupEnd>) => Promise<Outcome>): Promise<Outcome>
}

/** Files and folders whose content does not survive a restart. Their folders must still exist. */
export const NOT_COPIED: ReadonlySet<string> = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

const START: SqlStatement = { name: '', text: "select pg_backup_start('sluice', true)::text as at" }
const STOP: SqlStatement = {
  name: '',
  text: 'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
}
const FIRST_SEGMENT = /\(file ([0-9A-F]{24})\)/
const SEGMENT = /^[0-9A-F]{24}$/

export const liveFilesOf = (
  folder: string,
  run: (statement: SqlStatement, values: readonly Value[]) => Promise<readonly Row[]>,
  hold: (held: boolean) => Promise<void>,
): LiveFiles => {
  const stop = async (): Promise<BackupEnd> => {
    const [row] = await run(STOP, [])
    const label = String(row?.label)
    const first = FIRST_SEGMENT.exec(label)?.[1] ?? ''
    const last = String(row?.last)
    const there = (await readdir(join(folder, 'pg_wal'))).filter((name) => SEGMENT.test(name))
    const segments = there.filter((name) => name >= first && name <= last).sort()
    if (segments[0] !== first || segments.at(-1) !== last)
      throw new Error('a part of the log that the copy needs is gone')
    return { label, segments }
  }
  return {
    folder,
    async copied(copy) {
      let open = false
      const end = async () => {
        const ending = await stop()
        open = false
        return ending
      }
      await hold(true)
      try {
        await run(START, [])
        open = true
        return await copy(end)
      } finally {
        if (open) await stop().catch(() => undefined)
        // A thread that has ended holds nothing.
        await hold(false).catch(() => undefined)
      }
    },
  }
}
