/** Nodes on one PostgreSQL, under load: side by side, restarted one after the other, and killed. They are the same all the while. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crowding } from '../setup/processor-time.ts'
import { type Balancer, openBalancer } from './balancer.fixture.ts'
import { type Cluster, clusterDatabase, openCluster } from './cluster.fixture.ts'
import { type Load, type LoadOptions, startLoad } from './load.fixture.ts'
import type { Node } from './node.fixture.ts'

let cluster: Cluster
let nodes: Node[] = []
const loads: Load[] = []

const start = (options: Partial<LoadOptions> = {}): Load => {
  const load = startLoad({
    baseUrl: (index) => nodes[index % nodes.length]?.baseUrl ?? '',
    tokens: cluster.tokens,
    callbackUrl: cluster.sink.url,
    ...options,
  })
  loads.push(load)
  return load
}
const acceptedMore = (load: Load, more: number) => {
  const goal = load.accepted.size + more
  return cluster.until(`${more} more payins are accepted`, async () => load.accepted.size >= goal)
}
/** By all loads so far. */
const requested = () => loads.reduce((sum, load) => sum + load.requested(), 0)
/** How often each callback arrived of the payins that this load made. */
const arrivals = (load: Load) =>
  [...cluster.sink.counts()].filter(([name]) => load.accepted.has(name.slice(0, name.indexOf('/'))))

/** How many payins have had which life. */
const lives = () =>
  cluster.database.run(
    {
      name: '',
      text: `select statuses, count(*)::integer as payins from (
          select key, string_agg(to_status, ' ' order by seq) as statuses from history group by key) life group by statuses`,
    },
    [],
  )

beforeAll(async () => {
  // The balancer asks every 100 ms: ten times as long is enough for it to notice, where both have the processor when they need it.
  const leaveMs = Math.ceil(1_000 * crowding())
  cluster = await openCluster(await clusterDatabase(), { env: { SLUICE_LEAVE_MS: String(leaveMs) } })
  // At the same moment, on empty tables: one of them makes the signing keys, and both use them.
  nodes = await Promise.all([cluster.start(), cluster.start()])
})
afterAll(async () => {
  await Promise.all(loads.map((load) => load.stop()))
  await cluster?.close()
})

describe('two nodes on one PostgreSQL', () => {
  let load: Load

  beforeAll(async () => {
    load = start()
    await acceptedMore(load, 300)
    await load.stop()
    await cluster.settled()
  })

  it('accept every payin, with a token that either of them gave', () => {
    expect(Object.fromEntries(load.refused)).toEqual({})
    expect(load.accepted.size).toBe(load.requested())
  })

  it('run each step once: every payin has exactly the events of one life', async () => {
    expect(await lives()).toEqual([{ statuses: 'PENDING SUCCESS', payins: requested() }])
  })

  it('deliver each callback exactly once while nothing crashes', async () => {
    expect(arrivals(load).filter(([, count]) => count !== 1)).toEqual([])
    expect(arrivals(load)).toHaveLength(load.accepted.size)
    expect(await cluster.count(`attempt where outcome <> 'DELIVERED'`)).toBe(0)
  })

  it('keep every invariant', async () => {
    expect(await cluster.brokenInvariants()).toEqual([])
  })
})

describe('a rolling restart behind a balancer that asks /health/ready', () => {
  let balancer: Balancer
  let load: Load
  const exitCodes: (number | null)[] = []

  beforeAll(async () => {
    balancer = await openBalancer(() => nodes.map(({ baseUrl }) => baseUrl))
    load = start({ baseUrl: () => balancer.url })
    await acceptedMore(load, 100)
    for (const [index, node] of nodes.entries()) {
      exitCodes.push(await node.stop())
      nodes[index] = await cluster.start({ port: node.port })
      await cluster.until('all nodes are ready', async () => balancer.ready() === nodes.length)
    }
    await acceptedMore(load, 50)
    await load.stop()
    await cluster.settled()
  })
  afterAll(async () => {
    await load?.stop()
    await balancer?.close()
  })

  it('fails not one request', () => {
    expect(Object.fromEntries(load.refused)).toEqual({})
    expect(load.accepted.size).toBe(load.requested())
  })

  it('ends every node in order', () => {
    expect(exitCodes).toEqual([0, 0])
  })

  it('leaves nothing for leases to take over: every callback arrived exactly once', () => {
    expect(arrivals(load)).toHaveLength(load.accepted.size)
    expect(arrivals(load).filter(([, count]) => count !== 1)).toEqual([])
  })

  it('keeps every invariant', async () => {
    expect(await cluster.brokenInvariants()).toEqual([])
  })
})

describe('three nodes under load, one killed and started again', () => {
  let load: Load

  beforeAll(async () => {
    nodes.push(await cluster.start())
    const [killed] = nodes
    load = start({ connections: 9, repeats: true })
    await acceptedMore(load, 150)
    await killed?.kill()
    await acceptedMore(load, 150)
    nodes[0] = await cluster.start({ port: killed?.port ?? 0 })
    await acceptedMore(load, 150)
    await load.stop()
    await cluster.leasesRunOut()
    await cluster.settled()
  })

  it('lose no payin: each is there once, whichever node had answered or died over it', async () => {
    expect(load.accepted.size).toBe(load.requested())
    expect(await cluster.missing(load.accepted)).toEqual([])
    expect(await cluster.count('payment')).toBe(requested())
  })

  it('bring every payin to its end, by the events of one life', async () => {
    expect(await lives()).toEqual([{ statuses: 'PENDING SUCCESS', payins: requested() }])
  })

  it('deliver every callback, at least once and in order', () => {
    const counts = cluster.sink.counts()
    expect([...load.accepted].filter((id) => !counts.has(`${id}/1`))).toEqual([])
  })

  it('keep every invariant', async () => {
    expect(await cluster.brokenInvariants()).toEqual([])
  })
})
