import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { Counter, Gauge, Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { partOf } from '../../http/siblings.ts'
import { Supervised } from './supervised.ts'
import { type ProcessPlace, type SpawnedListener, Supervisor } from './supervisor.ts'

/** A process that is not there: what it says and hears passes at once. */
interface Played {
  readonly place: ProcessPlace
  readonly link: Supervised
  readonly received: string[]
  readonly counted: Counter
  refreshed: number
  /** Answers nothing any more. */
  hangs: boolean
  end(how: number | string): void
}

const SERVING = {
  baseUrl: 'http://127.0.0.1:8080',
  port: 8080,
  testCheckout: undefined,
  firstLink: undefined,
}

function play(processes: number, deps: SimulatedDeps = simulatedDeps(1)) {
  const played: Played[] = []
  const supervisor = new Supervisor(
    processes,
    (place, listener) => {
      const one = playedProcess(place, listener, deps)
      played.push(one)
      return {
        pid: played.length,
        send(message) {
          one.received.push(message.type)
          if (!one.hangs) one.link.receive(message)
        },
        kill: () => one.end('SIGKILL'),
      }
    },
    deps,
  )
  const begin = (one: Played) => {
    const registry = new Registry()
    registry.registerMetric(one.counted)
    const refreshCaches = async () => {
      one.refreshed += 1
    }
    one.link.ready(SERVING, { metrics: () => registry.getMetricsAsJSON(), refreshCaches })
  }
  /** All of them serve. */
  const started = async () => {
    const start = supervisor.start()
    for (const one of played) begin(one)
    await start
    return [...played]
  }
  return { deps, supervisor, played, begin, started }
}

function playedProcess(place: ProcessPlace, listener: SpawnedListener, deps: SimulatedDeps): Played {
  const { clock, timers } = deps
  const one: Played = {
    place,
    link: new Supervised({ place, clock, timers, send: (message) => listener.said(message) }),
    received: [],
    counted: new Counter({ name: 'requests_total', help: 'Requests', registers: [] }),
    refreshed: 0,
    hangs: false,
    end: (how) => listener.ended(how),
  }
  one.link.onStop(() => one.end(0))
  return one
}

const counterOf = (page: string, name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(page)?.[1])

describe('a start', () => {
  it('leaves to the first what is done once, has the others wait for it, and is over when all serve', async () => {
    const { supervisor, played, begin, deps } = play(3)
    const start = supervisor.start()
    expect(played.map(({ place }) => place.isFirst)).toEqual([true, false, false])
    const went: number[] = []
    for (const { link, place } of played) void link.untilFirstIsReady().then(() => went.push(place.number))
    await deps.rest()
    expect(went).toEqual([1])
    const [first, ...others] = played
    if (first) begin(first)
    await deps.rest()
    expect(went).toEqual([1, 2, 3])
    for (const other of others) begin(other)
    expect(await start).toEqual({ ok: true, value: SERVING })
  })

  it('that fails in one process ends all, with the sentence of that one', async () => {
    const { supervisor, played, begin } = play(2)
    const start = supervisor.start()
    const [first, second] = played
    if (first) begin(first)
    second?.end(1)
    expect(await start).toEqual({
      ok: false,
      failure: 'process 2 ended with 1 before it was ready: see its log',
    })
    expect(first?.received).toContain('stop')
  })
})

describe('a process that ends by itself', () => {
  it('is started again in its place, later and later where it keeps ending', async () => {
    const { deps, played, started } = play(2)
    const [, second] = await started()
    second?.end('SIGKILL')
    await deps.advance(249)
    expect(played).toHaveLength(2)
    await deps.advance(1)
    expect(played[2]?.place).toEqual(second?.place)
    played[2]?.end(1)
    await deps.advance(499)
    expect(played).toHaveLength(3)
    await deps.advance(1)
    expect(played).toHaveLength(4)
    expect(deps.logged.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
      'a process ended; it is started again',
      'a process ended; it is started again',
    ])
  })

  it('does nothing again of what a start does once, and waits for nobody', async () => {
    const { deps, played, started } = play(2)
    const [first] = await started()
    first?.end(1)
    await deps.advance(250)
    const again = played[2]
    expect(again?.place).toMatchObject({ number: 1, isFirst: false, nodeId: first?.place.nodeId })
    await expect(again?.link.untilFirstIsReady()).resolves.toBeUndefined()
  })
})

it('a gateway whose processes have all ended comes back on the port that it had', async () => {
  const { deps, played, started } = play(2)
  for (const one of await started()) one.end(1)
  await deps.advance(250)
  expect(played.slice(2).map(({ place }) => place.port)).toEqual([8080, 8080])
})

