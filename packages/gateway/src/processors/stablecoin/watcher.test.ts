/** Whatever a chain and its nodes do short of breaking their promise: what is final is counted, once, and nothing else is. */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { OutgoingAnswer } from '@sluice/core/foundation/deps.ts'
import type { Database } from '@sluice/database/port.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scriptedChain } from '../../../../../test/chain/scripted-chain.ts'
import { START, type TestGateway, type TestMerchant, testGateway } from '../../../../../test/harness.ts'
import { openTestDatabase } from '../../../../../test/setup/shared.ts'
import { count } from './counting.ts'
import { addNetwork, EVERYWHERE } from './stablecoin.fixture.ts'
import { Watching } from './watching.ts'

const CONFIRMATIONS = 3
const CONTRACT = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const AMOUNT = 10_000_000n
const USDC = offered('USDC').code
const chain = scriptedChain(31_337)

let database: Database
let gateway: TestGateway
let merchant: TestMerchant
let made = 0

/** Its nodes have forgotten what is older. */
let keptFrom = 0
const isPruned = (body: string): boolean => {
  const [, from] = /"fromBlock":"(0x[0-9a-f]+)"/.exec(body) ?? []
  return from !== undefined && Number(from) < keptFrom
}
const PRUNED: OutgoingAnswer = {
  ...{ ok: true, status: 200, headers: {}, durationMs: 1 },
  body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"pruned"}}',
}

beforeAll(async () => {
  database = await openTestDatabase(START)
  gateway = await testGateway(database, {
    started: false,
    network: (request, wait) => (isPruned(String(request.body)) ? PRUNED : chain.network(request, wait)),
  })
  const { networks } = gateway.app.gateway
  await addNetwork(networks, gateway, {
    chainId: chain.chainId,
    code: 'BASE',
    url: chain.url,
    tokens: [[USDC, CONTRACT, 6]],
    confirmations: CONFIRMATIONS,
    blockRange: 4,
  })
  merchant = await gateway.merchant({
    products: [
      { code: 'CRYPTO_OFFLINE', currency: USDC, operators: ['USDC_BASE'], processors: ['test-stablecoin'] },
    ],
  })
  const first = nodeOf()
  await round(first)
  await first.stop()
  await networks.load()
})
afterAll(async () => {
  await gateway.stop()
  await database.close()
})

const nodeOf = () =>
  new Watching({
    ...gateway.app.gateway,
    guard: EVERYWHERE,
    acceptStatusUpdate: (statusUpdate) => gateway.app.statusUpdates.take(statusUpdate),
    name: 'test-stablecoin',
    isTest: true,
  })

/** No two rounds are of one moment: what is decided is told in the order of its time. */
async function round(node: Watching): Promise<void> {
  await gateway.advance(1)
  const found = gateway.app.gateway.networks.find(chain.chainId)
  if (!found) throw new Error('no network')
  await node.round(found.network)
}

async function payin(): Promise<{ readonly id: string; readonly address: string }> {
  made += 1
  const id = `order-${made}`
  const { text, body } = await gateway.request('POST', `/payins/${id}`, {
    token: await merchant.token(),
    body: {
      paymentRequested: { money: { amount: 10, currencyCode: 'USDC' } },
      paymentMethod: { paymentMethodCode: 'CRYPTO_OFFLINE' },
    },
  })
  const address = body.paymentMethodResponse?.paymentAddress?.idAddress
  if (address === undefined) throw new Error(text)
  return { id, address: String(address) }
}

type Operation =
  | { readonly type: 'pay'; readonly payin: number; readonly units: bigint }
  | { readonly type: 'mine'; readonly blocks: number }
  | { readonly type: 'reorganise'; readonly blocks: number; readonly keep: boolean }
  | { readonly type: 'round' }
  | { readonly type: 'outage' }
  | { readonly type: 'behind'; readonly blocks: number }
  | { readonly type: 'restart' }

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    type: fc.constant('pay' as const),
    payin: fc.nat(2),
    units: fc.constantFrom(AMOUNT, AMOUNT / 2n, AMOUNT / 4n, AMOUNT + 1n),
  }),
  fc.record({ type: fc.constant('mine' as const), blocks: fc.integer({ min: 1, max: 5 }) }),
  fc.record({
    type: fc.constant('reorganise' as const),
    // Of blocks that are not final.
    blocks: fc.integer({ min: 1, max: CONFIRMATIONS - 1 }),
    keep: fc.boolean(),
  }),
  fc.constant({ type: 'round' as const }),
  fc.constant({ type: 'outage' as const }),
  fc.record({ type: fc.constant('behind' as const), blocks: fc.integer({ min: 1, max: CONFIRMATIONS }) }),
  fc.constant({ type: 'restart' as const }),
)

