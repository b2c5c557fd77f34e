/** A hundred thousand payins that nobody pays, and more than there may be: the watcher still reads every block, and nobody else pays for it. */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { NetworkScript } from '@sluice/core/foundation/simulated-deps.ts'
import type { Database } from '@sluice/database/port.ts'
import { truncateAll } from '@sluice/database/truncate.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { scriptedChain } from '../../../../../test/chain/scripted-chain.ts'
import { START, type TestGateway, type TestMerchant, testGateway } from '../../../../../test/harness.ts'
import { openTestDatabase } from '../../../../../test/setup/shared.ts'
import { LEASE_MS } from './readings.ts'
import { addNetwork, EVERYWHERE } from './stablecoin.fixture.ts'
import { Watching } from './watching.ts'

const CONFIRMATIONS = 3
const CONTRACT = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const USDC = offered('USDC').code
const DAY_MS = 86_400_000

let database: Database
let gateway: TestGateway
let shop: TestMerchant
let chain: ReturnType<typeof scriptedChain>
/** What a question for transfers takes besides. */
let slowly: () => Promise<void>

beforeAll(async () => {
  database = await openTestDatabase(START)
})
afterAll(() => database.close())

beforeEach(async () => {
  await truncateAll(database)
  chain = scriptedChain(31_337)
  slowly = async () => undefined
  const network: NetworkScript = async (request, wait) => {
    if (String(request.body).includes('eth_getLogs')) await slowly()
    return chain.network(request, wait)
  }
  gateway = await testGateway(database, { started: false, network, settings: { maxOpenAddresses: 4_000 } })
  const { networks } = gateway.app.gateway
  await addNetwork(networks, gateway, {
    chainId: chain.chainId,
    code: 'BASE',
    url: chain.url,
    tokens: [[USDC, CONTRACT, 6]],
    confirmations: CONFIRMATIONS,
    blockRange: 500,
  })
  shop = await merchant()
  const first = nodeOf()
  await read(first)
  await first.stop()
  await networks.load()
  return () => gateway.stop()
})

const merchant = () =>
  gateway.merchant({
    products: [
      { code: 'CRYPTO_OFFLINE', currency: USDC, operators: ['USDC_BASE'], processors: ['test-stablecoin'] },
    ],
  })

const nodeOf = () =>
  new Watching({
    ...gateway.app.gateway,
    guard: EVERYWHERE,
    acceptStatusUpdate: (statusUpdate) => gateway.app.statusUpdates.take(statusUpdate),
    name: 'test-stablecoin',
    isTest: true,
  })

async function read(node: Watching): Promise<void> {
  const found = gateway.app.gateway.networks.find(chain.chainId)
  if (!found) throw new Error('no network')
  await node.round(found.network)
}

const BODY = {
  paymentRequested: { money: { amount: 10, currencyCode: 'USDC' } },
  paymentMethod: { paymentMethodCode: 'CRYPTO_OFFLINE' },
}
const create = async (id: string, by = shop) =>
  gateway.request('POST', `/payins/${id}`, { token: await by.token(), body: BODY })
const offers = async (by = shop): Promise<number> => {
  const token = await by.token()
  const body = { money: BODY.paymentRequested.money }
  const answer = await gateway.request('POST', '/payins/!availablePaymentOptions', { token, body })
  return Array.from(answer.body.data as unknown as readonly unknown[]).length
}

/** As so many payins that nobody has paid leave them. */
const OPEN = {
  name: 'test_open_addresses',
  text: `insert into chain_address (wallet_id, number, address, chain_id, merchant_id, kind, id, payment_key, currency, amount,
      expire_at, watch_until, created_at, payer)
    select w.id, 1000000 + $5::integer + n, '0x' || lpad(to_hex($5::integer + n), 40, '0'), $1, $2, 'payin', 'open-' || n,
      lpad(to_hex($5::integer + n), 32, '0')::uuid, 'USDC', 10000000, $4, $4, $4, $6
    from chain_wallet w, generate_series(1, $3::integer) as n`,
}
let opened = 0
async function open(count: number, by: string, payer: string | null = null): Promise<void> {
  const until = new Date(gateway.deps.clock.now() + 30 * DAY_MS).toISOString()
  await database.run(OPEN, [chain.chainId, by, count, until, opened, payer])
  opened += count
}

const requested = () =>
  gateway.deps.sent.filter(({ body }) => String(body).includes('eth_getLogs')).map(({ body }) => String(body))

