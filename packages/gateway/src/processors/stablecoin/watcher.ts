/**
 * Reads one network, round by round, and never skips a block.
 *
 * A round reads twice. First what is **final**: blocks with enough confirmations, from where the last round ended; only
 * this counts as money. Then what is **seen**: the blocks above, which a reorganisation may still remove. They are read
 * again whenever a checkpoint shows that the chain has changed, and they show that more is on its way. Last come some
 * of the old blocks that an operator wants to be read **again**.
 *
 * - No other node reads the network meanwhile, however long a round takes: the lease is renewed between two queries to
 *   the nodes.
 * - The progress is written in the same transaction as what was found, by the node that holds the lease. So a round
 *   that fails anywhere is simply repeated, by this node or another.
 * - Addresses are read after the chain's head, so every address that was shown to a payer before that block is among
 *   them.
 * - Nodes behind a load balancer may lag, and answer for blocks they do not have that there was nothing. So what a
 *   round has read as final is read again with the next one. If a transfer was seen in a block that is still the
 *   chain's, and is missing now, that is an error of the nodes, not a change of the chain.
 * - What was counted is never undone. If a chain reorganises below its confirmations the log says so, and `vanished`
 *   gets each transfer that disappeared.
 */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import { type Chain, type ChainTransfer, keeping, RpcTrouble } from '@sluice/core/processor/chain.ts'
import type { Database } from '@sluice/database/port.ts'
import { watchedAddresses } from './addresses.ts'
import type { Network } from './network.ts'
import { type Cursor, type KnownTransfer, Readings } from './readings.ts'
import { type Checkpoint, commonAncestor, finalBlock, MAX_CHECKPOINTS, ranges } from './reorganisation.ts'

export interface WatcherOptions {
  readonly database: Database
  readonly deps: Deps
  readonly network: Network
  readonly chain: Chain
  /** Of this process. */
  readonly node: string
  /** Processes what is final and was not counted yet. */
  readonly settle: () => Promise<void>
  /** A transfer that was counted is no longer part of the chain. */
  readonly vanished: (transfer: KnownTransfer) => Promise<void>
}

/** Ranges of old blocks that a round reads again. */
const AGAIN_A_ROUND = 20
/** Of whole coins: a trillion of them are more than there are. */
const MAX_DIGITS = 12

export class Watcher {
  readonly #options: WatcherOptions
  readonly #chain: Chain
  readonly readings: Readings
  #isChecked = false
  /** Blocks in one query: halved when the nodes refuse that many, and doubled with each round. */
  #range: number
  /** Blocks are being read late, and the round that does so has not ended. */
  #isBehind = false
  /** Where the last round that read something final had begun. */
  #lastBase: number | undefined

  constructor(options: WatcherOptions) {
    this.#options = options
    const { database, network, node } = options
    this.readings = new Readings(database, network.chainId, node)
    this.#chain = keeping(options.chain, () => this.readings.keep(this.#now()))
    this.#range = network.blockRange
  }

