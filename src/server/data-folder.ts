/**
 * The files of DATA_DIR: the embedded database's folder, and the secrets that the first start makes.
 *
 * Promises: the folder is the owner's only (0700), so are the files (0600), and a file is there whole or not at all,
 * whatever moment the power fails. Never overwrites a secret by itself: who calls decides.
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
import { errorCode } from '../foundation/errors.ts'

export interface DataFolder {
  /** Absolute. */
  readonly path: string
  /** Of the embedded database, which locks it. */
  readonly database: string
  readonly masterKey: string
  readonly adminToken: string
  readonly merchant: string
  readonly privateKey: string
  /** What the command keeps of merchants that it has made: a folder each. */
  readonly merchants: string
  /** Key pairs that belong to nobody yet. */
  readonly keys: string
  /** Backups that the running gateway made. */
  readonly backups: string
  /** What a restore has not yet put in its place. */
  readonly restoring: string
  /** Says, within the database's folder, that it was moved to PostgreSQL. */
  readonly moved: string
  /** Which move the database's folder is the source of. */
  readonly moving: string
}

/** Where things are; makes nothing. */
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

/** The folder for its owner alone; also one that is there already and was open to others. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
}

/** Text for its owner's eyes: 0600, on disk before it is named. A missing folder is made, for the owner alone. */
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

/** @returns undefined where there is no such file. @throws Error where it is there and cannot be read. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
