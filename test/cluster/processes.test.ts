import { existsSync, readFileSync } from 'node:fs'
import { freePort } from '@sluice/core/foundation/free-port.fixture.ts'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, clusterDatabase, openCluster } from './cluster.fixture.ts'
import { startLoad } from './load.fixture.ts'
import { ADMIN_TOKEN, type Node } from './node.fixture.ts'

const LIMIT = 10
const PROCESSES = 2

/** Connections of their own: each is handed to the next process. */
const agents = Array.from({ length: 4 }, () => new Agent({ connections: 1, pipelining: 1 }))

const pidsOf = (node: Node): readonly number[] =>
  [...node.output().matchAll(/"pid":(\d+),"msg":"a process serves"/g)].map(([, pid]) => Number(pid))

/** A zombie that nobody has waited for yet has ended, too. */
function lives(pid: number): boolean {
  if (!existsSync('/proc/self/stat')) {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  return existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}

describe('one gateway of several processes', () => {
  let cluster: Cluster
  let node: Node
  /** Where operators alone come. */
  let office = ''
  const start = () =>
    cluster.start({
      env: {
        SLUICE_PROCESSES: String(PROCESSES),
        SLUICE_SANDBOX: '1',
        LOG_LEVEL: 'info',
        SLUICE_ADMIN_LISTEN: office,
      },
    })

  const merchant = (index: number) => ({
    authorization: `Bearer ${cluster.tokens[index]}`,
    'x-api-version': '2',
  })
  /** Each by a connection of its own, `times` after each other. @returns the statuses */
  const everywhere = async (
    path: string,
    headers: Record<string, string> = {},
    times = 1,
    baseUrl = node.baseUrl,
  ) => {
    const answers = await Promise.all(
      agents.map(async (dispatcher) => {
        const statuses: number[] = []
        for (let time = 0; time < times; time += 1) {
          const { statusCode, body } = await request(`${baseUrl}${path}`, { dispatcher, headers })
          await body.dump()
          statuses.push(statusCode)
        }
        return statuses
      }),
    )
    return answers.flat()
  }
  const asOperator = async (method: 'GET' | 'PATCH', path: string, change?: object) => {
    const answer = await request(`${node.officeUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: change === undefined ? null : JSON.stringify(change),
    })
    if (answer.statusCode !== 200) throw new Error(await answer.body.text())
    return answer.body.json()
  }
  const metric = async (name: string, labels = ''): Promise<number> => {
    const page = await (await fetch(`${node.officeUrl}/metrics`)).text()
    const lines = page.split('\n').filter((line) => line.startsWith(name) && line.includes(labels))
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }
  const live = () => metric('http_request_duration_seconds_count', 'route="/health/live"')

  beforeAll(async () => {
    cluster = await openCluster(await clusterDatabase(), {
      merchants: 2,
      rateLimitPerSecond: 100_000,
    })
    office = `127.0.0.1:${await freePort()}`
    node = await start()
  })
  afterAll(async () => {
    await cluster?.close()
    await Promise.all(agents.map((agent) => agent.close()))
  })

  it('makes what a first start makes once, and says once where it serves', async () => {
    expect(node.output().match(/Sluice serves on/g)).toHaveLength(1)
    expect(new Set(pidsOf(node)).size).toBe(PROCESSES)
    expect(await cluster.count("merchant_credential where merchant_id = 'SANDBOX'")).toBe(3)
  })

  it('is as many nodes as it has processes', async () => {
    await cluster.until('all are announced', async () => (await cluster.count('node')) === PROCESSES)
  })

  it('serves operators at their own address in every process, and at the other in none', async () => {
    const authorization = `Bearer ${ADMIN_TOKEN}`
    const path = '/admin/merchants'
    expect(await everywhere(path, { authorization }, 2, node.officeUrl)).toEqual(
      agents.flatMap(() => [200, 200]),
    )
    expect(await everywhere(path, { authorization }, 2)).toEqual(agents.flatMap(() => [404, 404]))
  })

  it('tells on one metrics page what all processes have counted', async () => {
    const before = await live()
    await everywhere('/health/live', {}, 4)
    expect((await live()) - before).toBe(4 * agents.length)
    expect(await metric('sluice_processes')).toBe(PROCESSES)
    expect(await metric('sluice_journal_queue_limit')).toBe(PROCESSES * 5000)
  })

  it('knows a change of an operator in every process once it is answered', async () => {
    expect(await everywhere('/balances', merchant(1))).toEqual(agents.map(() => 200))
    await asOperator('PATCH', '/admin/merchants/SHOP-2', { status: 'SUSPENDED' })
    expect(new Set(await everywhere('/balances', merchant(1)))).toEqual(new Set([401]))
    await asOperator('PATCH', '/admin/merchants/SHOP-2', { status: 'ACTIVE' })
    expect(await everywhere('/balances', merchant(1))).toEqual(agents.map(() => 200))
  })

  it('holds a merchant to its limit over all processes, and gives it all by a single connection', async () => {
    await asOperator('PATCH', '/admin/merchants/SHOP-2', { rateLimitPerSecond: LIMIT })
    const accepted = (statuses: readonly number[]) => statuses.filter((status) => status === 200).length
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const startedAt = performance.now()
    const together = accepted(await everywhere('/balances', merchant(1), LIMIT))
    // On a machine that is busy a burst may take longer than the second that the limit is for.
    const seconds = Math.ceil((performance.now() - startedAt) / 1_000)
    expect(together).toBeGreaterThanOrEqual(LIMIT)
    expect(together).toBeLessThanOrEqual(LIMIT * seconds)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const [dispatcher] = agents
    const alone = await Promise.all(
      Array.from({ length: LIMIT }, () =>
        request(`${node.baseUrl}/balances`, { ...(dispatcher && { dispatcher }), headers: merchant(1) }),
      ),
    )
    expect(alone.map(({ statusCode }) => statusCode)).toEqual(alone.map(() => 200))
    await Promise.all(alone.map(({ body }) => body.dump()))
  })

  it('starts a process again that was killed while it took payins, and loses none', async () => {
    const counted = await live()
    const load = startLoad({
      baseUrl: () => node.baseUrl,
      tokens: cluster.tokens.slice(0, 1),
      callbackUrl: cluster.sink.url,
      connections: 9,
      repeats: true,
    })
    const accepted = (more: number) => {
      const goal = load.accepted.size + more
      return cluster.until(`${more} more payins are accepted`, async () => load.accepted.size >= goal)
    }
    await accepted(50)
    const [, killed] = pidsOf(node)
    process.kill(killed ?? 0, 'SIGKILL')
    await accepted(50)
    await load.stop()
    const all = async () => (await metric('sluice_processes')) === PROCESSES
    await cluster.until('all serve again', all)
    expect(load.accepted.size).toBe(load.requested())
    expect(await cluster.missing(load.accepted)).toEqual([])
    expect(node.output()).toMatch(
      /"process":\d,"how":"SIGKILL","pauseMs":\d+,"msg":"a process ended; it is started again"/,
    )
    expect(await live()).toBeGreaterThanOrEqual(counted)
    expect(await metric('sluice_process_restarts_total')).toBe(1)
    await cluster.leasesRunOut()
    await cluster.settled()
    expect(await cluster.brokenInvariants()).toEqual([])
  })

  it('finishes in every process what was accepted when it is told to stop, and ends with 0', async () => {
    const load = startLoad({
      baseUrl: () => node.baseUrl,
      tokens: cluster.tokens.slice(0, 1),
      callbackUrl: cluster.sink.url,
      connections: 9,
    })
    await cluster.until('30 payins are accepted', async () => load.accepted.size >= 30)
    expect(await node.stop()).toBe(0)
    await load.stop()
    expect(pidsOf(node).filter(lives)).toEqual([])
    expect(await cluster.missing(load.accepted)).toEqual([])
    expect(await cluster.count('node')).toBe(0)
  })

  it('ends with every process when it is killed itself, and a start on a port that is taken ends as one process would', async () => {
    node = await start()
    const taken = cluster.start({ port: node.port, env: { SLUICE_PROCESSES: '2' } })
    await expect(taken).rejects.toThrow(
      /ended with 1:\nSluice does not start: port \d+ on 127.0.0.1 is in use/,
    )
    const office = cluster.start({
      env: { SLUICE_PROCESSES: '2', SLUICE_ADMIN_LISTEN: new URL(node.officeUrl).host },
    })
    await expect(office).rejects.toThrow(/SLUICE_ADMIN_LISTEN: port \d+ on 127.0.0.1 is in use/)
    const pids = pidsOf(node)
    expect(pids.filter(lives)).toHaveLength(PROCESSES)
    await node.kill()
    await cluster.until('none is left', async () => pids.filter(lives).length === 0)
  })
})
