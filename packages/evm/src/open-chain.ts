/**
 * A chain as the watcher reads it, over the JSON-RPC of the operator's nodes, with viem.
 *
 * Every request goes through `Deps.network` with a time limit and a size limit. What fails is tried at the next URL,
 * and then thrown as `RpcTrouble`, whose message names the host and never the rest of a URL, which may hold a key. It
 * neither retries nor caches: the watcher decides when to query again. It never sends a transaction.
 */
import type { AddressPolicy, Deps } from '@sluice/core/foundation/deps.ts'
import { parseJson } from '@sluice/core/foundation/json-document.ts'
import {
  type Chain,
  type ChainTransfer,
  RpcTrouble,
  type WantedTransfers,
} from '@sluice/core/processor/chain.ts'
import { type Address, createPublicClient, custom, erc20Abi, getAbiItem, numberToHex } from 'viem'

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 16 * 1024 * 1024
/** Everything that such an answer can hold: a thousand tiny transfers in one block must not make it unreadable. */
const MAX_VALUES = 8_000_000
const HASH = /^0x[0-9a-fA-F]{64}$/
/** The most that common nodes accept in one filter. */
const ADDRESSES_AT_ONCE = 500
const TRANSFER = getAbiItem({ abi: erc20Abi, name: 'Transfer' })

export interface ChainOptions {
  readonly network: Deps['network']
  readonly guard: AddressPolicy
  /** Used in turn: the next one if one fails. */
  readonly urls: readonly string[]
  /** The chain that all of them must serve: another chain's blocks would look like a reorganisation of everything. */
  readonly chainId: number
}

export function openChain(options: ChainOptions): Chain {
  const ask = asker(options)
  const client = createPublicClient({
    cacheTime: 0,
    transport: custom({ request: ({ method, params }: Rpc) => ask({ method, params }) }, { retryCount: 0 }),
  })

  async function some(wanted: WantedTransfers, addresses: readonly Address[]) {
    const logs = await client.getLogs({
      address: [...wanted.tokens.values()],
      event: TRANSFER,
      args: { to: [...addresses] },
      fromBlock: BigInt(wanted.from),
      toBlock: BigInt(wanted.to),
      strict: true,
    })
    const tokens = new Map([...wanted.tokens].map((token) => [token[1].toLowerCase(), token]))
    return logs.map(({ address, args, blockNumber, blockHash, logIndex, transactionHash, removed }) => {
      const [currency, contract] = tokens.get(address.toLowerCase()) ?? []
      const block = Number(blockNumber)
      // A node that returns what was not requested cannot be trusted at all.
      if (
        removed ||
        !currency ||
        !contract ||
        block < wanted.from ||
        block > wanted.to ||
        !addresses.includes(args.to) ||
        !HASH.test(transactionHash) ||
        !HASH.test(blockHash)
      ) {
        throw new RpcTrouble('the node returned transfers that were not requested and cannot be trusted')
      }
      const { to, from: sender, value: units } = args
      const place = { txHash: transactionHash, block, blockHash, logIndex }
      return { ...place, address: to, currency, contract, sender, units }
    })
  }

  return {
    head: () => plainly(async () => Number(await client.getBlockNumber({ cacheTime: 0 }))),
    hashOf: (block) =>
      plainly(async () => {
        const found = await client.request({
          method: 'eth_getBlockByNumber',
          params: [numberToHex(block), false],
        })
        if (found?.hash && !HASH.test(found.hash))
          throw new RpcTrouble('the node returned a block without a hash')
        return found?.hash ?? undefined
      }),
    decimals: (address) =>
      plainly(() => client.readContract({ address, abi: erc20Abi, functionName: 'decimals' })),
    transfers: async (wanted) => {
      const found: Omit<ChainTransfer, 'ordinal'>[] = []
      for (let at = 0; at < wanted.addresses.length; at += ADDRESSES_AT_ONCE) {
        if (at > 0) await wanted.between?.()
        const requested = wanted.addresses.slice(at, at + ADDRESSES_AT_ONCE)
        found.push(...(await plainly(() => some(wanted, requested))))
      }
      found.sort((a, b) => a.block - b.block || a.logIndex - b.logIndex)
      if (isTwice(found)) throw new RpcTrouble('the node returned a transfer twice and cannot be trusted')
      return numbered(found).filter(({ units }) => units > 0n)
    },
  }
}

