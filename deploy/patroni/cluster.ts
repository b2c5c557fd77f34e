/** etcd, three nodes of Patroni with PostgreSQL, and HAProxy, in one folder and on free ports of 127.0.0.1. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@sluice/core/foundation/free-port.fixture.ts'
import { type Started, start, type Unpacked, unpackDebian, until } from '../debian.ts'

const NAMES = ['one', 'two', 'three'] as const
const PACKAGES = [
  ...['etcd-server', 'patroni', 'python3-click', 'python3-dateutil', 'python3-dnspython', 'python3-etcd'],
  ...['python3-prettytable', 'python3-psutil', 'python3-psycopg2', 'python3-six', 'python3-urllib3'],
  ...['python3-wcwidth', 'python3-yaml', 'python3-cdiff', 'libpq5'],
  ...['haproxy', 'liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1'],
]
const POSTGRES = '/usr/lib/postgresql'
const NOBODY = 65_534
const uid = process.getuid?.() === 0 ? NOBODY : undefined

/**
 * A node that is lost is noticed when its lease on the leader's key has run out. Patroni's defaults (30, 10 and 10 s) take about
 * half a minute, these less than 15 s. `synchronous_mode_strict`: no commit without a standby, so that none is lost.
 */
const TIMES = { ttl: 8, loop_wait: 1, retry_timeout: 3 }

interface Node {
  readonly name: string
  readonly port: number
  readonly restPort: number
  readonly data: string
  readonly patroni: Started
}

export interface PatroniCluster {
  /** Through HAProxy, which follows the primary. */
  readonly proxyUrl: string
  /** Of all nodes, for a driver that follows the primary. */
  readonly hostsUrl: string
  /** The name of the primary's node. */
  leader(): Promise<string>
  /** Patroni and PostgreSQL, without a chance to say goodbye. */
  kill(name: string): Promise<void>
  stop(): Promise<void>
}

