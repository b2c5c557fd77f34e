import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crowding } from '../setup/processor-time.ts'
import { type Balancer, openBalancer } from './balancer.fixture.ts'
import { type Cluster, clusterDatabase, openCluster } from './cluster.fixture.ts'
import { type Load, startLoad } from './load.fixture.ts'
import type { Node } from './node.fixture.ts'

describe('a rolling restart behind a balancer that asks /health/ready', () => {
  let cluster: Cluster
  let balancer: Balancer
  let load: Load
  const exitCodes: (number | null)[] = []

  beforeAll(async () => {
    // The balancer asks every 100 ms: ten times as long is enough for it to notice, where both have the processor when they need it.
    const leaveMs = Math.ceil(1_000 * crowding())
    cluster = await openCluster(await clusterDatabase(), {
      env: { SLUICE_LEAVE_MS: String(leaveMs) },
    })
    const nodes: Node[] = await Promise.all([cluster.start(), cluster.start()])
    balancer = await openBalancer(() => nodes.map(({ baseUrl }) => baseUrl))
    load = startLoad({ baseUrl: () => balancer.url, tokens: cluster.tokens, callbackUrl: cluster.sink.url })
    await cluster.until('100 payins are accepted', async () => load.accepted.size >= 100)
    for (const [index, node] of nodes.entries()) {
      exitCodes.push(await node.stop())
      nodes[index] = await cluster.start({ port: node.port })
      await cluster.until('all nodes are ready', async () => balancer.ready() === nodes.length)
    }
    const goal = load.accepted.size + 50
    await cluster.until('50 more payins are accepted', async () => load.accepted.size >= goal)
    await load.stop()
    await cluster.settled()
  })
  afterAll(async () => {
    await load?.stop()
    await balancer?.close()
    await cluster?.close()
  })

  it('fails not one request', () => {
    expect(Object.fromEntries(load.refused)).toEqual({})
    expect(load.accepted.size).toBe(load.asked())
  })

  it('ends every node in order', () => {
    expect(exitCodes).toEqual([0, 0])
  })

  it('leaves nothing for leases to take over: every callback arrived exactly once', async () => {
    const counts = cluster.sink.counts()
    expect(counts.size).toBe(load.accepted.size)
    expect([...counts.values()].filter((count) => count !== 1)).toEqual([])
  })

  it('keeps every invariant', async () => {
    expect(await cluster.brokenInvariants()).toEqual([])
  })
})
