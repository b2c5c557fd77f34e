/** The doctor's checks of the database and its contents: schema, clock, keys. */
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { connectionsNeeded, RAISE_MAX_CONNECTIONS, whyTooFew } from '@sluice/database/connections-needed.ts'
import { readMigrationState } from '@sluice/database/migrate.ts'
import { sqlStatement } from '@sluice/database/port.ts'
import { masterKeyOpens } from '../../identity/access/signing-keys.ts'
import { openCallbackSecret } from '../../merchants/credentials.ts'
import { openSecrets } from '../../processors/connectors/store.ts'
import { openSettings } from '../../processors/providers/store.ts'
import { masterKeyState } from '../keys/master-key-state.ts'
import { broken, counted, type DoctorContext, type Finding, fine, type Look, warning } from './check.ts'

const SLOW_MS = 250
const PING = sqlStatement({ name: 'doctor_ping', text: 'select 1 as one' })

export const database: Look = async ({ gateway }) => {
  const { clock } = gateway.deps
  const requestedAt = clock.now()
  await gateway.database.run(PING, [])
  const tookMs = clock.now() - requestedAt
  const detail = `${gateway.database.engine === 'embedded' ? 'the embedded database' : 'PostgreSQL'} answered in ${tookMs} ms`
  const connections = await connectionsNeeded(gateway.database, clock)
  const tooFew = connections && whyTooFew(connections)
  if (tooFew !== undefined) return warning(tooFew, RAISE_MAX_CONNECTIONS)
  if (tookMs <= SLOW_MS) return fine(detail)
  return warning(detail, 'check the load of its machine and disk, and the network distance to it')
}

export const migrations: Look = async ({ gateway }) => {
  const state = await readMigrationState(gateway.database)
  if (state.refused !== undefined) return broken(state.refused, 'start every node with the same version')
  if (state.missing.length > 0)
    return broken(
      `not applied: ${state.missing.join(', ')}`,
      'restart the gateway: a start applies the missing ones',
    )
  return fine(`all ${state.applied} are applied`)
}

const CLOCK = sqlStatement({ name: 'doctor_clock', text: 'select clock_timestamp() as at' })
const CLOCK_WARNING_MS = 2_000
const CLOCK_BROKEN_MS = 30_000

export const clock: Look = async ({ gateway }) => {
  if (gateway.database.engine === 'embedded')
    return fine('the embedded database uses the clock of this machine')
  const { clock } = gateway.deps
  const before = clock.now()
  const [row] = await gateway.database.run(CLOCK, [])
  const after = clock.now()
  return clockFinding((before + after) / 2 - Number(row?.at))
}

/** @param aheadMs how far this node's clock is ahead of the database's */
export function clockFinding(aheadMs: number): Finding {
  const secs = (Math.abs(aheadMs) / 1000).toFixed(1)
  const detail = `this node's clock is ${secs} s ${aheadMs < 0 ? 'behind' : 'ahead of'} the database's`
  const remedy = 'let NTP set the clocks of all machines (timedatectl, chronyc tracking)'
  if (Math.abs(aheadMs) > CLOCK_BROKEN_MS) return broken(detail, remedy)
  return Math.abs(aheadMs) > CLOCK_WARNING_MS ? warning(detail, remedy) : fine(detail)
}

const KEYS = sqlStatement({
  name: 'doctor_signing_keys',
  text: 'select kid, purpose, created_at from signing_key where retired_at is null order by created_at, kid',
})
/** Nodes read the keys every minute. */
const KNOWN_AFTER_MS = 150_000
const DAY_MS = 86_400_000

export const signingKeys: Look = async ({ gateway, keys }) => {
  const now = gateway.deps.clock.now()
  const rows = await gateway.database.run(KEYS, [])
  const restart = 'restart this node; if that does not help, look for "signing keys" in its log'
  const reported: string[] = []
  for (const purpose of ['token', 'callback'] as const) {
    const known = new Set(keys.signing[purpose].ring.jwks().map(({ kid }) => kid))
    const stored = rows.filter((row) => row.purpose === purpose)
    const newest = stored.at(-1)
    if (newest === undefined) return broken(`the database has no signing key for ${purpose}s`, restart)
    const unknown = stored.filter(
      (row) => !known.has(String(row.kid)) && Number(row.created_at) + KNOWN_AFTER_MS < now,
    )
    if (unknown.length > 0)
      return broken(`this node does not know ${unknown.map(({ kid }) => kid).join(', ')}`, restart)
    const days = Math.max(0, Math.floor((now - Number(newest.created_at)) / DAY_MS))
    reported.push(`${newest.kid} (${counted(days, 'day')} old)`)
  }
  return fine(`this node has all of them: ${reported.join(', ')}`)
}

