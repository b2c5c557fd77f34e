/**
 * A running gateway: opens the database, builds the node, listens on the port, and closes all of it again in order.
 *
 * It answers only once everything is ready. If something prevents the start, the result is a sentence that says what to
 * do, and nothing stays open. `stop` finishes what was accepted (requests, then workers, then commits), and closes the
 * database last. With only the role `worker` it serves health and metrics alone; with only `api` it runs no workers.
 *
 * One of several processes on a port starts like any other node, except that the first of them does what a start does
 * once (`processes/supervisor.ts`).
 *
 * The node (`node.ts`) is loaded while the embedded database opens: each takes a good part of a second, in its own
 * thread. PostgreSQL is connected to afterwards.
 */
import type { Log } from '@sluice/core/foundation/deps.ts'
import { errorCode, errorText } from '@sluice/core/foundation/errors.ts'
import { realClock, realTimers } from '@sluice/core/foundation/real-deps.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { beginEmbedded } from '@sluice/database/embedded.ts'
import { DataDirectoryInUse } from '@sluice/database/folder-lock.ts'
import type { MigratableDatabase } from '@sluice/database/migrate.ts'
import { UnsuitablePooler } from '@sluice/database/pooler.ts'
import { DatabaseFailure } from '@sluice/database/port.ts'
import type { Config } from './config.ts'
import { type DataFolder, dataFolder, makePrivateFolder } from './data-folder.ts'
import type { Company, Running, StartFailure } from './running.ts'
import { whyNotToStart } from './standing.ts'

export async function serve(
  config: Config,
  log: Log,
  siblings?: Company,
): Promise<Result<Running, StartFailure>> {
  const folder = dataFolder(config.dataDir)
  if (siblings?.isFirst !== false) warnOfUnknown(config, log)
  const standing = config.databaseUrl === undefined ? whyNotToStart(folder) : undefined
  if (standing !== undefined) return fail(standing)
  const usable = useFolder(config, folder)
  if (!usable.ok) return usable
  const begun = await beginDatabase(config, folder, log)
  if (!begun.ok) return begun
  const [database, { startNode }] = await Promise.all([begun.value.opened, import('./node.ts')])
  if (!database.ok) return database
  await siblings?.untilFirstIsReady()
  const sharedLimits = await sharedLimitsOf(config, log)
  const settings = { ...config, siblings, ...(sharedLimits && { sharedLimits }) }
  const started = await startNode(database.value, log, settings, folder).catch((error: unknown) =>
    fail(errorText(error)),
  )
  const close = async () => {
    await sharedLimits?.close()
    await database.value.close()
  }
  if (!started.ok) {
    await close()
    return started
  }
  const { stop, ...node } = started.value
  return succeed({
    ...node,
    folder,
    async stop() {
      await stop()
      await close()
    },
  })
}

function warnOfUnknown({ unknownVariables }: Config, log: Log): void {
  for (const variable of unknownVariables)
    log.warn({ variable }, 'this variable is set and nothing reads it: is it misspelled?')
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

interface Begun {
  /** Never rejects. */
  readonly opened: Promise<Result<MigratableDatabase, StartFailure>>
}

async function beginDatabase(
  { databaseUrl, replica }: Config,
  folder: DataFolder,
  log: Log,
): Promise<Result<Begun, StartFailure>> {
  try {
    const { opened } =
      databaseUrl === undefined
        ? await beginEmbedded({ folder: folder.database, log, timers: realTimers })
        : await beginPostgres(databaseUrl, replica, log)
    return succeed({
      opened: opened.then(succeed<MigratableDatabase>, (error: unknown) => fail(whyNotOpen(error))),
    })
  } catch (error) {
    return fail(whyNotOpen(error))
  }
}

async function beginPostgres(
  url: string,
  replica: Config['replica'],
  log: Log,
): Promise<{ readonly opened: Promise<MigratableDatabase> }> {
  const { connectPostgres } = await import('@sluice/database/postgres.ts')
  // Loading it blocks this thread for a good part of a second, and on a busy machine for longer than a connection's timeout.
  await import('./node.ts')
  const common = { log, timers: realTimers }
  const opened = connectPostgres({ url, ...common })
  if (replica === undefined) return { opened }
  const { Replica, withReplica } = await import('@sluice/database/replica.ts')
  const beside = async () => {
    const primary = await opened
    const connect = () => connectPostgres({ url: replica.url, use: 'replica', ...common })
    const { longestLagMs } = replica
    const standby = new Replica(primary, { connect, clock: realClock, log, longestLagMs })
    try {
      await standby.begin()
    } catch (error) {
      await primary.close()
      throw error
    }
    return withReplica(primary, standby)
  }
  return { opened: beside() }
}

function whyNotOpen(error: unknown): StartFailure {
  if (error instanceof DataDirectoryInUse) return error.message
  if (error instanceof UnsuitablePooler) return `${error.message}: ${error.remedy}`
  if (error instanceof DatabaseFailure)
    return `${error.message}: is it running, and does DATABASE_URL name it, its user and password?`
  return errorText(error)
}

/** Most gateways have no Redis, and need not load its client. */
async function sharedLimitsOf({ redisUrl }: Config, log: Log) {
  if (redisUrl === undefined) return undefined
  const { redisWindow } = await import('../http/rate-limit-redis.ts')
  return redisWindow({ url: redisUrl, log })
}
