/** Stablecoins against a real chain with real tokens: what payers do, and what becomes of it. */
import { type Opened, truncateAll } from '@sluice/database/testing.ts'
import { getAddress } from 'viem/utils'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../../test/setup/shared.ts'
import { brokenPromises } from '../../payments/payments.fixture.ts'
import { GRACE_MS } from './receipts.ts'
import {
  addNetwork,
  CHAIN_ID,
  chainWithTokens,
  makeWorld,
  type Node,
  OTHER_CHAIN_ID,
  type World,
} from './stablecoin.fixture.ts'

const CONFIRMATIONS = 3
const HOUR_MS = 3_600_000
/** 25.5 in millionths: what a payin asks for here, where nothing else is said. */
const AMOUNT = 25_500_000n

const made = chainWithTokens(CHAIN_ID)
const { chain, tokens } = await made
afterAll(() => chain.stop())

describe.each(bothEngines)('on $name', (engine) => {
  let opened: Opened
  let world: World

  beforeAll(async () => {
    opened = await engine.open()
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    await truncateAll(opened.database)
    // What other tests have paid is older than this world, and than what it looks back upon.
    await chain.mine(4 * CONFIRMATIONS)
    world = await makeWorld(opened.database, { chain, tokens, confirmations: CONFIRMATIONS })
  })
  afterEach(async () => {
    await world.stop()
    expect(await brokenPromises(opened.database)).toEqual([])
  })

  const final = () => chain.mine(CONFIRMATIONS - 1)

  it('the payer is shown the address, the exact amount, the network and the confirmations', async () => {
    const { answer, address } = await world.payin()
    const shown = answer.paymentMethodResponse
    const token = getAddress(tokens.usdc)
    expect(answer.process?.status).toBe('PENDING')
    expect(shown?.qrCode).toBe(`ethereum:${token}@${CHAIN_ID}/transfer?address=${address}&uint256=${AMOUNT}`)
    const words = JSON.stringify(shown?.paymentInstructionList)
    for (const word of ['exactly 25.5', address, 'USDC on Base', '3 confirmations'])
      expect(words).toContain(word)
  })

  it('the exact amount is a SUCCESS with its last confirmation, and not before', async () => {
    const payin = await world.payin()
    const node = world.node()
    await chain.pay(tokens.usdc, payin.address, AMOUNT)
    await chain.mine(CONFIRMATIONS - 2)
    await node.read()
    expect(await world.status(payin)).toBe('PENDING')
    await chain.mine(1)
    await node.read()
    expect(await world.status(payin)).toBe('SUCCESS')
    expect(await world.sum('clearing:test-stablecoin')).toBe(-AMOUNT)
    expect(await world.sum('suspense')).toBe(0n)
  })

  it('two parts that add up are a SUCCESS', async () => {
    const payin = await world.payin()
    await chain.pay(tokens.usdc, payin.address, 20_000_000n)
    await chain.pay(tokens.usdc, payin.address, 5_500_000n)
    await final()
    await world.node().read()
    expect(await world.status(payin)).toBe('SUCCESS')
    expect(await world.cases()).toEqual([])
  })

  it('too little is a case an hour after the expiry, and the rest that comes after it is another', async () => {
    const payin = await world.payin()
    const node = world.node()
    await chain.pay(tokens.usdc, payin.address, 20_000_000n)
    await final()
    await node.read()
    await world.gateway.deps.jump(HOUR_MS)
    await world.expire(payin)
    await node.read()
    expect(await world.cases()).toEqual([])
    await world.gateway.deps.jump(GRACE_MS + 1)
    await node.read()
    expect(await world.cases()).toEqual([
      { reason: 'AMOUNT_DIFFERS', currency: 'USDC', amount: 20_000_000n, about: true },
    ])
    expect(await world.sum('suspense')).toBe(20_000_000n)
    expect(await world.status(payin)).toBe('EXPIRED')
  })

  it('too much is a case, all of it; the exact amount after it is a SUCCESS', async () => {
    const payin = await world.payin()
    const node = world.node()
    await chain.pay(tokens.usdc, payin.address, 30_000_000n)
    await final()
    await node.read()
    expect(await world.status(payin)).toBe('PENDING')
    expect(await world.cases()).toMatchObject([{ reason: 'AMOUNT_DIFFERS', amount: 30_000_000n }])
    await chain.pay(tokens.usdc, payin.address, AMOUNT)
    await final()
    await node.read()
    expect(await world.status(payin)).toBe('SUCCESS')
    expect(await world.sum('suspense')).toBe(30_000_000n)
  })

  it('late money is a SUCCESS: it is the customer’s money', async () => {
    const payin = await world.payin()
    await world.gateway.deps.jump(20 * 24 * HOUR_MS)
    await world.expire(payin)
    await chain.pay(tokens.usdc, payin.address, AMOUNT)
    await final()
    await world.node().read()
    expect(await world.status(payin)).toBe('SUCCESS')
  })

  it('a second payment is a case', async () => {
    const payin = await world.payin()
    await chain.pay(tokens.usdc, payin.address, AMOUNT)
    await chain.pay(tokens.usdc, payin.address, AMOUNT)
    await final()
    await world.node().read()
    expect(await world.status(payin)).toBe('SUCCESS')
    expect(await world.cases()).toEqual([
      { reason: 'SECOND_PAYMENT', currency: 'USDC', amount: AMOUNT, about: true },
    ])
  })

  it('a second payment after four days is found when the network is read again', async () => {
    const payin = await world.payin()
    await chain.pay(tokens.usdc, payin.address, AMOUNT)
    await final()
    const node = world.node()
    await node.read()
    expect(await world.status(payin)).toBe('SUCCESS')
    await world.gateway.deps.jump(4 * 24 * HOUR_MS)
    const from = await chain.head()
    await chain.pay(tokens.usdc, payin.address, AMOUNT)
    await final()
    await node.read()
    expect(await world.cases()).toEqual([])
    await opened.database.run(RESCAN, [CHAIN_ID, from])
    await node.read()
    expect((await world.cases()).map(({ reason }) => reason)).toEqual(['SECOND_PAYMENT'])
  })

  it('another token is a case in its own currency', async () => {
    const payin = await world.payin()
    await chain.pay(tokens.usdt, payin.address, AMOUNT)
    await final()
    await world.node().read()
    expect(await world.status(payin)).toBe('PENDING')
    expect(await world.cases()).toEqual([
      { reason: 'WRONG_TOKEN', currency: 'USDT', amount: AMOUNT, about: true },
    ])
    expect(await world.sum('suspense', 'USDT')).toBe(AMOUNT)
  })

  it('one transaction may pay several payins, and one of them in parts', async () => {
    const [first, second] = [await world.payin(), await world.payin({ amount: 10 })]
    await chain.payMany(tokens.usdc, [
      [first.address, 25_000_000n],
      [second.address, 10_000_000n],
      [first.address, 500_000n],
      [first.address, 0n],
    ])
    await final()
    await world.node().read()
    expect([await world.status(first), await world.status(second)]).toEqual(['SUCCESS', 'SUCCESS'])
    expect(await world.cases()).toEqual([])
  })

  it('what a reorganisation takes back before it is final never was', async () => {
    const payin = await world.payin()
    const node = world.node()
    const before = await chain.rpc('evm_snapshot')
    await chain.pay(tokens.usdc, payin.address, AMOUNT)
    await chain.mine(1)
    await node.read()
    expect(await transfers(opened)).toMatchObject([{ state: 'SEEN' }])
    await chain.rpc('evm_revert', before)
    await chain.mine(CONFIRMATIONS + 2)
    await node.read()
    expect(await transfers(opened)).toEqual([])
    expect(await world.status(payin)).toBe('PENDING')
  })

  it('what a reorganisation puts into another block counts once', async () => {
    const payin = await world.payin()
    const node = world.node()
    const before = await chain.rpc('evm_snapshot')
    const hash = await chain.pay(tokens.usdc, payin.address, AMOUNT)
    await node.read()
    const [seen] = await transfers(opened)
    await chain.rpc('evm_revert', before)
    await chain.mine(1)
    expect(await chain.pay(tokens.usdc, payin.address, AMOUNT)).toBe(hash)
    await final()
    await node.read()
    const [counted, ...others] = await transfers(opened)
    expect(others).toEqual([])
    expect(counted).toMatchObject({ tx_hash: hash, state: 'FINAL' })
    expect(counted?.block).not.toBe(seen?.block)
    expect(await world.status(payin)).toBe('SUCCESS')
    expect(await world.cases()).toEqual([])
  })

  it('a chain that takes back what was final opens a case, and the payin stays paid', async () => {
    const payin = await world.payin()
    const node = world.node()
    const before = await chain.rpc('evm_snapshot')
    await chain.pay(tokens.usdc, payin.address, AMOUNT)
    await final()
    await node.read()
    await chain.rpc('evm_revert', before)
    await chain.mine(2 * CONFIRMATIONS)
    await node.read()
    await node.read()
    expect(await world.status(payin)).toBe('SUCCESS')
    expect(await world.cases()).toEqual([
      { reason: 'CHAIN_REORG', currency: null, amount: null, about: true },
    ])
  })

  it('what comes back after that does not count again', async () => {
    const payin = await world.payin()
    const node = world.node()
    const before = await chain.rpc('evm_snapshot')
    const hash = await chain.pay(tokens.usdc, payin.address, AMOUNT)
    await final()
    await node.read()
    await chain.rpc('evm_revert', before)
    await chain.mine(2 * CONFIRMATIONS)
    await node.read()
    expect(await transfers(opened)).toMatchObject([{ tx_hash: hash, state: 'GONE' }])
    expect(await chain.pay(tokens.usdc, payin.address, AMOUNT)).toBe(hash)
    await final()
    await node.read()
    expect(await transfers(opened)).toMatchObject([{ tx_hash: hash, state: 'FINAL' }])
    expect(await cursor(opened)).toMatchObject([{ healthy: true }])
    expect(await world.cases()).toMatchObject([{ reason: 'CHAIN_REORG' }])
    expect(await world.sum('clearing:test-stablecoin')).toBe(-AMOUNT)
  })

  it('a node that starts again reads on from the last block, in ranges that the nodes allow', async () => {
    const payin = await world.payin()
    const first = world.node()
    await first.read()
    await first.watching.stop()
    await chain.mine(7)
    await chain.pay(tokens.usdc, payin.address, AMOUNT)
    await chain.mine(20)
    const [before] = await cursor(opened)
    await world.node().read()
    const [after] = await cursor(opened)
    expect(await world.status(payin)).toBe('SUCCESS')
    expect(Number(before?.final_block)).toBeLessThan(Number(after?.final_block) - 20)
    expect(Number(after?.seen_block)).toBe(await chain.head())
  })

  it('of two nodes one reads, and the other goes on when that one is gone', async () => {
    const [first, second] = [world.node(), world.node()]
    const payin = await world.payin()
    await chain.pay(tokens.usdc, payin.address, AMOUNT)
    await final()
    await Promise.all([first.read(), second.read(), first.read()])
    expect(await world.status(payin)).toBe('SUCCESS')
    const other = await world.payin()
    await chain.pay(tokens.usdc, other.address, AMOUNT)
    await final()
    const [held] = await cursor(opened)
    // Whichever has the lease dies without giving it up.
    await world.gateway.deps.jump(130_000)
    await Promise.all([world.node().read(), world.node().read()])
    const [taken] = await cursor(opened)
    expect(taken?.lease).not.toBe(held?.lease)
    expect(await world.status(other)).toBe('SUCCESS')
    expect(await world.cases()).toEqual([])
  })

  it('addresses are handed out one after the other, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => world.payin()))
    const rows = await opened.database.run(NUMBERS, [])
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 25 }, (_, number) => number))
    expect(new Set(answers.map(({ address }) => address)).size).toBe(25)
    expect(new Set(rows.map(({ address }) => address))).toEqual(
      new Set(answers.map(({ address }) => address)),
    )
  })

  it('blocks are read again where an operator wishes, and count once', async () => {
    const payin = await world.payin()
    const node = world.node()
    const from = await chain.head()
    await chain.pay(tokens.usdc, payin.address, AMOUNT)
    await final()
    await node.read()
    await opened.database.run(RESCAN, [CHAIN_ID, from])
    await node.read()
    const [after] = await cursor(opened)
    expect(after).toMatchObject({ rescan_from: null })
    expect(await world.status(payin)).toBe('SUCCESS')
    expect(await world.cases()).toEqual([])
  })
})