describe('a stop', () => {
  it('tells every process, and is over when the last has ended', async () => {
    const { supervisor, started } = play(3)
    const processes = await started()
    await supervisor.stop()
    expect(processes.map(({ received }) => received.at(-1))).toEqual(['stop', 'stop', 'stop'])
  })

  it('starts nothing again, not even what was to be started again soon', async () => {
    const { deps, supervisor, played, started } = play(2)
    const [first] = await started()
    first?.end(1)
    await supervisor.stop()
    await deps.advance(60_000)
    expect(played).toHaveLength(2)
  })

  it('says so where a process did not end in order', async () => {
    const { supervisor, started } = play(2)
    const [first] = await started()
    first?.link.onStop(() => first.end(1))
    await expect(supervisor.stop()).rejects.toThrow('process 1 ended with 1')
  })
})

describe('limits', () => {
  it('hold for all processes together', async () => {
    const { started } = play(2)
    const processes = await started()
    const decisions = await Promise.all(
      processes.flatMap(({ link }) => Array.from({ length: 8 }, () => link.limits.take('shop', 10))),
    )
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(10)
  })

  it('are asked about in one message for all requests of a moment, and in none for a key that is exhausted', async () => {
    const { deps, started } = play(2)
    const [one] = await started()
    const take = () => one?.link.limits.take('shop', 2)
    const requested = () => one?.received.filter((type) => type === 'taken').length
    await Promise.all([take(), take(), take()])
    expect(requested()).toBe(1)
    expect(await take()).toMatchObject({ allowed: false, resetMs: 1_001 })
    expect(requested()).toBe(1)
    await deps.advance(1_001)
    expect(await take()).toMatchObject({ allowed: true })
    expect(requested()).toBe(2)
  })

  it('are not waited for longer than a quarter of a second', async () => {
    const { deps, started } = play(2)
    const [one] = await started()
    if (one) one.hangs = true
    const taken = expect(one?.link.limits.take('shop', 10)).rejects.toThrow('did not answer')
    await deps.advance(250)
    await taken
  })

  it.each([
    [2, 10],
    [4, 5],
    [40, 1],
  ])('are the part of this machine where %i nodes answer: %i', async (liveNodes, expected) => {
    const { started } = play(2)
    const [one] = await started()
    if (one === undefined) return
    const part = partOf(one.link, () => liveNodes)
    const decisions = await Promise.all(Array.from({ length: 12 }, () => part.take('shop', 10)))
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(expected)
    expect(decisions[0]?.limit).toBe(10)
  })
})

describe('the metrics page', () => {
  it('adds up what the processes have counted', async () => {
    const { started } = play(2)
    const [one, two] = await started()
    one?.counted.inc(3)
    two?.counted.inc(4)
    const page = (await two?.link.metricsPage()) ?? ''
    expect(counterOf(page, 'requests_total')).toBe(7)
    expect(counterOf(page, 'sluice_processes')).toBe(2)
  })

  it('never lets a counter fall because a process has ended', async () => {
    const { deps, played, begin, started } = play(2)
    const [one, two] = await started()
    one?.counted.inc(3)
    two?.counted.inc(4)
    await one?.link.metricsPage()
    two?.end('SIGKILL')
    expect(counterOf((await one?.link.metricsPage()) ?? '', 'requests_total')).toBe(7)
    await deps.advance(250)
    const again = played[2]
    if (again) begin(again)
    again?.counted.inc(1)
    const page = (await one?.link.metricsPage()) ?? ''
    expect(counterOf(page, 'requests_total')).toBe(8)
    expect(counterOf(page, 'sluice_process_restarts_total')).toBe(1)
  })

  it('is told without a process that hangs, as that was read last', async () => {
    const { deps, started } = play(2)
    const [one, two] = await started()
    two?.counted.inc(4)
    await one?.link.metricsPage()
    if (two) two.hangs = true
    const page = one?.link.metricsPage()
    await deps.advance(1_000)
    expect(counterOf((await page) ?? '', 'requests_total')).toBe(4)
  })
})

describe('a change in one process', () => {
  it('has the others look anew before it is answered, and not itself', async () => {
    const { started } = play(3)
    const processes = await started()
    await processes[1]?.link.refreshCaches()
    expect(processes.map(({ refreshed }) => refreshed)).toEqual([1, 0, 1])
  })

  it('waits for no process that hangs', async () => {
    const { deps, started } = play(2)
    const [one, two] = await started()
    if (two) two.hangs = true
    const refreshed = one?.link.refreshCaches()
    await deps.advance(1_000)
    await expect(refreshed).resolves.toBeUndefined()
  })
})

it('numbers that each process sees of the same thing are told as one says', async () => {
  const { deps, supervisor, played } = play(2)
  const start = supervisor.start()
  for (const [index, { link }] of played.entries()) {
    const registry = new Registry()
    new Gauge({ name: 'nodes', help: 'Nodes', aggregator: 'max', registers: [registry] }).set(index + 1)
    link.ready(SERVING, { metrics: () => registry.getMetricsAsJSON(), refreshCaches: async () => undefined })
  }
  await start
  await deps.rest()
  expect(counterOf((await played[0]?.link.metricsPage()) ?? '', 'nodes')).toBe(2)
})
