/** A gateway that others can reach calls nothing on its own machine for a merchant, and shows nobody what stands there. */
import type { OutgoingRequest } from '@sluice/core/foundation/deps.ts'
import type { Database } from '@sluice/database/port.ts'
import { ADMIN } from '@sluice/gateway/admin/admin.fixture.ts'
import { ensureBootstrapOperator } from '@sluice/gateway/identity/operators/operators.ts'
import type { AppSettings } from '@sluice/gateway/server/app-settings.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  type Json,
  START,
  type TestGateway,
  type TestMerchant,
  testGateway,
} from '../harness.ts'
import { openTestDatabase } from '../setup/shared.ts'
import { expectProblem, faultPaths, newId, thb } from './api.fixture.ts'

const INSIDE = 'http://127.0.0.1:9200/_search'
const ANSWER = 'the orders of another'

let database: Database
let gateway: TestGateway
let shop: TestMerchant
/** What was answered from inside, with this status. */
let status = 200
/** Of each callback that was sent: could it reach the loopback? */
let reached: boolean[] = []

const network = async ({ guard }: OutgoingRequest) => {
  const refused = guard.refuses('127.0.0.1')
  reached.push(refused === undefined)
  if (refused !== undefined)
    return { ok: false, reason: 'REFUSED_ADDRESS', detail: `not there (${refused})`, durationMs: 0 } as const
  return { ok: true, status, headers: {}, body: ANSWER, durationMs: 0 } as const
}

async function start(settings: Partial<AppSettings> = {}): Promise<void> {
  gateway = await testGateway(database, { network, settings })
  await ensureBootstrapOperator(database, gateway.deps, ADMIN)
}

async function restart(): Promise<void> {
  await gateway.stop()
  await start()
}

beforeEach(async () => {
  reached = []
  status = 200
  database = await openTestDatabase(START)
})
afterEach(async () => {
  await gateway.stop()
  await database.close()
})

async function create(headers = {}): Promise<Answer & { readonly id: string }> {
  const id = newId()
  const body = { ...thb(), callbackUrl: INSIDE }
  const answer = await gateway.request('POST', `/payins/${id}`, { token: await shop.token(), body, headers })
  return { ...answer, id }
}
const throughAProxy = () =>
  gateway.request('GET', '/health/live', { headers: { 'x-forwarded-for': '203.0.113.9' } })
const doctorOnLoopback = async () => {
  const { body } = await gateway.request('GET', '/admin/doctor', { token: ADMIN })
  return (body.checks as unknown as readonly Json[]).find(({ name }) => String(name) === 'loopback')
}

describe('in a trial on one’s own machine', () => {
  beforeEach(async () => {
    await start()
    shop = await gateway.merchant()
  })

  it('callbacks of a test merchant reach that machine', async () => {
    expect((await create()).status).toBe(201)
    await gateway.advance(4_000)
    expect(reached).toEqual([true])
    expect(await doctorOnLoopback()).toMatchObject({ state: 'fine' })
  })

  it.each([{ 'x-forwarded-for': '203.0.113.9' }, { via: '1.1 proxy' }, { host: 'pay.example' }])(
    'the very request that comes with %j is refused what it asks for',
    async (headers) => {
      const refused = await create(headers)
      expectProblem(refused, 400, 'VALIDATION_FAILED')
      expect(faultPaths(refused)).toEqual(['/callbackUrl'])
      const [sign] = Object.keys(headers)
      expect(refused.body.detail).toContain(`(header ${sign}, `)
      expect(refused.body.detail).toContain('SLUICE_CALLBACK_ALLOW=127.0.0.0/8')
      expect((await create()).status).toBe(400)
    },
  )

  it('what was accepted before is not sent there any more, neither now nor after a restart', async () => {
    status = 500
    await create()
    await gateway.advance(4_000)
    expect(reached).toEqual([true])
    await throughAProxy()
    await gateway.advance(20_000)
    expect(reached).toEqual([true, false])
    await restart()
    await gateway.advance(600_000)
    expect(reached).toEqual([true, false, false])
    expect((await create()).status).toBe(400)
    expect((await doctorOnLoopback())?.detail).toContain('its header x-forwarded-for shows')
  })

  it('which is on record once, without anything of the request but the header’s name', async () => {
    await throughAProxy()
    await throughAProxy()
    await gateway.advance(0)
    expect(await database.run({ name: '', text: 'select id, sign from proxy_sign' }, [])).toEqual([
      { id: 1, sign: 'x-forwarded-for' },
    ])
  })

  it('live merchants beside it are a warning of the doctor', async () => {
    await gateway.merchant({ isTest: false, callbackUrl: 'https://shop.example/callbacks' })
    expect(await doctorOnLoopback()).toMatchObject({
      state: 'warning',
      remedy: expect.stringContaining('TRUST_PROXY'),
    })
  })
})

describe('where the settings speak of others', () => {
  it.each(['HOST', 'TRUST_PROXY', 'SLUICE_PUBLIC_URL', 'DATABASE_URL'])(
    'by %s, no callback leads to the machine, and the doctor says why',
    async (variable) => {
      await start({ noTrialFor: [variable] })
      shop = await gateway.merchant()
      expectProblem(await create(), 400, 'VALIDATION_FAILED')
      expect(await doctorOnLoopback()).toMatchObject({
        state: 'fine',
        detail: expect.stringContaining(variable),
      })
    },
  )

  it('only the operator’s own word opens it', async () => {
    await start({ noTrialFor: ['DATABASE_URL'], callbackAllow: ['127.0.0.0/8'] })
    shop = await gateway.merchant()
    expect((await create()).status).toBe(201)
    await throughAProxy()
    await gateway.advance(4_000)
    expect(reached).toEqual([true])
    expect((await doctorOnLoopback())?.detail).toContain('SLUICE_CALLBACK_ALLOW')
  })
})

describe('what a merchant sees of its callbacks', () => {
  const attemptsOf = async (id: string) => {
    const { body, text } = await gateway.request('GET', `/payins/${id}/callbacks`, {
      token: await shop.token(),
    })
    const [callback] = body.data as unknown as readonly Json[]
    return { attempts: callback?.attempts, text }
  }

  beforeEach(async () => {
    await start()
    shop = await gateway.merchant()
  })

  it.each([200, 302, 404, 500])('of an answer %i is its status and nothing that it said', async (code) => {
    status = code
    const { id } = await create()
    await gateway.advance(4_000)
    const { attempts, text } = await attemptsOf(id)
    expect(attempts).toEqual([
      { attempt: 1, at: expect.any(String), outcome: expect.any(String), httpStatus: code, durationMs: 0 },
    ])
    expect(text).not.toContain(ANSWER)
    const path = `/admin/payments/${shop.code}/payin/${id}`
    expect((await gateway.request('GET', path, { token: ADMIN })).text).toContain(ANSWER)
  })

  it('of a receiver that did not answer is why', async () => {
    const { id } = await create()
    await throughAProxy()
    await gateway.advance(4_000)
    const { attempts } = await attemptsOf(id)
    const problem = expect.stringMatching(
      /^REFUSED_ADDRESS: not there \(loopback, .*\(header x-forwarded-for, .*SLUICE_CALLBACK_ALLOW=127\.0\.0\.0\/8\)$/,
    )
    expect(attempts).toMatchObject([{ problem }])
  })
})
