import type { OutgoingAnswer } from '@sluice/core/foundation/deps.ts'
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { describe, expect, it } from 'vitest'
import { openChain } from './open-chain.ts'

const TOKEN = '0x1111111111111111111111111111111111111111'
const PAYEE = '0x2222222222222222222222222222222222222222'
const SENDER = '0x3333333333333333333333333333333333333333'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const HASH = `0x${'ab'.repeat(32)}`
const OTHER = `0x${'cd'.repeat(32)}`
const topic = (address: string) => `0x${address.slice(2).padStart(64, '0')}`

const log = (changes: object = {}) => ({
  address: TOKEN,
  topics: [TRANSFER, topic(SENDER), topic(PAYEE)],
  data: `0x${'1'.padStart(64, '0')}`,
  blockNumber: '0x5',
  blockHash: HASH,
  transactionHash: HASH,
  transactionIndex: '0x0',
  logIndex: '0x0',
  removed: false,
  ...changes,
})

/** A node that answers what it likes. */
const chainOf = (result: unknown) => {
  const { network } = simulatedDeps(1, {
    network: ({ body }): OutgoingAnswer => {
      const { id, method } = JSON.parse(body ?? '{}')
      const said = method === 'eth_chainId' ? '0x1' : result
      const text = JSON.stringify({ jsonrpc: '2.0', id, result: said })
      return { ok: true, status: 200, headers: {}, body: text, durationMs: 1 }
    },
  })
  return openChain({
    network,
    guard: { refuses: () => undefined },
    urls: ['https://node.example/key'],
    chainId: 1,
  })
}
const transfersOf = (result: unknown) =>
  chainOf(result).transfers({
    from: 1,
    to: 10,
    tokens: new Map([['USDT' as CurrencyCode, TOKEN]]),
    addresses: [PAYEE],
  })

describe("a chain's node", () => {
  it('is believed where it answers what was asked', async () => {
    expect(await transfersOf([log()])).toMatchObject([{ txHash: HASH, units: 1n, ordinal: 0 }])
  })

  it.each([
    ['a transaction whose name cannot be stored', log({ transactionHash: `${HASH}\u0000` })],
    ['a transaction named by no hash', log({ transactionHash: 'tx' })],
    ['a block named by no hash', log({ blockHash: "0x' or 1" })],
    ['half of a surrogate pair, wherever it stands', log({ more: '\uD800' })],
  ])('is not believed where it tells of %s', async (_, bad) => {
    await expect(transfersOf([log(), bad])).rejects.toThrow()
  })

  it.each([
    ['the same transfer twice', log()],
    [
      'one transaction in two blocks, as one that is behind may while the chain reorganises',
      log({ blockHash: OTHER, logIndex: '0x1' }),
    ],
    [
      'one transaction in two blocks that are both there',
      log({ blockHash: OTHER, blockNumber: '0x6', logIndex: '0x1' }),
    ],
    ['two transfers in one place', log({ transactionHash: OTHER })],
    [
      'a transfer that the chain has taken back',
      log({ transactionHash: OTHER, logIndex: '0x1', removed: true }),
    ],
  ])('makes no money of %s', async (_, more) => {
    await expect(transfersOf([log(), more])).rejects.toThrow('cannot be trusted')
  })

  it('may tell of ten thousand crumbs in one block', async () => {
    const crumbs = Array.from({ length: 10_000 }, (_, index) => log({ logIndex: `0x${index.toString(16)}` }))
    expect(await transfersOf(crumbs)).toHaveLength(10_000)
  })

  it('names a block by a hash, or says nothing', async () => {
    expect(await chainOf({ hash: HASH }).hashOf(5)).toBe(HASH)
    await expect(chainOf({ hash: 'none\u0000' }).hashOf(5)).rejects.toThrow()
  })
})
