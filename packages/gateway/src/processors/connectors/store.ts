/** Connectors in the database. Their secrets are encrypted with the master key, each bound to its connector. */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { newWebhookSecret } from '@sluice/core/foundation/webhooks.ts'
import type { WireService } from '@sluice/core/processor/connector-protocol.ts'
import { changeAndNote } from '@sluice/database/noted.ts'
import { type Database, type RowOf, sqlStatement } from '@sluice/database/port.ts'
import { fingerprintIn, type SealedPlace } from '../../identity/access/sealed-places.ts'
import { type MasterKey, open, seal } from '../../identity/access/secrets.ts'
import { type AuditLine, auditCall } from '../../identity/operators/audit.ts'
import { somethingWaitsFor } from '../../payments/sql-parts.ts'
import { deletion, insertRemote } from '../../processing/remote-store.ts'

export interface SealedSecret {
  readonly id: string
  readonly sealed: string
  readonly createdAt: Instant
}

export interface ConnectorRecord {
  /** The processor's: `http-acme`, `test-acme`. */
  readonly name: string
  readonly isTest: boolean
  readonly baseUrl: string
  readonly status: 'ACTIVE' | 'PAUSED'
  readonly services: readonly WireService[] | undefined
  /** The newest first: all of them sign, and any of them may have signed a message. */
  readonly secrets: readonly SealedSecret[]
  /** Counts its changes. */
  readonly version: number
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** The processor name of a connector. */
export const connectorName = (name: string, isTest: boolean): string => `${isTest ? 'test' : 'http'}-${name}`

const contextOf = (name: string): string => `connector:${name}`

/** @returns the secret, to be shown once, and its encrypted form */
export function newConnectorSecret(
  name: string,
  masterKey: MasterKey,
  { randomness, clock }: Pick<Deps, 'randomness' | 'clock'>,
): { readonly secret: string; readonly kept: SealedSecret } {
  const secret = newWebhookSecret(randomness)
  const createdAt = clock.now()
  const sealed = seal(masterKey, Buffer.from(secret, 'utf8'), contextOf(name), randomness)
  return { secret, kept: { id: randomness.uuidV7(createdAt), sealed, createdAt } }
}

/** `whsec_…`, the newest first. */
export const openSecrets = ({ name, secrets }: ConnectorRecord, masterKey: MasterKey): readonly string[] =>
  secrets.map(({ sealed }) => {
    const opened = open(masterKey, sealed, contextOf(name))
    assert(opened.ok, 'the master key opens the connectors’ secrets: it is the one they were sealed with')
    return Buffer.from(opened.value).toString('utf8')
  })

const ALL = sqlStatement({ name: 'connectors', text: 'select * from connector order by created_at, name' })
const INSERT = sqlStatement({
  name: 'connector_insert',
  text: `insert into connector (name, is_test, base_url, status, services, secrets, version, created_at, updated_at)
    values ($1, $2, $3, $4, $5::text::jsonb, $6::text::jsonb, $7, $8, $9)`,
})
const UPDATED = `update connector set base_url = $2, status = $3, services = $4::text::jsonb, secrets = $5::text::jsonb,
      version = version + 1, updated_at = $6
    where name = $1 and version = $7`
const UPDATE = sqlStatement({ name: 'connector_update', text: `${UPDATED} returning name` })
/** While work of a payment waits for it, it must stay the same connector. */
const MOVE = sqlStatement({
  name: 'connector_move',
  text: `${UPDATED} and not ${somethingWaitsFor('$1')} returning name`,
})
const DELETE = deletion({ name: 'connector_delete', table: 'connector' })
const RENEW = sqlStatement({
  name: 'connector_seal',
  text: `update connector set secrets = $2::text::jsonb, version = version + 1 where name = $1 and version = $3
    returning 1 as changed`,
})

/** Several in one row; changing them counts as a change of the connector. */
export const SEALED_CONNECTOR_SECRETS: SealedPlace = {
  what: 'connectors’ secrets',
  count: {
    name: 'connector_sealed',
    text: `select ${fingerprintIn("s.secret ->> 'sealed'")} as fingerprint, count(*)::integer as sealed
      from connector cross join lateral jsonb_array_elements(secrets) as s(secret) group by 1`,
  },
  others: {
    name: 'connector_unsealed',
    text: `select name, secrets, version from connector
      where exists (select 1 from jsonb_array_elements(secrets) as s(secret) where not starts_with(s.secret ->> 'sealed', $1))
      order by name limit $2 offset $3`,
  },
  renew(row, again) {
    const name = String(row.name)
    const renewed: SealedSecret[] = []
    for (const secret of row.secrets as readonly SealedSecret[]) {
      const sealed = again(secret.sealed, contextOf(name))
      if (sealed === undefined) return undefined
      renewed.push({ ...secret, sealed })
    }
    return { statement: RENEW, values: [name, JSON.stringify(renewed), Number(row.version)] }
  },
}

/** In the order of their creation. */
export async function readConnectors(database: Database): Promise<readonly ConnectorRecord[]> {
  return (await database.run(ALL, [])).map(rowToRecord)
}

export function insertConnector(
  database: Database,
  record: ConnectorRecord,
  audit: AuditLine,
): Promise<'done' | 'exists'> {
  const { name, isTest, baseUrl, status, services, secrets, version, createdAt, updatedAt } = record
  const values = [
    name,
    isTest,
    baseUrl,
    status,
    services ? JSON.stringify(services) : null,
    JSON.stringify(secrets),
    version,
    isoTime(createdAt),
    isoTime(updatedAt),
  ]
  return insertRemote(database, { statement: INSERT, values }, audit, 'connector_pkey')
}

/**
 * @param record as it was read, with the changes
 * @param isAnother it may be another connector from now on
 * @returns false if another change was quicker, or payments still wait for the connector that it was
 */
export function updateConnector(
  database: Database,
  record: ConnectorRecord,
  audit: AuditLine,
  isAnother = false,
): Promise<boolean> {
  const { name, baseUrl, status, services, secrets, version, updatedAt } = record
  const values = [
    name,
    baseUrl,
    status,
    services ? JSON.stringify(services) : null,
    JSON.stringify(secrets),
    isoTime(updatedAt),
    version,
  ]
  return changeAndNote(database, { statement: isAnother ? MOVE : UPDATE, values }, auditCall(audit))
}

/** @returns false if payments still wait for it */
export const deleteConnector = (database: Database, name: string, audit: AuditLine): Promise<boolean> =>
  changeAndNote(database, { statement: DELETE, values: [name] }, auditCall(audit))

// A document holds what was written above: the casts name its type.
const rowToRecord = (row: RowOf<'connectors'>): ConnectorRecord => ({
  name: row.name,
  isTest: row.is_test,
  baseUrl: row.base_url,
  status: row.status,
  services: (row.services ?? undefined) as readonly WireService[] | undefined,
  secrets: row.secrets as readonly SealedSecret[],
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
