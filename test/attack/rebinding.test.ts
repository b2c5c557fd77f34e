/**
 * DNS rebinding, end to end: the name of a callback's receiver answers with an address that is allowed when the payment is made
 * and its first callback is sent, and with another one, where a server listens just as well, from then on.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { realClock, realTimers } from '@sluice/core/foundation/real-deps.ts'
import { realNetwork } from '@sluice/gateway/outbound/network.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId, thb, useApi } from '../api/api.fixture.ts'

const ALLOWED = '127.0.0.1'
const INSIDE = '127.0.0.2'

let answers: string[] = []
const network = realNetwork({
  clock: realClock,
  timers: realTimers,
  resolve: async () => [{ address: answers[0] ?? INSIDE, family: 4 }],
})
/** Addresses at which somebody called. */
const called: string[] = []
const server = createServer((request, response) => {
  called.push(String(request.socket.localAddress))
  response.writeHead(204, { connection: 'close' }).end()
})
let port = 0

beforeAll(async () => {
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(async () => {
  await network.close()
  server.close()
})

const api = useApi({
  settings: { noTrialFor: ['HOST'], callbackAllow: [`${ALLOWED}/32`] },
  network: (request) => network.request(request),
})

it('the address is judged at each connect, whatever the name answered before', async () => {
  const { gateway, shop, database } = api()
  const outcomes = async () => {
    const rows = await database.run({ name: '', text: 'select outcome, answer from attempt order by at' }, [])
    return rows.map(({ outcome, answer }) => `${outcome} ${answer}`)
  }
  const create = async () => {
    const callbackUrl = `http://shop.example:${port}/callbacks`
    const created = await shop.post(`/payins/${newId()}`, { ...thb(), callbackUrl })
    expect(created.status).toBe(201)
    await gateway.advance(3_001)
  }
  answers = [ALLOWED]
  await create()
  await expect.poll(() => called).toEqual([ALLOWED])
  answers = [INSIDE]
  await create()
  await expect
    .poll(async () => {
      await gateway.advance(1_000)
      return (await outcomes()).length
    })
    .toBeGreaterThan(1)
  expect(called).toEqual([ALLOWED])
  expect(JSON.stringify(await outcomes())).toContain('REFUSED')
})
