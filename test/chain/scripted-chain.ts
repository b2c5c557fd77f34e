/**
 * A chain in memory for tests on a simulated clock: it answers the gateway's requests to a node immediately and does what the test asks,
 * including reorganisations and nodes that lag behind. `anvil.ts` has a real chain.
 */
import type { NetworkScript } from '@sluice/core/foundation/simulated-deps.ts'
import { encodeEventTopics, erc20Abi, keccak256, pad, toHex } from 'viem'

type Hex = `0x${string}`

export interface ScriptedTransfer {
  readonly txHash: Hex
  readonly contract: Hex
  readonly to: Hex
  readonly units: bigint
}

interface Block {
  readonly hash: Hex
  readonly transfers: readonly ScriptedTransfer[]
}

export interface ScriptedChain {
  readonly url: string
  readonly chainId: number
  readonly network: NetworkScript
  /** A transfer in a separate block. */
  pay(contract: Hex, to: string, units: bigint): void
  mine(blocks: number): void
  /** Replaces the newest blocks and adds one more; their transfers move to the last of them, or are lost. */
  reorganise(blocks: number, keep: boolean): void
  /** All transfers to these addresses, in the chain's order. */
  transfersTo(addresses: readonly string[]): readonly ScriptedTransfer[]
  /** Nodes answer requests for transfers without the newest blocks, as if those were empty. */
  setBehind(blocks: number): void
  /** No node answers, or all do again. */
  setDown(isDown: boolean): void
}

const PAYER: Hex = '0x00000000000000000000000000000000000feed5'
const FIRST = 101

export function scriptedChain(chainId: number, decimals = 6): ScriptedChain {
  const url = 'http://127.0.0.1:1/rpc-key'
  let blocks: readonly Block[] = []
  let made = 0
  let behind = 0
  let isDown = false
  const head = () => FIRST - 1 + blocks.length
  const hashOf = (block: number): Hex | undefined =>
    block < FIRST ? keccak256(toHex(`old ${block}`)) : blocks[block - FIRST]?.hash

  function add(transfers: readonly ScriptedTransfer[]): void {
    made += 1
    blocks = [...blocks, { hash: keccak256(toHex(`${hashOf(head())} ${made}`)), transfers }]
  }

  const rpcLogs = () =>
    blocks.flatMap(({ hash, transfers }, index) =>
      transfers.map(({ txHash, contract, to, units }, place) => ({
        address: contract,
        topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from: PAYER, to } }),
        data: pad(toHex(units)),
        blockNumber: toHex(FIRST + index),
        blockHash: hash,
        transactionHash: txHash,
        transactionIndex: toHex(place),
        logIndex: toHex(place),
        removed: false,
      })),
    )

  function answer(method: string, params: readonly unknown[]): unknown {
    if (method === 'eth_chainId') return toHex(chainId)
    if (method === 'eth_blockNumber') return toHex(head())
    if (method === 'eth_call') return pad(toHex(decimals))
    if (method === 'eth_getBlockByNumber') {
      const hash = hashOf(Number(params[0]))
      return hash === undefined ? null : { number: params[0], hash }
    }
    const [{ fromBlock, toBlock, address, topics }] = params as [
      { fromBlock: Hex; toBlock: Hex; address: Hex[]; topics: [Hex, null, Hex[]] },
    ]
    const tokens = address.map((each) => each.toLowerCase())
    const receivers = topics[2].map((each) => each.toLowerCase())
    return rpcLogs().filter(
      (log) =>
        Number(log.blockNumber) >= Number(fromBlock) &&
        Number(log.blockNumber) <= Math.min(Number(toBlock), head() - behind) &&
        tokens.includes(log.address.toLowerCase()) &&
        receivers.includes(String(log.topics[2]).toLowerCase()),
    )
  }

  return {
    url,
    chainId,
    network: ({ url: requested, body }) => {
      if (requested !== url) return { ok: true, status: 204, headers: {}, body: '', durationMs: 1 }
      if (isDown) return { ok: false, reason: 'UNREACHABLE', detail: 'nobody answers', durationMs: 1 }
      const { id, method, params } = JSON.parse(String(body))
      const text = JSON.stringify({ jsonrpc: '2.0', id, result: answer(method, params) })
      return { ok: true, status: 200, headers: {}, body: text, durationMs: 1 }
    },
    pay(contract, to, units) {
      made += 1
      add([{ txHash: keccak256(toHex(`transaction ${made}`)), contract, to: to as Hex, units }])
    },
    mine(count) {
      for (let block = 0; block < count; block++) add([])
    },
    reorganise(count, keep) {
      const taken = blocks.slice(blocks.length - count)
      blocks = blocks.slice(0, blocks.length - count)
      for (let block = 0; block < count; block++) add([])
      add(keep ? taken.flatMap(({ transfers }) => transfers) : [])
    },
    transfersTo: (addresses) =>
      blocks.flatMap(({ transfers }) => transfers.filter(({ to }) => addresses.includes(to))),
    setBehind: (count) => {
      behind = count
    },
    setDown: (down) => {
      isDown = down
    },
  }
}
