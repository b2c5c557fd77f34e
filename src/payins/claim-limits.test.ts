import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Json, START, type TestGateway, type TestMerchant, testGateway } from '../../test/harness.ts'
import { openTestDatabase } from '../../test/setup/shared.ts'
import { ADMIN } from '../admin/admin.fixture.ts'
import type { Database } from '../database/port.ts'
import { truncateAll } from '../database/truncate.ts'
import { manyUnmatched } from '../feeds/claims-watch.ts'
import { Feeds } from '../feeds/feeds.ts'
import { credit } from '../feeds/match.fixture.ts'
import { named } from '../feeds/naming.ts'
import { ensureBootstrapOperator } from '../operators/operators.ts'
import { account, IMPS, register } from '../processors/own-account/own-account.fixture.ts'
import { COUNTS_FOR_MS, MAX_WAITING_OF_PAYER } from './claim-limits.ts'

const OF_MERCHANT = MAX_WAITING_OF_PAYER + 5
const HOME = '198.51.100.7'
const ELSEWHERE = '203.0.113.9'

let database: Database
let gateway: TestGateway
let shop: TestMerchant
let told = 0

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
  const id = `p-${++told}`
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

async function tell(id: string, token: string, address = HOME, reference = utrOf(++told)) {
  const headers = { 'x-forwarded-for': address }
  const body = { externalReference: { reference } }
  return gateway.request('POST', `/payins/${id}/!setExternalReference`, { token, headers, body })
}

/** With the token that a payer's page holds. */
async function payerTells(address = HOME, id?: string): Promise<Awaited<ReturnType<typeof tell>>> {
  const mine = id ?? (await payin())
  const money = { amount: 1_500, currencyCode: 'INR' }
  const fields = { action: 'PAYIN_CHECKOUT', idPayment: mine, money }
  const made = await gateway.tokenFor(shop, '/auth-tokens-by-action', fields)
  if (made.status !== 201) throw new Error(made.text)
  return tell(mine, String(made.body.token), address)
}

const shopTells = async (id?: string) => tell(id ?? (await payin()), await shop.token())

async function times(count: number, act: () => Promise<{ readonly status: number }>) {
  const statuses = new Set<number>()
  for (let n = 0; n < count; n += 1) statuses.add((await act()).status)
  return [...statuses]
}

describe('external references that wait for their money', () => {
  it('have a limit for a payer’s address, which is no other payer’s and not the shop’s', async () => {
    expect(await times(MAX_WAITING_OF_PAYER, () => payerTells())).toEqual([200])
    const refused = await payerTells()
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(COUNTS_FOR_MS / 1_000)
    expect((await payerTells(ELSEWHERE)).status).toBe(200)
    expect((await shopTells()).status).toBe(200)
  })

  it('have a limit for a merchant, whoever tells them; another merchant is not counted with it', async () => {
    expect(await times(OF_MERCHANT, () => shopTells())).toEqual([200])
    expect((await shopTells()).status).toBe(429)
    expect((await payerTells()).status).toBe(429)
    shop = await gateway.merchant()
    expect((await shopTells()).status).toBe(200)
  })

  it('change nothing when they are refused, and may be told when the window of the others is over', async () => {
    await times(OF_MERCHANT, () => shopTells())
    const id = await payin()
    await shopTells(id)
    const read = () => shop.token().then((token) => gateway.request('GET', `/payins/${id}`, { token }))
    expect((await read()).body).not.toHaveProperty('externalReference')
    await gateway.deps.jump(COUNTS_FOR_MS)
    expect((await shopTells(id)).status).toBe(200)
  })

  it('count each time that one was corrected: whoever guesses goes on with the same payin', async () => {
    const payins = Math.ceil(MAX_WAITING_OF_PAYER / 4)
    for (let n = 0; n < payins; n += 1) {
      const id = await payin()
      expect(await times(n === payins - 1 ? 1 : 4, () => payerTells(HOME, id))).toEqual([200])
    }
    await payerTells()
    expect((await payerTells()).status).toBe(429)
  })

  it('do not count once their payin was paid', async () => {
    const [id, utr] = [await payin(), utrOf(88_888)]
    await tell(id, await shop.token(), HOME, utr)
    await times(OF_MERCHANT - 1, () => shopTells())
    expect((await shopTells()).status).toBe(429)
    const entry = {
      ...{ reference: 'BR-1', utr, money: { amount: 1_500, currencyCode: 'INR' } },
      bookedAt: new Date(gateway.deps.clock.now()).toISOString(),
    }
    const taken = await gateway.request('POST', '/admin/bank-feeds/hdfc/entries', {
      token: ADMIN,
      body: { data: [entry] },
    })
    expect(taken.body.summary?.outcomes, taken.text).toEqual({ PAID: 1 })
    expect((await shopTells()).status).toBe(200)
  })

  it('may be told again as they are, though there are as many as may be', async () => {
    const id = await payin()
    const reference = utrOf(77_777)
    await tell(id, await shop.token(), HOME, reference)
    await times(OF_MERCHANT, () => shopTells())
    expect((await tell(id, await shop.token(), HOME, reference)).status).toBe(200)
  })

  it('keep of a payer no address, and of the shop nothing', async () => {
    await payerTells()
    await shopTells()
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
  const bankTells = async () => {
    const at = gateway.deps.clock.now()
    const entry = credit(100n, 'SOMETHING ELSE', { bookedAt: at, reference: `BR-${at}` })
    const money = { ...entry.money, currency: 'INR' as never }
    const { journal, reports } = gateway.app
    const feeds = new Feeds({ database, deps: gateway.deps, journal, reports })
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
    await times(25, () => shopTells())
    await gateway.deps.jump(COUNTS_FOR_MS + 60_000)
    await gateway.advance(2_000)
    expect(await found()).toEqual([])
    await bankTells()
    expect(await found()).toEqual([{ merchantId: shop.code, told: 25, unmatched: 25 }])
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
    await times(19, () => shopTells())
    await gateway.deps.jump(COUNTS_FOR_MS + 60_000)
    await gateway.advance(2_000)
    await bankTells()
    expect(await found()).toEqual([])
  })
})
