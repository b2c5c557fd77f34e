/**
 * What a start finds missing and makes: the master key, the first operator's token, the test merchant.
 *
 * Every piece is made once, whole, and in an order in which a start that is cut off leaves nothing that the next would
 * trip over. Secrets go into files of DATA_DIR (0600) and never into the log.
 */
import { type MasterKey, masterKeyFrom } from './access/secrets.ts'
import { BOOTSTRAP, ensureBootstrapOperator } from './admin/operators.ts'
import type { App } from './app.ts'
import type { Config } from './config.ts'
import { type DataFolder, readIfThere, writePrivateFile } from './data-folder.ts'
import type { Randomness } from './foundation/deps.ts'
import { fail, type Result, succeed } from './foundation/result.ts'
import { ensureSandboxMerchant, writeBaseUrl } from './sandbox-merchant.ts'

const KEY_BYTES = 32

/** The configured master key, or the one in the data folder, made where there is none yet. */
export function masterKeyOf(
  config: Pick<Config, 'masterKey'>,
  folder: DataFolder,
  randomness: Randomness,
): Result<MasterKey, string> {
  if (config.masterKey !== undefined) return succeed(masterKeyFrom(config.masterKey))
  const text = readIfThere(folder.masterKey)
  if (text === undefined) {
    const made = randomness.bytes(KEY_BYTES)
    writePrivateFile(folder.masterKey, `${Buffer.from(made).toString('base64')}\n`)
    return succeed(masterKeyFrom(made))
  }
  const read = Buffer.from(text.trim(), 'base64')
  return read.length === KEY_BYTES
    ? succeed(masterKeyFrom(read))
    : fail(`${folder.masterKey} does not hold 32 bytes in base64: restore it from a backup`)
}

/** The first operator's token: configured, or from the data folder, made there on the embedded database. */
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
  // Operators come to nodes that answer; the others need not hold the token.
  if (!config.roles.includes('api')) return
  const { database, deps } = app.gateway
  const token = adminTokenOf(config, folder, deps.randomness)
  if (token === undefined) {
    deps.log.warn({}, 'SLUICE_ADMIN_TOKEN is not set: no first operator is made')
    return
  }
  const outcome = await ensureBootstrapOperator(database, deps, token)
  if (outcome === 'REVOKED')
    deps.log.warn({ operator: BOOTSTRAP }, "the first operator's token was revoked, and stays so")
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

/** The port may have been chosen only when it was listened on. */
export function tellBaseUrl(config: Config, folder: DataFolder, baseUrl: string): void {
  if (config.sandbox) writeBaseUrl(folder, baseUrl)
}
