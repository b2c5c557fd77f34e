/**
 * PostgreSQL servers that a test can stop, kill, and replicate to a standby: the binaries of the npm package, started directly. A standby
 * begins as a copy of the primary's folder before its first start, so that only `postgres` is needed.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@sluice/core/foundation/free-port.fixture.ts'
import { postgresPackage, postgresProgram } from '@sluice/database/postgres-package.fixture.ts'
import pg from 'pg'

export interface PostgresServer {
  readonly port: number
  urlOf(database: string, port?: number): string
  start(): Promise<void>
  /** A graceful stop: sessions are ended and everything is written. */
  stop(): Promise<void>
  /** Kills the whole server, as a power cut does. */
  kill(): Promise<void>
  query(text: string): Promise<readonly Record<string, unknown>[]>
  /** Stops it and removes its folder. */
  close(): Promise<void>
}

/** Only reached if it hangs. */
const START_WITHIN_MS = 90_000

const COMMON = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100']

interface Place {
  readonly folder: string
  readonly password: string
  readonly settings: readonly string[]
}

const initialised = async (): Promise<{ folder: string; password: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-cluster-'))
  // If the tests run as root, the server runs under the account "postgres", which needs access.
  await chmod(folder, 0o711)
  const password = randomBytes(12).toString('hex')
  const EmbeddedPostgres = await postgresPackage()
  await new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    onLog: () => undefined,
    onError: () => undefined,
  }).initialise()
  return { folder, password }
}

async function serverIn({ folder, password, settings }: Place): Promise<PostgresServer> {
  const port = await freePort()
  const data = join(folder, 'data')
  const { uid, gid } = await stat(data)
  const program = await postgresProgram()
  let child: ChildProcess | undefined
  const urlOf = (database: string, at = port) => `postgres://postgres:${password}@127.0.0.1:${at}/${database}`

  const query: PostgresServer['query'] = async (text) => {
    const client = new pg.Client({ connectionString: urlOf('postgres') })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query(text)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    const ending = child
    child = undefined
    if (ending === undefined || ending.exitCode !== null) return
    ending.kill(signal)
    await once(ending, 'exit')
  }
  return {
    port,
    urlOf,
    query,
    async start() {
      const flags = [...COMMON, ...settings].flatMap((setting) => ['-c', setting])
      child = spawn(program, ['-D', data, '-p', String(port), ...flags], { uid, gid, stdio: 'ignore' })
      const deadline = Date.now() + START_WITHIN_MS
      while (!(await query('select 1').then(Boolean, () => false))) {
        if (Date.now() > deadline) throw new Error('PostgreSQL does not start')
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    stop: () => end('SIGINT'),
    // Immediate shutdown: every process ends without writing anything more, and the next start recovers from the log.
    kill: () => end('SIGQUIT'),
    async close() {
      await end('SIGQUIT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A separate server that is not started yet. */
export async function newServer(settings: readonly string[] = []): Promise<PostgresServer> {
  return serverIn({ ...(await initialised()), settings })
}

export interface Replicated {
  readonly primary: PostgresServer
  readonly standby: PostgresServer
  close(): Promise<void>
}

/** A primary whose commits wait until its standby has them on disk; both are started and replicating. */
export async function replicatedServers(): Promise<Replicated> {
  const { folder, password } = await initialised()
  const primary = await serverIn({
    folder,
    password,
    settings: ['synchronous_standby_names=*', 'synchronous_commit=on', 'wal_level=replica'],
  })
  const copy = await mkdtemp(join(tmpdir(), 'sluice-standby-'))
  await chmod(copy, 0o711)
  execFileSync('cp', ['-a', join(folder, 'data'), join(copy, 'data')])
  const source = `host=127.0.0.1 port=${primary.port} user=postgres password=${password}`
  await writeFile(join(copy, 'data', 'standby.signal'), '')
  await appendFile(join(copy, 'data', 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  const standby = await serverIn({ folder: copy, password, settings: [] })
  await primary.start()
  await standby.start()
  const deadline = Date.now() + START_WITHIN_MS
  for (;;) {
    const [follower] = await primary.query('select sync_state from pg_stat_replication')
    if (follower?.sync_state === 'sync') break
    if (Date.now() > deadline) throw new Error('the standby does not follow')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    primary,
    standby,
    async close() {
      await primary.close()
      await standby.close()
    },
  }
}

export interface Address {
  readonly port: number
  /** Forwards to another port from now on; existing connections are closed. */
  moveTo(port: number): void
  close(): void
}

/** A fixed address for a database that moves, like a virtual IP, a proxy or a service. */
export async function movableAddress(first: number): Promise<Address> {
  let target = first
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port,
    moveTo(next) {
      target = next
      cut()
    },
    close() {
      server.close()
      cut()
    },
  }
}
