/**
 * Why the embedded database of a data folder must not be started although it is not in use: it was moved to PostgreSQL,
 * or a restore into the folder was not finished.
 *
 * Two gateways on the same payments, or an empty one in place of the payments, would both look healthy.
 */
import { existsSync } from 'node:fs'
import { type DataFolder, readIfThere, writePrivateFile } from './data-folder.ts'

interface Moved {
  /** Host, port and database; no user and no password. */
  readonly to: string
  readonly at: string
}

/** @returns undefined if the database was not moved */
export function movedTo(folder: DataFolder): Moved | undefined {
  const text = readIfThere(folder.moved)
  if (text === undefined) return undefined
  try {
    const read: unknown = JSON.parse(text)
    const known = { to: 'PostgreSQL', at: 'some time', ...(typeof read === 'object' ? read : {}) }
    return { to: String(known.to), at: String(known.at) }
  } catch {
    return { to: 'PostgreSQL', at: 'some time' }
  }
}

/** From now on it does not start. */
export function markMoved(folder: DataFolder, moved: Moved): void {
  writePrivateFile(folder.moved, `${JSON.stringify(moved)}\n`)
}

/** @returns a sentence that says how to go on, and how to go back */
export function whyNotToStart(folder: DataFolder): string | undefined {
  const moved = movedTo(folder)
  if (moved !== undefined)
    return (
      `the payments in ${folder.path} were moved to PostgreSQL (${moved.to}) on ${moved.at}: ` +
      'set DATABASE_URL and SLUICE_MASTER_KEY as `sluice move` said at its end. ' +
      `To go back to this database, which has nothing from after the move, stop every node on PostgreSQL and remove ${folder.moved}`
    )
  if (existsSync(folder.restoring) && !existsSync(folder.database))
    return (
      `a restore into ${folder.path} did not finish: run \`sluice restore\` again. ` +
      `To start empty instead, remove ${folder.restoring}`
    )
  return undefined
}
