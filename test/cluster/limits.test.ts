import type { ChildProcess } from 'node:child_process'
import { freePort } from '@sluice/core/foundation/free-port.fixture.ts'
import { accepts, REDIS_NAME, spawnRedis } from '@sluice/gateway/http/redis.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GatewayHere } from '../processes/served-here.ts'
import { type Cluster, clusterDatabase, openCluster } from './cluster.fixture.ts'
import { payinBody } from './load.fixture.ts'
import type { Node } from './node.fixture.ts'

const LIMIT = 10

interface Burst {
  /** How many each node did not refuse. */
  readonly counts: readonly number[]
  /** That it took, begun ones counted whole: on a machine that is busy it may be more than the one that a limit is for. */
  readonly seconds: number
}

/** Sends 15 requests to each node at once. */
async function burst(nodes: readonly GatewayHere[], token: string): Promise<Burst> {
  const startedAt = performance.now()
  const headers = { authorization: `Bearer ${token}`, 'x-api-version': '2' }
  const counts = await Promise.all(
    nodes.map(async ({ url }) => {
      const answers = await Promise.all(
        Array.from({ length: 15 }, () => fetch(`${url}/balances`, { headers })),
      )
      return answers.filter(({ status }) => status !== 429).length
    }),
  )
  return { counts, seconds: Math.ceil((performance.now() - startedAt) / 1_000) }
}

/** All of it within a second, and no more in each second that it took longer. */
function expectLimit(taken: number, limit: number, { seconds }: Burst): void {
  expect(taken).toBeGreaterThanOrEqual(limit)
  expect(taken).toBeLessThanOrEqual(limit * seconds)
}

const aSecond = () => new Promise((resolve) => setTimeout(resolve, 1_100))
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

describe(`two nodes for requests and one for work, limits shared by ${REDIS_NAME}`, () => {
  let cluster: Cluster
  let apart: readonly GatewayHere[]
  let together: readonly GatewayHere[]
  let worker: Node
  let redis: ChildProcess | undefined

  beforeAll(async () => {
    const port = await freePort()
    redis = spawnRedis(port)
    if (redis) await accepts(port)
    cluster = await openCluster(await clusterDatabase(), {
      merchants: 1,
      rateLimitPerSecond: LIMIT,
    })
    const api = { SLUICE_ROLES: 'api' }
    const withRedis = { ...api, REDIS_URL: `redis://127.0.0.1:${port}` }
    // All three that answer requests count, whatever they share.
    const [one, two, three] = await Promise.all([
      cluster.startHere({ env: api }),
      cluster.startHere({ env: withRedis }),
      cluster.startHere({ env: withRedis }),
    ])
    apart = [one]
    together = [two, three]
    worker = await cluster.start({ args: ['--roles', 'worker'] })
    const started = new Date().toISOString()
    await cluster.until(
      'every node has announced itself and knows of the others',
      async () => (await cluster.count(`node where answers and seen_at > '${started}'`)) === 3,
    )
  })
  afterAll(async () => {
    await cluster?.close()
    redis?.kill('SIGKILL')
  })

  it('counts as live the nodes that answer requests', async () => {
    expect(await cluster.count('node where answers')).toBe(3)
  })

  it('gives the share of this node where nothing is shared', async () => {
    await aSecond()
    const sent = await burst(apart, cluster.tokens[0] ?? '')
    expectLimit(sum(sent.counts), Math.floor(LIMIT / 3), sent)
  })

  it('gives exactly the limit over both nodes that share it, and their shares without a Redis', async () => {
    await aSecond()
    const sent = await burst(together, cluster.tokens[0] ?? '')
    expectLimit(sum(sent.counts), redis ? LIMIT : 2 * Math.floor(LIMIT / 3), sent)
  })

  it('gives the shares once Redis is gone', async () => {
    redis?.kill('SIGKILL')
    await aSecond()
    const sent = await burst(together, cluster.tokens[0] ?? '')
    for (const count of sent.counts) expectLimit(count, Math.floor(LIMIT / 3), sent)
  })

  it('serves merchants only where the role says so, and health everywhere', async () => {
    expect((await fetch(`${worker.baseUrl}/health/ready`)).status).toBe(200)
    const answer = await fetch(`${worker.baseUrl}/balances`, { headers: { 'x-api-version': '2' } })
    expect(answer.status).toBe(404)
  })

  it('leaves callbacks and steps to the node that works', async () => {
    await aSecond()
    const answer = await fetch(`${apart[0]?.url}/payins/by-the-worker`, {
      method: 'POST',
      body: JSON.stringify(payinBody(cluster.sink.url)),
      headers: {
        authorization: `Bearer ${cluster.tokens[0]}`,
        'content-type': 'application/json',
        'x-api-version': '2',
      },
    })
    expect(answer.status).toBe(201)
    await cluster.settled()
    expect(cluster.sink.received).toEqual([{ payment: 'by-the-worker', sequence: 1 }])
  })

  it('leaves nothing to do where nobody works', async () => {
    await worker.stop()
    await aSecond()
    const answer = await fetch(`${apart[0]?.url}/payins/by-nobody`, {
      method: 'POST',
      body: JSON.stringify(payinBody(cluster.sink.url)),
      headers: {
        authorization: `Bearer ${cluster.tokens[0]}`,
        'content-type': 'application/json',
        'x-api-version': '2',
      },
    })
    expect(answer.status).toBe(201)
    await aSecond()
    expect(await cluster.count(`payment where id = 'by-nobody' and status = 'PENDING'`)).toBe(1)
  })
})
