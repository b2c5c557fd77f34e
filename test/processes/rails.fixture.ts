/**
 * A gateway with everything that payers can pay into: receiving accounts, a chain with tokens and the example connector; and the rail
 * simulator, which plays the payers. All but the gateway are separate processes.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { EXAMPLES, FULL_EXAMPLES, type MethodExample } from '@sluice/core/catalogue/examples.ts'
import { freePort } from '@sluice/core/foundation/free-port.fixture.ts'
import { readMigrations } from '@sluice/database/migrate.ts'
import { freshDatabase } from '@sluice/database/testing.ts'
import { SERVABLE } from '@sluice/gateway/processors/own-account/rails.ts'
import { RECEIVING_ACCOUNTS } from '../../examples/rails/receiving.ts'
import { startChain, type TestChain } from '../chain/anvil.ts'
import type { Json } from '../harness.ts'
import { postgresUrl } from '../setup/shared.ts'
import { COMPILE_CACHE, temporaryFolder } from './gateway.ts'
import { type GatewayHere, serveCopyHere, serveHere } from './served-here.ts'
import { fetchToken, get, post } from './shop.ts'

const pathOf = (name: string) => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url))
const CHAIN_ID = 31_337
/** `m/44'/60'/7'/0` of the words "test test test test test test test test test test test junk". */
const XPUB =
  'xpub6EWhM2xTATRUTwiWVsCBfpUrTjZKS8LyMhFfRqC6zSCqpkQNRDcvAutBNABUbgg1bfgV464SMpeePGLvisypZnWSmia7bAMcXq1G6oZx78C'
const SHOP = 'RAILS-SHOP'
const POSTGRES_ADMIN_TOKEN = 'an-admin-token-for-the-rails-of-this-test'

export type RailsEngine = 'embedded' | 'postgres'

const isPayin = ({ method }: MethodExample): boolean => method.kind === 'payin'
const isServable = ({ method, currencyCode }: MethodExample): boolean =>
  SERVABLE.some((each) => each.method === method && each.currency === currencyCode)

/** How the example of each method and currency is paid. */
export const BY_ACCOUNT = EXAMPLES.filter((each) => isPayin(each) && isServable(each))
export const BY_CHAIN = EXAMPLES.filter(({ method }) => method.code === 'CRYPTO_OFFLINE')
/** With the customer's UPI ID, which a collect request needs as its recipient. */
export const BY_CONNECTOR = EXAMPLES.filter(
  (each) => isPayin(each) && !isServable(each) && !BY_CHAIN.includes(each),
).map((each) =>
  each.method.code === 'UPICOLLECT'
    ? (FULL_EXAMPLES.find(({ method }) => method === each.method) ?? each)
    : each,
)

export interface Answer {
  readonly status: number
  readonly body: Json
}

export interface Rails {
  readonly chain: TestChain
  admin(path: string, body?: unknown): Promise<Answer>
  shopPosts(path: string, body: unknown): Promise<Answer>
  shopReads(path: string): Promise<Answer>
  payer(path: string, payin: unknown): Promise<Answer>
  stop(): Promise<void>
}

const asJson = ({ status, text }: { status: number; text: string }): Answer => ({
  status,
  body: text === '' ? {} : JSON.parse(text),
})

function expectStatus(answer: Answer, status: number): Answer {
  if (answer.status === status) return answer
  throw new Error(`${answer.status} instead of ${status}: ${JSON.stringify(answer.body)}`)
}

/** Starts one of the example programs, and waits for the address that it prints. */
async function startExample(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const child = spawn(process.execPath, [pathOf(name), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH ?? '', ...COMPILE_CACHE, ...env },
  })
  for await (const text of child.stdout) {
    const [url] = /http:\S+/.exec(String(text)) ?? []
    if (url !== undefined) return { url, child }
  }
  throw new Error(`${name} ended before it was ready`)
}

async function startOn(engine: RailsEngine, folder: string): Promise<GatewayHere> {
  if (engine === 'embedded') return serveCopyHere(folder)
  return serveHere(folder, {
    DATABASE_URL: await freshDatabase(await postgresUrl(), await readMigrations()),
    SLUICE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    SLUICE_ADMIN_TOKEN: POSTGRES_ADMIN_TOKEN,
    SLUICE_CALLBACK_ALLOW: '127.0.0.0/8',
  })
}

