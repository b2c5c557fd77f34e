/**
 * A running gateway: the database opened, the house built, the port listened on, and all of it closed again in order.
 *
 * Promises: it answers only once everything is ready; what keeps it from starting is a sentence with what to do, and
 * nothing stays open then; `stop` finishes what was accepted (requests, then workers, then commits), and closes the
 * database last. With the role `worker` alone it answers health and metrics only; with `api` alone it runs no workers.
 */
import { collectDefaultMetrics } from 'prom-client'
import { masterKeyOpens } from './access/signing-keys.ts'
import { type App, type AppSettings, buildApp } from './app.ts'
import { realNetwork } from './callbacks/network.ts'
import { type Config, defaultPublicUrl } from './config.ts'
import { type DataFolder, dataFolder, makePrivateFolder } from './data-folder.ts'
import { openEmbedded } from './database/embedded.ts'
import { errorCode } from './database/failures.ts'
import { DataDirectoryInUse } from './database/folder-lock.ts'
import { type MigratableDatabase, migrate } from './database/migrate.ts'
import { DatabaseFailure } from './database/port.ts'
import { connectPostgres } from './database/postgres.ts'
import { firstStart, masterKeyOf, tellBaseUrl } from './first-start.ts'
import type { Deps, Log } from './foundation/deps.ts'
import { realClock, realDeps, realTimers } from './foundation/real-deps.ts'
import { fail, type Result, succeed } from './foundation/result.ts'
import { jsonLog } from './http/logging.ts'
import { redisWindow } from './http/rate-limit-redis.ts'
import { shutDown } from './http/shedding.ts'
import { freeLeases } from './leases.ts'
import { NOT_BUILT, readBuiltPages } from './pages/built.ts'
import { testCheckoutUrl } from './test-checkout.ts'

export interface Running {
  readonly app: App
  readonly folder: DataFolder
  /** Where it is reached. */
  readonly baseUrl: string
  /** A checkout of the test merchant, ready to be opened. */
  readonly testCheckout: string | undefined
  /** Finishes what was accepted, then closes everything. */
  stop(): Promise<void>
}

/** Why it does not start, for a human: what is wrong and what to do. */
export type StartFailure = string

/** How long requests under way may take once we are told to stop; a create waits at most 10 s for its processor. */
const GRACE_MS = 15_000

export async function serve(
  config: Config,
  log: Log = jsonLog({ level: config.logLevel }),
): Promise<Result<Running, StartFailure>> {
  const network = realNetwork({ clock: realClock, timers: realTimers })
  const deps = realDeps({ network, log })
  const folder = dataFolder(config.dataDir)
  for (const variable of config.unknownVariables)
    log.warn({ variable }, 'this variable is set and nothing reads it: is it misspelled?')
  const usable = useFolder(config, folder)
  if (!usable.ok) return usable
  const opened = await openDatabase(config, folder, deps)
  if (!opened.ok) return opened
  const sharedLimits = config.redisUrl === undefined ? undefined : redisWindow({ url: config.redisUrl, log })
  const started = await onDatabase(opened.value, deps, { ...config, sharedLimits }, folder).catch(
    (error: unknown) => fail(reasonOf(error)),
  )
  if (!started.ok) {
    await sharedLimits?.close()
    await opened.value.close()
    return started
  }
  const { app, baseUrl, testCheckout } = started.value
  return succeed({
    app,
    folder,
    baseUrl,
    testCheckout,
    async stop() {
      await shutDown(app.server, {
        shedding: app.shedding,
        timers: deps.timers,
        graceMs: GRACE_MS,
        leaveMs: config.leaveMs,
      })
      await app.stop()
      await network.close()
      await sharedLimits?.close()
      await opened.value.close()
    },
  })
}

function useFolder(config: Config, folder: DataFolder): Result<undefined, StartFailure> {
  if (config.databaseUrl !== undefined && !config.sandbox) return succeed(undefined)
  try {
    makePrivateFolder(folder.path)
    return succeed(undefined)
  } catch (error) {
    return fail(
      `the data folder ${folder.path} cannot be used (${errorCode(error)}): set DATA_DIR to a folder of yours`,
    )
  }
}

async function openDatabase(
  { databaseUrl }: Config,
  folder: DataFolder,
  { log, timers }: Deps,
): Promise<Result<MigratableDatabase, StartFailure>> {
  try {
    return succeed(
      databaseUrl === undefined
        ? await openEmbedded({ folder: folder.database, log, timers })
        : await connectPostgres({ url: databaseUrl, log, timers }),
    )
  } catch (error) {
    if (error instanceof DataDirectoryInUse) return fail(error.message)
    if (error instanceof DatabaseFailure)
      return fail(`${error.message}: is it running, and does DATABASE_URL name it, its user and password?`)
    return fail(reasonOf(error))
  }
}

async function onDatabase(
  database: MigratableDatabase,
  deps: Deps,
  config: Config & Pick<AppSettings, 'sharedLimits'>,
  folder: DataFolder,
): Promise<Result<Pick<Running, 'app' | 'baseUrl' | 'testCheckout'>, StartFailure>> {
  const migrated = await migrate(database, deps.clock)
  if (!migrated.ok) return fail(migrated.failure.message)
  const masterKey = masterKeyOf(config, folder, deps.randomness)
  if (!masterKey.ok) return masterKey
  if (!(await masterKeyOpens(database, masterKey.value)))
    return fail(
      config.masterKey === undefined
        ? `${folder.masterKey} is not the key that this database was made with: restore that file from a backup`
        : 'SLUICE_MASTER_KEY is not the key that this database was made with: set it to the same on every node, as before',
    )
  let baseUrl = config.publicUrl ?? defaultPublicUrl(config.host, config.port)
  const pages = readBuiltPages()
  const app = await buildApp(database, deps, {
    ...config,
    baseUrl: () => baseUrl,
    masterKey: masterKey.value,
    trustProxy: trustProxyOf(config),
    pages,
  })
  await firstStart(app, config, folder, baseUrl)
  if (database.engine === 'embedded') await freeLeases(database, deps.clock)
  const listening = await listen(app, config)
  if (!listening.ok) {
    await app.stop()
    return listening
  }
  baseUrl = config.publicUrl ?? defaultPublicUrl(config.host, listening.value)
  tellBaseUrl(config, folder, baseUrl)
  collectDefaultMetrics({ register: app.metrics.registry })
  app.start()
  if (!pages && config.roles.includes('api')) deps.log.warn({}, NOT_BUILT)
  const testCheckout = config.sandbox && pages ? await testCheckoutUrl(app, baseUrl) : undefined
  return succeed({ app, baseUrl, testCheckout })
}

function trustProxyOf({ trustProxy }: Config): AppSettings['trustProxy'] {
  return typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy
}

/** @returns the port really listened on */
async function listen(app: App, { host, port }: Config): Promise<Result<number, StartFailure>> {
  try {
    await app.server.listen({ host, port })
  } catch (error) {
    return fail(whyNotListening(errorCode(error), host, port))
  }
  const address = app.server.server.address()
  return succeed(typeof address === 'object' && address !== null ? address.port : port)
}

function whyNotListening(code: string, host: string, port: number): StartFailure {
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is in use: stop what uses it, or set PORT to another one (0 takes any free one)`
    case 'EACCES':
      return `port ${port} may not be used by this user: set PORT to one above 1023`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine: set HOST to 127.0.0.1, or to 0.0.0.0 for all of them`
    default:
      return `${host} port ${port} cannot be listened on (${code})`
  }
}

const reasonOf = (error: unknown): StartFailure => (error instanceof Error ? error.message : 'unknown error')
