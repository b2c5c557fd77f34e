/** Settlement as an operator and a merchant see it: terms, a look, a run, what was paid, and what was not. */
import type { MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Answer, TestMerchant } from '../../../../../test/harness.ts'
import { askNobody } from '../../approvals/approvals.fixture.ts'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'

const DAY_MS = 86_400_000
const PAYEE = {
  paymentMethodCode: 'BANK_TRANSFER',
  paymentOperatorCode: '004',
  account: { accountName: 'Shop Co.', accountNumber: '1234567890' },
}
const TERMS = {
  ...{ schedule: 'DAILY', cutOff: '17:00', zone: 'Asia/Bangkok', calendar: 'EVERY_DAY' },
  payee: PAYEE,
}
const THB = (amountBaht: number) => ({ amount: amountBaht, currencyCode: 'THB' })

let gateway: AdminGateway
let count = 0

beforeAll(async () => {
  gateway = await adminGateway()
})
afterAll(() => gateway.close())

/** After every test all books are right. */
beforeEach(() => async () => {
  const { body } = await gateway.admin('GET', '/admin/invariants')
  const broken = (body.checks as unknown as { holds: boolean }[]).filter(({ holds }) => !holds)
  expect(broken).toEqual([])
})

const FREE = { fee: { percent: '0', fixed: '0' }, vatRate: '0' }
const shopWith = (changes: object = {}) =>
  gateway.merchant({
    products: [
      { code: 'OFFLINE', currency: 'THB', ...FREE },
      { code: 'BANK_TRANSFER', currency: 'THB', ...FREE },
    ],
    ...changes,
  })
const agree = (shop: TestMerchant, changes: object = {}): Promise<Answer> =>
  gateway.admin('PUT', `/admin/merchants/${shop.code}/settlement-terms/THB`, { ...TERMS, ...changes })

/** Money that a customer has paid, now. */
async function paid(shop: TestMerchant, amountBaht: number): Promise<void> {
  count += 1
  const id = `paid-${count}`
  await gateway.request('POST', `/payins/${id}`, {
    token: await shop.token(),
    body: {
      paymentRequested: { money: THB(amountBaht) },
      paymentMethod: { paymentMethodCode: 'OFFLINE' },
    },
  })
  const received = { currency: 'THB' as CurrencyCode, amountMinor: minor(BigInt(amountBaht) * 100n) }
  const answer = await gateway.app.statusUpdates.take({
    processor: 'sandbox',
    statusUpdateId: `settlement-paid-${count}`,
    merchantId: shop.code,
    kind: 'payin',
    id: id as MerchantOrderId,
    at: gateway.deps.clock.now(),
    statusChange: { type: 'paid', received },
  })
  expect(answer).toBe('applied')
}

const preview = (body: object) => gateway.admin('POST', '/admin/settlement-runs/!preview', body)
const of = (shop: TestMerchant) => ({ merchantCodes: [shop.code] })
const prepare = (shop: TestMerchant) => gateway.admin('POST', '/admin/settlement-runs', of(shop))
const runAction = (id: unknown, operation: string, body?: object) =>
  gateway.admin('POST', `/admin/settlement-runs/${id}/!${operation}`, body)
async function resultsOf(id: unknown): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { body } = await gateway.admin('GET', `/admin/settlement-runs/${id}/settlements`)
  return body.data as unknown as Readonly<Record<string, unknown>>[]
}
async function settled(shop: TestMerchant) {
  const { id } = (await prepare(shop)).body
  await runAction(id, 'start')
  await gateway.advance(6_000)
  return {
    id,
    results: await resultsOf(id),
    run: (await gateway.admin('GET', `/admin/settlement-runs/${id}`)).body,
  }
}
const availableOf = async (shop: TestMerchant) =>
  (await gateway.admin('GET', `/admin/balances/${shop.code}`)).body.data?.[0 as never]

