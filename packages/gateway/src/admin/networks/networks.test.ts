import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scriptedChain } from '../../../../../test/chain/scripted-chain.ts'
import '@sluice/evm/evm.ts'
import type { AuditLine } from '../../identity/operators/audit.ts'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'

const XPUB =
  'xpub6EWhM2xTATRUTwiWVsCBfpUrTjZKS8LyMhFfRqC6zSCqpkQNRDcvAutBNABUbgg1bfgV464SMpeePGLvisypZnWSmia7bAMcXq1G6oZx78C'
const OTHER_XPUB =
  'xpub6DyUKdwoLWmUJ4Tn9Bbsdtx7B5Ws18mEN19e5HT52ikE53FiUheSQXrZUNPovqfyKmw4579A1Mm3GXXKM39N64uooBfJ4tNAzFsEbodRTx4'
const XPRV =
  'xprv9yeny6n2dNUp5hpNud18sjQqLKsspYvc1qyAw7R4MkCCyy2p38nWUhdfJe8u1n2WjghBaUwt4gPwiwtvNzSoygJFKeutcXPTyREhsaT4UcQ'
const SECRET_URL = 'https://rpc.example/v2/very-secret-key'
const CONTRACT = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const CHAIN = scriptedChain(31_337)

const live = { code: 'BASE', rpcUrls: [SECRET_URL], xpub: XPUB }
const test = {
  code: 'BASE',
  isTest: true,
  chainId: CHAIN.chainId,
  rpcUrls: [CHAIN.url],
  xpub: OTHER_XPUB,
  tokens: { USDC: { contract: CONTRACT } },
  confirmations: 3,
  pollSecs: 1,
}

let gateway: AdminGateway
/** The answer when the live network was set up, which no test changes. */
let made: Awaited<ReturnType<AdminGateway['admin']>>
beforeAll(async () => {
  gateway = await adminGateway({ network: CHAIN.network })
  made = await gateway.admin('POST', '/admin/networks', live)
})
afterAll(() => gateway.close())

