/**
 * A node on an open database: migrated, built, listening and working, and stopped again. The caller opens and closes
 * the database: see `serve.ts`. If the node does not start, nothing of it stays open.
 */
import type { Deps, Log } from '@sluice/core/foundation/deps.ts'
import { errorCode } from '@sluice/core/foundation/errors.ts'
import { realLoop } from '@sluice/core/foundation/real-deps.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { connectionsNeeded, RAISE_MAX_CONNECTIONS, whyTooFew } from '@sluice/database/connections-needed.ts'
import { type MigratableDatabase, migrate } from '@sluice/database/migrate.ts'
import { unfinishedMove } from '../backup/target.ts'
import { NOT_BUILT, readBuiltPages } from '../hosted-pages/built.ts'
import { ProcessRegistry } from '../http/prometheus.ts'
import { SecondListener } from '../http/second-listener.ts'
import { shutDown } from '../http/shedding.ts'
import { readSealingKeys } from '../identity/access/master-key-check.ts'
import { SEPARATE_OPERATOR_ADDRESS } from '../identity/people/address.ts'
import { firstLink } from '../identity/people/first-link.ts'
import { type App, buildApp } from './app.ts'
import type { AppSettings } from './app-settings.ts'
import { type Config, defaultPublicUrl } from './config.ts'
import type { DataFolder } from './data-folder.ts'
import { firstStart, masterKeyOf, reportBaseUrl } from './first-start.ts'
import { freeLeases } from './leases.ts'
import { nodeDeps } from './node-deps.ts'
import { packageVersion } from './package-version.ts'
import { readAhead } from './read-ahead.ts'
import type { NodeSettings, Running, StartFailure } from './running.ts'
import { testCheckoutUrl } from './test-checkout.ts'

/** How long requests under way may take after a stop; a create waits at most 10 s for its processor. */
const GRACE_MS = 15_000

/** `stop` finishes what was accepted; the database stays open. @throws Error for failures that are not expected */
export async function startNode(
  database: MigratableDatabase,
  log: Log,
  config: NodeSettings,
  folder: DataFolder,
): Promise<Result<Omit<Running, 'folder'>, StartFailure>> {
  const { deps, close } = await nodeDeps(config, log)
  // Before anything is written: a start without its key leaves everything as it was.
  const given = await masterKeyOf(config, folder, deps.randomness, () => readSealingKeys(database))
  if (!given.ok) return given
  const migrated = await migrate(database, deps.clock)
  if (!migrated.ok) return fail(migrated.failure.message)
  if (await unfinishedMove(database))
    return fail('a move into this database has not finished: run `sluice move` again where it was started')
  let baseUrl = config.publicUrl ?? defaultPublicUrl(config.host, config.port)
  const pages = readBuiltPages()
  const operatorAddress = operatorAddressOf(config)
  const registry = new ProcessRegistry()
  const app = await buildApp(database, deps, {
    ...config,
    baseUrl: () => baseUrl,
    masterKey: given.value.masterKey,
    masterKeyFiles: given.value.files,
    backups: database.files && { files: database.files, folder: folder.backups, version: packageVersion() },
    trustProxy: trustProxyOf(config),
    loop: config.busyPoll ? realLoop : undefined,
    pages,
    operatorAddress,
    notices: database.notices,
    registry,
  })
  const isFirst = config.siblings?.isFirst !== false
  if (isFirst) {
    await warnOfConnections(database, deps, config)
    await firstStart(app, config, folder, baseUrl)
  }
  if (database.engine === 'embedded') await freeLeases(database, deps.clock)
  const listening = await listenOnAll(app, config)
  if (!listening.ok) {
    await app.stop()
    return listening
  }
  if (isFirst && !operatorAddress && config.noTrialFor.length > 0 && config.roles.includes('api'))
    deps.log.warn(
      { remedy: SEPARATE_OPERATOR_ADDRESS },
      'operators use the same address as payers and merchants',
    )
  baseUrl = config.publicUrl ?? defaultPublicUrl(config.host, listening.value)
  if (isFirst) reportBaseUrl(config, folder, baseUrl)
  app.start()
  const readNoMore = readAhead(deps.timers, () => registry.countProcess())
  if (isFirst && !pages && config.roles.includes('api')) deps.log.warn({}, NOT_BUILT)
  const links = isFirst ? await linksToTry(app, config) : {}
  return succeed({
    app,
    baseUrl,
    port: listening.value,
    testCheckout: links.testCheckout,
    firstLink: links.firstLink,
    async stop() {
      readNoMore()
      const { shedding } = app
      await shutDown(app.server, {
        shedding,
        timers: deps.timers,
        graceMs: GRACE_MS,
        drainMs: config.drainMs,
      })
      await operatorAddress?.listener.close(deps.timers, GRACE_MS)
      await app.stop()
      await close()
    },
  })
}

