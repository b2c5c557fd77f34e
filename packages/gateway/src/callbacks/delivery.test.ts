import { verify } from 'node:crypto'
import type { Instant, OutgoingAnswer, OutgoingRequest } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import {
  type NetworkScript,
  type SimulatedDeps,
  simulatedDeps,
} from '@sluice/core/foundation/simulated-deps.ts'
import { startLookedFor } from '@sluice/database/due-looks.fixture.ts'
import { faulty } from '@sluice/database/faulty.ts'
import { type Database, DatabaseFailure } from '@sluice/database/port.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../test/setup/shared.ts'
import { NO_PLAN } from '../payments/change.ts'
import { LaneJournal } from '../payments/journal.ts'
import type { Journal } from '../payments/journal-port.ts'
import { emptyJournal, idOf, maker, SHOP, stopAll, tracked } from '../payments/payments.fixture.ts'
import { findPayment } from '../payments/reading.ts'
import { deliveryOf, KEYS, OLD_SECRET, reportedChange, SECRET } from './callbacks.fixture.ts'
import type { Delivery, DeliveryContext } from './delivery.ts'
import { type CallbackView, readCallbacks } from './reading.ts'
import { WAITS_MS } from './schedule.ts'
import { REDELIVER } from './statements.ts'

const ENGINES = bothEngines

const answered = (status: number, headers: Record<string, string> = {}, body = ''): OutgoingAnswer => ({
  ok: true,
  status,
  headers,
  body,
  durationMs: 0,
})
const sequenceOf = (request: OutgoingRequest): number => JSON.parse(request.body ?? '').data.sequence
const paymentOf = (request: OutgoingRequest): string => JSON.parse(request.body ?? '').data.idPayin

