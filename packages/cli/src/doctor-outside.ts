/**
 * Checks of a gateway that does not run: whether one could start here with the environment of this shell. It only opens
 * a listening port for a moment, and never prints a setting that may be secret.
 */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { dirname } from 'node:path'
import { errorCode } from '@sluice/core/foundation/errors.ts'
import { realTimers, silentLog } from '@sluice/core/foundation/real-deps.ts'
import { type DatabaseServer, parseDatabaseUrl } from '@sluice/database/database-url.ts'
import { holderOf } from '@sluice/database/folder-lock.ts'
import { DatabaseFailure } from '@sluice/database/port.ts'
import { broken, type DoctorCheck, type Finding, fine, warning } from '@sluice/gateway/admin/doctor/check.ts'
import { NOT_BUILT, readBuiltPages } from '@sluice/gateway/hosted-pages/built.ts'
import { type Config, type ConfigFault, readConfig } from '@sluice/gateway/server/config.ts'
import { whyNotToStart } from '@sluice/gateway/server/standing.ts'
import type { Context } from './context.ts'
import { hintOf } from './move.ts'
import { portHolder } from './port-holder.ts'

/** At the gateway's address: nothing answers, or another program does. */
export type Silence = 'silent' | 'stranger'

export async function fromOutside(context: Context, silence: Silence): Promise<readonly DoctorCheck[]> {
  const { url, folder, env } = context
  const config = readConfig({ ...env, DATA_DIR: folder.path })
  const checks: DoctorCheck[] = [
    { name: 'gateway', ...gatewayFinding(url, silence) },
    { name: 'node', ...nodeFinding(process.versions.node) },
    { name: 'configuration', ...configFinding(config.ok ? config.value : config.failure) },
    { name: 'data-folder', ...folderFinding(context) },
    { name: 'disk', ...diskFinding(folder.path) },
    { name: 'pages', ...pagesFinding() },
  ]
  if (!config.ok) return checks
  const { port, host, databaseUrl } = config.value
  checks.push({ name: 'port', ...(await portFinding(host, port)) })
  if (databaseUrl !== undefined) checks.push({ name: 'database', ...(await databaseFinding(databaseUrl)) })
  return checks
}

function gatewayFinding(url: string, silence: Silence): Finding {
  const where = 'set its address with --url or SLUICE_URL'
  if (silence === 'stranger') return warning(`the server at ${url} is not a Sluice gateway`, where)
  return warning(`nothing answers at ${url}`, `start it with \`sluice serve\`, or ${where}`)
}

const NODE_MAJOR = 24

/** @param version like `24.1.0` */
export function nodeFinding(version: string): Finding {
  const major = Number(version.split('.')[0])
  if (major === NODE_MAJOR) return fine(`Node ${version}`)
  const remedy = `run it by npx or npm, which take the Node ${NODE_MAJOR} that \`npm install\` brings`
  const detail = `Node ${version}; Sluice is made for ${NODE_MAJOR}`
  return major < NODE_MAJOR ? broken(detail, remedy) : warning(detail, remedy)
}

function configFinding(config: Config | readonly ConfigFault[]): Finding {
  if ('length' in config)
    return broken(
      config.map(({ variable, problem }) => `${variable} ${problem}`).join('; '),
      config.map(({ variable, remedy }) => `${variable}: ${remedy}`).join('; '),
    )
  const { unknownVariables } = config
  if (unknownVariables.length === 0) return fine('every setting of this shell can be read')
  return warning(`unknown settings: ${unknownVariables.join(', ')}`, 'check the spelling')
}

function folderFinding({ folder, env }: Context): Finding {
  const { path } = folder
  try {
    if (!existsSync(path)) {
      accessSync(nearest(path), constants.W_OK)
      return fine(`${path} does not exist yet: the first start creates it`)
    }
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    return broken(
      `${path} cannot be used (${errorCode(error)})`,
      'set DATA_DIR to a folder of yours, or give it to the user that runs the gateway',
    )
  }
  const holder = holderOf(folder.database)
  if (holder !== undefined)
    return warning(
      `${path} is in use by process ${holder.pid} on host ${holder.host}`,
      'that is a gateway: find its address in its log and set it with --url, or stop it before you start another',
    )
  const standing = env.DATABASE_URL ? undefined : whyNotToStart(folder)
  if (standing !== undefined) {
    const [found = '', ...remedy] = standing.split(': ')
    return broken(found, remedy.join(': '))
  }
  const mode = statSync(path).mode & 0o777
  if ((mode & 0o077) === 0) return fine(`${path} can be used, and is private`)
  return warning(
    `${path} is open to others (${mode.toString(8)})`,
    `chmod 700 ${path}; a start does this as well`,
  )
}