/** Only someone who tries the gateway out reads what the start prints. */
async function linksToTry(
  app: App,
  { sandbox, noTrialFor }: Config,
): Promise<Partial<Pick<Running, 'testCheckout' | 'firstLink'>>> {
  const { pages } = app.settings
  return {
    testCheckout: sandbox && pages ? await testCheckoutUrl(app) : undefined,
    firstLink: noTrialFor.length === 0 && pages?.backOffice ? await firstLink(app.people) : undefined,
  }
}

async function warnOfConnections(
  database: MigratableDatabase,
  { clock, log }: Deps,
  { processes }: Config,
): Promise<void> {
  const needed = await connectionsNeeded(database, clock, processes)
  const why = needed && whyTooFew(needed)
  if (why !== undefined) log.warn({ remedy: RAISE_MAX_CONNECTIONS }, why)
}

function trustProxyOf({ trustProxy }: Config): AppSettings['trustProxy'] {
  return typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy
}

/** On the gateway's port, and on the operators' port if they have one; or on neither. @returns the first of them */
async function listenOnAll(app: App, config: Config): Promise<Result<number, StartFailure>> {
  const listening = await listen(app, config)
  if (!listening.ok) return listening
  const apart = await listenForOperators(app, config)
  if (apart.ok) return listening
  await app.server.close()
  return apart
}

/** @returns the port that is listened on */
async function listen(app: App, { host, port }: Config): Promise<Result<number, StartFailure>> {
  try {
    await app.server.listen({ host, port })
  } catch (error) {
    return fail(whyNotListening(errorCode(error), host, port, FIRST_ADDRESS))
  }
  const address = app.server.server.address()
  return succeed(typeof address === 'object' && address !== null ? address.port : port)
}

function operatorAddressOf({ adminListen, adminUrl }: Config): AppSettings['operatorAddress'] {
  if (!adminListen) return undefined
  const url = adminUrl ?? defaultPublicUrl(adminListen.host, adminListen.port)
  return { listener: new SecondListener(), url: () => url }
}

async function listenForOperators(
  { server, settings }: App,
  { adminListen }: Config,
): Promise<Result<undefined, StartFailure>> {
  if (!adminListen || !settings.operatorAddress) return succeed(undefined)
  try {
    await settings.operatorAddress.listener.listen(server, adminListen)
    return succeed(undefined)
  } catch (error) {
    const why = whyNotListening(errorCode(error), adminListen.host, adminListen.port, SECOND_ADDRESS)
    return fail(`SLUICE_ADMIN_LISTEN: ${why}`)
  }
}

/** What to change in the settings. */
interface Remedies {
  readonly inUse: string
  readonly forbidden: string
  readonly noAddress: string
}

const FIRST_ADDRESS: Remedies = {
  inUse: 'set PORT to another one (0 takes any free one)',
  forbidden: 'set PORT to one above 1023',
  noAddress: 'set HOST to 127.0.0.1, or to 0.0.0.0 for all of them',
}
const SECOND_ADDRESS: Remedies = {
  inUse: 'name another one',
  forbidden: 'name one above 1023',
  noAddress: 'name one that it has, such as 127.0.0.1',
}

function whyNotListening(code: string, host: string, port: number, remedy: Remedies): StartFailure {
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is in use: stop what uses it, or ${remedy.inUse}`
    case 'EACCES':
      return `port ${port} may not be used by this user: ${remedy.forbidden}`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine: ${remedy.noAddress}`
    default:
      return `${host} port ${port} cannot be listened on (${code})`
  }
}
