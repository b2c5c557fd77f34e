/** For tests: a gateway on a simulated clock whose network reaches a real chain, and nodes that read it when they are told to. */
import type { OutgoingRequest } from '@sluice/core/foundation/deps.ts'
import type { NetworkScript } from '@sluice/core/foundation/simulated-deps.ts'
import type { Database } from '@sluice/database/port.ts'
import { type Hex, startChain, type TestChain } from '../../../../../test/chain/anvil.ts'
import { type Json, type TestGateway, type TestMerchant, testGateway } from '../../../../../test/harness.ts'
import { masterKeyFrom } from '../../identity/access/secrets.ts'
import { Networks } from './networks.ts'
import { Watching } from './watching.ts'

/** `m/44'/60'/7'/0` of the words "test test test test test test test test test test test junk". */
export const XPUB =
  'xpub6EWhM2xTATRUTwiWVsCBfpUrTjZKS8LyMhFfRqC6zSCqpkQNRDcvAutBNABUbgg1bfgV464SMpeePGLvisypZnWSmia7bAMcXq1G6oZx78C'

export const CHAIN_ID = 31_337
export const OTHER_CHAIN_ID = 31_338
const MASTER_KEY = masterKeyFrom(new Uint8Array(32).fill(7))
export const EVERYWHERE = { refuses: () => undefined }

/** Every request as it is, over a real socket. A test may have its own answer first. */
export const realRequests =
  (answerFirst: (request: OutgoingRequest) => Promise<string | undefined>): NetworkScript =>
  async (request) => {
    try {
      const own = await answerFirst(request)
      if (own !== undefined) return { ok: true, status: 200, headers: {}, body: own, durationMs: 0 }
      const answer = await fetch(request.url, {
        method: request.method,
        headers: request.headers,
        ...(request.body !== undefined && { body: request.body }),
      })
      return { ok: true, status: answer.status, headers: {}, body: await answer.text(), durationMs: 0 }
    } catch {
      return { ok: false, reason: 'UNREACHABLE', detail: 'nobody answers', durationMs: 0 }
    }
  }

export interface Tokens {
  readonly usdc: Hex
  readonly usdt: Hex
}

export interface World {
  readonly gateway: TestGateway
  readonly merchant: TestMerchant
  readonly networks: Networks
  /** As a new node would be. */
  node(): Node
  /** Makes a payin of this many USDC; the answer's address. */
  payin(options?: { readonly amount?: number; readonly operator?: string }): Promise<Payin>
  status(payin: Payin): Promise<string>
  expire(payin: Payin): Promise<void>
  cases(): Promise<readonly Case[]>
  /** What stands on an account of the gateway's for the merchant, in millionths. */
  sum(account: string, currency?: string): Promise<bigint>
  stop(): Promise<void>
}

export interface Node {
  readonly watching: Watching
  /** One round of a network, to its end. */
  read(chainId?: number): Promise<void>
}

export interface Payin {
  readonly id: string
  readonly address: string
  readonly answer: Json
}

export interface Case {
  readonly reason: string
  readonly currency: string | null
  readonly amount: bigint | null
  readonly about: boolean
}

export interface WorldOptions {
  readonly chain: TestChain
  readonly tokens: Tokens
  readonly confirmations?: number
  readonly decimals?: number
  readonly blockRange?: number
  /** What the nodes answer instead of the chain, for some requests. */
  readonly answerFirst?: (request: OutgoingRequest) => Promise<string | undefined>
}

let payins = 0

