/** For tests: what the reports promise through the API, to be held on each engine. */
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { thb, thbPayout } from '../../../../test/api/api.fixture.ts'
import type { TestMerchant } from '../../../../test/harness.ts'
import { type AdminGateway, adminGateway } from '../admin/admin.fixture.ts'
import { openCase } from '../payments/cases.ts'
import { rowsOf } from '../payments/payments.fixture.ts'
import { casesNow, countedNow, keptCases, keptCounts } from './all-counted.fixture.ts'
import { ReportingCounter } from './counter.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Longer than the last follower lags behind. */
const ALL_FOLLOWED_MS = DAY_MS + 2 * 3_600_000

export function promisesOfTotals(): void {
  let gateway: AdminGateway
  let shop: TestMerchant
  let requested = 0
  let newCounter: () => ReportingCounter
  let counter: ReportingCounter
  let made = 0

  const rows = (text: string) => rowsOf(gateway.database, text)
  const round = async () => {
    // No time passes in a round: it has done all it can.
    await counter.round()
  }
  const read = async (path: string) => {
    const { status, body, text } = await gateway.admin('GET', `/admin/reports/${path}`)
    expect(status, text).toBe(200)
    return body
  }
  /** A night in which nothing is done: what is due is due at its end. */
  const pass = async (ms: number) => {
    await gateway.deps.jump(ms)
    await gateway.advance(5_000)
  }
  const payin = async (whose = shop): Promise<string> => {
    const id = `order-${++made}`
    const answer = await gateway.request('POST', `/payins/${id}`, {
      token: await whose.token(),
      body: thb(907),
    })
    expect(answer.status, answer.text).toBe(201)
    return id
  }
  /** Of a merchant of its own: of two payins one succeeds after 45 seconds, and the other expires. */
  const halfPaid = async (): Promise<TestMerchant> => {
    const whose = await gateway.merchant()
    const first = await payin(whose)
    await gateway.advance(45_000)
    await become(first, 'succeed', whose)
    await payin(whose)
    return whose
  }
  const payout = async (whose = shop) => {
    const id = `out-${++made}`
    const body = thbPayout(321.5)
    const answer = await gateway.request('POST', `/payouts/${id}`, { token: await whose.token(), body })
    expect(answer.status, answer.text).toBe(201)
  }
  const become = async (id: string, what: 'succeed' | 'fail', whose = shop) => {
    const { status, text } = await gateway.admin(
      'POST',
      `/admin/sandbox/${whose.code}/payin/${id}/!${what}`,
      {},
    )
    expect(status, text).toBe(200)
  }
  const expectAllCounted = async () => {
    const all = await countedNow(gateway.database)
    expect(await keptCounts(gateway.database, 'reporting_quarter')).toEqual(all)
    expect(await keptCounts(gateway.database, 'reporting_day')).toEqual(all)
    expect(await keptCases(gateway.database)).toEqual(await casesNow(gateway.database))
  }

  beforeAll(async () => {
    gateway = await adminGateway({
      network: () => ({ ok: true, status: 204, headers: {}, body: '', durationMs: 1 }),
    })
    // Nearly everything takes more than one piece.
    const watched: typeof gateway.database = {
      ...gateway.database,
      run: (statement, values) => {
        requested += 1
        return gateway.database.run(statement, values)
      },
    }
    newCounter = () => new ReportingCounter(watched, gateway.deps, 2)
    counter = newCounter()
    shop = await gateway.merchant()
    await gateway.credit(shop, { currency: 'THB' as CurrencyCode, amountMinor: minor(10n ** 9n) })
  })
  afterAll(() => gateway?.close())

  it('counts what was there before anybody counted, in the days of its merchant', async () => {
    const { code } = await halfPaid()
    await payout()
    await pass(3 * DAY_MS)
    for (const table of ['quarter', 'day', 'case', 'zone', 'progress'])
      await rows(`delete from reporting_${table}`)
    expect((await read(`volume?kind=payin&merchantCode=${code}`)).data).toEqual([])
    counter = newCounter()
    await round()
    await expectAllCounted()
    const { data, countsHistory } = await read(`volume?kind=payin&merchantCode=${code}`)
    expect(countsHistory).toBe(false)
    expect(data).toEqual([
      expect.objectContaining({
        kind: 'payin',
        created: 2,
        succeeded: 1,
        createdMoney: { amount: 1814, currencyCode: 'THB' },
        succeededMoney: { amount: 907, currencyCode: 'THB' },
      }),
    ])
  })

  it('says how many succeed and how soon, by method', async () => {
    const { code } = await halfPaid()
    await pass(3 * DAY_MS)
    await round()
    const { data } = await read(
      `success-rates?kind=payin&by=method&firstDay=2020-01-01&lastDay=2021-01-01&merchantCode=${code}`,
    )
    expect(data).toEqual([])
    const rates = await read(`success-rates?kind=payin&by=method&merchantCode=${code}`)
    expect(rates.data).toEqual([
      expect.objectContaining({ created: 2, succeeded: 1, expired: 1, open: 0, successRate: '0.5000' }),
    ])
    const times = await read(`time-to-money?kind=payin&merchantCode=${code}`)
    expect(times.data).toEqual([
      expect.objectContaining({
        succeeded: 1,
        averageSecs: 45,
        halfWithinSecs: 60,
        ninetyPercentWithinSecs: 60,
      }),
    ])
  })

  it('counts a change in the day in which its payment was made, however late it comes', async () => {
    const whose = await halfPaid()
    await pass(DAY_MS)
    const id = await payin(whose)
    await gateway.advance(5_000)
    await round()
    const rates = () => read(`success-rates?kind=payin&by=&merchantCode=${whose.code}`)
    expect((await rates()).data).toEqual([expect.objectContaining({ created: 3, open: 1 })])
    await pass(2 * DAY_MS)
    await become(id, 'succeed', whose)
    await gateway.advance(5_000)
    await round()
    await expectAllCounted()
  })

  it('finds what was committed long after its time, and counts it once', async () => {
    const id = await payin()
    await pass(2 * DAY_MS)
    await round()
    // As a commit that a long outage held up: its key and its times are those of hours ago.
    await rows(`insert into payment select (jsonb_populate_record(p, jsonb_build_object('id', p.id || '-late',
        'key', overlay(p.key::text placing 'ffffffff' from 29)))).* from payment p where p.kind = 'payin' and p.id = '${id}'`)
    await rows(`update reporting_progress set reached = reached || jsonb_build_object('missed',
        to_char((select min(created_at) from payment) - interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`)
    await round()
    await round()
    await expectAllCounted()
  })

  it('leaves one counting to one node, and a round that another has overtaken writes nothing', async () => {
    await payin()
    await gateway.advance(5_000)
    const other = new ReportingCounter(gateway.database, gateway.deps)
    await round()
    const before = await rows('select round from reporting_progress')
    await other.round()
    expect(await rows('select round from reporting_progress')).toEqual(before)
    await pass(2 * MINUTE_MS)
    await Promise.all([other.round(), counter.round(), other.round()])
    await pass(2 * MINUTE_MS)
    await Promise.all([counter.round(), other.round()])
    await expectAllCounted()
    await pass(2 * MINUTE_MS)
  })

  it('leaves a round to the node that counts for longer than its lease, and goes on counting', async () => {
    await payin()
    await gateway.advance(5_000)
    let late = 0
    const slow = new ReportingCounter(gateway.database, {
      ...gateway.deps,
      // It takes half a minute from one look at the clock to the next.
      clock: {
        ...gateway.deps.clock,
        now: () => {
          late += 30_000
          return gateway.deps.clock.now() + late
        },
      },
      timers: {
        ...gateway.deps.timers,
        after: (_ms, action) => {
          queueMicrotask(action)
          return () => {}
        },
      },
    })
    await pass(2 * MINUTE_MS)
    await slow.round()
    expect(late).toBeGreaterThan(5 * MINUTE_MS)
    const counting = await rows('select round from reporting_progress')
    await pass(MINUTE_MS)
    await counter.round()
    expect(await rows('select round from reporting_progress')).toEqual(counting)
    await pass(late + 2 * MINUTE_MS)
    await round()
    await expectAllCounted()
  })

  it('adds the days up anew where the zone of a merchant changes', async () => {
    const own = await gateway.merchant()
    const { code } = own
    // At some of these hours it is another day there.
    for (let hour = 0; hour < 24; hour += 6) {
      await payin(own)
      await pass(6 * 3_600_000)
    }
    await round()
    const whose = `where merchant_id = '${code}'`
    const days = () =>
      rows(`select day, sum(created)::int as n from reporting_day ${whose} group by day order by day`)
    const before = await days()
    const put = await gateway.admin('PUT', `/admin/merchants/${code}/billing`, { zone: 'Pacific/Kiritimati' })
    expect(put.status, put.text).toBe(200)
    await pass(2 * MINUTE_MS)
    await round()
    expect((await read(`volume?merchantCode=${code}`)).zone).toBe('Pacific/Kiritimati')
    const day = "to_char(created_at at time zone 'Pacific/Kiritimati', 'YYYY-MM-DD')"
    expect(await days()).not.toEqual(before)
    expect(await days()).toEqual(
      await rows(`select ${day} as day, count(*)::int as n from payment ${whose} group by 1 order by 1`),
    )
  })

  it('of a gateway that does nothing, nothing is written, and what comes then is counted', async () => {
    const progress = () => rows('select xmin::text as written_by, * from reporting_progress')
    // What the first night brings to its end is looked at once more a day behind.
    for (let night = 0; night < 2; night++) {
      await pass(2 * DAY_MS)
      await round()
    }
    const before = await progress()
    for (let time = 0; time < 5; time++) {
      await pass(20 * MINUTE_MS)
      await round()
    }
    expect(await progress()).toEqual(before)
    // One statement tells that there is nothing, also of what others commit.
    requested = 0
    for (let time = 0; time < 5; time++) {
      await gateway.advance(2_000)
      await counter.round()
    }
    expect(requested).toBe(5)
    await payin()
    await gateway.advance(5_000)
    await round()
    expect(await progress()).not.toEqual(before)
    await expectAllCounted()
  })

  it('counts all of it anew when it is told to, and shows meanwhile what it had', async () => {
    await payin()
    await gateway.advance(5_000)
    await round()
    await rows('update reporting_quarter set created = created + 7')
    await rows('update reporting_day set created = created + 7')
    const reported = await gateway.admin('POST', '/admin/reports/!rebuild')
    expect(reported.status, reported.text).toBe(202)
    expect((await read('volume')).data).not.toEqual([])
    await round()
    await expectAllCounted()
  })

  it('tells open cases by their age, and no closed one', async () => {
    const open = () =>
      openCase(gateway.app.gateway, {
        merchantId: shop.code,
        processor: 'sandbox',
        fact: `made-up-${++made}`,
        reason: 'SECOND_PAYMENT',
        money: { currency: 'THB' as CurrencyCode, amountMinor: minor(100n) },
        detail: {},
      })
    await open()
    await pass(2 * DAY_MS)
    await open()
    await pass(3_600_000)
    await round()
    const { data } = await read('cases')
    expect(data).toEqual([
      expect.objectContaining({ reason: 'SECOND_PAYMENT', atLeastHours: 0, lessThanHours: 24, open: 1 }),
      expect.objectContaining({ reason: 'SECOND_PAYMENT', atLeastHours: 24, lessThanHours: 72, open: 1 }),
    ])
    const cases = (await gateway.admin('GET', '/admin/cases?open=true')).body
    for (const { id } of Array.isArray(cases.data) ? cases.data : []) {
      const settled = await gateway.admin('POST', `/admin/cases/${id}/!write-off`, { note: 'a test' })
      expect(settled.status, settled.text).toBeLessThan(300)
    }
    await pass(MINUTE_MS)
    await round()
    expect((await read('cases')).data).toEqual([])
  })

  describe('to a merchant', () => {
    it('tells only its own, in the manners of the interface', async () => {
      const other = await gateway.merchant()
      await payin(other)
      await gateway.advance(5_000)
      await round()
      const ask = async (path: string, headers = {}) =>
        gateway.request('GET', path, { token: await other.token(), headers })
      expect((await ask('/reports/volume')).body.data).toEqual([expect.objectContaining({ created: 1 })])
      expect((await ask('/reports/success-rates?by=merchant')).status).toBe(400)
      expect((await ask('/reports/time-to-money', { 'x-api-version': '99' })).status).not.toBe(200)
      const csv = await ask('/reports/volume?format=csv')
      expect(csv.text.split('\r\n')[0]).toContain('succeededMoney.amount')
      expect((await gateway.request('GET', '/reports/volume')).status).toBe(401)
    })
  })

  it('refuses what is no day, too long a time, and what cannot be told apart', async () => {
    for (const query of [
      'firstDay=2026-02-30',
      'firstDay=2000-01-01',
      'by=day,month',
      'by=colour',
      'kind=x',
      'currencyCode=XXX',
    ])
      expect((await gateway.admin('GET', `/admin/reports/volume?${query}`)).status, query).toBe(400)
    expect((await gateway.admin('GET', '/admin/reports/volume?merchantCode=NOBODY')).status).toBe(404)
  })

  it('comes to what a count of everything comes to, whatever happens between two looks', async () => {
    const operation = fc.constantFrom('payin', 'payout', 'succeed', 'fail', 'wait', 'doze', 'round')
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 15 }), async (operations) => {
        let open: string[] = []
        for (const each of operations) {
          const [next] = open
          if (each === 'payin') open.push(await payin())
          else if (each === 'payout') await payout()
          else if (each === 'wait') await gateway.advance(7_000)
          else if (each === 'round') await round()
          else if (each === 'doze') {
            await pass(20 * MINUTE_MS)
            open = []
          } else if (next !== undefined) {
            open = open.slice(1)
            await become(next, each)
          }
        }
        await gateway.advance(5_000)
        await round()
        await expectAllCounted()
      }),
      { numRuns: 8, endOnFailure: true },
    )
    await pass(ALL_FOLLOWED_MS)
    await round()
    await expectAllCounted()
  })
}
