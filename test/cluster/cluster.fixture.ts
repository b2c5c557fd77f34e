/**
 * Several nodes on one database, with merchants, a shop that receives their callbacks, and checks of the invariants. Processes, sockets and
 * PostgreSQL are real, and are all removed at the end.
 */
import { createSign, generateKeyPairSync } from 'node:crypto'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { realRandomness } from '@sluice/core/foundation/real-deps.ts'
import { type MigratableDatabase, migrate, readMigrations } from '@sluice/database/migrate.ts'
import { connectPostgres } from '@sluice/database/postgres.ts'
import { freshDatabase, realTimers, silentLog } from '@sluice/database/testing.ts'
import type { InvariantReport } from '@sluice/gateway/admin/invariants/invariants.ts'
import { masterKeyFrom } from '@sluice/gateway/identity/access/secrets.ts'
import { newMerchantCallbackSecret, newPublicKey } from '@sluice/gateway/merchants/credentials.ts'
import { createMerchant } from '@sluice/gateway/merchants/store.ts'
import { Agent, request } from 'undici'
import type { GatewayHere } from '../processes/served-here.ts'
import { postgresUrl } from '../setup/shared.ts'
import { until } from '../setup/until.ts'
import {
  ADMIN_TOKEN,
  MASTER_KEY,
  type Node,
  type NodeOptions,
  startNode,
  startNodeHere,
} from './node.fixture.ts'
import { openSink, type Sink } from './sink.fixture.ts'

const randomness = realRandomness()
const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PUBLIC_PEM = KEYS.publicKey.export({ type: 'spki', format: 'pem' }).toString()

export interface Cluster {
  readonly database: MigratableDatabase
  readonly sink: Sink
  /** One for each merchant, for every operation; valid on every node. */
  readonly tokens: readonly string[]
  start(options?: Omit<NodeOptions, 'databaseUrl'>): Promise<Node>
  /** Starts a node in the test's process: see `startNodeHere`. */
  startHere(options?: Pick<NodeOptions, 'env'>): Promise<GatewayHere>
  /** Waits until `condition` holds. @throws Error with `what` if it does not within `withinMs` */
  until(what: string, condition: () => Promise<boolean>, withinMs?: number): Promise<void>
  /** Waits until every payment is final and every callback delivered. */
  settled(withinMs?: number): Promise<void>
  /** The violated invariants, from `GET /admin/invariants` of a running node; empty if all hold. */
  brokenInvariants(): Promise<readonly string[]>
  count(from: string): Promise<number>
  /** The payins among these that are not in the database. */
  missing(ids: ReadonlySet<string>): Promise<readonly string[]>
  /** Lets the minute pass after which a dead node's leases are taken over, once the running nodes have finished theirs. */
  leasesRunOut(): Promise<void>
  close(): Promise<void>
}

export interface ClusterOptions {
  readonly merchants?: number
  readonly rateLimitPerSecond?: number
  /** For every node. */
  readonly env?: Readonly<Record<string, string>>
}

/** A database for a cluster, on the test run's PostgreSQL. It already has all tables, because creating them is not under test. */
export const clusterDatabase = async (): Promise<string> =>
  freshDatabase(await postgresUrl(), await readMigrations())

/** Opens the database at `url` (empty or migrated) with merchants. The first node that starts issues their tokens. */
export async function openCluster(url: string, options: ClusterOptions = {}): Promise<Cluster> {
  const database = await connectPostgres({ url, log: silentLog, timers: realTimers })
  const sink = await openSink()
  try {
    const migrated = await migrate(database, { now: () => Date.now() })
    if (!migrated.ok) throw new Error(migrated.failure.message)
    return await clusterOn(url, database, sink, options)
  } catch (error) {
    sink.close()
    await database.close()
    throw error
  }
}

