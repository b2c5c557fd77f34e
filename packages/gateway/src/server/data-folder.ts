/**
 * The files of DATA_DIR: the embedded database's folder, and the secrets that the first start makes.
 *
 * Only the owner can access the folder (0700) and the files (0600). Whenever the power fails, a file is there whole or
 * not at all. Nothing here overwrites a secret unless the caller says so.
 */
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { errorCode } from '@sluice/core/foundation/errors.ts'

export interface DataFolder {
  /** Absolute. */
  readonly path: string
  /** The folder of the embedded database, which locks it. */
  readonly database: string
  readonly masterKey: string
  readonly adminToken: string
  readonly merchant: string
  readonly privateKey: string
  /** What the command keeps of merchants that it has created: a folder each. */
  readonly merchants: string
  /** Key pairs without a merchant yet. */
  readonly keys: string
  /** Backups that the running gateway made. */
  readonly backups: string
  /** What a restore has not put in place yet. */
  readonly restoring: string
  /** In the database's folder: says that it was moved to PostgreSQL. */
  readonly moved: string
  /** The move of which the database's folder is the source. */
  readonly moving: string
}

/** Returns the paths; creates nothing. */
export function dataFolder(dataDir: string): DataFolder {
  const path = resolve(dataDir)
  return {
    path,
    database: join(path, 'database'),
    masterKey: join(path, 'master-key'),
    adminToken: join(path, 'admin-token'),
    merchant: join(path, 'sandbox', 'merchant.json'),
    privateKey: join(path, 'sandbox', 'private-key.pem'),
    merchants: join(path, 'merchants'),
    keys: join(path, 'keys'),
    backups: join(path, 'backups'),
    restoring: join(path, 'restoring'),
    moved: join(path, 'database', 'moved.json'),
    moving: join(path, 'database', 'move.json'),
  }
}

/** Makes the folder private to its owner, even if it exists and was open to others. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
}

/**
 * Writes a file that only its owner can read (0600) and that is on disk before it has its name. Creates a missing
 * folder, private too.
 */
export function writePrivateFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.unfinished`
  rmSync(unfinished, { force: true })
  const file = openSync(unfinished, 'wx', 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(unfinished, path)
}

/** @returns undefined if there is no such file. @throws Error if it exists and cannot be read. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
