import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, openCluster } from './cluster.fixture.ts'
import { type Load, startLoad } from './load.fixture.ts'
import { type Address, movableAddress, type Replicated, replicatedServers } from './postgres.fixture.ts'

describe('a synchronous standby promoted while load runs', () => {
  let servers: Replicated
  let address: Address
  let cluster: Cluster
  let load: Load
  let acceptedBefore: ReadonlySet<string>

  beforeAll(async () => {
    servers = await replicatedServers()
    address = await movableAddress(servers.primary.port)
    cluster = await openCluster(servers.primary.urlOf('postgres', address.port))
    const nodes = await Promise.all([cluster.startHere(), cluster.startHere()])
    load = startLoad({
      baseUrl: (index) => nodes[index % nodes.length]?.url ?? '',
      tokens: cluster.tokens,
      callbackUrl: cluster.sink.url,
    })
    await cluster.until('200 payins are accepted', async () => load.accepted.size >= 200)
    // Away for a moment, so that what did not wait for it would be lost with the primary.
    await servers.standby.stop()
    await new Promise((resolve) => setTimeout(resolve, 500))
    await servers.primary.kill()
    await servers.standby.start()
    acceptedBefore = new Set(load.accepted)
    await servers.standby.query('select pg_promote(true, 90)')
    address.moveTo(servers.standby.port)
    const goal = load.accepted.size + 100
    await cluster.until('100 more payins are accepted', async () => load.accepted.size >= goal)
    await load.stop()
    await cluster.leasesRunOut()
    await cluster.settled()
  })
  afterAll(async () => {
    await load?.stop()
    await cluster?.close()
    address?.close()
    await servers?.close()
  })

  it('has every payin that the lost primary had answered with 201', async () => {
    expect(acceptedBefore.size).toBeGreaterThanOrEqual(200)
    expect(await cluster.missing(acceptedBefore)).toEqual([])
  })

  it('takes on where the other ended: every accepted payin is there, and told of', async () => {
    expect(await cluster.missing(load.accepted)).toEqual([])
    const counts = cluster.sink.counts()
    expect([...load.accepted].filter((id) => !counts.has(`${id}/1`))).toEqual([])
  })

  it('keeps nothing that was answered with 503', async () => {
    expect((await cluster.missing(load.unavailable)).length).toBe(load.unavailable.size)
  })

  it('keeps every invariant', async () => {
    expect(await cluster.brokenInvariants()).toEqual([])
  })
})