describe('on two networks with one wallet', () => {
  let opened: Opened
  let other: Awaited<ReturnType<typeof chainWithTokens>>
  let world: World
  let node: Node
  beforeAll(async () => {
    const [engine] = bothEngines
    if (!engine) throw new Error('no engine')
    opened = await engine.open()
    other = await chainWithTokens(OTHER_CHAIN_ID, 18)
    await chain.mine(CONFIRMATIONS)
    world = await makeWorld(opened.database, { chain, tokens, confirmations: CONFIRMATIONS })
    await addNetwork(world.networks, world.gateway, {
      chainId: OTHER_CHAIN_ID,
      code: 'POLYGON',
      url: other.chain.url,
      tokens: [['USDC', other.tokens.usdc, 18]],
      confirmations: CONFIRMATIONS,
      blockRange: 100,
    })
    node = world.node()
    await node.read(OTHER_CHAIN_ID)
  })
  afterAll(async () => {
    await world.stop()
    await opened.close()
    await other.chain.stop()
  })

  const units = (millionths: bigint) => millionths * 10n ** 12n

  it('no address is given out twice', async () => {
    const payins = [await world.payin(), await world.payin({ operator: 'USDC_POLYGON' }), await world.payin()]
    expect(new Set(payins.map(({ address }) => address)).size).toBe(3)
  })

  it('18 decimals: the payer sends the token’s units, and what the ledger cannot write is noted', async () => {
    const payin = await world.payin({ operator: 'USDC_POLYGON' })
    expect(payin.answer.paymentMethodResponse?.qrCode).toContain(`uint256=${units(AMOUNT)}`)
    await other.chain.pay(other.tokens.usdc, payin.address, units(AMOUNT) + 7n)
    await other.chain.mine(CONFIRMATIONS - 1)
    await node.read(OTHER_CHAIN_ID)
    expect(await world.status(payin)).toBe('SUCCESS')
    const [receipt] = await opened.database.run(RECEIPTS, [payin.id])
    expect(receipt).toMatchObject({ amount: AMOUNT, remaining_units: '7', why: 'EXACT' })
  })

  it('money on the other network is a case, and does not pay', async () => {
    const payin = await world.payin()
    await other.chain.pay(other.tokens.usdc, payin.address, units(AMOUNT))
    await other.chain.mine(CONFIRMATIONS - 1)
    await node.read(OTHER_CHAIN_ID)
    expect(await world.status(payin)).toBe('PENDING')
    expect(await world.cases()).toEqual([
      { reason: 'WRONG_NETWORK', currency: 'USDC', amount: AMOUNT, about: true },
    ])
  })
})

