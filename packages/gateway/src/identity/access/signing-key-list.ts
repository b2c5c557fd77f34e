/** All signing keys and their current state, for operators. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'
import { type KeyPurpose, ROTATION_LEAD_MS, VERIFY_AFTER_MS } from './signing-keys.ts'

const LIST = sqlStatement({
  name: 'signing_key_list',
  text: `select kid, purpose, created_at, retired_at, ended_at from signing_key order by purpose, created_at, kid`,
})
export interface KeyRecord {
  readonly kid: string
  readonly purpose: KeyPurpose
  readonly createdAt: Instant
  /** When it begins to sign. The first key of an installation signs immediately. */
  readonly signsFrom: Instant
  readonly retiredAt: Instant | undefined
  readonly endedAt: Instant | undefined
  readonly state: 'COMING' | 'SIGNS' | 'VERIFIES' | 'GONE'
  /** How long its signatures remain valid; undefined while it signs. */
  readonly verifiesUntil: Instant | undefined
}

/** All keys by purpose, oldest first. */
export async function listSigningKeys(database: Database, now: Instant): Promise<readonly KeyRecord[]> {
  const records: KeyRecord[] = []
  for (const row of await database.run(LIST, [])) {
    const purpose = row.purpose
    const createdAt = Number(row.created_at)
    const isFirst = !records.some((one) => one.purpose === purpose)
    const retiredAt = row.retired_at === null ? undefined : Number(row.retired_at)
    const endedAt = row.ended_at === null ? undefined : Number(row.ended_at)
    const verifiesUntil = endedAt ?? (retiredAt === undefined ? undefined : retiredAt + VERIFY_AFTER_MS)
    const signsFrom = isFirst ? createdAt : createdAt + ROTATION_LEAD_MS
    const state =
      verifiesUntil !== undefined && verifiesUntil <= now
        ? 'GONE'
        : signsFrom > now
          ? 'COMING'
          : retiredAt !== undefined && retiredAt <= now
            ? 'VERIFIES'
            : 'SIGNS'
    const kid = String(row.kid)
    records.push({ kid, purpose, createdAt, signsFrom, retiredAt, endedAt, state, verifiesUntil })
  }
  return records
}
