/**
 * Watches every network at its own pace: a round, a pause, the next round.
 *
 * Every node with the role `worker` runs this; the lease on a network lets one of them read. A failed round is repeated
 * after a pause that grows to a minute, and its network is unhealthy until one succeeds. After a change of a network
 * its next round uses the new settings.
 */
import { backoffMs } from '@sluice/core/foundation/backoff.ts'
import type { AddressPolicy } from '@sluice/core/foundation/deps.ts'
import { errorText } from '@sluice/core/foundation/errors.ts'
import { Loop } from '@sluice/core/foundation/loop.ts'
import { RpcTrouble, unreadable } from '@sluice/core/processor/chain.ts'
import type { Database } from '@sluice/database/port.ts'
import { loadEvm } from './evm-part.ts'
import type { Network } from './network.ts'
import type { Networks } from './networks.ts'
import { giveUpLeases, LeaseLost } from './readings.ts'
import { Receipts, type ReceiptsContext } from './receipts.ts'
import { Watcher } from './watcher.ts'

/** How soon a new network is noticed. */
const LOOK_EVERY_MS = 5_000
const MAX_PAUSE_MS = 60_000

export interface WatchingOptions extends ReceiptsContext {
  readonly database: Database
  readonly networks: Networks
  /** The addresses that the RPC URLs may have. */
  readonly guard: AddressPolicy
  /** Of the processor of these networks. */
  readonly name: string
  readonly isTest: boolean
}

interface Watched {
  readonly version: number
  readonly watcher: Watcher
}

export class Watching {
  readonly #options: WatchingOptions
  readonly #node: string
  readonly #watched = new Map<number, Watched>()
  readonly #failures = new Map<number, number>()
  /** Looks for new networks, and for those that were resumed. */
  readonly #looking: Loop
  /** By the networks' chain IDs. */
  readonly #loops = new Map<number, Loop>()

  constructor(options: WatchingOptions) {
    this.#options = options
    const { clock, randomness } = options.deps
    this.#node = randomness.uuidV7(clock.now())
    this.#looking = new Loop(options.deps, {
      everyMs: LOOK_EVERY_MS,
      round: async () => this.#beginAll(),
      failed: 'the networks to watch could not be looked up',
    })
  }

  start(): void {
    this.#looking.start()
    this.#beginAll()
  }

  /** Finishes the rounds that have begun, and lets other nodes take over. */
  async stop(): Promise<void> {
    await Promise.all([this.#looking, ...this.#loops.values()].map((loop) => loop.stop()))
    // If this fails, the leases run out.
    if (this.#watched.size > 0) await giveUpLeases(this.#options.database, this.#node).catch(() => undefined)
  }

  #beginAll(): void {
    for (const { network } of this.#options.networks.all) {
      const { chainId, isTest } = network
      if (isTest === this.#options.isTest && !this.#loops.has(chainId)) this.#begin(chainId)
    }
  }

  #begin(chainId: number): void {
    const loop = new Loop(this.#options.deps, {
      everyMs: LOOK_EVERY_MS,
      round: async () => {
        const known = this.#options.networks.find(chainId)
        if (known) return this.round(known.network)
        this.#loops.delete(chainId)
        return Number.POSITIVE_INFINITY
      },
      failed: 'a network could not be watched',
      about: { chainId },
    })
    this.#loops.set(chainId, loop)
    loop.start()
    loop.wake()
  }

  /** One round of one network. Never rejects. @returns how long to wait for the next, in milliseconds */
  async round(network: Network): Promise<number> {
    const { chainId, pollMs } = network
    try {
      const watcher = await this.#watcherOf(network)
      await watcher.round()
      this.#failures.delete(chainId)
      // A network that has just become readable accepts payins here immediately, not only after the next refresh.
      if (!this.#options.networks.find(chainId)?.progress.healthy) await this.#options.networks.load()
      return pollMs
    } catch (error) {
      // Another node reads it now, and records its health.
      if (error instanceof LeaseLost) return pollMs
      const failures = (this.#failures.get(chainId) ?? 0) + 1
      this.#failures.set(chainId, failures)
      await this.#ill(network, error, failures)
      return backoffMs({ firstMs: 2 * Math.max(pollMs, 1_000), longestMs: MAX_PAUSE_MS }, failures)
    }
  }

  async #ill({ chainId }: Network, error: unknown, failures: number): Promise<void> {
    const { deps } = this.#options
    const detail = error instanceof RpcTrouble ? error.message : 'it could not be read: see the log'
    const level = failures === 1 || failures % 10 === 0 ? 'warn' : 'debug'
    deps.log[level](
      { chainId, failures, error: errorText(error) },
      'a network could not be read; it will be retried',
    )
    const readings = this.#watched.get(chainId)?.watcher.readings
    // If even this cannot be written, no round records it as healthy either.
    await readings?.ill(detail, deps.clock.now()).catch(() => undefined)
  }

  async #watcherOf(network: Network): Promise<Watcher> {
    const known = this.#watched.get(network.chainId)
    if (known?.version === network.version) return known.watcher
    const { database, deps, guard, name, networks } = this.#options
    // Only nodes that watch a chain load the code that reads it.
    const evm = await loadEvm()
    const receipts = new Receipts(this.#options, network, name)
    const { chainId } = network
    const chain = evm.ok
      ? evm.value.openChain({ network: deps.network, guard, urls: networks.urlsOf(network), chainId })
      : unreadable(evm.failure)
    const watcher: Watcher = new Watcher({
      database,
      deps,
      network,
      chain,
      node: this.#node,
      settle: () => receipts.settle(watcher.readings),
      vanished: (transfer) => receipts.vanished(transfer),
    })
    this.#watched.set(network.chainId, { version: network.version, watcher })
    return watcher
  }
}