describe('nodes that do not do as they should', () => {
  let opened: Opened
  let world: World
  let answer: (method: string, params: readonly unknown[]) => Promise<unknown> = async () => undefined
  beforeAll(async () => {
    const [engine] = bothEngines
    if (!engine) throw new Error('no engine')
    opened = await engine.open()
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    answer = async () => undefined
    await truncateAll(opened.database)
    await chain.mine(CONFIRMATIONS)
    world = await makeWorld(opened.database, {
      chain,
      tokens,
      confirmations: CONFIRMATIONS,
      async answerFirst({ body }) {
        const { id, method, params } = JSON.parse(String(body))
        const result = await answer(method, params)
        if (result instanceof Error) throw result
        return result === undefined
          ? undefined
          : JSON.stringify({ jsonrpc: '2.0', id, ...(result as object) })
      },
    })
  })
  afterEach(() => world.stop())

  const health = async () => {
    const { processors, networks, deps } = world.gateway.app.gateway
    await networks.load()
    return { ...processors.get('test-stablecoin')?.health(), now: deps.clock.now() }
  }

  it('are tried again, the network is unhealthy meanwhile, and no block is lost', async () => {
    const payin = await world.payin()
    const node = world.node()
    await chain.pay(tokens.usdc, payin.address, AMOUNT)
    await final()
    for (const broken of ['eth_blockNumber', 'eth_getBlockByNumber', 'eth_getLogs']) {
      answer = async (method) => (method === broken ? new Error('gone') : undefined)
      await node.read()
      expect(await health()).toMatchObject({
        healthy: false,
        detail: expect.stringContaining('BASE: 127.0.0.1'),
      })
      expect(await world.status(payin)).toBe('PENDING')
    }
    answer = async () => undefined
    await node.read()
    expect(await health()).toMatchObject({ healthy: true })
    expect(await world.status(payin)).toBe('SUCCESS')
  })

  it('wait longer and longer for the next round, a minute at most', async () => {
    const node = world.node()
    answer = async () => new Error('gone')
    const found = world.networks.find(CHAIN_ID)
    if (!found) throw new Error('no network')
    const pauses = []
    for (let round = 0; round < 8; round++) pauses.push(await node.watching.round(found.network))
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
  })

  it('that allow fewer blocks in a query are asked for fewer', async () => {
    const payin = await world.payin()
    await chain.pay(tokens.usdc, payin.address, AMOUNT)
    await chain.mine(12)
    answer = async (method, params) => {
      if (method !== 'eth_getLogs') return undefined
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
      const tooMany = Number(toBlock) - Number(fromBlock) > 3
      return tooMany ? { error: { code: -32_005, message: 'too many blocks' } } : undefined
    }
    await world.node().read()
    expect(await world.status(payin)).toBe('SUCCESS')
  })

  it('that leave out what they told before are not believed', async () => {
    const payin = await world.payin()
    const node = world.node()
    await chain.pay(tokens.usdc, payin.address, AMOUNT)
    await node.read()
    await final()
    answer = async (method) => (method === 'eth_getLogs' ? { result: [] } : undefined)
    await node.read()
    expect(await health()).toMatchObject({ healthy: false, detail: expect.stringContaining('left out') })
    answer = async () => undefined
    await node.read()
    expect(await world.status(payin)).toBe('SUCCESS')
  })

  it('that were behind when a block became final are asked about it again', async () => {
    const payin = await world.payin()
    const node = world.node()
    await chain.pay(tokens.usdc, payin.address, AMOUNT)
    await final()
    answer = async (method) => (method === 'eth_getLogs' ? { result: [] } : undefined)
    await node.read()
    expect(await world.status(payin)).toBe('PENDING')
    answer = async () => undefined
    await chain.mine(1)
    await node.read()
    expect(await world.status(payin)).toBe('SUCCESS')
  })

  it('that are behind the last block are waited for', async () => {
    const payin = await world.payin()
    const node = world.node()
    await chain.pay(tokens.usdc, payin.address, AMOUNT)
    await final()
    await node.read()
    const [before] = await cursor(opened)
    answer = async (method) => (method === 'eth_getBlockByNumber' ? { result: null } : undefined)
    await node.read()
    const [after] = await cursor(opened)
    expect(after).toMatchObject({ final_block: before?.final_block, healthy: false })
    expect(await world.cases()).toEqual([])
  })

  it('that serve another chain are not read', async () => {
    answer = async (method) => (method === 'eth_chainId' ? { result: '0x1' } : undefined)
    await world.node().read()
    expect(await health()).toMatchObject({
      healthy: false,
      detail: expect.stringContaining('serves chain 1, not 31337'),
    })
  })

  it('whose token has other decimals than the operator said are not read', async () => {
    const twelve = `0x${(12).toString(16).padStart(64, '0')}`
    answer = async (method) => (method === 'eth_call' ? { result: twelve } : undefined)
    await world.node().read()
    expect(await health()).toMatchObject({ healthy: false, detail: expect.stringContaining('12 decimals') })
  })

  it('nobody watches: that is unhealthy, too', async () => {
    await world.node().read()
    expect(await health()).toMatchObject({ healthy: true })
    await world.gateway.deps.jump(10 * 60_000)
    expect(await health()).toMatchObject({ healthy: false, detail: expect.stringContaining('worker') })
  })

  const final = () => chain.mine(CONFIRMATIONS - 1)
})

const transfers = ({ database }: Opened) =>
  database.run({ name: 'test_transfers', text: 'select * from chain_transfer order by block, log_index' }, [])
const cursor = ({ database }: Opened) =>
  database.run({ name: 'test_cursor', text: `select * from chain_cursor where chain_id = ${CHAIN_ID}` }, [])
const NUMBERS = { name: 'test_numbers', text: 'select number, address from chain_address order by number' }
const RECEIPTS = { name: 'test_receipts', text: 'select * from chain_receipt where payin = $1' }
const RESCAN = { name: 'test_rescan', text: 'update chain_cursor set rescan_from = $2 where chain_id = $1' }