const MOST_SECRETS = 1_000
const CALLBACK_SECRETS = sqlStatement({
  name: 'doctor_callback_secrets',
  text: `select merchant_id, value from merchant_credential where purpose = 'CALLBACK_SECRET' and removed_at is null
      order by created_at desc limit ${MOST_SECRETS}`,
})
const NETWORKS = sqlStatement({
  name: 'doctor_networks',
  text: 'select chain_id, rpc_sealed from chain_network order by chain_id',
})

function opens(attempt: () => unknown): boolean {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}

/** Reports whose secrets cannot be opened, and nothing of their content. */
export const masterKey: Look = async ({ gateway, keys }: DoctorContext) => {
  const { masterKey: key, connectors, networks } = gateway
  const secrets = await gateway.database.run(CALLBACK_SECRETS, [])
  const chains = await gateway.database.run(NETWORKS, [])
  const sealed: readonly (readonly [whose: string, opens: boolean])[] = [
    ['the signing keys', await masterKeyOpens(gateway.database, key)],
    ...secrets.map(({ merchant_id: merchantId, value }) => {
      const code = String(merchantId) as MerchantCode
      return [`merchant ${code}`, opens(() => openCallbackSecret(code, key, String(value)))] as const
    }),
    ...connectors
      .all()
      .map((record) => [`connector ${record.name}`, opens(() => openSecrets(record, key))] as const),
    ...gateway.providers
      .all()
      .map((record) => [`provider ${record.name}`, opens(() => openSettings(record, key))] as const),
    ...chains.map(({ chain_id: id, rpc_sealed: text }) => {
      const network = { chainId: Number(id), rpc: { sealed: String(text), hosts: [] } }
      return [`network ${id}`, opens(() => networks.urlsOf(network))] as const
    }),
  ]
  const closed = [...new Set(sealed.flatMap(([whose, isOpen]) => (isOpen ? [] : [whose])))]
  if (closed.length === 0) return masterKeyFinding(await masterKeyState(key, keys.master), sealed.length)
  return broken(
    `does not decrypt the secrets of ${closed.slice(0, 5).join(', ')}${closed.length > 5 ? ` and ${closed.length - 5} more` : ''}`,
    'set SLUICE_MASTER_KEY to the key that encrypted them, or create new secrets for them',
  )
}

type MasterKeyState = Awaited<ReturnType<typeof masterKeyState>>

/** Which key seals the secrets, and whether every node has it. @param tried how many values were opened */
export function masterKeyFinding({ keys, finished, nodes, sealing }: MasterKeyState, tried: number): Finding {
  const reported = keys
    .filter(({ sealed }) => sealed > 0)
    .map(({ fingerprint, sealed }) => `${fingerprint || 'a key without a name'} has encrypted ${sealed}`)
  const detail = `${reported.join(', ') || `nothing is encrypted yet with ${sealing}`}; ${tried} were tested and can be decrypted`
  const lost = keys.filter(({ known, sealed }) => !known && sealed > 0)
  const setIt = 'set it in SLUICE_MASTER_KEY_PREVIOUS on this node and restart it'
  if (lost.length > 0)
    return broken(`this node does not have the key ${lost[0]?.fingerprint}: ${detail}`, setIt)
  const ignorant = nodes.filter(({ knows }) => !knows.includes(sealing))
  if (ignorant.length > 0)
    return broken(
      `${counted(ignorant.length, 'live node')} without the current key, ${sealing}`,
      'set SLUICE_MASTER_KEY there as on this node and restart it',
    )
  if (!finished)
    return warning(
      `the rotation to ${sealing} is in progress: ${detail}`,
      'keep the previous key until it has finished',
    )
  const kept = keys.filter(({ state }) => state === 'EMPTY')
  if (kept.length === 0) return fine(detail)
  return fine(`${detail}; ${kept.map(({ fingerprint }) => fingerprint).join(', ')} may be retired`)
}
