/**
 * A gateway for tests: the whole app in process, on a database of the test's choice, on a simulated clock, with test merchants that sign
 * like real ones. `request` goes through the server like a request from a socket, without the socket.
 */
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { changeId, type MerchantCode, paymentKey } from '@sluice/core/foundation/identifiers.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import {
  type NetworkScript,
  type SimulatedDeps,
  simulatedDeps,
} from '@sluice/core/foundation/simulated-deps.ts'
import type { Tracing } from '@sluice/core/foundation/tracing.ts'
import { withParts } from '@sluice/database/buckets/with-parts.ts'
import type { Database } from '@sluice/database/port.ts'
import { masterKeyFrom } from '@sluice/gateway/identity/access/secrets.ts'
import { funded } from '@sluice/gateway/ledger/postings.ts'
import {
  newMerchantCallbackSecret,
  newMerchantSecret,
  newPublicKey,
} from '@sluice/gateway/merchants/credentials.ts'
import type { Merchant } from '@sluice/gateway/merchants/merchant.ts'
import { createMerchant } from '@sluice/gateway/merchants/store.ts'
import { type App, buildApp } from '@sluice/gateway/server/app.ts'
import type { AppSettings } from '@sluice/gateway/server/app-settings.ts'
import { tracedDeps } from '@sluice/gateway/server/traced-deps.ts'

/** Making a key takes a second, so one pair serves all tests that need no second one. */
export const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PUBLIC_PEM = KEYS.publicKey.export({ type: 'spki', format: 'pem' }).toString()

export const START = Date.parse('2026-11-21T08:00:00.000Z')
const MASTER_KEY = new Uint8Array(32).fill(7)
const MINUTE_MS = 60_000
/** How long each stride of `doze` is awake: longer than a worker waits before it looks for due work. */
const AWAKE_MS = 2_000

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  /** Parsed; every member is `undefined` if there is no body. */
  readonly body: Json
}

/** JSON for tests: any path may be read, and a comparison fails if it is missing. */
export interface Json {
  readonly [name: string]: Json
}

export interface RequestOptions {
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The client's address; left out: this machine. */
  readonly remoteAddress?: string
  /** Sent unchanged, instead of `body`. */
  readonly raw?: string | Buffer
}

export interface TestMerchant {
  readonly code: MerchantCode
  readonly secret: string
  readonly callbackSecret: string
  /** A token for all operations. */
  token(): Promise<string>
}

export interface TestGateway {
  readonly app: App
  readonly deps: SimulatedDeps
  readonly database: Database
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>
  merchant(changes?: Partial<Merchant>): Promise<TestMerchant>
  /** Signs a token request and sends it. */
  tokenFor(
    merchant: Pick<TestMerchant, 'code'>,
    path: string,
    fields: object,
    key?: KeyObject,
  ): Promise<Answer>
  credit(merchant: Pick<TestMerchant, 'code'>, money: Money, reference?: string): Promise<void>
  /** Lets `ms` pass, and runs everything that falls due. */
  advance(ms: number): Promise<void>
  /**
   * Lets `ms` pass on a machine that sleeps through most of each minute, or of `strideMs`: for long waits, in which workers would look for
   * due work every second. Work that is due at the end of a stride is done in time, all other work up to one stride late.
   */
  doze(ms: number, strideMs?: number): Promise<void>
  stop(): Promise<void>
}

export interface GatewayOptions {
  readonly settings?: Partial<AppSettings>
  readonly network?: NetworkScript
  /** Resolves when nothing is under way outside this process; until then the simulated clock does not advance. */
  readonly outside?: () => Promise<void>
  readonly seed?: number
  /** The start time of the clock; left out: `START`. */
  readonly startAt?: Instant
  /** Left out: nothing is traced. */
  readonly tracing?: ((deps: SimulatedDeps) => Tracing) | undefined
  /** Whether workers run; left out: they do. */
  readonly started?: boolean
}

export const sign = (text: string, key: KeyObject = KEYS.privateKey): string =>
  createSign('RSA-SHA256').update(text).sign(key, 'base64')

/** Codes of a fixed width sort in the order in which a test created them, whichever files ran earlier in this thread. */
let merchants = 1_000

/**
 * The same database, and a function that waits until nothing is under way in it: a single ping may overtake a round trip of several
 * statements.
 */