describe('a hundred thousand open addresses', () => {
  const addressOf = async (id: string) =>
    String((await create(id)).body.paymentMethodResponse?.paymentAddress?.idAddress)
  const statusOf = async (id: string) =>
    (await gateway.request('GET', `/payins/${id}`, { token: await shop.token() })).body.process?.status

  it('are asked about in a bounded number of bounded questions, and what is paid among them is found', async () => {
    const address = await addressOf('paid')
    await open(100_000, 'elsewhere')
    chain.pay(CONTRACT, address, 10_000_000n)
    chain.mine(CONFIRMATIONS)
    gateway.deps.sent.length = 0
    await read(nodeOf())
    const questions = requested()
    // 500 at once, of the blocks that are final and of those above.
    expect(questions.length).toBeLessThanOrEqual(2 * 201)
    expect(Math.max(...questions.map(({ length }) => length))).toBeLessThan(64 * 1_024)
    expect(await statusOf('paid')).toBe('SUCCESS')
  }, 60_000)

  it('may take longer than the lease: nobody else begins with the network meanwhile', async () => {
    const address = await addressOf('paid')
    await open(20_000, 'elsewhere')
    chain.pay(CONTRACT, address, 10_000_000n)
    chain.mine(CONFIRMATIONS)
    const other = nodeOf()
    let [alone, isOther] = [0, false]
    slowly = async () => {
      if (isOther) throw new Error('two nodes read at once')
      await gateway.deps.jump(9_000)
      isOther = true
      await read(other)
      isOther = false
      alone += 1
    }
    const begun = gateway.deps.clock.now()
    await read(nodeOf())
    expect(gateway.deps.clock.now() - begun).toBeGreaterThan(2 * LEASE_MS)
    expect(alone).toBeGreaterThan(40)
    expect(gateway.deps.logged.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
    expect(await statusOf('paid')).toBe('SUCCESS')
  })

  it('who has lost the lease notices within a few questions, and leaves the rest to the one who has it', async () => {
    await open(20_000, 'elsewhere')
    chain.mine(CONFIRMATIONS)
    let questions = 0
    slowly = async () => {
      questions += 1
      await gateway.deps.jump(9_000)
      if (questions > 1) return
      const other = gateway.deps.randomness.uuidV7(gateway.deps.clock.now())
      await database.run({ name: '', text: 'update chain_cursor set lease = $1' }, [other])
    }
    await read(nodeOf())
    expect(questions).toBeLessThan(6)
  })
})

describe('addresses that wait for money', () => {
  it('are half of one merchant at most: it is refused and not offered the method, others are served', async () => {
    const other = await merchant()
    await open(1_999, shop.code)
    expect([await offers(), (await create('last')).status]).toEqual([1, 201])
    const refused = await create('one-more')
    expect([refused.status, refused.body.code]).toEqual([422, 'METHOD_UNAVAILABLE'])
    expect(refused.body.detail).toContain('has reached a limit')
    expect(await offers()).toBe(0)
    expect([await offers(other), (await create('other', other)).status]).toEqual([1, 201])
  })

  it('are bounded for all together, and what is paid or not watched any more makes room', async () => {
    const other = await merchant()
    await open(2_000, 'elsewhere')
    await open(2_000, 'nowhere')
    expect([await offers(other), (await create('a', other)).status]).toEqual([0, 422])
    await database.run(
      { name: '', text: "update chain_address set paid_by = 'x' where merchant_id = 'nowhere'" },
      [],
    )
    await gateway.deps.jump(1_001)
    expect([await offers(other), (await create('b', other)).status]).toEqual([1, 201])
  })

  it('are few for payers at one network address', async () => {
    const checkout = async (id: string, remoteAddress: string) => {
      const fields = { action: 'PAYIN_CHECKOUT', idPayment: id, money: BODY.paymentRequested.money }
      const { body } = await gateway.tokenFor(shop, '/auth-tokens-by-action', fields)
      return gateway.request('POST', `/payins/${id}`, {
        token: String(body.token),
        body: BODY,
        remoteAddress,
      })
    }
    for (const n of [1, 2, 3, 4]) expect((await checkout(`p-${n}`, '198.51.100.7')).status).toBe(201)
    expect((await checkout('p-5', '198.51.100.7')).status).toBe(422)
    expect((await checkout('p-6', '198.51.100.8')).status).toBe(201)
    // The shop's own server speaks for all its payers.
    expect((await create('of-the-shop')).status).toBe(201)
  })

  it('are counted from the moment they are given out: creates that run at once do not pass the bound', async () => {
    await open(1_995, shop.code)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => create(`at-once-${n}`)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
  })
})