describe.each(ENGINES)('the delivery of callbacks on $name', ({ open }) => {
  let opened: Opened
  let database: Database
  let deps: SimulatedDeps
  let journal: Journal
  let make: ReturnType<typeof maker>
  let receive: NetworkScript
  let deliveries: { stop(): Promise<void> }[]
  /** What `hangs` has not answered yet. */
  const hung: ((answer: OutgoingAnswer) => void)[] = []
  const hangs = { request: () => new Promise<OutgoingAnswer>((resolve) => hung.push(resolve)) }
  const answerHung = () => {
    for (const answer of hung.splice(0)) answer(answered(200))
  }

  beforeAll(async () => {
    opened = await open()
  })
  beforeEach(async () => {
    await emptyJournal(opened.database)
    const world = tracked(opened.database)
    database = world.database
    receive = () => answered(204)
    deps = simulatedDeps(1, {
      // The verifying library reads the real clock.
      startAt: Math.floor(Date.now() / 1_000) * 1_000,
      network: (request, wait) => receive(request, wait),
      settled: world.settled,
    })
    journal = new LaneJournal(database, deps, { queueLimit: 1_000 })
    make = maker(deps)
    deliveries = []
  })
  afterEach(async () => {
    answerHung()
    await stopAll(deps, deliveries)
  })
  afterAll(() => opened?.close())

  const worker = (changes: Partial<DeliveryContext> = {}): Delivery => {
    const delivery = deliveryOf({ database, deps, journal }, changes)
    deliveries.push(delivery, startLookedFor(database, deps, delivery))
    return delivery
  }
  const change = (id: string, merchantId?: MerchantCode) =>
    journal.commit(reportedChange(make, id, merchantId))
  const payin = async (id: string, changes: { merchantId?: MerchantCode; callbackUrl?: string } = {}) => {
    await journal.commit(make.payin(id, changes))
    await change(id, changes.merchantId)
  }
  /** All callbacks of these payins, as operators see them. */
  const callbacksOf = async (...ids: readonly string[]): Promise<readonly CallbackView[]> => {
    const found = await Promise.all(ids.map((id) => findPayment(database, SHOP, 'payin', idOf(id))))
    const read = found.map((payment) => (payment ? readCallbacks(database, SHOP, payment.key) : []))
    return (await Promise.all(read)).flat()
  }
  const attempts = async (...ids: readonly string[]) =>
    (await callbacksOf(...ids)).flatMap(({ sequence, attempts: made }) =>
      made.map(({ attempt, outcome, httpStatus }) => ({ sequence, attempt, outcome, httpStatus })),
    )
  const statesOf = async (...ids: readonly string[]) => (await callbacksOf(...ids)).map(({ state }) => state)
  const redeliver = (id: string) =>
    database.run(REDELIVER, [SHOP, 'payin', id, new Date(deps.clock.now()).toISOString()])

  it('sends a thin body with the headers of the standard, signed with both secrets and the public key', async () => {
    worker()
    await payin('p')
    await deps.advance(10)
    const [request] = deps.sent
    const payment = await findPayment(database, SHOP, 'payin', idOf('p'))
    expect(JSON.parse(request?.body ?? '')).toEqual({
      type: 'payin.status_changed',
      timestamp: new Date(deps.clock.now() - 10).toISOString(),
      data: { idPayin: 'p', merchantCode: SHOP, sequence: 1 },
    })
    expect(request).toMatchObject({
      method: 'POST',
      url: 'http://127.0.0.1:9/callbacks',
      timeoutMs: 15_000,
      headers: {
        'content-type': 'application/json',
        'x-api-version': '2',
        'webhook-id': `${payment?.key}-1`,
      },
    })
    const body = request?.body ?? ''
    const headers: Record<string, string> = request?.headers ?? {}
    for (const secret of [SECRET, OLD_SECRET]) {
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    }
    expect(() => new Webhook(SECRET).verify(`${body} `, headers)).toThrow()
    const signature = headers['webhook-signature']?.split(' ').find((each) => each.startsWith('v1a,'))
    const signed = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    expect(verify(null, signed, KEYS.publicKey, Buffer.from(signature?.slice(4) ?? '', 'base64'))).toBe(true)
    expect(await attempts('p')).toEqual([{ sequence: 1, attempt: 1, outcome: 'DELIVERED', httpStatus: 204 }])
    expect(await statesOf('p')).toEqual(['DELIVERED'])
  })

  it("sends a payment's callbacks in order and one after the other, others beside them", async () => {
    const log: string[] = []
    receive = async (request, wait) => {
      const name = `${paymentOf(request)}${sequenceOf(request)}`
      log.push(`+${name}`)
      if (name === 'a1') await wait(5_000)
      log.push(`-${name}`)
      return answered(200)
    }
    await payin('a')
    await change('a')
    await change('a')
    await payin('b')
    worker()
    await deps.advance(10_000)
    expect(log.slice(0, 3).sort()).toEqual(['+a1', '+b1', '-b1'])
    expect(log.slice(3)).toEqual(['-a1', '+a2', '-a2', '+a3', '-a3'])
  })

  it('begins with what has been due the longest, whichever payment is older', async () => {
    const begun: string[] = []
    receive = (request) => {
      begun.push(paymentOf(request))
      return answered(200)
    }
    for (const id of ['a', 'b', 'c', 'd']) await payin(id)
    for (const id of ['c', 'a', 'd', 'b']) {
      await deps.advance(1_000)
      await redeliver(id)
    }
    worker()
    await deps.advance(10)
    expect(begun).toEqual(['c', 'a', 'd', 'b'])
  })

  it('tries again after 5 s, 5 min, … 24 h (±20 %), keeps every attempt, and then abandons it', async () => {
    const sentAt: Instant[] = []
    receive = () => {
      sentAt.push(deps.clock.now())
      return answered(500, {}, `answer ${sentAt.length} ${'x'.repeat(2_000)}`)
    }
    await payin('p')
    for (let attempt = 1; attempt <= 10; attempt++) {
      // A worker looks once a second, which is long to simulate for days: each attempt gets one of its own.
      const [next] = await callbacksOf('p')
      await deps.advance(Math.max(0, Date.parse(next?.nextAttemptAt ?? '') - 1_000 - deps.clock.now()))
      worker()
      await deps.advance(500)
      expect(sentAt).toHaveLength(attempt - (attempt === 1 ? 0 : 1))
      await deps.advance(1_500)
      expect(sentAt).toHaveLength(attempt)
      await stopAll(deps, deliveries.splice(0))
    }
    const waits = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0))
    expect(waits).toHaveLength(WAITS_MS.length)
    waits.forEach((wait, index) => {
      // Looked for once a second.
      expect(wait).toBeGreaterThanOrEqual((WAITS_MS[index] ?? 0) * 0.8)
      expect(wait).toBeLessThanOrEqual((WAITS_MS[index] ?? 0) * 1.2 + 1_100)
    })
    const [callback] = await callbacksOf('p')
    const kept = callback?.attempts ?? []
    expect(kept.map(({ outcome }) => outcome)).toEqual([...Array(9).fill('RETRY'), 'ABANDONED'])
    expect(kept.every(({ httpStatus, answer }) => httpStatus === 500 && answer?.length === 1_024)).toBe(true)
    expect(kept[4]?.answer).toMatch(/^answer 5 /)
    expect(callback?.state).toBe('ABANDONED')

    receive = () => answered(200)
    await redeliver('p')
    worker()
    await deps.advance(2_000)
    expect((await attempts('p')).at(-1)).toEqual({
      sequence: 1,
      attempt: 11,
      outcome: 'DELIVERED',
      httpStatus: 200,
    })
  })

  it('lets a newer change take the place of one that waits for its retry, and starts the schedule afresh', async () => {
    receive = () => answered(503)
    worker()
    await payin('p')
    await deps.advance(10)
    await change('p')
    await deps.advance(10)
    expect(await attempts('p')).toEqual([
      { sequence: 1, attempt: 1, outcome: 'RETRY', httpStatus: 503 },
      { sequence: 1, attempt: 2, outcome: 'SUPERSEDED', httpStatus: undefined },
      { sequence: 2, attempt: 1, outcome: 'RETRY', httpStatus: 503 },
    ])
    expect(await statesOf('p')).toEqual(['SUPERSEDED', 'WAITING'])
    receive = () => answered(200)
    await deps.advance(8_000)
    expect(deps.sent.map(sequenceOf)).toEqual([1, 2, 2])
  })

  it('does not try again one that failed while a newer change was committed', async () => {
    receive = async (request, wait) => {
      if (sequenceOf(request) > 1) return answered(200)
      await wait(1_000)
      return answered(500)
    }
    worker()
    await payin('p')
    await deps.advance(10)
    await change('p')
    await deps.advance(3_000)
    expect(await attempts('p')).toEqual([
      { sequence: 1, attempt: 1, outcome: 'SUPERSEDED', httpStatus: 500 },
      { sequence: 2, attempt: 1, outcome: 'DELIVERED', httpStatus: 200 },
    ])
  })

  it("ends a payment's callbacks at a 410, also the later ones, and nobody else's", async () => {
    receive = (request) => answered(paymentOf(request) === 'p' ? 410 : 200)
    worker()
    await payin('p')
    await deps.advance(10)
    await change('p')
    await payin('q')
    await deps.advance(2_000)
    expect(deps.sent.map((request) => paymentOf(request) + sequenceOf(request))).toEqual(['p1', 'q1'])
    expect((await attempts('p', 'q')).map(({ outcome }) => outcome)).toEqual(['GONE', 'GONE', 'DELIVERED'])
    expect(await statesOf('p', 'q')).toEqual(['ENDED', 'ENDED', 'DELIVERED'])
    // By hand it may still be wanted.
    receive = () => answered(200)
    await redeliver('p')
    await deps.advance(2_000)
    expect(deps.sent).toHaveLength(3)
  })

  it('sends again by hand what was delivered, under the same id', async () => {
    worker()
    await payin('p')
    await deps.advance(10)
    await redeliver('p')
    await deps.advance(2_000)
    expect(deps.sent).toHaveLength(2)
    expect(deps.sent[1]?.headers['webhook-id']).toBe(deps.sent[0]?.headers['webhook-id'])
    expect((await attempts('p')).map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      [1, 'DELIVERED'],
      [2, 'DELIVERED'],
    ])
  })

  it('honours a Retry-After', async () => {
    receive = () => answered(deps.sent.length === 1 ? 429 : 200, { 'retry-after': '600' })
    worker()
    await payin('p')
    await deps.advance(590_000)
    expect(deps.sent).toHaveLength(1)
    await deps.advance(12_000)
    expect(deps.sent).toHaveLength(2)
  })

  it("delays nobody else's callbacks where one merchant's receiver is dead", async () => {
    const dead = 'DEAD' as MerchantCode
    receive = async (request, wait) => {
      if (request.url.includes('dead')) await wait(60_000)
      return answered(200)
    }
    for (let index = 0; index < 150; index++) {
      await journal.commit(make.payin(`d${index}`, { merchantId: dead, callbackUrl: 'http://dead.example/' }))
    }
    await Promise.all(Array.from({ length: 150 }, (_, index) => change(`d${index}`, dead)))
    worker()
    await deps.advance(3_000)
    for (let index = 0; index < 5; index++) {
      const at = deps.clock.now()
      await payin(`p${index}`)
      await deps.advance(1_000)
      const sent = deps.sent.find((request) => paymentOf(request) === `p${index}`)
      expect(sent, `p${index} after ${deps.clock.now() - at} ms`).toBeDefined()
    }
    expect(deps.sent.filter(({ url }) => url.includes('dead')).length).toBeLessThanOrEqual(8)
  })

  it('records each attempt alone where the database takes one of several amiss', async () => {
    const picky: Database = {
      ...database,
      run: (statement, values) => database.run(statement, values),
      batch: async (calls) => {
        const rows = JSON.stringify(calls.at(-1)?.values)
        if (rows.includes('unspeakable')) throw new DatabaseFailure('STATEMENT', 'a row it does not take')
        return database.batch(calls)
      },
    }
    receive = (request) => answered(200, {}, paymentOf(request) === 'bad' ? 'unspeakable' : '')
    worker({ database: picky })
    await Promise.all(['good', 'bad', 'fine'].map((id) => payin(id)))
    await deps.advance(10)
    expect(await statesOf('good', 'fine')).toEqual(['DELIVERED', 'DELIVERED'])
    expect(await callbacksOf('bad')).toMatchObject([{ state: 'SENDING', attempts: [] }])
  })

  it('records all but the one that cannot be sent to the database', async () => {
    // More than the column takes: an array of it cannot be written.
    receive = (request) => answered(paymentOf(request) === 'bad' ? 40_000 : 200)
    worker()
    await Promise.all(['good', 'bad', 'fine'].map((id) => payin(id)))
    await deps.advance(10)
    expect(await statesOf('good', 'fine')).toEqual(['DELIVERED', 'DELIVERED'])
  })

  it('sends again, at least once, what was sent and could not be recorded', async () => {
    const failing = faulty(database, (operation) => ({
      kind: operation === 'batch' ? 'LOST_BEFORE' : 'NONE',
    }))
    const first = worker({ database: failing })
    await payin('p')
    await deps.advance(10)
    await first.stop()
    expect(deps.sent).toHaveLength(1)
    expect(await attempts('p')).toEqual([])
    worker()
    await deps.advance(59_000)
    expect(deps.sent).toHaveLength(1)
    await deps.advance(3_000)
    expect(deps.sent).toHaveLength(2)
    expect(await attempts('p')).toEqual([{ sequence: 1, attempt: 1, outcome: 'DELIVERED', httpStatus: 204 }])
  })

  it('takes over from a worker that died, when its lease has run out', async () => {
    const dead = worker({ deps: { ...deps, network: hangs } })
    await payin('p')
    await deps.advance(10)
    const stopped = dead.stop()
    worker()
    await deps.advance(50_000)
    expect(deps.sent).toHaveLength(0)
    await deps.advance(12_000)
    expect(deps.sent.length).toBeGreaterThanOrEqual(1)
    expect(await statesOf('p')).toEqual(['DELIVERED'])
    answerHung()
    await stopped
  })

  it('ends only what is under its own lease', async () => {
    const stuck = worker({ deps: { ...deps, network: hangs } })
    await payin('p')
    await deps.advance(10)
    const stopped = stuck.stop()
    receive = () => answered(500)
    worker()
    await deps.advance(62_000)
    const before = await callbacksOf('p')
    answerHung()
    await deps.advance(10)
    expect(await callbacksOf('p')).toEqual(before)
    expect(before).toMatchObject([{ state: 'WAITING', attempts: [{ outcome: 'RETRY', httpStatus: 500 }] }])
    await stopped
  })

  it('never sends one twice at once, nor two of one payment, from two workers', async () => {
    const open = new Map<string, number>()
    let most = 0
    receive = async (request, wait) => {
      const id = paymentOf(request)
      open.set(id, (open.get(id) ?? 0) + 1)
      most = Math.max(most, open.get(id) ?? 0)
      await wait(20)
      open.set(id, (open.get(id) ?? 0) - 1)
      return answered(200)
    }
    await Promise.all(Array.from({ length: 60 }, (_, index) => journal.commit(make.payin(`p${index}`))))
    for (let round = 0; round < 2; round++) {
      await Promise.all(Array.from({ length: 60 }, (_, index) => change(`p${index}`)))
    }
    worker()
    worker()
    await deps.advance(120_000)
    expect(most).toBe(1)
    expect(deps.sent).toHaveLength(120)
    expect(new Set(deps.sent.map((request) => request.headers['webhook-id'])).size).toBe(120)
    for (let index = 0; index < 60; index++) {
      const own = deps.sent.filter((request) => paymentOf(request) === `p${index}`)
      expect(own.map(sequenceOf)).toEqual([1, 2])
    }
  })

  it('sends while no transaction is open: payments go on meanwhile', async () => {
    let during: string | undefined
    receive = async () => {
      during = (await journal.commit(make.moved('payin', 'p', () => ({ plan: NO_PLAN })))).type
      return answered(200)
    }
    worker()
    await payin('p')
    await deps.advance(10)
    await deps.advance(10)
    expect(during).toBe('done')
  })

  it('keeps an answer that no database would take as it is', async () => {
    receive = () => answered(200, {}, `${'x'.repeat(1_023)}😀 \0 \uD800`)
    worker()
    await payin('p')
    await deps.advance(10)
    expect(await statesOf('p')).toEqual(['DELIVERED'])
    expect(await attempts('p')).toHaveLength(1)
  })

  it('sends and records what is open before it stops, and gives back the rest', async () => {
    receive = async (_, wait) => {
      await wait(1_000)
      return answered(200)
    }
    const ids = Array.from({ length: 30 }, (_, index) => `p${index}`)
    await Promise.all(ids.map((id) => payin(id)))
    const delivery = worker()
    await deps.advance(10)
    const stopped = delivery.stop()
    await deps.advance(2_000)
    await stopped
    const states = await statesOf(...ids)
    expect(states.filter((state) => state === 'DELIVERED')).toHaveLength(deps.sent.length)
    expect(states.filter((state) => state === 'WAITING')).toHaveLength(30 - deps.sent.length)
  })
})