  /** @returns false if another node reads this network. @throws RpcTrouble and DatabaseFailure: try again */
  async round(): Promise<boolean> {
    const { network } = this.#options
    const cursor = await this.readings.take(this.#now())
    if (!cursor) return false
    this.#range = Math.min(this.#options.network.blockRange, this.#range * 2)
    await this.#check()
    const head = await this.#chain.head()
    const from = cursor.final ?? (await this.#begin(head))
    const base = await this.#stillFinal(from)
    // These old blocks may hold payments to addresses that are no longer watched.
    this.#isBehind ||=
      base.block < from.block || finalBlock(head, network.confirmations) - base.block > network.blockRange
    const { isTest } = network
    const watched = { isTest, withPaid: this.#isBehind, at: this.#now() }
    const addresses = await watchedAddresses(this.#options.database, watched)
    const seenBlock = await this.#stillSeen(base, { ...cursor, final: base })
    const final = await this.#readFinal(base, finalBlock(head, network.confirmations), addresses)
    await this.#readSeen(Math.max(seenBlock, final), head, addresses)
    this.#isBehind = false
    await this.#options.settle()
    const again = cursor.rescanFrom === undefined ? '' : await this.#again(cursor.rescanFrom, base.block)
    await this.readings.well(`read to block ${head}${again}`, this.#now())
    return true
  }

  #now() {
    return this.#options.deps.clock.now()
  }

  /** Once: checks that the tokens are as configured. */
  async #check(): Promise<void> {
    if (this.#isChecked) return
    const { network } = this.#options
    for (const [currency, { contract, decimals }] of network.tokens) {
      const found = await this.#chain.decimals(contract)
      if (found !== decimals)
        throw new RpcTrouble(`the contract of ${currency} has ${found} decimals, not ${decimals}`)
    }
    this.#isChecked = true
  }

  /** Nobody can have paid before the first round: until then the network accepts no payins. */
  async #begin(head: number): Promise<Checkpoint> {
    const block = Math.max(0, finalBlock(head, this.#options.network.confirmations))
    const begun = { block, hash: await this.#hashOf(block) }
    await this.readings.final([], [], begun, this.#now(), MAX_CHECKPOINTS)
    return begun
  }

  async #hashOf(block: number): Promise<string> {
    const hash = await this.#chain.hashOf(block)
    if (hash === undefined) throw new RpcTrouble(`the nodes do not have block ${block} yet`)
    return hash
  }

  /** Checks that what was final still is; otherwise it is read again from further back. */
  async #stillFinal(final: Checkpoint): Promise<Checkpoint> {
    if ((await this.#hashOf(final.block)) === final.hash) return final
    const { deps, network } = this.#options
    const block = Math.max(0, final.block - 2 * network.confirmations)
    const back = { block, hash: await this.#hashOf(block) }
    deps.log.error(
      { chainId: network.chainId, final: final.block, from: block, confirmations: network.confirmations },
      'the chain reorganized deeper than its confirmations; it is read again from an earlier block',
    )
    await this.readings.backTo(back, this.#now())
    return back
  }

  /** @returns the newest block that was seen and is still the chain's */
  async #stillSeen(final: Checkpoint, { seenBlock }: Cursor): Promise<number> {
    if (seenBlock <= final.block) return final.block
    const checkpoints = await this.readings.checkpoints()
    const block = await commonAncestor(checkpoints, final.block, (each) => this.#chain.hashOf(each))
    if (block < seenBlock) await this.readings.rollBack(block, this.#now())
    return block
  }

  async #readFinal(base: Checkpoint, target: number, addresses: readonly `0x${string}`[]): Promise<number> {
    // The nodes may have lagged when these were read: whatever the last round read is read again.
    const { confirmations } = this.#options.network
    const overlap = Math.max(confirmations, base.block - (this.#lastBase ?? base.block))
    let reached = base.block
    while (reached < target) {
      // Never more blocks in one query than the nodes allow, and always some new ones.
      const again = reached === base.block ? Math.min(Math.floor(this.#range / 2), overlap, reached) : 0
      const from = reached - again + 1
      const to = Math.min(target, from + this.#range - 1)
      const transfers = await this.#transfers(from, to, addresses)
      if (!transfers) continue
      const upTo = { block: to, hash: await this.#hashOf(to) }
      const missing = await this.#goneFrom(from, to, transfers, addresses)
      await this.readings.final(transfers, missing, upTo, this.#now(), MAX_CHECKPOINTS)
      this.#lastBase = base.block
      reached = to
    }
    return reached
  }

  /** @returns how far that is, for operators. Nodes that no longer have such old blocks must not hold up new payments */
  async #again(wished: number, last: number): Promise<string> {
    const usual = this.#range
    try {
      await this.#readAgain(wished, last)
      await this.#options.settle()
      return `; old blocks were read again from block ${wished}`
    } catch (error) {
      if (!(error instanceof RpcTrouble)) throw error
      this.#options.deps.log.warn(
        { chainId: this.#options.network.chainId, from: wished, error: error.message },
        'old blocks could not be read again; this will be retried',
      )
      return `; old blocks cannot be read again from block ${wished}: ${error.message}`
    } finally {
      this.#range = usual
    }
  }

  /**
   * Reads again the old blocks that an operator has requested, some with each round, so that new blocks do not wait.
   * What is known stays, and what was missed is found, also at addresses that were paid long ago.
   */
  async #readAgain(wished: number, last: number): Promise<void> {
    const { database, network } = this.#options
    const watched = { isTest: network.isTest, withPaid: true, at: this.#now() }
    const addresses = await watchedAddresses(database, watched)
    let [at, left] = [wished, AGAIN_A_ROUND]
    for (; at <= last && left > 0; left -= 1) {
      const to = Math.min(last, at + this.#range - 1)
      const transfers = await this.#transfers(at, to, addresses)
      if (!transfers) continue
      const missing = await this.#goneFrom(at, to, transfers, addresses)
      const next = to < last ? to + 1 : null
      await this.readings.again(transfers, missing, { from: at, next }, this.#now())
      at = to + 1
    }
    // It is new, and was read just now.
    if (wished > last) await this.readings.again([], [], { from: wished, next: null }, this.#now())
  }

  /** Known transfers that are no longer part of the chain; `vanished` gets those that were counted. */
  async #goneFrom(
    from: number,
    to: number,
    found: readonly ChainTransfer[],
    addresses: readonly string[],
  ): Promise<readonly KnownTransfer[]> {
    const missing = await this.#missing(from, to, found, new Set(addresses))
    for (const transfer of missing) {
      if (transfer.receipt !== undefined) await this.#options.vanished(transfer)
    }
    return missing
  }

  /** Known transfers of these blocks that were not found again, because their block is no longer the chain's. */
  async #missing(
    from: number,
    to: number,
    found: readonly ChainTransfer[],
    watched: ReadonlySet<string>,
  ): Promise<readonly KnownTransfer[]> {
    const { tokens } = this.#options.network
    const names = new Set(found.map(nameOf))
    const missing = (await this.readings.known(from, to)).filter(
      (transfer) =>
        !names.has(nameOf(transfer)) &&
        // Only if it was queried at all: an address is not watched for ever, and a token's contract may have changed.
        watched.has(transfer.address) &&
        tokens.get(transfer.currency)?.contract === transfer.contract,
    )
    for (const { block, blockHash } of missing) {
      if ((await this.#hashOf(block)) === blockHash) {
        throw new RpcTrouble(`the nodes left out a transfer of block ${block} that they knew before`)
      }
    }
    return missing
  }

  async #readSeen(after: number, head: number, addresses: readonly `0x${string}`[]): Promise<void> {
    for (const range of ranges(after, head, this.#range)) {
      const transfers = await this.#transfers(range.from, range.to, addresses)
      // The next round goes on from here, with shorter ranges.
      if (!transfers) return
      const hash = await this.#chain.hashOf(range.to)
      // Reorganised while it was read: the next round sees the new state.
      if (hash === undefined) return
      await this.readings.seen(transfers, { block: range.to, hash }, this.#now())
    }
  }

  /** @returns undefined if the nodes refused so many blocks: the range is shorter now */
  async #transfers(
    from: number,
    to: number,
    addresses: readonly `0x${string}`[],
  ): Promise<readonly ChainTransfer[] | undefined> {
    const { network } = this.#options
    if (addresses.length === 0) return []
    const tokens = new Map<CurrencyCode, `0x${string}`>(
      [...network.tokens].map(([currency, { contract }]) => [currency, contract]),
    )
    try {
      const found = await this.#chain.transfers({ from, to, tokens, addresses })
      return found.filter((transfer) => this.#isBelievable(transfer))
    } catch (error) {
      if (!(error instanceof RpcTrouble) || !error.mayBeTooMuch || this.#range === 1) throw error
      this.#range = Math.max(1, Math.floor(this.#range / 2))
      return undefined
    }
  }

  /** More than any ledger can hold or any stablecoin has in circulation: the contract is not what it seems. */
  #isBelievable({ currency, units, txHash }: ChainTransfer): boolean {
    const { chainId, tokens } = this.#options.network
    if (units < 10n ** BigInt((tokens.get(currency)?.decimals ?? 0) + MAX_DIGITS)) return true
    this.#options.deps.log.error(
      { chainId, currency, txHash },
      'a transfer with an impossible amount is ignored',
    )
    return false
  }
}

const nameOf = ({ txHash, address, currency, ordinal }: ChainTransfer): string =>
  `${txHash} ${address} ${currency} ${ordinal}`