/** So many minutes from now, in Bangkok. */
function cutOffIn(inMinutes: number): string {
  const local = new Date(gateway.deps.clock.now() + 7 * 3_600_000)
  const minutes = local.getUTCHours() * 60 + local.getUTCMinutes() + inMinutes
  return `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

describe('the terms of a merchant', () => {
  it('are written with their line in the audit log, which names no account, and read again', async () => {
    const shop = await shopWith()
    const put = await agree(shop, { minimum: 100, reserve: { percent: '2.5', days: 30 }, dayOfMonth: 31 })
    expect(put.body).toMatchObject({
      currencyCode: 'THB',
      minimum: 100,
      weekday: 1,
      dayOfMonth: 31,
      version: 1,
    })
    const other = { ...PAYEE, account: { ...PAYEE.account, accountNumber: '9876543210' } }
    expect((await agree(shop, { payee: other })).body).toMatchObject({ version: 2, payee: other })
    const read = await gateway.admin('GET', `/admin/merchants/${shop.code}/settlement-terms`)
    expect(read.body.data).toMatchObject([{ payee: other, reserve: { percent: '0', days: 0 } }])
    const audit = (await gateway.admin('GET', '/admin/audit?limit=2')).text
    expect(audit).toContain('"isPayeeChanged":true')
    expect(audit).not.toContain('9876543210')
  })

  it.each([
    [{ zone: 'Asia/Nowhere' }, '/zone'],
    [{ cutOff: '24:00' }, '/cutOff'],
    [{ calendar: 'NO_SUCH' }, '/calendar'],
    [{ reserve: { percent: '101', days: 3 } }, '/reserve/percent'],
    [{ minimum: 0.001 }, '/minimum'],
    [{ schedule: 'HOURLY' }, '/schedule'],
    [{ payee: { ...PAYEE, paymentMethodCode: 'PROMPTPAY' } }, '/payee/paymentMethodCode'],
  ])('are refused with %j', async (changes, path) => {
    const refused = await agree(await shopWith(), changes)
    expect([refused.status, refused.body.errors]).toMatchObject([400, [{ path }]])
  })

  it('name the next cut-offs by the days of their calendar, and none where an operator says when', async () => {
    const shop = await shopWith()
    const { body } = await agree(shop, { schedule: 'WEEKLY', weekday: 3, calendar: 'EVERY_DAY', zone: 'UTC' })
    const cutOffs: readonly { day: string; at: string }[] = JSON.parse(JSON.stringify(body.cutOffs))
    expect(cutOffs.map(({ day }) => new Date(day).getUTCDay())).toEqual([3, 3, 3])
    expect(cutOffs.map(({ at }) => at.slice(0, 16))).toEqual(cutOffs.map(({ day }) => `${day}T17:00`))
    expect((await agree(shop, { schedule: 'MANUAL' })).body.cutOffs).toEqual([])
  })

  it('are an ADMIN’s to write, of a merchant and a currency that there are', async () => {
    const shop = await shopWith()
    const operator = await gateway.operator('only-operates', 'VIEWER')
    const path = `/admin/merchants/${shop.code}/settlement-terms`
    expect((await gateway.admin('PUT', `${path}/THB`, TERMS, operator)).status).toBe(403)
    expect((await gateway.admin('PUT', `${path}/XXX`, TERMS)).status).toBe(404)
    expect((await gateway.admin('PUT', '/admin/merchants/nobody/settlement-terms/THB', TERMS)).status).toBe(
      404,
    )
  })

  it('go by calendars that operators keep', async () => {
    const put = await gateway.admin('PUT', '/admin/settlement-calendars/TH', {
      holidays: ['2026-12-07', '2026-12-07'],
    })
    expect(put.body).toMatchObject({ code: 'TH', closedWeekdays: [0, 6], holidays: ['2026-12-07'] })
    const { body } = await gateway.admin('GET', '/admin/settlement-calendars')
    expect(body.data).toMatchObject([{ code: 'EVERY_DAY' }, { code: 'WEEKDAYS' }, { code: 'TH' }])
    expect((await gateway.admin('PUT', '/admin/settlement-calendars/WEEKDAYS', {})).status).toBe(409)
    expect(
      (await gateway.admin('PUT', '/admin/settlement-calendars/XX', { holidays: ['2026-02-30'] })).status,
    ).toBe(400)
  })
})

describe('a run', () => {
  it('pays what is available less the reserve, reserves it at once, and the merchant reads it', async () => {
    const shop = await shopWith()
    await agree(shop, { schedule: 'MANUAL', minimum: 500, reserve: { percent: '10', days: 7 } })
    await paid(shop, 2_000)
    const planned = {
      merchantCode: shop.code,
      available: THB(2_000),
      heldBack: THB(200),
      planned: THB(1_800),
      // By which terms it is so.
      reserve: { percent: '10', days: 7 },
      minimum: THB(500),
    }
    expect((await preview(of(shop))).body).toMatchObject({
      toBePaid: 1,
      totals: [{ toBePaid: 1, planned: THB(1_800), heldBack: THB(200) }],
      data: [{ ...planned, isEnough: true }],
    })
    const prepared = (await prepare(shop)).body
    expect(prepared).toMatchObject({ state: 'PREPARED', preparedBy: 'bootstrap' })
    await gateway.advance(10_000)
    expect(await availableOf(shop)).toMatchObject({ available: THB(2_000) })
    expect((await runAction(prepared.id, 'start')).body).toMatchObject({ state: 'RUNNING' })
    await gateway.advance(5_000)
    const [result] = await resultsOf(prepared.id)
    const idSettlement = `THB-${result?.day}`
    expect(result).toMatchObject({ ...planned, state: 'PAID', idSettlement, paid: THB(1_800) })
    expect(await availableOf(shop)).toMatchObject({ available: THB(200) })
    await gateway.advance(60_000)
    const token = await shop.token()
    const read = (await gateway.request('GET', `/settlements/${idSettlement}`, { token })).body
    expect(read).toMatchObject({
      idSettlement,
      money: THB(1_800),
      process: { status: 'SUCCESS', isTest: true },
    })
    expect(JSON.stringify(read)).not.toContain('1234567890')
    expect((await gateway.request('GET', '/settlements', { token })).body.data).toEqual([read])
    const other = await shopWith()
    const theirs = await gateway.request('GET', `/settlements/${idSettlement}`, {
      token: await other.token(),
    })
    expect(theirs.status).toBe(404)
    expect((await gateway.admin('GET', `/admin/settlement-runs/${prepared.id}`)).body).toMatchObject({
      state: 'DONE',
      totals: [{ planned: THB(1_800), paid: THB(1_800), counts: { PAID: 1, WAITING: 0 } }],
    })
  })

  it('of live merchants waits for a second operator, and so does a new payee; who asked approves neither', async () => {
    const shop = await gateway.merchant({ isTest: false })
    const requested = await gateway.operator('asks-for-run', 'ADMIN')
    const approves = await gateway.operator('approves-run', 'ADMIN')
    // Who approves was an operator before it was asked for.
    await gateway.advance(1_000)
    await gateway.database.run({ name: '', text: 'delete from approval_policy' }, [])
    const path = `/admin/merchants/${shop.code}/settlement-terms`
    const waiting = await gateway.admin('PUT', `${path}/THB`, TERMS, requested)
    expect([waiting.status, (waiting.body.approval as unknown as { operation: string }).operation]).toEqual([
      202,
      'merchant.payout-destination',
    ])
    expect((await gateway.admin('GET', path)).body.data).toEqual([])
    const { id } = waiting.body.approval as unknown as { id: string }
    expect((await gateway.admin('POST', `/admin/approvals/${id}/!approve`, {}, requested)).status).not.toBe(
      200,
    )
    expect((await gateway.admin('POST', `/admin/approvals/${id}/!approve`, {}, approves)).status).toBe(200)
    expect((await gateway.admin('GET', path)).body.data).toMatchObject([{ currencyCode: 'THB' }])
    const test = await shopWith()
    await agree(test, { schedule: 'MANUAL' })
    await paid(test, 400)
    const run = (await prepare(test)).body
    const started = await gateway.admin(
      'POST',
      `/admin/settlement-runs/${run.id}/!start`,
      undefined,
      requested,
    )
    expect([started.status, started.text]).toMatchObject([202, expect.stringContaining('settlement.run')])
    await gateway.advance(6_000)
    expect(await resultsOf(run.id)).toMatchObject([{ state: 'WAITING' }])
    const other = (started.body.approval as unknown as { id: string }).id
    expect((await gateway.admin('POST', `/admin/approvals/${other}/!approve`, {}, approves)).status).toBe(200)
    await gateway.advance(6_000)
    expect(await resultsOf(run.id)).toMatchObject([{ state: 'PAID' }])
    await askNobody(gateway.database)
  })

  it('that was stopped is not let go on by what somebody had asked for before', async () => {
    const shop = await shopWith()
    await agree(shop, { schedule: 'MANUAL' })
    await paid(shop, 400)
    const { id } = (await prepare(shop)).body
    await runAction(id, 'stop', { note: 'not today' })
    const [first, second] = [
      await gateway.operator('asks-first', 'OPERATOR'),
      await gateway.operator('asks-second', 'OPERATOR'),
    ]
    await gateway.advance(1_000)
    await gateway.database.run({ name: '', text: 'delete from approval_policy' }, [])
    const start = (token: string) =>
      gateway.admin('POST', `/admin/settlement-runs/${id}/!start`, undefined, token)
    const [one, other] = [await start(first), await start(second)]
    const approve = ({ body }: Answer) =>
      gateway.admin('POST', `/admin/approvals/${(body.approval as unknown as { id: string }).id}/!approve`)
    expect((await approve(one)).status).toBe(200)
    await runAction(id, 'stop', { note: 'the account is a thief’s' })
    expect((await approve(other)).body.code).toBe('APPROVAL_STALE')
    expect((await gateway.admin('GET', `/admin/settlement-runs/${id}`)).body).toMatchObject({
      state: 'STOPPED',
    })
    await askNobody(gateway.database)
  })

  it('lets the reserve go once its days have passed', async () => {
    const shop = await shopWith()
    await agree(shop, { schedule: 'MANUAL', reserve: { percent: '10', days: 3 } })
    await paid(shop, 1_000)
    await gateway.deps.jump(2 * DAY_MS)
    await paid(shop, 500)
    expect((await preview(of(shop))).body.data).toMatchObject([{ heldBack: THB(150), planned: THB(1_350) }])
    await gateway.deps.jump(DAY_MS + 1)
    expect((await preview(of(shop))).body.data).toMatchObject([{ heldBack: THB(50), planned: THB(1_450) }])
  })

  it('pays nothing below the minimum, and says so', async () => {
    const shop = await shopWith()
    await agree(shop, { schedule: 'MANUAL', minimum: 1_000 })
    await paid(shop, 999)
    const run = (await prepare(shop)).body
    expect(run).toMatchObject({ state: 'DONE', totals: [{ paid: THB(0), counts: { BELOW_MINIMUM: 1 } }] })
    expect((await runAction(run.id, 'start')).body.code).toBe('RUN_STATE')
    const { body } = await gateway.admin('GET', `/admin/audit?subject=${run.id}`)
    expect(body.data).toMatchObject([{ action: 'settlement-run.prepare' }])
    expect(await availableOf(shop)).toMatchObject({ available: THB(999) })
  })

  it('settles a day once: the next run of that day says which settlement it was', async () => {
    const shop = await shopWith()
    await agree(shop, { schedule: 'MANUAL' })
    await paid(shop, 700)
    const first = await settled(shop)
    await paid(shop, 300)
    const second = await settled(shop)
    const idSettlement = first.results[0]?.idSettlement
    expect(second.results).toMatchObject([{ state: 'SETTLED_BEFORE', idSettlement }])
    expect(await availableOf(shop)).toMatchObject({ available: THB(300) })
  })

  it('is settled anew where it failed: it counts as paid no more, the money is available again, and the next run takes it', async () => {
    const shop = await shopWith()
    await agree(shop, { schedule: 'MANUAL' })
    // The sandbox's bank says no to what ends in 902.
    await paid(shop, 902)
    const first = await settled(shop)
    await gateway.advance(120_000)
    const [failed] = await resultsOf(first.id)
    expect(['REFUSED', 'FAILED']).toContain(failed?.status)
    expect(failed).toMatchObject({ state: 'FAILED' })
    expect(failed).not.toHaveProperty('paid')
    const run = (await gateway.admin('GET', `/admin/settlement-runs/${first.id}`)).body
    expect(run.totals).toMatchObject([{ planned: THB(902), paid: THB(0), counts: { PAID: 0, FAILED: 1 } }])
    const ofState = async (state: string) =>
      (await gateway.admin('GET', `/admin/settlement-runs/${first.id}/settlements?state=${state}`)).body.data
    expect(await ofState('FAILED')).toHaveLength(1)
    expect(await ofState('PAID')).toEqual([])
    expect(await availableOf(shop)).toMatchObject({ available: THB(902) })
    await paid(shop, 100)
    const second = await settled(shop)
    expect(second.results).toMatchObject([
      { state: 'PAID', idSettlement: `${failed?.idSettlement}.2`, paid: THB(1_002) },
    ])
  })

  it('pays nobody by terms that are no more: neither the account as it was nor another than was looked at', async () => {
    const shop = await shopWith()
    await agree(shop, { schedule: 'MANUAL' })
    await paid(shop, 600)
    const { id } = (await prepare(shop)).body
    const other = { ...PAYEE, account: { accountName: 'Shop Co.', accountNumber: '6666666666' } }
    await agree(shop, { schedule: 'MANUAL', payee: other })
    await runAction(id, 'start')
    await gateway.advance(6_000)
    expect(await resultsOf(id)).toMatchObject([
      { state: 'REFUSED', detail: expect.stringContaining('changed after the run was prepared') },
    ])
    expect(await availableOf(shop)).toMatchObject({ available: THB(600) })
    const { results } = await settled(shop)
    const payment = await gateway.admin(
      'GET',
      `/admin/payments/${shop.code}/settlement/${results[0]?.idSettlement}`,
    )
    expect(payment.body.request).toMatchObject({ accountNumber: '6666666666' })
  })

  it('pays nothing of a reserve that was agreed after it was prepared', async () => {
    const shop = await shopWith()
    await agree(shop, { schedule: 'MANUAL' })
    await paid(shop, 600)
    const { id } = (await prepare(shop)).body
    await runAction(id, 'stop', { note: 'chargebacks' })
    await agree(shop, { schedule: 'MANUAL', reserve: { percent: '100', days: 90 } })
    await runAction(id, 'start')
    await gateway.advance(6_000)
    expect(await availableOf(shop)).toMatchObject({ available: THB(600) })
  })

  it('pays by terms whose days alone have changed', async () => {
    const shop = await shopWith()
    await agree(shop, { schedule: 'MANUAL' })
    await paid(shop, 600)
    const { id } = (await prepare(shop)).body
    await agree(shop, { schedule: 'MANUAL', cutOff: '09:00', zone: 'Asia/Tokyo' })
    await runAction(id, 'start')
    await gateway.advance(6_000)
    expect(await resultsOf(id)).toMatchObject([{ state: 'PAID' }])
  })

  it('shows whoever approves it to which account each merchant is paid', async () => {
    const shop = await shopWith()
    await agree(shop, { schedule: 'MANUAL' })
    await paid(shop, 600)
    expect((await preview(of(shop))).body.data).toMatchObject([{ payee: PAYEE }])
    const { id } = (await prepare(shop)).body
    expect(await resultsOf(id)).toMatchObject([{ payee: PAYEE }])
    await runAction(id, 'stop', { note: 'only looked at' })
  })

  it('says of a settlement that it made that it is paid, whatever has changed before a node that died came to note it', async () => {
    const shop = await shopWith()
    await agree(shop, { schedule: 'MANUAL' })
    await paid(shop, 600)
    const { id } = await settled(shop)
    const { database } = gateway
    const forgets = (text: string) => database.run({ name: '', text }, [String(id)])
    await forgets(`update settlement_item set state = 'WAITING', id = null, paid = null where run_id = $1`)
    await forgets(`update settlement_run set state = 'RUNNING', lease = null where id = $1`)
    await agree(shop, { schedule: 'MANUAL', minimum: 5 })
    await gateway.admin('PATCH', `/admin/merchants/${shop.code}`, { status: 'SUSPENDED' })
    await gateway.advance(6_000)
    expect(await resultsOf(id)).toMatchObject([{ state: 'PAID', paid: THB(600) }])
  })

  it('never pays more than was planned, nor more than there is', async () => {
    const shop = await shopWith()
    await agree(shop, { schedule: 'MANUAL' })
    await paid(shop, 600)
    const { id } = (await prepare(shop)).body
    await gateway.admin('POST', '/admin/balances/!debit', {
      merchantCode: shop.code,
      money: THB(500),
      reference: `debit-${++count}`,
    })
    await gateway.advance(1_000)
    await paid(shop, 5_000)
    await runAction(id, 'start')
    await gateway.advance(6_000)
    expect(await resultsOf(id)).toMatchObject([{ state: 'PAID', planned: THB(600), paid: THB(100) }])
  })

  it('refuses a merchant that is suspended, and says so', async () => {
    const shop = await shopWith()
    await agree(shop, { schedule: 'MANUAL' })
    await paid(shop, 600)
    await gateway.admin('PATCH', `/admin/merchants/${shop.code}`, { status: 'SUSPENDED' })
    const { results } = await settled(shop)
    expect(results).toMatchObject([{ state: 'REFUSED', detail: 'the merchant is suspended' }])
  })

  it('that is stopped pays nobody until it is started again', async () => {
    const shop = await shopWith()
    await agree(shop, { schedule: 'MANUAL' })
    await paid(shop, 600)
    const { id } = (await prepare(shop)).body
    expect((await runAction(id, 'stop', { note: 'wait for the bank' })).body).toMatchObject({
      state: 'STOPPED',
    })
    await gateway.advance(20_000)
    expect(await resultsOf(id)).toMatchObject([{ state: 'WAITING' }])
    await runAction(id, 'start')
    await gateway.advance(6_000)
    expect(await resultsOf(id)).toMatchObject([{ state: 'PAID' }])
    expect((await runAction(id, 'stop', { note: 'late' })).body.code).toBe('RUN_STATE')
  })

  it('stops where an invariant is broken, and names it', async () => {
    const shop = await shopWith()
    await agree(shop, { schedule: 'MANUAL' })
    await paid(shop, 600)
    const { id } = (await prepare(shop)).body
    const breaking = (sign: '+' | '-') =>
      gateway.database.run(
        {
          name: '',
          text: `update balance set amount = amount ${sign} 1 where merchant_id = $1 and account = 'available'`,
        },
        [shop.code],
      )
    await breaking('+')
    await runAction(id, 'start')
    await gateway.advance(6_000)
    const stopped = (await gateway.admin('GET', `/admin/settlement-runs/${id}`)).body
    expect(stopped).toMatchObject({ state: 'STOPPED', totals: [{ paid: THB(0) }] })
    expect(stopped.stoppedWhy).toMatch(/^an invariant is broken: /)
    await breaking('-')
    await runAction(id, 'start')
    await gateway.advance(6_000)
    expect(await resultsOf(id)).toMatchObject([{ state: 'PAID' }])
  })

  it('is prepared by the schedules after each cut-off, with what was there by then, once for a day', async () => {
    const shop = await shopWith()
    const cutOff = cutOffIn(5)
    await agree(shop, { cutOff })
    await paid(shop, 400)
    const runs = async () =>
      (await gateway.admin('GET', '/admin/settlement-runs?state=PREPARED')).body.data as unknown as {
        id: string
        preparedBy: string
      }[]
    expect(await runs()).toEqual([])
    await gateway.advance(5 * 60_000 - 30_000)
    await gateway.deps.jump(30_000)
    await paid(shop, 177)
    await gateway.advance(3 * 60_000)
    const prepared = await runs()
    expect(prepared).toMatchObject([{ preparedBy: 'gateway' }])
    expect(await resultsOf(prepared[0]?.id)).toMatchObject([
      { merchantCode: shop.code, available: THB(400), planned: THB(400) },
    ])
    expect((await preview({})).body).toMatchObject({ settlements: 0 })
    const none = await gateway.admin('POST', '/admin/settlement-runs', {})
    expect([none.status, none.body.code]).toEqual([409, 'NOTHING_TO_SETTLE'])
    await agree(shop, { schedule: 'MANUAL' })
  })

  it('is prepared at the cut-off whatever was prepared before it: nobody keeps a merchant from its money by runs that are never started', async () => {
    const shop = await shopWith()
    await agree(shop, { cutOff: cutOffIn(5) })
    await paid(shop, 400)
    const before = (await prepare(shop)).body
    await runAction(before.id, 'stop', { note: 'never to be started' })
    await gateway.advance(7 * 60_000)
    const newest = (await gateway.admin('GET', '/admin/settlement-runs?limit=1')).body
    const [due] = newest.data as unknown as { id: string; preparedBy: string }[]
    expect(due).toMatchObject({ preparedBy: 'gateway' })
    await runAction(due?.id, 'start')
    await gateway.advance(6_000)
    expect(await resultsOf(due?.id)).toMatchObject([
      { merchantCode: shop.code, state: 'PAID', paid: THB(400) },
    ])
    await agree(shop, { schedule: 'MANUAL' })
  })
})