export async function startRails(engine: RailsEngine): Promise<Rails> {
  const folder = temporaryFolder()
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const [gateway, chain, connectorPort] = await Promise.all([
    startOn(engine, folder.path),
    startChain(CHAIN_ID),
    freePort(),
  ])
  const tokenFile = join(engine === 'embedded' ? gateway.dataDir : folder.path, 'admin-token')
  if (engine === 'postgres') writeFileSync(tokenFile, POSTGRES_ADMIN_TOKEN)
  const adminToken = readFileSync(tokenFile, 'utf8').trim()
  const authorization = `Bearer ${adminToken}`
  const admin = async (path: string, body?: unknown): Promise<Answer> =>
    asJson(
      body === undefined
        ? await get(`${gateway.url}${path}`, adminToken)
        : await post(`${gateway.url}${path}`, JSON.stringify(body), { authorization }),
    )

  for (const account of RECEIVING_ACCOUNTS) expectStatus(await admin('/admin/accounts', account), 201)
  await registerNetwork(chain, admin)
  const connector = await registerConnector(gateway.url, connectorPort, admin)
  await registerShop(keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(), admin)
  const token = await fetchToken(gateway.url, { code: SHOP, key: keys.privateKey })
  const simulator = await startExample('rails/main.ts', [
    ...['--gateway', gateway.url, '--admin-token', tokenFile, '--port', '0'],
    ...['--chain', chain.url, '--payer-pages', `${connector.url}/payer`],
  ])

  return {
    chain,
    admin,
    shopPosts: async (path, body) =>
      asJson(await post(`${gateway.url}${path}`, JSON.stringify(body), { authorization: `Bearer ${token}` })),
    shopReads: async (path) => asJson(await get(`${gateway.url}${path}`, token)),
    payer: async (path, payin) => asJson(await post(`${simulator.url}${path}`, JSON.stringify(payin))),
    async stop() {
      simulator.child.kill('SIGTERM')
      connector.child.kill('SIGTERM')
      await gateway.stop()
      await chain.stop()
      folder.remove()
    },
  }
}

type Admin = Rails['admin']

/** Polls as an operator until it is healthy: a new registration is unknown until the gateway has talked to it. */
async function untilHealthy(path: string, admin: Admin): Promise<void> {
  for (let tries = 0; tries < 1_200; tries++) {
    const { body } = await admin(path)
    const healthy: unknown = body.health?.healthy ?? body.healthy
    if (healthy === true) return
    await sleep(100)
  }
  throw new Error(`${path} does not become healthy`)
}

async function registerNetwork(chain: TestChain, admin: Admin): Promise<void> {
  const token = async (symbol: string) => ({ contract: await chain.deploy(symbol, 6), decimals: 6 })
  const tokens = { USDC: await token('USDC'), USDT: await token('USDT') }
  const network = {
    code: 'POLYGON',
    isTest: true,
    chainId: CHAIN_ID,
    rpcUrls: [chain.url],
    xpub: XPUB,
    tokens,
    confirmations: 2,
    pollSecs: 1,
  }
  expectStatus(await admin('/admin/networks', network), 201)
  await untilHealthy(`/admin/networks/${CHAIN_ID}`, admin)
}

async function registerConnector(gatewayUrl: string, port: number, admin: Admin) {
  const url = `http://127.0.0.1:${port}`
  const made = expectStatus(
    await admin('/admin/connectors', { name: 'example', isTest: true, baseUrl: url }),
    201,
  )
  const served = (of: (each: MethodExample) => string) => [...new Set(BY_CONNECTOR.map(of))].join(',')
  const started = await startExample('connector/connector.js', [], {
    PORT: String(port),
    GATEWAY_URL: gatewayUrl,
    CONNECTOR_NAME: String(made.body.name),
    CONNECTOR_SECRET: String(made.body.secret),
    PAYIN_METHODS: served(({ method }) => method.code),
    PAYIN_CURRENCIES: served(({ currencyCode }) => currencyCode),
  })
  await untilHealthy(`/admin/connectors/${made.body.name}`, admin)
  return started
}

async function registerShop(publicKey: string, admin: Admin): Promise<void> {
  const products = (examples: readonly MethodExample[], processor: string) =>
    examples.map(({ method, currencyCode }) => ({
      code: method.code,
      currency: currencyCode,
      processors: [processor],
      ...(method.code === 'CRYPTO_OFFLINE' && { operators: [`${currencyCode}_POLYGON`] }),
    }))
  const all = [
    ...products(BY_ACCOUNT, 'test-own-account'),
    ...products(BY_CHAIN, 'test-stablecoin'),
    ...products(BY_CONNECTOR, 'test-example'),
  ]
  const distinct = [...new Map(all.map((each) => [`${each.code} ${each.currency}`, each])).values()]
  const merchant = {
    merchantCode: SHOP,
    name: 'Shop on rails',
    isTest: true,
    rateLimitPerSecond: 1_000,
    callbackUrl: 'http://127.0.0.1:9/callbacks',
    publicKeys: [publicKey],
    paymentMethods: distinct,
  }
  expectStatus(await admin('/admin/merchants', merchant), 201)
}
