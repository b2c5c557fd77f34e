/**
 * The gateway under load: the real server process (`packages/cli/src/main.ts serve`), with merchants created beforehand with raised
 * rate limits, and a token for each, fetched over HTTP like any merchant's.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { realClock, realRandomness, realTimers, silentLog } from '@sluice/core/foundation/real-deps.ts'
import { openEmbedded } from '@sluice/database/embedded.ts'
import { type MigratableDatabase, migrate } from '@sluice/database/migrate.ts'
import { connectPostgres } from '@sluice/database/postgres.ts'
import { masterKeyFrom } from '@sluice/gateway/identity/access/secrets.ts'
import { newMerchantCallbackSecret, newMerchantSecret } from '@sluice/gateway/merchants/credentials.ts'
import { createMerchant } from '@sluice/gateway/merchants/store.ts'
import { HttpConnection, requestText } from './http.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MASTER_KEY = new Uint8Array(32).fill(3)
/**
 * Enough for any share of the load that a merchant gets; the limiter stores one number for each request of a second.
 */
const RATE_OF_MANY = 2_000
const RATE_OF_FEW = 50_000

export interface BenchMerchant {
  readonly code: string
  readonly secret: string
}

export type Place = { readonly url: string } | { readonly folder: string }

/** Opens the database in this process, as the server does. */
export const openDatabase = (place: Place): Promise<MigratableDatabase> =>
  'url' in place
    ? connectPostgres({ url: place.url, log: silentLog, timers: realTimers })
    : openEmbedded({ folder: join(place.folder, 'data', 'database'), log: silentLog, timers: realTimers })

/** Migrates, and creates `count` test merchants. */
export async function makeMerchants(place: Place, count: number): Promise<BenchMerchant[]> {
  const database = await openDatabase(place)
  try {
    const migrated = await migrate(database, realClock)
    if (!migrated.ok) throw new Error(migrated.failure.message)
    for (let number = 1; number <= count; number++) await makeMerchant(database, number, count)
    return knownMerchants(count)
  } finally {
    await database.close()
  }
}

/** The merchants that `makeMerchants` created, in this run or an earlier one. */
export const knownMerchants = (count: number): BenchMerchant[] =>
  Array.from({ length: count }, (_, index) => {
    const code = merchantCode(index + 1) as MerchantCode
    return { code, secret: secretOf(code).secret }
  })

const randomness = realRandomness()

/** Derived from its code, so that a database filled before can be used again. */
const secretOf = (code: MerchantCode, at = realClock.now()) => {
  const bytes = (count: number) =>
    new Uint8Array(createHash('sha512').update(code).digest().subarray(0, count))
  return newMerchantSecret({ ...randomness, bytes }, at)
}

async function makeMerchant(database: MigratableDatabase, number: number, of: number): Promise<void> {
  const at = realClock.now()
  const code = merchantCode(number) as MerchantCode
  const secret = secretOf(code, at)
  const callbackSecret = newMerchantCallbackSecret(code, masterKeyFrom(MASTER_KEY), randomness, at)
  const merchant = {
    code,
    name: `Bench Shop ${number}`,
    isTest: true,
    status: 'ACTIVE' as const,
    callbackUrl: undefined,
    rateLimitPerSecond: of > 100 ? RATE_OF_MANY : RATE_OF_FEW,
    returnSchemes: [],
    products: undefined,
    createdAt: at,
    updatedAt: at,
  }
  const audit = {
    id: randomness.uuidV7(at),
    at,
    operator: 'bench',
    action: 'create',
    subject: code,
    detail: {},
  }
  await createMerchant(
    database,
    { merchant, credentials: [secret.credential, callbackSecret.credential] },
    audit,
  )
}

/** The same as in `fill.ts`. */
export const merchantCode = (number: number): string => `BENCH-${number}`

export interface Gateway {
  readonly port: number
  readonly pid: number | undefined
  /** Runs a full garbage collection in the server and returns the memory left, in bytes. */
  memory(): Promise<NodeJS.MemoryUsage>
  /** The largest heap size since the last call, garbage included. Sampling begins with the first call. */
  peakHeapBytes(): Promise<number>
  stop(): Promise<void>
}

export interface GatewaySettings {
  readonly folder: string
  readonly profile?: string | undefined
  readonly sandboxDelayMs?: number
  readonly environment?: Readonly<Record<string, string>>
}

/** Starts the server; its log goes to a file, like a service's. */
export async function startGateway(place: Place, settings: GatewaySettings): Promise<Gateway> {
  const log = openSync(join(settings.folder, 'log'), 'a')
  const profile = settings.profile ? ['--cpu-prof', `--cpu-prof-dir=${settings.profile}`] : []
  const child = spawn(
    process.execPath,
    [
      ...profile,
      '--expose-gc',
      '--import',
      join(ROOT, 'bench/heap.ts'),
      join(ROOT, 'packages/cli/src/main.ts'),
      'serve',
    ],
    {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        DATA_DIR: join(settings.folder, 'data'),
        SLUICE_SANDBOX: '0',
        // One process is measured, unless a part says otherwise.
        SLUICE_PROCESSES: '1',
        SLUICE_MASTER_KEY: Buffer.from(MASTER_KEY).toString('base64'),
        // Far beyond the end of a run, if nothing is to happen after the create.
        SLUICE_SANDBOX_DELAY_MS: String(settings.sandboxDelayMs ?? 3_600_000),
        SLUICE_CALLBACK_ALLOW: '127.0.0.0/8',
        ...('url' in place && { DATABASE_URL: place.url }),
        ...settings.environment,
      },
      stdio: ['ignore', log, 'pipe', 'ipc'],
    },
  )
  closeSync(log)
  const port = await portOf(child)
  return {
    port,
    pid: child.pid,
    memory: () =>
      new Promise((resolve) => {
        child.once('message', (message) => resolve(message as NodeJS.MemoryUsage))
        child.send('memory')
      }),
    peakHeapBytes: () =>
      new Promise((resolve) => {
        child.once('message', (message) => resolve(Number(message)))
        child.send('peak')
      }),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

/** Read from the server's banner. */
function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1]
      if (port !== undefined) resolve(Number(port))
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
  })
}

/** A token for each merchant, for everything that the bench requests. */
export async function tokensFor(port: number, merchants: readonly BenchMerchant[]): Promise<string[]> {
  const connection = await HttpConnection.open(port)
  const tokens: string[] = []
  for (const { code, secret } of merchants) {
    const body = { merchantCode: code, secret, operations: ['POST /payins/[^/]*', 'GET /payins/[^/]*'] }
    const answer = await connection.send(
      requestText('POST', '/auth-tokens', undefined, JSON.stringify({ ...body, validitySecs: 86_400 })),
    )
    const { token }: { token?: unknown } = JSON.parse(answer.body)
    if (typeof token !== 'string') throw new Error(`no token: ${answer.status} ${answer.body}`)
    tokens.push(token)
  }
  connection.close()
  return tokens
}

export const payinBody = (callbackUrl: string): string =>
  JSON.stringify({
    paymentRequested: { money: { amount: 100, currencyCode: 'THB' } },
    paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
    callbackUrl,
    returnUrl: 'https://shop.example/thanks',
  })
