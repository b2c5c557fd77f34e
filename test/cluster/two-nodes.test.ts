import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, clusterDatabase, openCluster } from './cluster.fixture.ts'
import { type Load, startLoad } from './load.fixture.ts'
import type { Node } from './node.fixture.ts'

describe('two nodes on one PostgreSQL', () => {
  let cluster: Cluster
  let load: Load

  beforeAll(async () => {
    cluster = await openCluster(await clusterDatabase())
    // At the same moment, on empty tables: one of them makes the signing keys, and both use them.
    const nodes: Node[] = await Promise.all([cluster.start(), cluster.start()])
    load = startLoad({
      baseUrl: (index) => nodes[index % nodes.length]?.baseUrl ?? '',
      tokens: cluster.tokens,
      callbackUrl: cluster.sink.url,
    })
    await cluster.until('300 payins are accepted', async () => load.accepted.size >= 300)
    await load.stop()
    await cluster.settled()
  })
  afterAll(async () => {
    await load?.stop()
    await cluster?.close()
  })

  it('accept every payin, with a token that either of them gave', () => {
    expect(Object.fromEntries(load.refused)).toEqual({})
    expect(load.accepted.size).toBe(load.asked())
  })

  it('run each step once: every payin has exactly the events of one life', async () => {
    const lives = await cluster.database.run(
      {
        name: '',
        text: `select statuses, count(*)::integer as payins from (
            select key, string_agg(to_status, ' ' order by seq) as statuses from history group by key) life group by statuses`,
      },
      [],
    )
    expect(lives).toEqual([{ statuses: 'PENDING SUCCESS', payins: load.accepted.size }])
  })

  it('deliver each callback exactly once while nothing crashes', async () => {
    const counts = cluster.sink.counts()
    expect([...counts.values()].filter((count) => count !== 1)).toEqual([])
    expect(counts.size).toBe(load.accepted.size)
    expect(await cluster.count(`attempt where outcome <> 'DELIVERED'`)).toBe(0)
  })

  it('keep every invariant', async () => {
    expect(await cluster.brokenInvariants()).toEqual([])
  })
})
