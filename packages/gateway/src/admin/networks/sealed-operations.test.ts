/** A network that waits for a second operator: its secrets are sealed while it waits, shown to nobody, and gone afterwards. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scriptedChain } from '../../../../../test/chain/scripted-chain.ts'
import '@sluice/evm/evm.ts'
import { rowsOf } from '../../payments/payments.fixture.ts'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'

const XPUB =
  'xpub6EWhM2xTATRUTwiWVsCBfpUrTjZKS8LyMhFfRqC6zSCqpkQNRDcvAutBNABUbgg1bfgV464SMpeePGLvisypZnWSmia7bAMcXq1G6oZx78C'
const OTHER_XPUB =
  'xpub6DyUKdwoLWmUJ4Tn9Bbsdtx7B5Ws18mEN19e5HT52ikE53FiUheSQXrZUNPovqfyKmw4579A1Mm3GXXKM39N64uooBfJ4tNAzFsEbodRTx4'
const URL = 'https://rpc.example/v2/very-secret-key'
/** Nobody approves it; the other networks are each one test's. */
const network = { xpub: XPUB, rpcUrls: [URL], code: 'BASE' }
const CHAIN = scriptedChain(31_337)

let gateway: AdminGateway
let anna: string
beforeAll(async () => {
  gateway = await adminGateway({ approvals: 'AS_USUAL', network: CHAIN.network })
  anna = await gateway.operator('anna', 'ADMIN')
  await gateway.advance(1_000)
})
afterAll(() => gateway.close())

const ask = (body: object, path = '') =>
  gateway.admin(path === '' ? 'POST' : 'PATCH', `/admin/networks${path}`, body, anna)
const decide = (id: unknown, how: string, body?: object) =>
  gateway.admin('POST', `/admin/approvals/${id}/!${how}`, body)
const all = async (): Promise<string> =>
  JSON.stringify(
    [
      await rowsOf(gateway.database, 'select * from approval'),
      await rowsOf(gateway.database, 'select * from audit'),
      (await gateway.admin('GET', '/admin/approvals')).body,
      gateway.deps.logged,
    ],
    (_, value) => (typeof value === 'bigint' ? String(value) : value),
  )
const sealed = (code: string) =>
  rowsOf(gateway.database, `select id from approval where sealed is not null and summary like '%${code}%'`)
/** A network as two have set it up. */
const setUp = async (code: string) => {
  const requested = await ask({ ...network, code })
  expect(requested.status, requested.text).toBe(202)
  const done = await decide(requested.body.approval?.id, 'approve')
  expect(done.status, done.text).toBe(200)
  return done
}

describe('a live network', () => {
  it('waits with its secrets sealed; both see one hash of them, whatever the order they were written in', async () => {
    const requested = await ask(network)
    expect(requested.status, requested.text).toBe(202)
    const { id, operation, sha256, summary } = requested.body.approval ?? {}
    expect(operation).toBe('network.change')
    expect(summary).toBe(
      'Add the network BASE: RPC of rpc.example; payment addresses from 0xAF4311d557fBC876059e39306ec1f3343753df29 on',
    )
    const sorted = JSON.stringify({ code: 'BASE', rpcUrls: [URL], xpub: XPUB })
    expect(sha256).toBe(createHash('sha256').update(sorted).digest('hex'))
    const { body } = await gateway.admin('GET', `/admin/approvals/${id}`)
    expect(JSON.parse(String(body.request?.body))).toEqual({
      ...network,
      xpub: '[sealed]',
      rpcUrls: '[sealed]',
    })
    expect(await all()).not.toMatch(/very-secret-key|xpub6/)
    expect((await gateway.admin('GET', '/admin/networks/8453')).status).toBe(404)
    const { data } = (await gateway.admin('GET', '/admin/networks')).body
    expect((data as unknown as { chainId: number }[]).filter(({ chainId }) => chainId === 8453)).toEqual([])
  })

  it('asked for once more is the same approval, and with another key another one', async () => {
    const [first, again, other] = [
      await ask(network),
      await ask(network),
      await ask({ ...network, xpub: OTHER_XPUB }),
    ]
    expect(again.body.approval?.id).toBe(first.body.approval?.id)
    expect(other.body.approval?.id).not.toBe(first.body.approval?.id)
    expect((await decide(other.body.approval?.id, 'reject', { note: 'not our wallet' })).status).toBe(200)
    expect(await sealed('BASE')).toEqual([{ id: first.body.approval?.id }])
  })

  it('is set up as it was sent when it is approved, and then its secrets are kept nowhere else', async () => {
    const done = await setUp('POLYGON')
    expect(done.body.answer?.body).toMatchObject({
      rpcHosts: ['rpc.example'],
      firstAddress: '0xAF4311d557fBC876059e39306ec1f3343753df29',
    })
    const { networks } = gateway.app.gateway
    await networks.load()
    const found = networks.find(137)
    expect(found && networks.urlsOf(found.network)).toEqual([URL])
    expect(await sealed('POLYGON')).toEqual([])
    expect(await all()).not.toMatch(/very-secret-key|xpub6/)
  })

  it('is changed by two, and is stale where it was changed meanwhile; switched off it waits for nobody', async () => {
    await setUp('ARBITRUM')
    const [one, other] = [
      await ask({ xpub: OTHER_XPUB }, '/42161'),
      await ask({ confirmations: 30 }, '/42161'),
    ]
    expect([one.status, other.status]).toEqual([202, 202])
    expect(one.body.approval?.summary).toContain('Change xpub of the network ARBITRUM: payment addresses')
    expect((await decide(other.body.approval?.id, 'approve')).status).toBe(200)
    expect((await decide(one.body.approval?.id, 'approve')).body.code).toBe('APPROVAL_STALE')
    expect((await ask({ enabled: false }, '/42161')).status).toBe(200)
    expect((await ask({ enabled: true }, '/42161')).status).toBe(202)
  })

  it('that nobody has decided in three days loses its secrets with the next act that waits', async () => {
    await setUp('ERC20')
    expect((await ask({ rpcUrls: ['https://other.example/key'] }, '/1')).status).toBe(202)
    expect(await sealed('ERC20')).toHaveLength(1)
    await gateway.deps.jump(73 * 3_600_000)
    expect((await ask({ confirmations: 40 }, '/1')).status).toBe(202)
    const kept = await rowsOf(gateway.database, 'select summary from approval where sealed is not null')
    expect(kept.map(({ summary }) => String(summary))).toEqual(['Change confirmations of the network ERC20'])
  })
})

it('a network for tests waits for nobody', async () => {
  const test = { code: 'BASE', isTest: true, chainId: CHAIN.chainId, rpcUrls: [CHAIN.url], xpub: OTHER_XPUB }
  const tokens = { USDC: { contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' } }
  expect((await ask({ ...test, tokens })).status).toBe(201)
  expect((await gateway.admin('GET', '/admin/approvals?status=WAITING')).text).not.toContain('31337')
})