describe('setting up a network', () => {
  it('needs a URL and an extended public key; the rest is as the catalogue has it', () => {
    expect(made.status, made.text).toBe(201)
    expect(made.body).toMatchObject({
      chainId: 8453,
      code: 'BASE',
      isTest: false,
      enabled: true,
      operators: ['USDC_BASE'],
      tokens: { USDC: { contract: CONTRACT, decimals: 6 } },
      confirmations: 20,
      rpcHosts: ['rpc.example'],
      firstAddress: '0xAF4311d557fBC876059e39306ec1f3343753df29',
      health: { healthy: false, detail: 'not read yet' },
    })
  })

  it('shows the URL and the key never again, nowhere', async () => {
    const shown = await gateway.admin('GET', '/admin/networks/8453')
    const audit = await gateway.admin('GET', '/admin/audit')
    const stored = await gateway.database.run(
      { name: 'test_sealed', text: 'select * from chain_network' },
      [],
    )
    const kept = JSON.stringify(stored, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    const logged = JSON.stringify(gateway.deps.logged)
    expect(audit.text).toContain('network.create')
    for (const text of [shown.text, audit.text, kept, logged]) expect(text).not.toContain('very-secret-key')
    for (const text of [shown.text, audit.text, logged]) expect(text).not.toContain(XPUB)
  })

  it('refuses a private key without repeating it', async () => {
    const { status, body, text } = await gateway.admin('POST', '/admin/networks', { ...live, xpub: XPRV })
    expect([status, body.errors?.[0]?.path, body.errors?.[0]?.code]).toEqual([400, '/xpub', 'NOT_ALLOWED'])
    expect(text).not.toContain(XPRV.slice(4, 20))
  })

  it.each<[string, object, readonly string[]]>([
    ['an unknown network', { ...live, code: 'TRC20' }, ['/code']],
    ['a live network on another chain', { ...live, chainId: 84_532 }, ['/chainId']],
    ['a test network on a chain of real money', { ...test, chainId: 1 }, ['/chainId']],
    ['a test network without its tokens', { ...test, tokens: undefined }, ['/tokens']],
    [
      'a token with fewer decimals than the ledger',
      { ...test, tokens: { USDC: { contract: CONTRACT, decimals: 2 } } },
      ['/tokens/USDC/decimals'],
    ],
    [
      'a mistyped contract',
      { ...test, tokens: { USDC: { contract: CONTRACT.replace('fC', 'Fc') } } },
      ['/tokens/USDC/contract'],
    ],
    [
      'a token that the network does not have',
      { ...test, tokens: { DAI: { contract: CONTRACT } } },
      ['/tokens/DAI'],
    ],
    [
      'URLs of other schemes, or with a password',
      { ...test, rpcUrls: ['ftp://a.example', 'https://u:p@a.example'] },
      ['/rpcUrls/0', '/rpcUrls/1'],
    ],
    ['what is misspelt', { ...test, confirmation: 3 }, ['/confirmation']],
    [
      'numbers out of range, all at once',
      { ...test, confirmations: 0, blockRange: 0.5, pollSecs: '1' },
      ['/confirmations', '/blockRange', '/pollSecs'],
    ],
  ])('refuses %s', async (_what, body, paths) => {
    const answer = await gateway.admin('POST', '/admin/networks', body)
    expect(answer.status, answer.text).toBe(400)
    const errors = answer.body.errors as unknown as readonly { readonly path: string }[]
    expect(errors.map(({ path }) => path).toSorted()).toEqual(paths.toSorted())
  })

  it('refuses the same chain twice, and a key that serves the other kind', async () => {
    expect((await gateway.admin('POST', '/admin/networks', live)).status).toBe(409)
    const shared = await gateway.admin('POST', '/admin/networks', { ...test, xpub: XPUB })
    expect([shared.status, shared.body.code]).toEqual([409, 'INVALID_STATE'])
  })

  it('is there before only where its own keys say so', async () => {
    const { networks } = gateway.app.gateway
    const { network } = networks.find(8453) ?? {}
    const [known] = (await gateway.admin('GET', '/admin/audit?limit=1')).body.data as unknown as AuditLine[]
    if (!network || !known) throw new Error('no network, and no line')
    const other = { ...network, chainId: 10, code: 'OP' }
    const line = { ...known, at: gateway.deps.clock.now() }
    await expect(networks.create(other, line)).rejects.toMatchObject({ constraint: 'audit_pkey' })
    const raced = networks.create(
      { ...other, code: 'BASE' },
      { ...line, id: gateway.deps.randomness.uuidV7(line.at) },
    )
    expect(await raced).toEqual({ ok: false, failure: 'ALREADY_EXISTS' })
  })

  it('is for operators with the role ADMIN', async () => {
    const token = await gateway.operator('Nok', 'OPERATOR')
    expect((await gateway.admin('POST', '/admin/networks', test, token)).status).toBe(403)
    expect((await gateway.admin('GET', '/admin/networks', undefined, token)).status).toBe(200)
  })
})

describe('a network in use', () => {
  let secret: unknown
  let tooEarly: Awaited<ReturnType<typeof create>>
  const create = async (id: string) => {
    const answer = await gateway.request('POST', '/auth-tokens', {
      body: {
        merchantCode: 'SHOP-CHAIN',
        secret,
        timestamp: gateway.deps.clock.now(),
        validitySecs: 3_600,
        operations: ['POST .*', 'GET .*'],
      },
    })
    const token = String(answer.body.token)
    const body = {
      paymentRequested: { money: { amount: 25.5, currencyCode: 'USDC' } },
      paymentMethod: { paymentMethodCode: 'CRYPTO_OFFLINE' },
    }
    return { token, answer: await gateway.request('POST', `/payins/${id}`, { token, body }) }
  }

  beforeAll(async () => {
    CHAIN.mine(5)
    expect((await gateway.admin('POST', '/admin/networks', test)).status).toBe(201)
    const product = {
      code: 'CRYPTO_OFFLINE',
      currency: 'USDC',
      operators: ['USDC_BASE'],
      processors: ['test-stablecoin'],
    }
    const merchant = await gateway.admin('POST', '/admin/merchants', {
      merchantCode: 'SHOP-CHAIN',
      name: 'Shop',
      isTest: true,
      callbackUrl: 'http://127.0.0.1:9/',
      paymentMethods: [product],
    })
    secret = merchant.body.secret
    // Its first round is still to come.
    tooEarly = await create('early')
    // Loading what reads chains takes real time, once.
    const { networks } = gateway.app.gateway
    while (networks.find(CHAIN.chainId)?.progress.finalBlock === undefined) await gateway.advance(5_000)
  })

  it('is read by itself, takes payins from then on, completes them, and lists its addresses with what came to them', async () => {
    expect(tooEarly.answer.body.code).toBe('OPERATOR_UNAVAILABLE')
    const { token, answer: payin } = await create('order-1')
    expect([payin.status, payin.body.process?.status], payin.text).toEqual([201, 'PENDING'])
    const shown = payin.body.paymentMethodResponse
    CHAIN.pay(CONTRACT, String(shown?.paymentAddress?.idAddress), 25_500_000n)
    CHAIN.mine(2)
    await gateway.advance(3_000)
    const paid = await gateway.request('GET', '/payins/order-1', { token })
    expect(paid.body.process).toMatchObject({ status: 'SUCCESS', processorStatus: 'CONFIRMED' })
    const { body } = await gateway.admin('GET', '/admin/networks/31337/addresses?used=true')
    expect(body.data).toMatchObject([
      {
        number: 0,
        merchantCode: 'SHOP-CHAIN',
        idPayin: 'order-1',
        expected: { amount: 25.5, currencyCode: 'USDC' },
        isPaid: true,
        transfers: [{ units: '25500000', currency: 'USDC', state: 'FINAL', chainId: 31_337 }],
      },
    ])
  })

  it('is changed in part, and keeps the rest', async () => {
    const { status, body } = await gateway.admin('PATCH', '/admin/networks/31337', {
      confirmations: 5,
      enabled: false,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ confirmations: 5, enabled: false, blockRange: 500, pollSecs: 1 })
    const back = await gateway.admin('PATCH', '/admin/networks/31337', { confirmations: 3, enabled: true })
    expect(back.body).toMatchObject({ confirmations: 3, enabled: true, blockRange: 500, pollSecs: 1 })
  })

  it('is read again from a block that was read, and from no other', async () => {
    const again = await gateway.admin('POST', '/admin/networks/31337/!rescan', { fromBlock: 99 })
    const later = await gateway.admin('POST', '/admin/networks/31337/!rescan', { fromBlock: 9_999 })
    const nonsense = await gateway.admin('POST', '/admin/networks/31337/!rescan', { fromBlock: -1 })
    expect([again.status, later.status, nonsense.status]).toEqual([202, 409, 400])
    await gateway.advance(3_000)
    const { body } = await gateway.admin('GET', '/admin/networks/31337')
    expect(body).toMatchObject({ health: { healthy: true }, finalBlock: expect.any(Number) })
  })

  it('that does not answer is unhealthy, and well again when it does', async () => {
    CHAIN.setDown(true)
    await gateway.advance(10_000)
    const down = await gateway.admin('GET', '/admin/networks/31337')
    expect(down.body.health).toMatchObject({ healthy: false, detail: '127.0.0.1:1: UNREACHABLE' })
    CHAIN.setDown(false)
    await gateway.advance(60_000)
    const { body } = await gateway.admin('GET', '/admin/networks/31337')
    expect(body.health).toMatchObject({ healthy: true })
  })

  it('that is not there is not found', async () => {
    for (const chainId of ['4', 'x', '99999999999999999999']) {
      expect((await gateway.admin('GET', `/admin/networks/${chainId}`)).status).toBe(404)
    }
  })
})