async function clusterOn(
  url: string,
  database: MigratableDatabase,
  sink: Sink,
  options: ClusterOptions,
): Promise<Cluster> {
  const codes = Array.from(
    { length: options.merchants ?? 5 },
    (_, index) => `SHOP-${index + 1}` as MerchantCode,
  )
  for (const code of codes)
    await makeMerchant(database, code, sink.url, options.rateLimitPerSecond ?? 100_000)
  const running = new Set<{ readonly officeUrl: string; end(): Promise<void> }>()
  /** Nodes that are still starting: if one fails, the others must be awaited. */
  const starting = new Set<Promise<unknown>>()
  const tokens: string[] = []

  let given: Promise<void> | undefined
  const giveTokens = async (baseUrl: string) => {
    for (const code of codes) tokens.push(await tokenOf(baseUrl, code))
  }

  const count: Cluster['count'] = async (from) => {
    const [row] = await database.run({ name: '', text: `select count(*)::integer as n from ${from}` }, [])
    return row?.n as number
  }

  const remember = <Started>(start: Promise<Started>, then: (started: Started) => unknown) => {
    const known = start.then(then, () => undefined)
    starting.add(known)
    void known.then(() => starting.delete(known))
  }

  return {
    database,
    sink,
    tokens,
    until,
    count,
    async start(nodeOptions = {}) {
      const env = { ...options.env, ...nodeOptions.env }
      const start = startNode({ databaseUrl: url, ...nodeOptions, env })
      remember(start, (node) => {
        const one = { officeUrl: node.officeUrl, end: () => node.kill() }
        running.add(one)
        void node.ended.then(() => running.delete(one))
      })
      const node = await start
      given ??= giveTokens(node.baseUrl)
      await given
      return node
    },
    async startHere(nodeOptions = {}) {
      const start = startNodeHere({ databaseUrl: url, env: { ...options.env, ...nodeOptions.env } })
      remember(start, ({ url: officeUrl, stop }) => running.add({ officeUrl, end: stop }))
      const node = await start
      given ??= giveTokens(node.url)
      await given
      return node
    },
    async missing(ids) {
      const rows = await database.run({ name: '', text: 'select id from payment' }, [])
      const found = new Set(rows.map(({ id }) => id))
      return [...ids].filter((id) => !found.has(id))
    },
    async leasesRunOut() {
      const free = async () =>
        (await count('callback where lease is null and next_at <= now()')) +
        (await count('step where lease is null and due_at <= now()'))
      await until('only leases are left', async () => (await free()) === 0)
      await new Promise((resolve) => setTimeout(resolve, 500))
      const text = (table: string, due: string) =>
        `update ${table} set ${due} = ${due} - interval '1 minute' where lease is not null`
      await database.run({ name: '', text: text('callback', 'next_at') }, [])
      await database.run({ name: '', text: text('step', 'due_at') }, [])
    },
    settled: (withinMs) =>
      until(
        'every payment is final and every callback delivered',
        async () => {
          const open = await count(`payment where status in ('NEW', 'PENDING')`)
          return open + (await count('callback')) + (await count('step')) === 0
        },
        withinMs,
      ),
    async brokenInvariants() {
      const [node] = running
      const answer = await request(`${node?.officeUrl}/admin/invariants`, {
        headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
      })
      const { checks } = (await answer.body.json()) as InvariantReport
      return checks.filter(({ holds }) => !holds).map(({ name, detail }) => `${name}: ${detail}`)
    },
    async close() {
      await Promise.all(starting)
      await Promise.all([...running].map((node) => node.end()))
      sink.close()
      await database.close()
    },
  }
}

async function makeMerchant(
  database: MigratableDatabase,
  code: MerchantCode,
  callbackUrl: string,
  rateLimitPerSecond: number,
): Promise<void> {
  const now = Date.now()
  const key = newPublicKey(PUBLIC_PEM, randomness, now)
  if (!key.ok) throw new Error(String(key.failure))
  const secret = newMerchantCallbackSecret(code, masterKeyFrom(MASTER_KEY), randomness, now)
  const merchant = {
    code,
    name: `Shop ${code}`,
    isTest: true,
    status: 'ACTIVE',
    callbackUrl,
    rateLimitPerSecond,
    returnSchemes: [],
    products: undefined,
    createdAt: now,
    updatedAt: now,
  } as const
  const audit = {
    id: randomness.uuidV7(now),
    at: now,
    operator: 'test',
    action: 'merchant.create',
    subject: code,
    detail: {},
  }
  const made = await createMerchant(
    database,
    { merchant, credentials: [key.value, secret.credential] },
    audit,
  )
  if (!made.ok) throw new Error(made.failure)
}

async function tokenOf(baseUrl: string, merchantCode: string): Promise<string> {
  const body = JSON.stringify({
    merchantCode,
    timestamp: Date.now(),
    validitySecs: 3_600,
    operations: ['GET .*', 'POST .*'],
  })
  const dispatcher = new Agent()
  const answer = await request(`${baseUrl}/auth-tokens`, {
    method: 'POST',
    dispatcher,
    body,
    headers: {
      'content-type': 'application/json',
      'x-api-version': '2',
      'x-signature': createSign('RSA-SHA256').update(body).sign(KEYS.privateKey, 'base64'),
    },
  })
  const { token } = (await answer.body.json()) as { token?: string }
  await dispatcher.close()
  if (token === undefined) throw new Error(`no token: ${answer.statusCode}`)
  return token
}
