/** The doctor's check of backups: whether there is one, and its age. */
import { lastBackupAt } from '../../backup/backups.ts'
import { counted, type Finding, fine, type Look, warning } from './check.ts'
import { servesLive } from './settings.ts'

const DAY_MS = 86_400_000
const MOST_DAYS = 7

export const backups: Look = async ({ gateway: { database, deps } }) => {
  if (database.engine !== 'embedded')
    return fine("PostgreSQL's own tools create them; the gateway cannot see them")
  const at = await lastBackupAt(database)
  return backupFinding(at === undefined ? undefined : deps.clock.now() - at, await servesLive(database))
}

/** @param ageMs age of the last one; undefined if there never was one */
export function backupFinding(ageMs: number | undefined, live: boolean): Finding {
  const days = ageMs === undefined ? 0 : Math.max(0, Math.floor(ageMs / DAY_MS))
  const detail = ageMs === undefined ? 'there is no backup' : `the last backup is ${counted(days, 'day')} old`
  if (ageMs !== undefined && ageMs <= MOST_DAYS * DAY_MS) return fine(detail)
  if (!live) return fine(`${detail}, and there is no live merchant`)
  return warning(
    detail,
    'run `sluice backup` every night, and keep its file and the master key on other machines',
  )
}
