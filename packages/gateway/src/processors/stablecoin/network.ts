/** An operator's settings for one chain, and their row. */
import { currency as currencyOf } from '@sluice/core/catalogue/currencies.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { Wallet } from '@sluice/core/processor/chain.ts'
import type { RowOf } from '@sluice/database/port.ts'

/** The last number of a wallet's ordinary steps. */
export const MAX_NUMBER = 2 ** 31 - 1

export interface Token {
  /** As EIP-55 writes it. */
  readonly contract: `0x${string}`
  /** Of the token on this network: 6, but 18 on BNB Smart Chain. Never below the ledger's. */
  readonly decimals: number
}

export interface Network {
  /** EIP-155. */
  readonly chainId: number
  /** The operators of the catalogue are `<currency>_<code>`. */
  readonly code: string
  readonly isTest: boolean
  /** Accepts new payins. Addresses that were given out before are watched anyway. */
  readonly enabled: boolean
  readonly wallet: Wallet
  readonly tokens: ReadonlyMap<CurrencyCode, Token>
  readonly rpc: {
    /** A list of URLs, encrypted because they hold keys. */
    readonly sealed: string
    /** The parts of the URLs that may be shown. */
    readonly hosts: readonly string[]
  }
  readonly confirmations: number
  /** The most blocks that one query may span. */
  readonly blockRange: number
  readonly pollMs: number
  readonly version: number
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** How far the chain was read, and whether reading works. */
export interface ScanProgress {
  readonly seenBlock: number | undefined
  readonly finalBlock: number | undefined
  readonly healthy: boolean
  readonly since: Instant
  readonly detail: string
  /** When the last round ended. */
  readonly roundAt: Instant | undefined
}

export interface WatchedNetwork {
  readonly network: Network
  readonly progress: ScanProgress
}

/** After this long without a finished round, no node seems to watch. */
const SILENT_MS = 60_000

/** The present health: what the watcher reported, or that no node watches. */
export function healthOf({ network, progress }: WatchedNetwork, at: Instant) {
  const lastRound = progress.roundAt ?? progress.since
  const silentSince = lastRound + SILENT_MS + 3 * network.pollMs
  if (progress.healthy && at > silentSince) {
    return {
      healthy: false,
      since: silentSince,
      detail: 'it has not been read for a while: check that a worker is running',
    }
  }
  const { healthy, since, detail } = progress
  return { healthy, since, detail }
}

interface StoredToken {
  readonly contract: `0x${string}`
  readonly decimals: number
}

export const tokensJson = (tokens: Network['tokens']): string => JSON.stringify(Object.fromEntries(tokens))

function tokensOf(stored: Readonly<Record<string, StoredToken>>): Network['tokens'] {
  return new Map(
    Object.entries(stored).map(([code, { contract, decimals }]) => {
      const currency = currencyOf(code)
      assert(currency, 'a token has a currency of the catalogue')
      return [currency.code, { contract, decimals }]
    }),
  )
}

const number = (value: unknown): number | undefined => (typeof value === 'bigint' ? Number(value) : undefined)
const instant = (value: unknown): Instant | undefined => (typeof value === 'number' ? value : undefined)

export const rowToNetwork = (row: RowOf<'chain_network_all'>): WatchedNetwork => ({
  network: {
    chainId: Number(row.chain_id),
    code: row.code,
    isTest: row.is_test,
    enabled: row.enabled,
    wallet: { id: row.wallet_id, xpub: row.xpub },
    tokens: tokensOf(row.tokens as Readonly<Record<string, StoredToken>>),
    rpc: { sealed: row.rpc_sealed as string, hosts: row.rpc_hosts as readonly string[] },
    confirmations: row.confirmations,
    blockRange: row.block_range,
    pollMs: row.poll_ms,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  },
  progress: {
    seenBlock: number(row.seen_block),
    finalBlock: number(row.final_block),
    healthy: row.healthy,
    since: row.since,
    detail: row.detail,
    roundAt: instant(row.round_at),
  },
})
