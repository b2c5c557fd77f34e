import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, openCluster } from './cluster.fixture.ts'
import { type Load, startLoad } from './load.fixture.ts'
import { newServer, type PostgresServer } from './postgres.fixture.ts'

const AWAY_MS = 3_000

describe('PostgreSQL stopped and started again under load', () => {
  let server: PostgresServer
  let cluster: Cluster
  let load: Load
  let acceptedWhileAway = 0
  const readiness: number[] = []

  beforeAll(async () => {
    server = await newServer()
    await server.start()
    cluster = await openCluster(server.urlOf('postgres'))
    const nodes = await Promise.all([cluster.startHere(), cluster.startHere()])
    load = startLoad({
      baseUrl: (index) => nodes[index % nodes.length]?.url ?? '',
      tokens: cluster.tokens,
      callbackUrl: cluster.sink.url,
    })
    const accepted = (more: number) => {
      const goal = load.accepted.size + more
      return cluster.until(`${more} more payins are accepted`, async () => load.accepted.size >= goal)
    }
    await accepted(100)
    await server.stop()
    const before = load.accepted.size
    await new Promise((resolve) => setTimeout(resolve, AWAY_MS))
    acceptedWhileAway = load.accepted.size - before
    for (const node of nodes) readiness.push((await fetch(`${node.url}/health/ready`)).status)
    await server.start()
    await accepted(100)
    // And once more without a farewell, with what was being committed.
    await server.kill()
    await server.start()
    await accepted(100)
    await load.stop()
    await cluster.leasesRunOut()
    await cluster.settled()
  })
  afterAll(async () => {
    await load?.stop()
    await cluster?.close()
    await server?.close()
  })

  it('is answered with 503 and Retry-After, or with 500 where nobody can tell what became of the commit', () => {
    const answers = [...load.refused.keys()].sort()
    expect(answers).toContain('503 UNAVAILABLE')
    expect(answers.filter((code) => code !== '503 UNAVAILABLE' && code !== '500 INTERNAL_ERROR')).toEqual([])
    expect(load.without503RetryAfter()).toBe(0)
    // What was under way when it went may still have been told.
    expect(acceptedWhileAway).toBeLessThanOrEqual(8)
  })

  it('makes the nodes not ready meanwhile', () => {
    expect(readiness).toEqual([503, 503])
  })

  it('loses nothing that was answered with 201', async () => {
    expect(await cluster.missing(load.accepted)).toEqual([])
  })

  it('keeps nothing that was answered with 503', async () => {
    expect((await cluster.missing(load.unavailable)).length).toBe(load.unavailable.size)
  })

  it('ends with every invariant kept and every callback delivered', async () => {
    expect(await cluster.brokenInvariants()).toEqual([])
    const counts = cluster.sink.counts()
    expect([...load.accepted].filter((id) => !counts.has(`${id}/1`))).toEqual([])
  })
})
