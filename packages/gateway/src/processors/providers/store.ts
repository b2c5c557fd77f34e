/**
 * Provider accounts in the database. Secret settings are sealed with the master key, each bound to its account and name, and are opened
 * only for the account's own calls.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { changeAndNote } from '@sluice/database/noted.ts'
import { type Database, type RowOf, sqlStatement } from '@sluice/database/port.ts'
import type { Settings } from '@sluice/provider-kit/provider.ts'
import { fingerprintIn, type SealedPlace } from '../../identity/access/sealed-places.ts'
import { type MasterKey, open, seal } from '../../identity/access/secrets.ts'
import { type AuditLine, auditCall } from '../../identity/operators/audit.ts'
import { NATIVE, nameFor } from '../../payments/processor-names.ts'
import { somethingWaitsFor } from '../../payments/sql-parts.ts'
import { deletion, insertRemote } from '../../processing/remote-store.ts'

export interface SealedSetting {
  readonly sealed: string
  readonly setAt: Instant
  /** For certificates: when it expires. */
  readonly endsAt?: Instant
}

export interface AccountRecord {
  /** The processor's name: `native-efi`, `test-native-efi`. */
  readonly name: string
  readonly provider: string
  readonly isTest: boolean
  readonly status: 'ACTIVE' | 'PAUSED'
  /** Those that may be shown. */
  readonly settings: Settings
  /** By the name of the setting. */
  readonly secrets: Readonly<Record<string, SealedSetting>>
  /** Changes whenever settings change that say which account at the provider it is. Undefined: from before this was stored. */
  readonly identity: string | undefined
  /** Counts its changes. */
  readonly version: number
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const accountName = (name: string, isTest: boolean): string => nameFor(`${NATIVE}${name}`, isTest)

const contextOf = (name: string, setting: string): string => `provider_account:${name}:${setting}`
/** The last segment of the notification URL: a secret of its own, sealed like the settings. */
export const NOTIFICATION_SECRET = '~notifications'

export function sealSetting(
  masterKey: MasterKey,
  {
    name,
    setting,
    text,
    endsAt,
  }: { name: string; setting: string; text: string; endsAt?: Instant | undefined },
  { randomness, clock }: Pick<Deps, 'randomness' | 'clock'>,
): SealedSetting {
  return {
    sealed: seal(masterKey, Buffer.from(text, 'utf8'), contextOf(name, setting), randomness),
    setAt: clock.now(),
    ...(endsAt !== undefined && { endsAt }),
  }
}

function openSetting(
  { name, secrets }: Pick<AccountRecord, 'name' | 'secrets'>,
  setting: string,
  masterKey: MasterKey,
): string | undefined {
  const kept = secrets[setting]
  if (!kept) return undefined
  const opened = open(masterKey, kept.sealed, contextOf(name, setting))
  assert(opened.ok, 'the master key opens the providers’ settings: it is the one they were sealed with')
  return Buffer.from(opened.value).toString('utf8')
}

/** All settings, decrypted for the account's calls. */
export function openSettings(record: AccountRecord, masterKey: MasterKey): Settings {
  const names = Object.keys(record.secrets).filter((name) => name !== NOTIFICATION_SECRET)
  return {
    ...record.settings,
    ...Object.fromEntries(names.map((name) => [name, openSetting(record, name, masterKey) ?? ''])),
  }
}

export const openNotificationSecret = (record: AccountRecord, masterKey: MasterKey): string => {
  const secret = openSetting(record, NOTIFICATION_SECRET, masterKey)
  assert(secret !== undefined, 'an account is made with the address of its notifications')
  return secret
}

const ALL = sqlStatement({
  name: 'provider_accounts',
  text: 'select * from provider_account order by created_at, name',
})
const INSERT = sqlStatement({
  name: 'provider_account_insert',
  text: `insert into provider_account (name, provider, is_test, status, settings, secrets, version, created_at, updated_at, identity)
    values ($1, $2, $3, $4, $5::text::jsonb, $6::text::jsonb, $7, $8, $9, $10)`,
})
const UPDATED = `update provider_account set status = $2, settings = $3::text::jsonb, secrets = $4::text::jsonb,
      version = version + 1, updated_at = $5, identity = $7
    where name = $1 and version = $6`
const UPDATE = sqlStatement({ name: 'provider_account_update', text: `${UPDATED} returning name` })
/** The account must stay the same while a payment waits for it. */
const MOVE = sqlStatement({
  name: 'provider_account_move',
  text: `${UPDATED} and not ${somethingWaitsFor('$1')} returning name`,
})
const DELETE = deletion({ name: 'provider_account_delete', table: 'provider_account' })
const RENEW = sqlStatement({
  name: 'provider_account_seal',
  text: `update provider_account set secrets = $2::text::jsonb, version = version + 1 where name = $1 and version = $3
    returning 1 as changed`,
})

/** One account has several; resealing one counts as a change of the account. */
export const SEALED_PROVIDER_SETTINGS: SealedPlace = {
  what: 'providers’ settings',
  count: {
    name: 'provider_account_sealed',
    text: `select ${fingerprintIn("s.secret ->> 'sealed'")} as fingerprint, count(*)::integer as sealed
      from provider_account cross join lateral jsonb_each(secrets) as s(name, secret) group by 1`,
  },
  others: {
    name: 'provider_account_unsealed',
    text: `select name, secrets, version from provider_account
      where exists (select 1 from jsonb_each(secrets) as s(name, secret) where not starts_with(s.secret ->> 'sealed', $1))
      order by name limit $2 offset $3`,
  },
  renew(row, again) {
    const name = String(row.name)
    const renewed: Record<string, SealedSetting> = {}
    for (const [setting, kept] of Object.entries(row.secrets as AccountRecord['secrets'])) {
      const sealed = again(kept.sealed, contextOf(name, setting))
      if (sealed === undefined) return undefined
      renewed[setting] = { ...kept, sealed }
    }
    return { statement: RENEW, values: [name, JSON.stringify(renewed), Number(row.version)] }
  },
}

/** The oldest first. */
export async function readAccounts(database: Database): Promise<readonly AccountRecord[]> {
  return (await database.run(ALL, [])).map(rowToRecord)
}

export function insertAccount(
  database: Database,
  record: AccountRecord,
  audit: AuditLine,
): Promise<'done' | 'exists'> {
  const { name, provider, isTest, status, settings, secrets, version, createdAt, updatedAt } = record
  const values = [
    name,
    provider,
    isTest,
    status,
    JSON.stringify(settings),
    JSON.stringify(secrets),
    version,
    isoTime(createdAt),
    isoTime(updatedAt),
    record.identity ?? null,
  ]
  return insertRemote(database, { statement: INSERT, values }, audit, 'provider_account_pkey')
}

/**
 * @param record as it was read, with the changes
 * @param isAnother from now on it is another account at the provider
 * @returns false if it was changed meanwhile, or payments still wait for the old account
 */
export function updateAccount(
  database: Database,
  { name, status, settings, secrets, version, updatedAt, identity }: AccountRecord,
  audit: AuditLine,
  isAnother = false,
): Promise<boolean> {
  const values = [
    name,
    status,
    JSON.stringify(settings),
    JSON.stringify(secrets),
    isoTime(updatedAt),
    version,
    identity ?? null,
  ]
  return changeAndNote(database, { statement: isAnother ? MOVE : UPDATE, values }, auditCall(audit))
}

/** @returns false if payments still wait for it, or products name it */
export const deleteAccount = (database: Database, name: string, audit: AuditLine): Promise<boolean> =>
  changeAndNote(database, { statement: DELETE, values: [name] }, auditCall(audit))

// A document holds what was written above: the casts name its type.
const rowToRecord = (row: RowOf<'provider_accounts'>): AccountRecord => ({
  name: row.name,
  provider: row.provider,
  isTest: row.is_test,
  status: row.status,
  settings: row.settings as Settings,
  secrets: row.secrets as AccountRecord['secrets'],
  identity: row.identity ?? undefined,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
