/**
 * What a start creates if it is missing: the master key, the first operator's token, the test merchant.
 *
 * Each is created once, whole, and in an order in which an interrupted start leaves nothing that breaks the next.
 * Secrets go into files of DATA_DIR (0600) and never into the log.
 */
import type { Randomness } from '@sluice/core/foundation/deps.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { SealingKeys } from '../identity/access/master-key-check.ts'
import { MasterKey } from '../identity/access/secrets.ts'
import { BOOTSTRAP, ensureBootstrapOperator } from '../identity/operators/operators.ts'
import type { App } from './app.ts'
import type { Config } from './config.ts'
import { type DataFolder, readIfThere, writePrivateFile } from './data-folder.ts'
import { MasterKeyFiles } from './master-key-files.ts'
import { ensureSandboxMerchant, writeBaseUrl } from './sandbox-merchant.ts'

const KEY_BYTES = 32

export interface GivenMasterKey {
  readonly masterKey: MasterKey
  /** The files of the master key, if the settings have none. */
  readonly files: MasterKeyFiles | undefined
}

/**
 * The configured master key, or the one in the data folder. It is created only if nothing was encrypted yet: a new key
 * beside a database with encrypted secrets opens none of them, and would look like the right one.
 */
export async function masterKeyOf(
  config: Pick<Config, 'masterKey' | 'previousMasterKeys'>,
  folder: DataFolder,
  randomness: Randomness,
  sealing: () => Promise<SealingKeys>,
): Promise<Result<GivenMasterKey, string>> {
  if (config.masterKey !== undefined) {
    const masterKey = new MasterKey(config.masterKey, config.previousMasterKeys)
    if (await (await sealing()).open(masterKey)) return succeed({ masterKey, files: undefined })
    return fail(
      'SLUICE_MASTER_KEY is not the key of this database: set it on every node to the same key as before. ' +
        'During a rotation, set the previous key in SLUICE_MASTER_KEY_PREVIOUS',
    )
  }
  const files = new MasterKeyFiles(folder, randomness)
  const read = files.read()
  if (!read.ok) return read
  const [first, ...others] = read.value
  const database = await sealing()
  const isThere = readIfThere(folder.masterKey) !== undefined
  const missing = fail(
    `the database in ${folder.path} contains encrypted secrets, but their master key ${folder.masterKey} is missing: ` +
      'restore that file from your copy, or set SLUICE_MASTER_KEY to its content. Nothing was written',
  )
  if (first === undefined && database.isSealed) return missing
  const masterKey = new MasterKey(first ?? files.make(), others)
  if (await database.open(masterKey)) return succeed({ masterKey, files })
  // What a change of the key has left beside it decrypts nothing any more.
  if (!isThere) return missing
  return fail(`${folder.masterKey} is not the key of this database: restore that file from a backup`)
}

/** The first operator's token: configured, or in the data folder, created there with the embedded database. */
function adminTokenOf(
  config: Pick<Config, 'adminToken' | 'databaseUrl'>,
  folder: DataFolder,
  randomness: Randomness,
): string | undefined {
  if (config.adminToken !== undefined) return config.adminToken
  if (config.databaseUrl !== undefined) return undefined
  const known = readIfThere(folder.adminToken)?.trim()
  if (known) return known
  const made = `op_${Buffer.from(randomness.bytes(KEY_BYTES)).toString('base64url')}`
  writePrivateFile(folder.adminToken, `${made}\n`)
  return made
}

async function ensureFirstOperator(app: App, config: Config, folder: DataFolder): Promise<void> {
  // Operators use nodes that serve the API; the others need no token.
  if (!config.roles.includes('api')) return
  const { database, deps } = app.gateway
  const token = adminTokenOf(config, folder, deps.randomness)
  if (token === undefined) {
    deps.log.warn({}, 'SLUICE_ADMIN_TOKEN is not set: no first operator is created')
    return
  }
  const outcome = await ensureBootstrapOperator(database, deps, token)
  if (outcome === 'REVOKED')
    deps.log.warn({ operator: BOOTSTRAP }, "the first operator's token was revoked and stays revoked")
}

/** Everything that needs the gateway. Safe at every start. */
export async function firstStart(
  app: App,
  config: Config,
  folder: DataFolder,
  baseUrl: string,
): Promise<void> {
  await ensureFirstOperator(app, config, folder)
  if (config.sandbox) await ensureSandboxMerchant(app, folder, baseUrl)
}

/** The port may be known only after listening. */
export function reportBaseUrl(config: Config, folder: DataFolder, baseUrl: string): void {
  if (config.sandbox) writeBaseUrl(folder, baseUrl)
}