/**
 * A transfer that is listed twice would be numbered as two, and count twice. Nodes behind a load balancer do this while
 * the chain reorganises. There must be one block of a number, one block of a transaction, one transfer in a place.
 * @param found in the chain's order
 */
function isTwice(found: readonly Omit<ChainTransfer, 'ordinal'>[]): boolean {
  const hashes = new Map<number, string>()
  const blocks = new Map<string, number>()
  return found.some(({ txHash, block, blockHash, logIndex }, index) => {
    const before = found[index - 1]
    const isSamePlace = before?.block === block && before.logIndex === logIndex
    const isOtherBlock =
      (hashes.get(block) ?? blockHash) !== blockHash || (blocks.get(txHash) ?? block) !== block
    hashes.set(block, blockHash)
    blocks.set(txHash, block)
    return isSamePlace || isOtherBlock
  })
}

function numbered(transfers: readonly Omit<ChainTransfer, 'ordinal'>[]): readonly ChainTransfer[] {
  const counts = new Map<string, number>()
  return transfers.map((transfer) => {
    const name = `${transfer.txHash} ${transfer.address} ${transfer.currency}`
    const ordinal = counts.get(name) ?? 0
    counts.set(name, ordinal + 1)
    return { ...transfer, ordinal }
  })
}

/** viem's own errors repeat requests at length. */
async function plainly<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    throw troubleIn(error) ?? new RpcTrouble('the node returned an invalid response')
  }
}

function troubleIn(error: unknown): RpcTrouble | undefined {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof RpcTrouble) return each
  return undefined
}

interface Rpc {
  readonly method: string
  readonly params?: unknown
}

function asker({ network, guard, urls, chainId }: ChainOptions) {
  let preferred = 0
  /** URLs that serve the right chain. */
  const checked = new Set<string>()
  let id = 0

  async function askOne(url: string, { method, params }: Rpc): Promise<unknown> {
    const { host } = new URL(url)
    id += 1
    const answer = await network.request({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params: params ?? [] }),
      timeoutMs: TIMEOUT_MS,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      guard,
    })
    if (!answer.ok) throw new RpcTrouble(`${host}: ${answer.reason}`)
    const read = parsed(answer.body)
    if (read && 'result' in read) return read.result
    const code = read?.error?.code
    const error = code === undefined ? '' : `, error ${code}`
    throw new RpcTrouble(`${host}: status ${answer.status}${error} to ${method}`, method === 'eth_getLogs')
  }

  async function check(url: string): Promise<void> {
    if (checked.has(url)) return
    const served = await askOne(url, { method: 'eth_chainId' })
    if (Number(served) !== chainId) {
      throw new RpcTrouble(`${new URL(url).host} serves chain ${Number(served)}, not ${chainId}`)
    }
    checked.add(url)
  }

  return async (rpc: Rpc): Promise<unknown> => {
    let trouble: unknown
    for (let tried = 0; tried < urls.length; tried++) {
      const url = urls[preferred % urls.length]
      if (url === undefined) break
      try {
        await check(url)
        return await askOne(url, rpc)
      } catch (error) {
        trouble = error
        // When it is back, it may lead to another node.
        checked.delete(url)
        preferred += 1
      }
    }
    throw trouble ?? new RpcTrouble('there is no RPC URL')
  }
}

interface RpcAnswer {
  readonly result?: unknown
  readonly error?: { readonly code?: number }
}

function parsed(body: string): RpcAnswer | undefined {
  const read = parseJson(body, MAX_VALUES)
  const value = read.ok ? read.value.value : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const error = 'error' in value && typeof value.error === 'object' ? value.error : undefined
  if (error) {
    const code = 'code' in error && typeof error.code === 'number' ? error.code : undefined
    return { error: code === undefined ? {} : { code } }
  }
  return 'result' in value ? { result: value.result } : undefined
}