function watched(database: Database): { readonly database: Database; settled(): Promise<void> } {
  const inProgress = new Set<Promise<unknown>>()
  const watch = <Outcome>(work: Promise<Outcome>): Promise<Outcome> => {
    const over = () => void inProgress.delete(done)
    const done: Promise<void> = work.then(over, over)
    inProgress.add(done)
    return work
  }
  return {
    database: withParts(database, (inner) => ({
      engine: inner.engine,
      writeSlots: inner.writeSlots,
      run: (statement, values) => watch(inner.run(statement, values)),
      batch: (calls) => watch(inner.batch(calls)),
      transact: (reads, decide) => watch(inner.transact(reads, decide)),
      ping: (timeoutMs) => watch(inner.ping(timeoutMs)),
      close: () => inner.close(),
    })),
    // A finished statement may lead to the next one, after a turn of the event loop.
    async settled() {
      while (inProgress.size > 0) {
        await Promise.all(inProgress)
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

export async function testGateway(given: Database, options: GatewayOptions = {}): Promise<TestGateway> {
  const { database, settled } = watched(given)
  const deps = simulatedDeps(options.seed ?? 1, {
    startAt: options.startAt ?? START,
    ...(options.network && { network: options.network }),
    settled: async () => {
      await settled()
      if (!options.outside) return
      await options.outside()
      // An answer from outside is written to the database.
      await new Promise((resolve) => setImmediate(resolve))
      await settled()
    },
  })
  const app = await buildApp(database, options.tracing ? tracedDeps(deps, options.tracing(deps)) : deps, {
    baseUrl: () => 'http://127.0.0.1:8080',
    masterKey: masterKeyFrom(MASTER_KEY),
    sandboxDelayMs: 3_000,
    queueLimit: 5_000,
    callbackAllow: [],
    loopbackOnly: true,
    noTrialFor: [],
    trustProxy: false,
    roles: ['api', 'worker'],
    // Tests of searches turn it on: for all others it would query the database every two seconds for nothing.
    indexes: false,
    ...options.settings,
  })
  await app.server.ready()
  if (options.started !== false) app.start()
  const gateway: TestGateway = {
    app,
    deps,
    database,

    async request(method, path, { token, body, headers = {}, raw, remoteAddress } = {}) {
      const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
      const answer = await app.server.inject({
        method: method as 'GET',
        url: path,
        headers: {
          accept: 'application/json',
          'x-api-version': '2',
          ...(payload !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(payload !== undefined && { payload }),
        ...(remoteAddress !== undefined && { remoteAddress }),
      })
      const text = answer.body
      const isJson = text !== '' && String(answer.headers['content-type']).includes('json')
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text,
        body: isJson ? JSON.parse(text) : undefined,
      }
    },

    async merchant(changes = {}) {
      merchants += 1
      const now = deps.clock.now()
      const code = `TEST-${merchants}` as MerchantCode
      const merchant: Merchant = {
        code,
        name: 'Test Shop',
        isTest: true,
        status: 'ACTIVE',
        callbackUrl: 'http://127.0.0.1:9/callbacks',
        rateLimitPerSecond: 10_000,
        returnSchemes: [],
        products: undefined,
        createdAt: now,
        updatedAt: now,
        ...changes,
      }
      const secret = newMerchantSecret(deps.randomness, now)
      const callbackSecret = newMerchantCallbackSecret(
        merchant.code,
        app.settings.masterKey,
        deps.randomness,
        now,
      )
      const key = newPublicKey(PUBLIC_PEM, deps.randomness, now)
      if (!key.ok) throw new Error(String(key.failure))
      const audit = {
        id: deps.randomness.uuidV7(now),
        at: now,
        operator: 'test',
        action: 'merchant.create',
        subject: code,
        detail: {},
      }
      const credentials = [key.value, secret.credential, callbackSecret.credential]
      const made = await createMerchant(database, { merchant, credentials }, audit)
      if (!made.ok) throw new Error(made.failure)
      let known: { readonly token: string; readonly until: number } | undefined
      return {
        code: merchant.code,
        secret: secret.secret,
        callbackSecret: callbackSecret.secret,
        async token() {
          if (known && known.until > deps.clock.now()) return known.token
          const answer = await gateway.tokenFor({ code: merchant.code }, '/auth-tokens', {
            validitySecs: 86_400,
            operations: ['GET .*', 'POST .*'],
          })
          if (answer.status !== 201) throw new Error(answer.text)
          known = { token: String(answer.body.token), until: deps.clock.now() + 86_000_000 }
          return known.token
        },
      }
    },

    tokenFor(merchant, path, fields, key) {
      const raw = JSON.stringify({ merchantCode: merchant.code, timestamp: deps.clock.now(), ...fields })
      return gateway.request('POST', path, { raw, headers: { 'x-signature': sign(raw, key) } })
    },

    async credit(merchant, money, reference = deps.randomness.uuidV7(deps.clock.now())) {
      const at = deps.clock.now()
      const key = paymentKey(deps.randomness.uuidV7(at))
      const outcome = await app.journal.commit({
        changeId: changeId(deps.randomness.uuidV7(at)),
        merchantId: merchant.code,
        at,
        actor: 'operator:test',
        claims: [{ owner: merchant.code, scope: 'funding', value: reference }],
        claimKey: key,
        subject: { type: 'fund', key, reason: `credit ${reference}`, postings: funded(money), cases: [] },
      })
      if (outcome.type !== 'done') throw new Error(outcome.type)
    },

    async advance(ms) {
      await deps.advance(ms)
    },

    async doze(ms, strideMs = MINUTE_MS) {
      const until = deps.clock.now() + ms
      for (let leftMs = ms; leftMs > 0; leftMs = until - deps.clock.now()) {
        const passingMs = Math.min(leftMs, strideMs)
        await deps.jump(Math.max(0, passingMs - AWAKE_MS))
        await deps.advance(Math.min(passingMs, AWAKE_MS))
      }
    },

    async stop() {
      await app.stop()
      await app.server.close()
    },
  }
  return gateway
}
