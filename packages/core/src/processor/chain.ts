/** A blockchain as the watcher reads it, and the wallet that payers' addresses come from. The package `@sluice/evm` has both. */
import type { CurrencyCode } from '../foundation/money.ts'

type Address = `0x${string}`

export interface Wallet {
  /** Identifies the key without revealing it: of the branch above the addresses, however the key was written. */
  readonly id: string
  readonly xpub: string
}

export interface KeyFault {
  readonly code: 'NOT_ALLOWED' | 'INVALID_FORMAT'
  /** Never repeats the key. */
  readonly message: string
}

export interface ChainTransfer {
  readonly txHash: string
  /** The recipient, as EIP-55 writes it. */
  readonly address: Address
  readonly currency: CurrencyCode
  /** Of the token, as EIP-55 writes it. */
  readonly contract: Address
  /** Counts the transfers of one token to one address within a transaction, from 0. */
  readonly ordinal: number
  readonly block: number
  readonly blockHash: string
  readonly logIndex: number
  readonly sender: Address
  readonly units: bigint
}

export interface Chain {
  head(): Promise<number>
  /** undefined: the chain has no block of that number. */
  hashOf(block: number): Promise<string | undefined>
  decimals(contract: Address): Promise<number>
  /** In the chain's order, both ends included, of these tokens to these addresses; transfers of zero are left out. */
  transfers(wanted: WantedTransfers): Promise<readonly ChainTransfer[]>
}

export interface WantedTransfers {
  readonly from: number
  readonly to: number
  readonly tokens: ReadonlyMap<CurrencyCode, Address>
  readonly addresses: readonly Address[]
  /** Awaited between two queries if several are needed. Whatever it throws ends the reading. */
  readonly between?: () => Promise<void>
}

/** The chain, with a call of `keep` before each answer is used. @param keep throws if the reading must stop */
export function keeping(chain: Chain, keep: () => Promise<void>): Chain {
  const kept = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    const found = await answer
    await keep()
    return found
  }
  return {
    head: () => kept(chain.head()),
    hashOf: (block) => kept(chain.hashOf(block)),
    decimals: (contract) => kept(chain.decimals(contract)),
    transfers: (wanted) => kept(chain.transfers({ ...wanted, between: keep })),
  }
}

/** The nodes did not answer, or not correctly. */
export class RpcTrouble extends Error {
  override readonly name = 'RpcTrouble'
  /** The nodes refused the query: a smaller one may work. */
  readonly mayBeTooMuch: boolean
  constructor(message: string, mayBeTooMuch = false) {
    super(message)
    this.mayBeTooMuch = mayBeTooMuch
  }
}

/** A chain that nothing can be read of. @param why as its health says it */
export function unreadable(why: string): Chain {
  const refuse = () => Promise.reject(new RpcTrouble(why))
  return { head: refuse, hashOf: refuse, decimals: refuse, transfers: refuse }
}
