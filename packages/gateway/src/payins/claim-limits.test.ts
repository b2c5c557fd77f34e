import type { Database } from '@sluice/database/port.ts'
import { truncateAll } from '@sluice/database/truncate.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Json,
  START,
  type TestGateway,
  type TestMerchant,
  testGateway,
} from '../../../../test/harness.ts'
import { openTestDatabase } from '../../../../test/setup/shared.ts'
import { ADMIN } from '../admin/admin.fixture.ts'
import { ensureBootstrapOperator } from '../identity/operators/operators.ts'
import { account, IMPS, register } from '../processors/own-account/own-account.fixture.ts'
import { manyUnmatched } from '../reconciliation/claims-watch.ts'
import { Feeds } from '../reconciliation/feeds.ts'
import { credit } from '../reconciliation/match.fixture.ts'
import { named } from '../reconciliation/naming.ts'
import { COUNTS_FOR_MS, MAX_WAITING_OF_PAYER } from './claim-limits.ts'

const OF_MERCHANT = MAX_WAITING_OF_PAYER + 5
const HOME = '198.51.100.7'
const ELSEWHERE = '203.0.113.9'

let database: Database
let gateway: TestGateway
let shop: TestMerchant
let reported = 0

beforeAll(async () => {
  database = await openTestDatabase(START)
})
afterAll(() => database.close())

beforeEach(async () => {
  await truncateAll(database)
  const settings = { trustProxy: ['127.0.0.1/32'], maxWaitingClaims: OF_MERCHANT }
  gateway = await testGateway(database, { settings })
  await ensureBootstrapOperator(database, gateway.deps, ADMIN)
  shop = await gateway.merchant({
    products: [{ code: 'P2A_V2', currency: 'INR', processors: ['test-own-account'] }],
  })
  await register(gateway.app.gateway, account('hdfc', { currency: 'INR' as never, methods: [IMPS] }))
  return () => gateway.stop()
})

