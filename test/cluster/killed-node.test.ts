import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, clusterDatabase, openCluster } from './cluster.fixture.ts'
import { type Load, startLoad } from './load.fixture.ts'
import type { Node } from './node.fixture.ts'

describe('three nodes under load, one killed and started again', () => {
  let cluster: Cluster
  let load: Load

  beforeAll(async () => {
    cluster = await openCluster(await clusterDatabase())
    const nodes: Node[] = await Promise.all([cluster.start(), cluster.start(), cluster.start()])
    const urls = nodes.map(({ baseUrl }) => baseUrl)
    load = startLoad({
      baseUrl: (index) => urls[index % urls.length] ?? '',
      tokens: cluster.tokens,
      callbackUrl: cluster.sink.url,
      connections: 9,
      repeats: true,
    })
    const accepted = (more: number) => {
      const goal = load.accepted.size + more
      return cluster.until(`${more} more payins are accepted`, async () => load.accepted.size >= goal)
    }
    await accepted(150)
    await nodes[0]?.kill()
    await accepted(150)
    await cluster.start({ port: nodes[0]?.port ?? 0 })
    await accepted(150)
    await load.stop()
    await cluster.leasesRunOut()
    await cluster.settled()
  })
  afterAll(async () => {
    await load?.stop()
    await cluster?.close()
  })

  it('lose no payin: each is there once, whichever node had answered or died over it', async () => {
    expect(load.accepted.size).toBe(load.asked())
    expect(await cluster.missing(load.accepted)).toEqual([])
    expect(await cluster.count('payment')).toBe(load.asked())
  })

  it('bring every payin to its end, by the events of one life', async () => {
    const lives = await cluster.database.run(
      {
        name: '',
        text: `select statuses, count(*)::integer as payins from (
            select key, string_agg(to_status, ' ' order by seq) as statuses from history group by key) life group by statuses`,
      },
      [],
    )
    expect(lives).toEqual([{ statuses: 'PENDING SUCCESS', payins: load.asked() }])
  })

  it('deliver every callback, at least once and in order', () => {
    const counts = cluster.sink.counts()
    expect([...load.accepted].filter((id) => !counts.has(`${id}/1`))).toEqual([])
  })

  it('keep every invariant', async () => {
    expect(await cluster.brokenInvariants()).toEqual([])
  })
})
