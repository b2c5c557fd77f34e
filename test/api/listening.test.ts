/** `GET /callbacks/!listen`: the callbacks of a test merchant as they were signed, whichever node sends them. */
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { MigratableDatabase } from '@sluice/database/migrate.ts'
import { shutDown } from '@sluice/gateway/http/shedding.ts'
import { eventsOf } from 'sluice/event-stream.ts'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { START, type TestGateway, type TestMerchant, testGateway } from '../harness.ts'
import { openTestDatabase } from '../setup/shared.ts'
import { expectProblem, newId, thb } from './api.fixture.ts'

/** Answers and has the connections. */
let api: TestGateway
/** Sends the callbacks. */
let worker: TestGateway
let database: MigratableDatabase
let address: string

beforeAll(async () => {
  database = await openTestDatabase(START)
  api = await testGateway(database, { settings: { roles: ['api'] } })
  worker = await testGateway(database, { settings: { roles: ['worker'] }, seed: 2 })
  address = await api.app.server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await worker.stop()
  await api.stop()
  await database.close()
})

/** Their clocks agree. What the worker kept is read at the next look. */
const advance = async (ms: number): Promise<void> => {
  for (const some of [ms, 1_000]) {
    await worker.advance(some)
    await api.advance(some)
  }
}

interface ReceivedEvent {
  readonly id: string
  readonly name: string
  readonly data: Record<string, unknown> & { readonly headers: Record<string, string>; readonly body: string }
}

/** Short: each second of it is looked whether it still holds. */
const TOKEN_SECS = 120

const listening = async (merchant: TestMerchant, after?: string, server = address) => {
  const { body } = await api.tokenFor(merchant, '/auth-tokens', {
    operations: ['GET /callbacks/!listen'],
    validitySecs: TOKEN_SECS,
  })
  const giveUp = new AbortController()
  const answer = await fetch(`${server}/callbacks/!listen`, {
    signal: giveUp.signal,
    headers: {
      authorization: `Bearer ${String(body.token)}`,
      'x-api-version': '2',
      ...(after !== undefined && { 'last-event-id': after }),
    },
  })
  const received: ReceivedEvent[] = []
  let broken = false
  const isOver = (async () => {
    if (answer.status !== 200 || !answer.body) return answer.body?.cancel()
    for await (const { id = '', name, data } of eventsOf(answer.body))
      received.push({ id, name, data: JSON.parse(data) })
  })().catch(() => {
    broken = true
  })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    received,
    isOver,
    isBroken: () => broken,
    /** Bytes take their time on a socket. */
    async callbacks(count: number): Promise<readonly ReceivedEvent[]> {
      const all = () => received.filter(({ name }) => name === 'callback')
      await expect.poll(() => all().length, { interval: 5 }).toBeGreaterThanOrEqual(count)
      return all()
    },
    async end() {
      giveUp.abort()
      await isOver
    },
  }
}

const create = async (merchant: TestMerchant, amount = 500.25): Promise<string> => {
  const id = newId()
  const answer = await api.request('POST', `/payins/${id}`, {
    token: await merchant.token(),
    body: thb(amount),
  })
  expect(answer.status).toBe(201)
  return id
}

const rows = async (table: string): Promise<unknown> => {
  const [row] = await database.run({ name: '', text: `select count(*)::int as count from ${table}` }, [])
  return row?.count
}