async function payin(): Promise<string> {
  const id = `p-${++reported}`
  const answer = await gateway.request('POST', `/payins/${id}`, {
    token: await shop.token(),
    body: {
      paymentRequested: { money: { amount: 1_500, currencyCode: 'INR' } },
      paymentMethod: { paymentMethodCode: 'P2A_V2', paymentOperatorCode: 'IMPS' },
    },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return id
}

const utrOf = (n: number): string => `6325095${String(n).padStart(5, '0')}`

async function tell(id: string, token: string, address = HOME, reference = utrOf(++reported)) {
  const headers = { 'x-forwarded-for': address }
  const body = { externalReference: { reference } }
  return gateway.request('POST', `/payins/${id}/!setExternalReference`, { token, headers, body })
}

/** With the token that a payer's page holds. */
async function payerReports(address = HOME, id?: string): Promise<Awaited<ReturnType<typeof tell>>> {
  const mine = id ?? (await payin())
  const money = { amount: 1_500, currencyCode: 'INR' }
  const fields = { action: 'PAYIN_CHECKOUT', idPayment: mine, money }
  const made = await gateway.tokenFor(shop, '/auth-tokens-by-action', fields)
  if (made.status !== 201) throw new Error(made.text)
  return tell(mine, String(made.body.token), address)
}

const shopReports = async (id?: string) => tell(id ?? (await payin()), await shop.token())

async function times(count: number, operation: () => Promise<{ readonly status: number }>) {
  const statuses = new Set<number>()
  for (let n = 0; n < count; n += 1) statuses.add((await operation()).status)
  return [...statuses]
}

describe('external references that wait for their money', () => {
  it('have a limit for a payer’s address, which is no other payer’s and not the shop’s', async () => {
    expect(await times(MAX_WAITING_OF_PAYER, () => payerReports())).toEqual([200])
    const refused = await payerReports()
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(COUNTS_FOR_MS / 1_000)
    expect((await payerReports(ELSEWHERE)).status).toBe(200)
    expect((await shopReports()).status).toBe(200)
  })

  it('have a limit for a merchant, whoever tells them; another merchant is not counted with it', async () => {
    expect(await times(OF_MERCHANT, () => shopReports())).toEqual([200])
    expect((await shopReports()).status).toBe(429)
    expect((await payerReports()).status).toBe(429)
    shop = await gateway.merchant()
    expect((await shopReports()).status).toBe(200)
  })

  it('change nothing when they are refused, and may be told when the window of the others is over', async () => {
    await times(OF_MERCHANT, () => shopReports())
    const id = await payin()
    await shopReports(id)
    const read = () => shop.token().then((token) => gateway.request('GET', `/payins/${id}`, { token }))
    expect((await read()).body).not.toHaveProperty('externalReference')
    await gateway.deps.jump(COUNTS_FOR_MS)
    expect((await shopReports(id)).status).toBe(200)
  })

  it('count each time that one was corrected: whoever guesses goes on with the same payin', async () => {
    const payins = Math.ceil(MAX_WAITING_OF_PAYER / 4)
    for (let n = 0; n < payins; n += 1) {
      const id = await payin()
      expect(await times(n === payins - 1 ? 1 : 4, () => payerReports(HOME, id))).toEqual([200])
    }
    await payerReports()
    expect((await payerReports()).status).toBe(429)
  })

  it('do not count once their payin was paid', async () => {
    const [id, utr] = [await payin(), utrOf(88_888)]
    await tell(id, await shop.token(), HOME, utr)
    await times(OF_MERCHANT - 1, () => shopReports())
    expect((await shopReports()).status).toBe(429)
    const entry = {
      ...{ reference: 'BR-1', utr, money: { amount: 1_500, currencyCode: 'INR' } },
      bookedAt: new Date(gateway.deps.clock.now()).toISOString(),
    }
    const taken = await gateway.request('POST', '/admin/bank-feeds/hdfc/entries', {
      token: ADMIN,
      body: { data: [entry] },
    })
    expect(taken.body.summary?.outcomes, taken.text).toEqual({ PAID: 1 })
    expect((await shopReports()).status).toBe(200)
  })

  it('may be told again as they are, though there are as many as may be', async () => {
    const id = await payin()
    const reference = utrOf(77_777)
    await tell(id, await shop.token(), HOME, reference)
    await times(OF_MERCHANT, () => shopReports())
    expect((await tell(id, await shop.token(), HOME, reference)).status).toBe(200)
  })

  it('keep of a payer no address, and of the shop nothing', async () => {
    await payerReports()
    await shopReports()
    const rows = await database.run(
      { name: '', text: `select c.* from claim c where scope = 'external-reference' order by at, value` },
      [],
    )
    const sources = rows.map(({ source }) => source)
    expect(sources.filter((source) => source !== null)).toEqual([expect.stringMatching(/^[\w-]{22}$/)])
    expect(JSON.stringify(rows.map(({ at, ...row }) => row))).not.toContain(HOME)
  })
})

describe('a merchant whose payers tell many numbers that match no money', () => {
  const bankReports = async () => {
    const at = gateway.deps.clock.now()
    const entry = credit(100n, 'SOMETHING ELSE', { bookedAt: at, reference: `BR-${at}` })
    const money = { ...entry.money, currency: 'INR' as never }
    const { journal, statusUpdates } = gateway.app
    const feeds = new Feeds({ database, deps: gateway.deps, journal, statusUpdates })
    const feed = await feeds.account('hdfc')
    if (!feed) throw new Error('there is no account')
    const audit = {
      id: gateway.deps.randomness.uuidV7(at),
      at,
      operator: 'test',
      action: 'test',
      subject: 'hdfc',
    }
    const entries = named('hdfc', 'json', [{ ...entry, money }])
    await feeds.take(feed, entries, { ...audit, detail: {} })
  }
  const found = () => manyUnmatched(database, gateway.deps.clock.now())

  it('is an alarm once the bank has told of later money: in the log once, in the metrics, and to the doctor', async () => {
    await times(25, () => shopReports())
    await gateway.deps.jump(COUNTS_FOR_MS + 60_000)
    await gateway.advance(2_000)
    expect(await found()).toEqual([])
    await bankReports()
    expect(await found()).toEqual([{ merchantId: shop.code, reported: 25, unmatched: 25 }])
    await gateway.doze(25 * 60_000)
    const logged = gateway.deps.logged.filter(({ message }) => message.includes('match no money'))
    expect(logged).toHaveLength(1)
    expect(JSON.stringify(logged)).toContain(shop.code)
    const metrics = await gateway.request('GET', '/metrics')
    expect(metrics.text).toContain('sluice_merchants_with_unmatched_claims 1')
    const doctor = await gateway.request('GET', '/admin/doctor', { token: ADMIN })
    const checks = doctor.body.checks as unknown as readonly Json[]
    expect(checks.find(({ name }) => String(name) === 'claims')).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining(`${shop.code} (25 of 25)`),
    })
  })

  it('is none where most of what was told is matched, or a few are not', async () => {
    await times(19, () => shopReports())
    await gateway.deps.jump(COUNTS_FOR_MS + 60_000)
    await gateway.advance(2_000)
    await bankReports()
    expect(await found()).toEqual([])
  })
})
