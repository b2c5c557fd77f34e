import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { NoticeReceiver, Notices } from '@sluice/database/notices.ts'
import { MAX_NOTICE_BYTES } from '@sluice/database/notices.ts'
import { describe, expect, it } from 'vitest'
import type { EventStream } from './event-stream.ts'
import { Live, type LiveChange } from './live.ts'

const SECOND_MS = 1_000

/** What was sent on a stream, event by event; beats are left out. */
function read(stream: EventStream | undefined) {
  const seen: { event: string; id: string | undefined; data: LiveChange }[] = []
  const state = { seen, isOver: false }
  stream?.readable.on('data', (chunk: Buffer) => {
    for (const block of chunk.toString().split('\n\n')) {
      const fields = new Map(
        block.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
      )
      const event = fields.get('event')
      if (event !== undefined)
        seen.push({ event, id: fields.get('id'), data: JSON.parse(fields.get('data') ?? '{}') })
    }
  })
  stream?.readable.on('close', () => (state.isOver = true))
  return state
}

function world(count = 1) {
  const deps: SimulatedDeps = simulatedDeps(1)
  const receivers = new Set<NoticeReceiver>()
  const notices: Notices = {
    async send(texts) {
      for (const text of texts) {
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_NOTICE_BYTES)
        for (const receiver of receivers) receiver.received(text)
      }
    },
    listen(receiver) {
      receivers.add(receiver)
      return async () => void receivers.delete(receiver)
    },
  }
  const nodes = Array.from({ length: count }, () => new Live(deps, notices))
  for (const live of nodes) live.start()
  const listen = (live: Live | undefined, more: Partial<Parameters<Live['listen']>[0]> = {}) =>
    live?.listen({
      caller: 'anna',
      shown: (change) => change,
      mayGoOn: async () => true,
      lastEventId: undefined,
      ...more,
    })
  return { deps, nodes, receivers, listen }
}

const PAYMENT: LiveChange = {
  resource: 'payments',
  merchantCode: 'SHOP',
  kind: 'payin',
  id: 'order-1',
  version: 2,
}
const named = (state: ReturnType<typeof read>) =>
  state.seen.filter(({ event }) => event === 'change').map(({ data }) => data)

describe('what has changed', () => {
  it('is heard on every node, within two seconds and once', async () => {
    const { deps, nodes, listen } = world(2)
    const [here, there] = nodes.map((live) => read(listen(live)))
    nodes[0]?.changed(PAYMENT)
    nodes[0]?.changed({ ...PAYMENT, version: 3 })
    await deps.advance(2 * SECOND_MS)
    for (const state of [here, there])
      expect(state && named(state)).toEqual([expect.objectContaining({ id: 'order-1', version: 3 })])
  })

  it('is named by its kind alone where too much happens at once, in notices that fit', async () => {
    const { deps, nodes, listen } = world(2)
    const there = read(listen(nodes[1]))
    for (let each = 0; each < 5_000; each += 1)
      nodes[0]?.changed({ ...PAYMENT, id: `order-${'x'.repeat(60)}${each}` })
    await deps.advance(SECOND_MS)
    expect(named(there)).toHaveLength(101)
    expect(named(there)).toContainEqual({ resource: 'payments', merchantCode: 'SHOP', kind: 'payin' })
  })

  it('is told to all who listen where thousands of merchants change at once, on every node and to who comes back: look anew', async () => {
    const { deps, nodes, listen } = world(2)
    const of = (...codes: readonly string[]) => ({
      caller: codes.join(),
      whose: () => codes,
      shown: ({ merchantCode }: LiveChange) => (codes.includes(merchantCode ?? '') ? {} : undefined),
    })
    const late = nodes.map((live) => read(listen(live, of('SHOP-9999'))))
    const early = nodes.map((live) => read(listen(live, of('SHOP-1'))))
    const others = nodes.map((live) => read(listen(live, of('NOBODY'))))
    const all = nodes.map((live) => read(listen(live, { caller: 'ann' })))
    await deps.advance(1)
    const ready = late[0]?.seen[0]?.id
    for (let each = 0; each < 10_000; each += 1)
      nodes[0]?.changed({ ...PAYMENT, merchantCode: `SHOP-${each}` })
    await deps.advance(SECOND_MS)
    const events = (states: readonly ReturnType<typeof read>[]) =>
      states.map(({ seen }) => seen.map(({ event }) => event).slice(1))
    expect(events(late)).toEqual([['missed'], ['missed']])
    expect(
      events(early)
        .flat()
        .filter((event) => event === 'change'),
    ).toHaveLength(2)
    expect(events(all).map((each) => each.filter((event) => event === 'missed'))).toEqual([
      ['missed'],
      ['missed'],
    ])
    expect(events(others)).toEqual([[], []])
    const back = read(listen(nodes[0], { ...of('SHOP-9999'), lastEventId: ready }))
    await deps.advance(1)
    expect(back.seen.map(({ event }) => event)).toEqual(['ready', 'missed'])
    // The next fifth of a second begins with nothing.
    nodes[0]?.changed({ ...PAYMENT, merchantCode: 'SHOP-9999' })
    await deps.advance(SECOND_MS)
    expect(events(late).map((each) => each.at(-1))).toEqual(['change', 'change'])
  })

  it('is told once a second in a rush, each merchant and kind once, and soon again when that is over', async () => {
    const { deps, nodes, listen } = world()
    const state = read(listen(nodes[0]))
    const rush = () => {
      for (let each = 0; each < 500; each += 1)
        nodes[0]?.changed({ ...PAYMENT, merchantCode: `SHOP-${each % 5}`, id: `order-${each}` })
    }
    const reportedAfter = async (ms: number) => {
      const before = named(state).length
      await deps.advance(ms)
      return named(state).length - before
    }
    rush()
    const reported = [await reportedAfter(200)]
    rush()
    reported.push(await reportedAfter(900), await reportedAfter(100))
    nodes[0]?.changed(PAYMENT)
    reported.push(await reportedAfter(900), await reportedAfter(100))
    nodes[0]?.changed(PAYMENT)
    reported.push(await reportedAfter(200))
    expect(reported).toEqual([105, 0, 105, 0, 1, 1])
  })

  it('is told to nobody whose it is not', async () => {
    const { deps, nodes, listen } = world()
    const other = read(
      listen(nodes[0], { shown: ({ merchantCode }) => (merchantCode === 'OTHER' ? {} : undefined) }),
    )
    nodes[0]?.changed(PAYMENT)
    await deps.advance(SECOND_MS)
    expect(named(other)).toEqual([])
  })

  it('meanwhile is told to who comes back, and where that is not known, that something was missed', async () => {
    const { deps, nodes, listen } = world(2)
    const first = read(listen(nodes[0]))
    nodes[0]?.changed(PAYMENT)
    await deps.advance(SECOND_MS)
    const lastEventId = first.seen.at(-1)?.id
    nodes[0]?.changed({ ...PAYMENT, id: 'order-2' })
    await deps.advance(SECOND_MS)
    const back = read(listen(nodes[0], { lastEventId }))
    const elsewhere = read(listen(nodes[1], { lastEventId }))
    const made = read(listen(nodes[0], { lastEventId: 'x.y.z' }))
    await deps.advance(1)
    expect(named(back).map(({ id }) => id)).toEqual(['order-2'])
    expect(elsewhere.seen.map(({ event }) => event)).toEqual(['ready', 'missed'])
    expect(made.seen.map(({ event }) => event)).toEqual(['ready', 'missed'])
  })

  it('may have been missed where notices were not heard for a while', async () => {
    const { deps, nodes, receivers, listen } = world()
    const state = read(listen(nodes[0]))
    for (const receiver of receivers) receiver.missed()
    for (const receiver of receivers) receiver.received('not one of ours')
    await deps.advance(1)
    expect(state.seen.map(({ event }) => event)).toEqual(['ready', 'missed'])
  })
})