export async function makeWorld(database: Database, options: WorldOptions): Promise<World> {
  const { chain, tokens, confirmations = 3, decimals = 6, blockRange = 5 } = options
  const gateway = await testGateway(database, {
    started: false,
    network: realRequests(options.answerFirst ?? (async () => undefined)),
  })
  const { deps, app } = gateway
  const networks = new Networks(database, deps, MASTER_KEY)
  const merchant = await gateway.merchant({
    products: ['USDC', 'USDT'].map((currency) => ({
      code: 'CRYPTO_OFFLINE',
      currency,
      processors: ['test-stablecoin'],
    })) as never,
  })
  await addNetwork(networks, gateway, {
    chainId: chain.chainId,
    code: 'BASE',
    url: chain.url,
    tokens: [
      ['USDC', tokens.usdc, decimals],
      ['USDT', tokens.usdt, 6],
    ],
    confirmations,
    blockRange,
  })

  const node = (): Node => {
    const watching = new Watching({
      ...app.gateway,
      networks,
      guard: EVERYWHERE,
      acceptStatusUpdate: (statusUpdate) => app.statusUpdates.take(statusUpdate),
      name: 'test-stablecoin',
      isTest: true,
    })
    return {
      watching,
      async read(chainId = chain.chainId) {
        await networks.load()
        const found = networks.find(chainId)
        if (!found) throw new Error('no such network')
        await watching.round(found.network)
        await app.gateway.networks.load()
      },
    }
  }
  const beginning = node()
  await beginning.read()
  await beginning.watching.stop()

  const world: World = {
    gateway,
    merchant,
    networks,
    node,
    async payin({ amount = 25.5, operator = 'USDC_BASE' } = {}) {
      payins += 1
      const id = `order-${payins}`
      const [currencyCode] = operator.split('_')
      const answer = await gateway.request('POST', `/payins/${id}`, {
        token: await merchant.token(),
        body: {
          paymentRequested: { money: { amount, currencyCode } },
          paymentMethod: { paymentMethodCode: 'CRYPTO_OFFLINE', paymentOperatorCode: operator },
        },
      })
      const address = String(answer.body.paymentMethodResponse?.paymentAddress?.idAddress)
      return { id, address, answer: answer.body }
    },
    async status({ id }) {
      const answer = await gateway.request('GET', `/payins/${id}`, { token: await merchant.token() })
      return String(answer.body.process?.status)
    },
    async expire({ id }) {
      await app.statusUpdates.take({
        processor: 'test-stablecoin',
        statusUpdateId: `expired ${id}`,
        merchantId: merchant.code,
        kind: 'payin',
        id: id as never,
        at: deps.clock.now(),
        statusChange: { type: 'expired' },
      })
    },
    async cases() {
      const rows = await database.run(CASES, [merchant.code])
      return rows.map((row) => ({
        reason: String(row.reason),
        currency: row.currency as string | null,
        amount: row.amount as bigint | null,
        about: row.payment_key !== null,
      }))
    },
    async sum(account, currency = 'USDC') {
      const [row] = await database.run(SUM, [merchant.code, account, currency])
      return BigInt(String(row?.sum ?? 0))
    },
    async stop() {
      await gateway.stop()
    },
  }
  return world
}

export interface AddedNetwork {
  readonly chainId: number
  readonly code: string
  readonly url: string
  readonly tokens: readonly (readonly [currency: string, contract: Hex, decimals: number])[]
  readonly confirmations: number
  readonly blockRange: number
}

export async function addNetwork(networks: Networks, { deps }: TestGateway, added: AddedNetwork) {
  const { chainId, code, url, confirmations, blockRange } = added
  const at = deps.clock.now()
  const { readWallet } = await import('@sluice/evm/derive.ts')
  const { getAddress } = await import('viem/utils')
  const wallet = readWallet(XPUB)
  if (!wallet.ok) throw new Error(wallet.failure.message)
  const made = await networks.create(
    {
      chainId,
      code,
      isTest: true,
      enabled: true,
      wallet: wallet.value,
      tokens: new Map(
        added.tokens.map(([currency, contract, decimals]) => [
          currency as never,
          { contract: getAddress(contract), decimals },
        ]),
      ),
      rpc: networks.sealUrls(chainId, [url]),
      confirmations,
      blockRange,
      pollMs: 1_000,
    },
    {
      id: deps.randomness.uuidV7(at),
      at,
      operator: 'test',
      action: 'network.create',
      subject: code,
      detail: {},
    },
  )
  if (!made.ok) throw new Error(made.failure)
}

/** Two tokens on a chain of its own. */
export async function chainWithTokens(chainId: number, decimals = 6) {
  const chain = await startChain(chainId)
  const tokens: Tokens = { usdc: await chain.deploy('USDC', decimals), usdt: await chain.deploy('USDT', 6) }
  return { chain, tokens }
}

const CASES = {
  name: 'test_cases',
  text: 'select reason, currency, amount, payment_key from case_file where merchant_id = $1 order by opened_at, key',
}
const SUM = {
  name: 'test_sum',
  text: 'select sum(amount)::text as sum from posting where merchant_id = $1 and account = $2 and currency = $3',
}
