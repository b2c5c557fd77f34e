/**
 * Checks a database before a start: does it hold sealed values, and do the given keys open them? Only reads. Also works on a
 * database without tables, or with those of an older version.
 */
import type { Database, SqlStatement } from '@sluice/database/port.ts'
import type { MasterKey } from './secrets.ts'
import { masterKeyOpens } from './signing-keys.ts'

const TABLES: SqlStatement = {
  name: '',
  text: `select to_regclass('signing_key') is not null as keys, to_regclass('master_key') is not null as named`,
}
const ANY_KEY: SqlStatement = { name: '', text: 'select exists (select 1 from signing_key) as sealed' }
/** Keys that values may still be sealed with. */
const IN_FORCE: SqlStatement = {
  name: '',
  text: 'select fingerprint from master_key where emptied_at is null',
}

export interface SealingKeys {
  readonly isSealed: boolean
  /**
   * Fingerprints of the keys that values may be sealed with: two while the master key is being changed, none if it has no name
   * yet.
   */
  readonly inForce: readonly string[]
  /** Whether a node with these keys can read every sealed value. */
  open(masterKey: MasterKey): Promise<boolean>
}

export async function readSealingKeys(database: Database): Promise<SealingKeys> {
  const [tables] = await database.run(TABLES, [])
  const [any] = tables?.keys === true ? await database.run(ANY_KEY, []) : []
  if (any?.sealed !== true) return { isSealed: false, inForce: [], open: async () => true }
  const rows = tables?.named === true ? await database.run(IN_FORCE, []) : []
  const inForce = rows.map(({ fingerprint }) => String(fingerprint))
  return {
    isSealed: true,
    inForce,
    open: async (masterKey) =>
      inForce.every((fingerprint) => masterKey.knows(fingerprint)) &&
      (await masterKeyOpens(database, masterKey)),
  }
}