it('what is final on the chain is counted once, and nothing else is', async () => {
  const law = fc.asyncProperty(fc.array(operation, { maxLength: 14 }), async (operations) => {
    const payins = [await payin(), await payin(), await payin()]
    // Reorganisations do not reach back to the run before.
    chain.mine(2 * CONFIRMATIONS)
    let node = nodeOf()
    await round(node)
    for (const each of operations) {
      if (each.type === 'pay') chain.pay(CONTRACT, payins[each.payin]?.address ?? '', each.units)
      else if (each.type === 'mine') chain.mine(each.blocks)
      else if (each.type === 'reorganise') chain.reorganise(each.blocks, each.keep)
      else if (each.type === 'outage') {
        chain.setDown(true)
        await round(node)
        chain.setDown(false)
      } else if (each.type === 'behind') {
        await round(node)
        chain.mine(1)
        chain.setBehind(each.blocks)
        await round(node)
        chain.setBehind(0)
        await round(node)
      } else {
        if (each.type === 'restart') {
          await node.stop()
          node = nodeOf()
        }
        await round(node)
      }
    }
    chain.mine(CONFIRMATIONS)
    await round(node)
    await node.stop()
    for (const { id, address } of payins) await compare(id, address)
  })
  await fc.assert(law, { numRuns: 25 })
})

it('whoever floods an own address with crumbs lets nobody else’s payment wait for their cases', async () => {
  const [own, honest] = [await payin(), await payin()]
  chain.mine(2 * CONFIRMATIONS)
  const node = nodeOf()
  await round(node)
  chain.pay(CONTRACT, own.address, AMOUNT)
  // More than are told of in a round.
  for (let crumbs = 0; crumbs < 220; crumbs += 1) chain.pay(CONTRACT, own.address, 1n)
  chain.pay(CONTRACT, honest.address, AMOUNT)
  chain.mine(CONFIRMATIONS)
  await round(node)
  const { body } = await gateway.request('GET', `/payins/${honest.id}`, { token: await merchant.token() })
  expect(body.process?.status).toBe('SUCCESS')
  await round(node)
  await node.stop()
  await compare(own.id, own.address)
})

it('whoever has an old block read again holds nobody up: a round reads a few ranges of it, beside what is new', async () => {
  const { address, id } = await payin()
  chain.mine(200)
  const node = nodeOf()
  await round(node)
  chain.pay(CONTRACT, address, AMOUNT)
  chain.mine(CONFIRMATIONS)
  await database.run(RESCAN, [chain.chainId, 101])
  const before = questions()
  await round(node)
  // Of four blocks each: to read all of them again at once would take some fifty.
  expect(questions() - before).toBeLessThanOrEqual(30)
  const { body } = await gateway.request('GET', `/payins/${id}`, { token: await merchant.token() })
  expect(body.process?.status).toBe('SUCCESS')
  const wish = async () => (await database.run(CURSOR, [chain.chainId]))[0]?.rescan_from
  expect(await wish()).toBeGreaterThan(101n)
  for (let rounds = 0; rounds < 40 && (await wish()) !== null; rounds += 1) await round(node)
  expect(await wish()).toBeNull()
  await node.stop()
  await compare(id, address)
})

it('whoever has blocks read again that the nodes have forgotten stops nobody: what is new is read, and the network is well', async () => {
  const { address, id } = await payin()
  chain.mine(60)
  const node = nodeOf()
  await round(node)
  keptFrom = 110
  await database.run(RESCAN, [chain.chainId, 101])
  chain.pay(CONTRACT, address, AMOUNT)
  chain.mine(CONFIRMATIONS)
  await round(node)
  await node.stop()
  const [cursor] = await database.run(CURSOR, [chain.chainId])
  keptFrom = 0
  await database.run(RESCAN, [chain.chainId, null])
  expect(cursor).toMatchObject({ healthy: true, detail: expect.stringContaining('block 101') })
  const { body } = await gateway.request('GET', `/payins/${id}`, { token: await merchant.token() })
  expect(body.process?.status).toBe('SUCCESS')
})

const questions = () => gateway.deps.sent.filter(({ body }) => String(body).includes('eth_getLogs')).length
const RESCAN = {
  name: 'test_rescan',
  text: 'update chain_cursor set rescan_from = $2 where chain_id = $1',
}
const CURSOR = { name: 'test_cursor', text: 'select * from chain_cursor where chain_id = $1' }

async function compare(id: string, address: string): Promise<void> {
  const onChain = chain.transfersTo([address])
  const rows = await database.run(TRANSFERS, [address])
  expect(rows.map((row) => [row.tx_hash, row.units, row.state])).toEqual(
    onChain.map(({ txHash, units }) => [txHash, String(units), 'FINAL']),
  )
  const arrived = onChain.map(({ txHash, units }) => ({ name: txHash, chainId: 1, currency: USDC, units }))
  const expected = { chainId: 1, currency: USDC, amountMinor: AMOUNT, paid: false, over: false }
  const receipts = count(arrived, expected, ({ units }) => ({ amountMinor: units, remainingUnits: 0n }))
  const reported = await database.run(RECEIPTS, [address])
  expect(reported.map((row) => [row.why, row.amount])).toEqual(
    receipts.map(({ why, amountMinor }) => [why, amountMinor]),
  )
  const { body } = await gateway.request('GET', `/payins/${id}`, { token: await merchant.token() })
  const isPaid = receipts.some(({ why }) => why === 'EXACT')
  expect(body.process?.status).toBe(isPaid ? 'SUCCESS' : 'PENDING')
}

const TRANSFERS = {
  name: 'test_transfers_to',
  text: 'select * from chain_transfer where address = $1 order by block, log_index',
}
const RECEIPTS = {
  name: 'test_receipts_of',
  text: 'select * from chain_receipt where address = $1 and reported_at is not null order by turn',
}