/** The folder itself, or its closest existing parent. */
const nearest = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : nearest(dirname(path))

const MEBIBYTE = 1024 * 1024
const SCARCE = 1024 * MEBIBYTE
const TOO_LITTLE = 100 * MEBIBYTE

function diskFinding(path: string): Finding {
  const { bavail, bsize } = statfsSync(nearest(path))
  return spaceFinding(bavail * bsize)
}

export function spaceFinding(bytes: number): Finding {
  const detail = `${Math.floor(bytes / MEBIBYTE)} MiB are free`
  const remedy = 'free some space, or set DATA_DIR to a folder on a larger disk'
  if (bytes < TOO_LITTLE) return broken(detail, remedy)
  return bytes < SCARCE ? warning(detail, remedy) : fine(detail)
}

function pagesFinding(): Finding {
  if (readBuiltPages() !== undefined) return fine('the checkout pages are built')
  return warning(NOT_BUILT.split(':')[0] ?? NOT_BUILT, 'run `npm run prepare` once')
}

/** Listens for a moment, as the gateway would. */
async function portFinding(host: string, port: number): Promise<Finding> {
  if (port === 0) return fine('any free port will be taken')
  const failure = await new Promise<string | undefined>((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(errorCode(error)))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
  if (failure === undefined) return fine(`${port} on ${host} is free`)
  const another = 'set PORT to another one (0 takes any free one)'
  if (failure === 'EADDRINUSE')
    return broken(
      `${port} on ${host} is taken by ${portHolder(port) ?? 'somebody'}`,
      `stop it, or ${another}`,
    )
  if (failure === 'EACCES') return broken(`${port} may not be used by this user`, another)
  return broken(
    `${host} port ${port} cannot be listened on (${failure})`,
    'set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses',
  )
}

const CONNECT_WITHIN_MS = 3_000

/** Which servers answer, and whether a gateway could use the database: its login, which is the primary, and a pooler's mode. */
async function databaseFinding(url: string): Promise<Finding> {
  const parsed = parseDatabaseUrl(url)
  if (!parsed.ok) return broken('DATABASE_URL cannot be read', `set it to ${parsed.failure}`)
  const tried = await Promise.all(
    parsed.value.servers.map(async (server) => ({ ...server, failure: await whyUnreachable(server) })),
  )
  const there = tried.filter(({ failure }) => failure === undefined)
  const gone = tried.flatMap(({ name, failure }) => (failure === undefined ? [] : [`${name} (${failure})`]))
  const remedy = 'is PostgreSQL running, and does DATABASE_URL name it?'
  if (there.length === 0) return broken(`${gone.join(', ')} cannot be reached`, remedy)
  const failure = await whyNotUsable(url)
  if (failure !== undefined) return broken(failure.message, hintOf(failure))
  const detail = `a server responds at ${there.map(({ name }) => name).join(', ')}`
  return gone.length === 0 ? fine(detail) : warning(`${detail}; ${gone.join(', ')} cannot be reached`, remedy)
}

async function whyNotUsable(url: string): Promise<DatabaseFailure | undefined> {
  const { connectPostgres } = await import('@sluice/database/postgres.ts')
  try {
    const database = await connectPostgres({ url, log: silentLog, timers: realTimers })
    await database.close()
    return undefined
  } catch (error) {
    if (error instanceof DatabaseFailure) return error
    throw error
  }
}

function whyUnreachable({ host, port }: DatabaseServer): Promise<string | undefined> {
  const where = host.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${port}` }
    : { host: host || '127.0.0.1', port }
  return new Promise((resolve) => {
    const socket = connect({ ...where, timeout: CONNECT_WITHIN_MS })
    const end = (found: string | undefined) => {
      socket.destroy()
      resolve(found)
    }
    socket.once('connect', () => end(undefined))
    socket.once('timeout', () => end('it does not answer'))
    socket.once('error', (error) => end(errorCode(error)))
  })
}