describe('a stream', () => {
  it('ends within two seconds after whoever listens may not any more', async () => {
    const { deps, nodes, listen } = world()
    let may = true
    const state = read(listen(nodes[0], { mayGoOn: async () => may }))
    await deps.advance(10 * SECOND_MS)
    expect(state.isOver).toBe(false)
    may = false
    await deps.advance(2 * SECOND_MS + 100)
    await expect.poll(() => state.isOver).toBe(true)
  })

  it('is one of ten at most for one caller, and gives its place back', async () => {
    const { deps, nodes, listen } = world()
    const streams = Array.from({ length: 10 }, () => listen(nodes[0]))
    expect(listen(nodes[0])).toBeUndefined()
    expect(listen(nodes[0], { caller: 'ben' })).toBeDefined()
    const [first] = streams.map(read)
    streams[0]?.end()
    await deps.advance(SECOND_MS)
    await expect.poll(() => first?.isOver).toBe(true)
    expect(listen(nodes[0])).toBeDefined()
  })

  describe('of a merchant', () => {
    /** However many people ask, each for a few. @returns how many were let in */
    const crowd = (listen: ReturnType<typeof world>['listen'], live: Live | undefined, share: string) => {
      const requested = Array.from({ length: 300 }, (_, each) =>
        listen(live, { share, caller: `${share} person ${each >> 2}` }),
      )
      return requested.filter((stream) => stream !== undefined).length
    }

    it('takes a share of the places, whoever of its people asks, and leaves the rest to others', async () => {
      const { nodes, listen } = world()
      expect(crowd(listen, nodes[0], 'SHOP')).toBe(50)
      expect(listen(nodes[0], { share: 'SHOP', caller: 'one more' })).toBeUndefined()
      expect(listen(nodes[0], { share: 'OTHER', caller: 'merchant OTHER' })).toBeDefined()
      await nodes[0]?.stop()
    })

    it('and those of all other merchants together leave operators their places', async () => {
      const { nodes, listen } = world()
      for (let each = 0; each < 30; each += 1) crowd(listen, nodes[0], `SHOP-${each}`)
      expect(listen(nodes[0], { share: 'LATE', caller: 'merchant LATE' })).toBeUndefined()
      const operators = Array.from({ length: 200 }, (_, each) =>
        listen(nodes[0], { caller: `operator ${each >> 3}` }),
      )
      expect(operators.filter((stream) => stream === undefined)).toEqual([])
      expect(listen(nodes[0], { caller: 'operator late' })).toBeUndefined()
      await nodes[0]?.stop()
    })
  })

  it('ends with its node', async () => {
    const { nodes, listen } = world()
    const state = read(listen(nodes[0]))
    await nodes[0]?.stop()
    await expect.poll(() => state.isOver).toBe(true)
  })
})