describe('who listens', () => {
  it('hears a callback as it was signed and sent by another node, with what the payment became', async () => {
    const merchant = await api.merchant()
    const listener = await listening(merchant)
    expect([listener.status, listener.type]).toEqual([200, 'text/event-stream'])
    const id = await create(merchant)
    await advance(4_000)
    const [first] = await listener.callbacks(1)
    expect(first?.data).toMatchObject({ kind: 'payin', paymentId: id, status: 'SUCCESS', attempt: 1 })
    const { headers, body } = first?.data ?? { headers: {}, body: '' }
    expect(JSON.parse(body)).toMatchObject({ type: 'payin.status_changed', data: { idPayin: id } })
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    const signature = new Webhook(merchant.callbackSecret).sign(headers['webhook-id'] ?? '', at, body)
    expect(headers['webhook-signature']).toContain(signature)
    await listener.end()
  })

  it('hears nothing of other merchants, and nothing twice', async () => {
    const [ours, theirs] = [await api.merchant(), await api.merchant()]
    const listener = await listening(ours)
    await create(theirs)
    const id = await create(ours)
    await advance(4_000)
    await advance(1_000)
    const callbacks = await listener.callbacks(1)
    expect(callbacks.map(({ data }) => [data.paymentId, data.attempt])).toEqual([[id, 1]])
    await listener.end()
  })

  it('goes on where the connection was lost', async () => {
    const merchant = await api.merchant()
    const before = await listening(merchant)
    const first = await create(merchant)
    await advance(4_000)
    const last = (await before.callbacks(1)).at(-1)?.id
    await before.end()
    const stillThere = await listening(merchant)
    const second = await create(merchant)
    await advance(4_000)
    await stillThere.callbacks(1)
    const again = await listening(merchant, last)
    await advance(1_000)
    const reported = await again.callbacks(1)
    expect(reported.map(({ data }) => data.paymentId)).toContain(second)
    expect(reported.filter(({ data, id }) => data.paymentId === first && id === last)).toEqual([])
    await again.end()
    await stillThere.end()
  })

  it('leaves nothing behind: without a listener nothing is stored', async () => {
    const merchant = await api.merchant()
    const listener = await listening(merchant)
    await listener.end()
    await expect.poll(() => rows('callback_listener'), { interval: 5 }).toBe(0)
    const kept = await rows('heard_callback')
    await create(merchant)
    await advance(4_000)
    expect(await rows('heard_callback')).toBe(kept)
  })

  it('is alone with at most three others of the same merchant', async () => {
    const merchant = await api.merchant()
    const four = await Promise.all([1, 2, 3, 4].map(() => listening(merchant)))
    expect(four.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await listening(merchant)).status).toBe(429)
    for (const each of four) await each.end()
  })

  it('is ended with its token', async () => {
    const merchant = await api.merchant()
    const listener = await listening(merchant)
    await advance((TOKEN_SECS + 1) * 1_000)
    await listener.isOver
    expect(listener.received[0]?.name).toBe('ready')
  })

  it.each([
    [
      'the key that made its token is removed',
      'update merchant_credential set removed_at = created_at where merchant_id = $1',
    ],
    ['its merchant is suspended', "update merchant set status = 'SUSPENDED' where merchant_id = $1"],
  ])('is ended within two seconds after %s, and hears nothing more', async (_what, text) => {
    const merchant = await api.merchant()
    const listener = await listening(merchant)
    await create(merchant)
    // On another node: this one is not told.
    await database.run({ name: '', text }, [merchant.code])
    await database.run(
      { name: '', text: 'update merchant set version = version + 1 where merchant_id = $1' },
      [merchant.code],
    )
    await api.advance(2_000)
    await listener.isOver
    // As far as the other has come, so that their clocks agree again.
    await worker.advance(6_000)
    await api.advance(4_000)
    expect(listener.isBroken()).toBe(false)
    expect(listener.received.map(({ name }) => name)).toEqual(['ready'])
  })
})

describe('a gateway that is told to stop', () => {
  /** Another node on the same database; its time stands still, so nothing is cut off by a deadline. */
  const another = async () => {
    const node = await testGateway(database, { settings: { roles: ['api'] }, seed: 3 })
    return { node, server: await node.app.server.listen({ host: '127.0.0.1', port: 0 }) }
  }

  it('ends what is listened to, and waits for no listener to hang up', async () => {
    const merchant = await api.merchant()
    const { node, server } = await another()
    const listeners = await Promise.all([1, 2].map(() => listening(merchant, undefined, server)))
    expect(listeners.map(({ status }) => status)).toEqual([200, 200])
    const { shedding } = node.app
    await shutDown(node.app.server, { shedding, timers: node.deps.timers, graceMs: 15_000 })
    // Ended in order: whoever listened has heard the last of it, and not a broken connection.
    await Promise.all(listeners.map(({ isOver }) => isOver))
    expect(listeners.map(({ received }) => received.map(({ name }) => name))).toEqual([['ready'], ['ready']])
    expect(listeners.map(({ isBroken }) => isBroken())).toEqual([false, false])
    await node.app.stop()
  })

  it('tells with its answer that the connection serves for nothing else', async () => {
    const { node, server } = await another()
    const merchant = await api.merchant()
    const { body } = await api.tokenFor(merchant, '/auth-tokens', { operations: ['GET /callbacks/!listen'] })
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = {
        agent: new Agent({ keepAlive: true }),
        headers: { authorization: `Bearer ${String(body.token)}`, 'x-api-version': '2' },
      }
      get(`${server}/callbacks/!listen`, options, resolve).once('error', reject)
    })
    expect(response.headers.connection).toBe('close')
    const ended = once(response.resume(), 'end')
    await node.app.server.close()
    await ended
    await node.app.stop()
  })
})

it('live merchants have no such path', async () => {
  const live = await api.merchant({ isTest: false, callbackUrl: 'https://shop.example/callbacks' })
  const answer = await api.request('GET', '/callbacks/!listen', { token: await live.token() })
  expectProblem(answer, 404, 'NOT_FOUND')
})
