/** What changes on one node is heard on the other: two gateways on one PostgreSQL, asked over real connections. */
import { type MigratableDatabase, readMigrations } from '@sluice/database/migrate.ts'
import { connectPostgres } from '@sluice/database/postgres.ts'
import { freshDatabase, realTimers, silentLog } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { thb } from '../../../../../test/api/api.fixture.ts'
import { type TestGateway, type TestMerchant, testGateway } from '../../../../../test/harness.ts'
import { postgresUrl } from '../../../../../test/setup/shared.ts'
import { askNobody } from '../../approvals/approvals.fixture.ts'
import { DASHBOARD, secretOf } from '../../identity/members/members.fixture.ts'
import { ensureBootstrapOperator } from '../../identity/operators/operators.ts'
import { Browser, ORIGIN, SoftAuthenticator } from '../../identity/people/people.fixture.ts'
import { ADMIN } from '../admin.fixture.ts'

let databases: MigratableDatabase[]
let nodes: TestGateway[]
let shop: TestMerchant
const leaves: (() => void)[] = []

const node = (index: 0 | 1): TestGateway => {
  const found = nodes[index]
  if (!found) throw new Error('there are two nodes')
  return found
}

async function listen(index: 0 | 1, path: string, token: string, headers: Record<string, string> = {}) {
  const { app } = node(index)
  const [address] = app.server.addresses().filter((each) => typeof each === 'object')
  const leave = new AbortController()
  leaves.push(() => leave.abort())
  const response = await fetch(`http://127.0.0.1:${address?.port}${path}`, {
    signal: leave.signal,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'text/event-stream',
      'x-api-version': '2',
      ...headers,
    },
  })
  const state = { status: response.status, text: '', isOver: false }
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const go = async (): Promise<void> => {
    for (;;) {
      const part = await reader?.read()
      if (!part || part.done) break
      state.text += part.value
    }
  }
  void go()
    .catch(() => undefined)
    .finally(() => (state.isOver = true))
  if (state.status === 200) await expect.poll(() => state.text).toContain('event: ready')
  return state
}

const payin = async (index: 0 | 1, id: string) => {
  const made = await node(index).request('POST', `/payins/${id}`, {
    token: await shop.token(),
    body: thb(907),
  })
  expect(made.status, made.text).toBe(201)
}

/** The clock stands still while nothing moves it. */
const seen = async (state: { readonly text: string }, what: string) => {
  for (const each of nodes) await each.advance(1_000)
  await expect.poll(() => state.text).toContain(what)
}

beforeAll(async () => {
  const url = await freshDatabase(await postgresUrl(), await readMigrations())
  const open = () => connectPostgres({ url, log: silentLog, timers: realTimers })
  databases = [await open(), await open()]
  nodes = []
  for (const [seed, database] of databases.entries()) {
    const made = await testGateway(database, { seed: seed + 1, settings: { notices: database.notices } })
    await made.app.server.listen({ host: '127.0.0.1', port: 0 })
    nodes.push(made)
  }
  await ensureBootstrapOperator(node(0).database, node(0).deps, ADMIN)
  await askNobody(node(0).database)
  shop = await node(0).merchant()
})
afterAll(async () => {
  for (const leave of leaves) leave()
  for (const each of nodes) await each.stop()
  for (const database of databases) await database.close()
})

it('a payment and an act of an operator on one node are heard on the other', async () => {
  const there = await listen(1, '/admin/live', ADMIN)
  await payin(0, 'order-1')
  await seen(there, '"kind":"payin","id":"order-1"')
  const made = await node(0).request('POST', '/admin/operators', {
    token: ADMIN,
    body: { name: 'vera', role: 'VIEWER' },
  })
  expect(made.status, made.text).toBe(201)
  await seen(there, '"resource":"operators"')
  expect(there.text).not.toContain('907')
})

it('whoever is taken out hears no more', async () => {
  const made = await node(0).request('POST', '/admin/operators', {
    token: ADMIN,
    body: { name: 'olga', role: 'VIEWER' },
  })
  const { id, token } = made.body
  const olga = await listen(1, '/admin/live', String(token))
  await node(0).request('DELETE', `/admin/operators/${id}`, { token: ADMIN })
  for (const each of nodes) await each.advance(4_000)
  await expect.poll(() => olga.isOver).toBe(true)
})

it('a merchant hears its own payments and nobody else’s', async () => {
  const other = await node(0).merchant()
  const own = await listen(1, '/live', await shop.token())
  const others = await listen(1, '/live', await other.token())
  await payin(0, 'order-2')
  await seen(own, '"resource":"payins","id":"order-2"')
  expect(others.text).not.toContain('order-2')
  expect((await listen(1, '/live', 'nobody')).status).toBe(401)
})

it('one of a merchant’s people hears on one node, by the session of their dashboard, what happens on the other', async () => {
  const invited = await node(0).request('POST', `/admin/merchants/${shop.code}/people/!invite`, {
    token: ADMIN,
    body: { name: 'gerda', role: 'OWNER' },
  })
  const browser = new Browser(node(0), DASHBOARD)
  const joined = await browser.join(secretOf(invited), new SoftAuthenticator())
  expect(joined.status, joined.text).toBe(201)
  const headers = {
    host: 'localhost:8080',
    origin: ORIGIN,
    'sec-fetch-site': 'same-origin',
    accept: 'text/event-stream',
    'x-api-version': '2',
    cookie: `${DASHBOARD.cookie}=${browser.cookie}`,
  }
  const { server } = node(1).app
  const answer = await server.inject({ method: 'GET', url: '/live', headers, payloadAsStream: true })
  expect(answer.statusCode).toBe(200)
  const stream = answer.stream()
  leaves.push(() => stream.destroy())
  const received = { text: '' }
  stream.on('data', (part: Buffer) => {
    received.text += part.toString()
  })
  await payin(0, 'order-3')
  await seen(received, '"resource":"payins","id":"order-3"')
})

it('a request that does not ask for events has an end', async () => {
  const { status, text } = await node(0).request('GET', '/admin/live', { token: ADMIN })
  expect(status).toBe(200)
  expect(text).toContain('event: ready')
})