export async function startCluster(folder: string): Promise<PatroniCluster> {
  const unpacked = unpackDebian(folder, PACKAGES)
  const password = randomBytes(12).toString('hex')
  const started: Started[] = []
  const nodes: Node[] = []
  const stop = async () => {
    for (const { data, patroni } of nodes) {
      await patroni.stop('SIGKILL')
      killPostgres(data)
    }
    for (const one of started) await one.stop('SIGKILL')
  }
  try {
    const etcdPort = await startEtcd(folder, unpacked, started)
    for (const name of NAMES) nodes.push(await startNode(name, { folder, unpacked, etcdPort, password }))
    const proxyPort = await startProxy(folder, unpacked, nodes, started)
    const [first] = nodes
    await until('there are a primary and two standbys', async () => {
      const members = await membersOf(first?.restPort ?? 0)
      const following = members.filter(
        ({ role, state }) => /standby|replica/.test(role) && state !== 'stopped',
      )
      return leaderOf(members) !== undefined && following.length === 2 && members.some(isSynchronous)
    })
    const urlOf = (hosts: string) => `postgres://postgres:${password}@${hosts}/postgres`
    await until('HAProxy has found the primary', async () => isListening(proxyPort, unpacked, password))
    return {
      proxyUrl: urlOf(`127.0.0.1:${proxyPort}`),
      hostsUrl: urlOf(nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')),
      async leader() {
        for (const { restPort } of nodes) {
          const leader = leaderOf(await membersOf(restPort).catch(() => []))
          if (leader !== undefined) return leader
        }
        throw new Error('there is no primary')
      },
      async kill(name) {
        const node = nodes.find((one) => one.name === name)
        if (node === undefined) throw new Error(`there is no node ${name}`)
        await node.patroni.stop('SIGKILL')
        killPostgres(node.data)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
}

const isSynchronous = ({ role }: Member): boolean => role === 'sync_standby'

async function membersOf(restPort: number): Promise<readonly Member[]> {
  const response = await fetch(`http://127.0.0.1:${restPort}/cluster`)
  const { members }: { members: readonly Member[] } = JSON.parse(await response.text())
  return members
}

const leaderOf = (members: readonly Member[]): string | undefined =>
  members.find(({ role, state }) => role === 'leader' && state === 'running')?.name

async function startEtcd(folder: string, { program, env }: Unpacked, started: Started[]): Promise<number> {
  const [port, peerPort] = [await freePort(), await freePort()]
  const flags = {
    name: 'etcd',
    'data-dir': ownFolder(folder, 'etcd'),
    'listen-client-urls': `http://127.0.0.1:${port}`,
    'advertise-client-urls': `http://127.0.0.1:${port}`,
    'listen-peer-urls': `http://127.0.0.1:${peerPort}`,
    'initial-advertise-peer-urls': `http://127.0.0.1:${peerPort}`,
    'initial-cluster': `etcd=http://127.0.0.1:${peerPort}`,
  }
  const args = Object.entries(flags).map(([name, value]) => `--${name}=${value}`)
  started.push(start(program('usr/bin/etcd'), args, { env, log: join(folder, 'etcd.log'), uid }))
  await until('etcd answers', async () => (await fetch(`http://127.0.0.1:${port}/health`)).ok)
  return port
}

interface NodeOptions {
  readonly folder: string
  readonly unpacked: Unpacked
  readonly etcdPort: number
  readonly password: string
}

async function startNode(name: string, { folder, unpacked, etcdPort, password }: NodeOptions): Promise<Node> {
  const [port, restPort] = [await freePort(), await freePort()]
  const own = ownFolder(folder, name)
  const data = join(own, 'data')
  const account = { username: 'postgres', password }
  // JSON is YAML, too.
  const settings = {
    scope: 'sluice',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...TIMES,
        primary_start_timeout: 0,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }],
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: postgresFolder(),
      pgpass: join(own, 'pgpass'),
      authentication: { superuser: account, replication: account, rewind: account },
      parameters: { unix_socket_directories: own, password_encryption: 'scram-sha-256' },
    },
  }
  const file = join(own, 'patroni.yaml')
  writeFileSync(file, JSON.stringify(settings))
  if (uid !== undefined) chownSync(file, uid, uid)
  const { program, env } = unpacked
  const args = [program('usr/bin/patroni'), file]
  const patroni = start('/usr/bin/python3', args, { env, log: join(folder, `${name}.log`), uid })
  return { name, port, restPort, data, patroni }
}

async function startProxy(
  folder: string,
  { program, env }: Unpacked,
  nodes: readonly Node[],
  started: Started[],
): Promise<number> {
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  const servers = nodes.map(
    (node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`,
  )
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  )
  const log = join(folder, 'haproxy.log')
  started.push(start(program('usr/sbin/haproxy'), ['-db', '-f', file], { env, log, uid }))
  return port
}

async function isListening(port: number, { env }: Unpacked, password: string): Promise<boolean> {
  const args = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-Atc', 'select 1']
  const options = { env: { PATH: env.PATH, PGPASSWORD: password }, encoding: 'utf8', stdio: 'pipe' } as const
  return execFileSync(join(postgresFolder(), 'psql'), args, options).trim() === '1'
}

/** The newest that is installed. */
function postgresFolder(): string {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).map(Number) : []
  const newest = Math.max(
    ...versions.filter((version) => existsSync(join(POSTGRES, String(version), 'bin/postgres'))),
  )
  if (!Number.isFinite(newest)) throw new Error('install PostgreSQL first: apt-get install postgresql')
  return join(POSTGRES, String(newest), 'bin')
}

function ownFolder(folder: string, name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (uid !== undefined) chownSync(path, uid, uid)
  return path
}

/** The server in this folder and all its processes. */
function killPostgres(data: string): void {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return
  const [pid = ''] = readFileSync(file, 'utf8').split('\n')
  const children = list(['--ppid', pid, '-o', 'pid='])
  for (const each of [pid, ...children]) {
    try {
      process.kill(Number(each), 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
}

function list(args: readonly string[]): readonly string[] {
  try {
    return execFileSync('ps', args, { encoding: 'utf8' })
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  } catch {
    return []
  }
}
