/**
 * The networks of this gateway: stored in the database, with a copy in memory.
 *
 * `load` reads them, and `keepFresh` reads them again every few seconds. A change made here is known here immediately,
 * and on other nodes within that time. RPC URLs are encrypted with the master key and decrypted only to read the chain.
 */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Loop, startedLoop } from '@sluice/core/foundation/loop.ts'
import { assert, fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { type Database, isViolationOf, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { sealedColumn } from '../../identity/access/sealed-places.ts'
import { type MasterKey, open, seal } from '../../identity/access/secrets.ts'
import { type AuditLine, auditCall } from '../../identity/operators/audit.ts'
import { type Network, rowToNetwork, tokensJson, type WatchedNetwork } from './network.ts'

const REFRESH_MS = 10_000

const ALL = sqlStatement({
  name: 'chain_network_all',
  text: `select n.*, w.xpub, c.seen_block, c.final_block, c.healthy, c.since, c.detail, c.round_at
    from chain_network n join chain_wallet w on w.id = n.wallet_id join chain_cursor c on c.chain_id = n.chain_id
    order by n.chain_id`,
})
const ADD_WALLET = sqlStatement({
  name: 'chain_wallet_add',
  text: `insert into chain_wallet (id, xpub, is_test, next_index, created_at) values ($1, $2, $3, 0, $4)
    on conflict (id) do nothing`,
})
const WALLET = sqlStatement({
  name: 'chain_wallet_get',
  text: 'select is_test from chain_wallet where id = $1',
})
const INSERT = sqlStatement({
  name: 'chain_network_insert',
  text: `insert into chain_network (chain_id, code, is_test, enabled, wallet_id, tokens, rpc_sealed, rpc_hosts, confirmations,
      block_range, poll_ms, version, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6::text::jsonb, $7, $8::text::jsonb, $9, $10, $11, 1, $12, $12)`,
})
const ADD_CURSOR = sqlStatement({
  name: 'chain_cursor_add',
  text: `insert into chain_cursor (chain_id, healthy, since, detail) values ($1, false, $2, 'not read yet')
    on conflict (chain_id) do nothing`,
})
const LOCK = sqlStatement({
  name: 'chain_network_lock',
  text: 'select version from chain_network where chain_id = $1 for update',
})
const UPDATE = sqlStatement({
  name: 'chain_network_update',
  text: `update chain_network set enabled = $2, wallet_id = $3, tokens = $4::text::jsonb, rpc_sealed = $5,
      rpc_hosts = $6::text::jsonb, confirmations = $7, block_range = $8, poll_ms = $9, updated_at = $10, version = version + 1
    where chain_id = $1`,
})

export const SEALED_RPC_URLS = sealedColumn({
  what: 'RPC URLs',
  table: 'chain_network',
  column: 'rpc_sealed',
  key: ['chain_id'],
  also: 'version = version + 1',
  contextOf: (row) => contextOf(Number(row.chain_id)),
})

export type AddedNetwork = Omit<Network, 'version' | 'createdAt' | 'updatedAt'>
export type NetworkRefusal =
  /** There is a network of this chain, or of this code and kind. */
  | 'ALREADY_EXISTS'
  /** Its wallet serves the other kind: test and live never mix. */
  | 'WALLET_OF_OTHER_KIND'
  /** It was changed in the meantime. */
  | 'CHANGED_MEANWHILE'

export class Networks {
  readonly #database: Database
  readonly #deps: Deps
  readonly #masterKey: MasterKey
  #all: readonly WatchedNetwork[] = []

  constructor(database: Database, deps: Deps, masterKey: MasterKey) {
    this.#database = database
    this.#deps = deps
    this.#masterKey = masterKey
  }

  /** From memory, by chain ID. */
  get all(): readonly WatchedNetwork[] {
    return this.#all
  }

  /** From memory. */
  find(chainId: number): WatchedNetwork | undefined {
    return this.#all.find(({ network }) => network.chainId === chainId)
  }

  async load(): Promise<void> {
    this.#all = (await this.#database.run(ALL, [])).map(rowToNetwork)
  }

  /** Runs until it is stopped. A failure leaves the known networks as they are. */
  keepFresh(): Loop {
    return startedLoop(this.#deps, {
      everyMs: REFRESH_MS,
      round: () => this.load(),
      failed: 'the networks could not be refreshed',
    })
  }

  /** Makes `network.rpc`. @param urls checked before */
  sealUrls(chainId: number, urls: readonly string[]): Network['rpc'] {
    const text = new TextEncoder().encode(JSON.stringify(urls))
    const sealed = seal(this.#masterKey, text, contextOf(chainId), this.#deps.randomness)
    return { sealed, hosts: urls.map((url) => new URL(url).host) }
  }

  urlsOf({ chainId, rpc }: Pick<Network, 'chainId' | 'rpc'>): readonly string[] {
    const opened = open(this.#masterKey, rpc.sealed, contextOf(chainId))
    assert(opened.ok, 'the master key opens the URLs of the networks: it is the one they were sealed with')
    return JSON.parse(new TextDecoder().decode(opened.value))
  }

  async create(network: AddedNetwork, audit: AuditLine): Promise<Result<WatchedNetwork, NetworkRefusal>> {
    const at = isoTime(audit.at)
    const insert: SqlCall = {
      statement: INSERT,
      values: [
        network.chainId,
        network.code,
        network.isTest,
        network.enabled,
        network.wallet.id,
        tokensJson(network.tokens),
        network.rpc.sealed,
        JSON.stringify(network.rpc.hosts),
        network.confirmations,
        network.blockRange,
        network.pollMs,
        at,
      ],
    }
    const cursor: SqlCall = { statement: ADD_CURSOR, values: [network.chainId, at] }
    return this.#write(network, audit, [insert, cursor])
  }

  /** @param network the changed network; its version says which one it was made from */
  async change(network: Network, audit: AuditLine): Promise<Result<WatchedNetwork, NetworkRefusal>> {
    const update: SqlCall = {
      statement: UPDATE,
      values: [
        network.chainId,
        network.enabled,
        network.wallet.id,
        tokensJson(network.tokens),
        network.rpc.sealed,
        JSON.stringify(network.rpc.hosts),
        network.confirmations,
        network.blockRange,
        network.pollMs,
        isoTime(audit.at),
      ],
    }
    return this.#write(network, audit, [update], network.version)
  }

  /** @param version of an existing network, which must not have changed since */
  async #write(
    network: AddedNetwork,
    audit: AuditLine,
    calls: readonly SqlCall[],
    version?: number,
  ): Promise<Result<WatchedNetwork, NetworkRefusal>> {
    const { wallet, isTest } = network
    const addWallet = {
      statement: ADD_WALLET,
      values: [wallet.id, wallet.xpub, isTest, isoTime(audit.at)],
    }
    const reads = [
      { statement: WALLET, values: [wallet.id] },
      { statement: LOCK, values: [network.chainId] },
    ] as const
    try {
      const outcome = await this.#database.transact<Result<undefined, NetworkRefusal>, typeof reads>(
        reads,
        ([wallets, networks]) => {
          const [known] = wallets ?? []
          if (known && known.is_test !== isTest) return { calls: [], outcome: fail('WALLET_OF_OTHER_KIND') }
          if (networks?.[0]?.version !== version) {
            const refusal = version === undefined ? 'ALREADY_EXISTS' : 'CHANGED_MEANWHILE'
            return { calls: [], outcome: fail(refusal) }
          }
          return { calls: [addWallet, ...calls, auditCall(audit)], outcome: succeed(undefined) }
        },
      )
      if (!outcome.ok) return outcome
    } catch (error) {
      if (TAKEN_KEYS.some((key) => isViolationOf(error, key))) return fail('ALREADY_EXISTS')
      throw error
    }
    await this.load()
    const written = this.find(network.chainId)
    assert(written, 'what was written is there')
    return succeed(written)
  }
}

/** There is a network of this chain, or of this code and kind. */
const TAKEN_KEYS = ['chain_network_pkey', 'chain_network_code_is_test_key']

const contextOf = (chainId: number): string => `chain_network:${chainId}`
