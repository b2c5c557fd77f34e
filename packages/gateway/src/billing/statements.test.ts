/** What statements promise: they join, each event is in one, they come to what the ledger has, and an issued one reads the same for ever. */
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { changeId, type MerchantOrderId, paymentKey } from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TestMerchant } from '../../../../test/harness.ts'
import { type AdminGateway, adminGateway } from '../admin/admin.fixture.ts'
import { checkInvariants } from '../admin/invariants/invariants.ts'
import { funded } from '../ledger/postings.ts'
import { ended } from '../payments/plans.ts'
import { Downloads } from './downloads.ts'
import { issueUntil } from './issuing.ts'
import { StatementRounds } from './rounds.ts'

const THB = 'THB' as CurrencyCode
const DAY_MS = 86_400_000

let backOffice: AdminGateway
let shop: TestMerchant

beforeEach(async () => {
  backOffice = await adminGateway()
  shop = await backOffice.merchant()
})
afterEach(() => backOffice.close())

const key = () => ({ merchantCode: shop.code, currency: THB })
const issue = (until: number = backOffice.deps.clock.now()) =>
  issueUntil(backOffice.app.gateway, key(), until)
/** Also where the gateway's own rounds, which a leap of the clock has woken, hold the statement just then: they let go of it when it is made. */
const issueAll = async () => {
  while ((await issue()).type === 'busy') await setImmediate()
}
const read = async (path: string) => backOffice.request('GET', path, { token: await shop.token() })

/** Money without a payment, booked by a node whose clock says `at`. */
async function book(amountMinor: bigint, at: number): Promise<void> {
  const { randomness, clock } = backOffice.deps
  const key = paymentKey(randomness.uuidV7(clock.now()))
  const outcome = await backOffice.app.journal.commit({
    changeId: changeId(randomness.uuidV7(clock.now())),
    merchantId: shop.code,
    at,
    actor: 'operator:test',
    claims: [],
    claimKey: key,
    subject: {
      type: 'fund',
      key,
      reason: 'test',
      postings: funded({ currency: THB, amountMinor: minor(amountMinor) }),
      cases: [],
    },
  })
  expect(outcome.type).toBe('done')
}

const payin = async (id: string, amount = 500) =>
  backOffice.request('POST', `/payins/${id}`, {
    token: await shop.token(),
    body: {
      paymentRequested: { money: { amount, currencyCode: 'THB' } },
      paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
    },
  })
const payout = async (id: string, amount: number) =>
  backOffice.request('POST', `/payouts/${id}`, {
    token: await shop.token(),
    body: {
      paymentRequested: { money: { amount, currencyCode: 'THB' } },
      paymentMethod: {
        paymentMethodCode: 'BANK_TRANSFER',
        account: { accountName: 'Somchai', accountNumber: '1234567890' },
      },
    },
  })

const sum = (values: readonly unknown[]): bigint =>
  values.reduce((total: bigint, value) => total + BigInt(Math.round(Number(value) * 100)), 0n)
const minorOf = (value: unknown): bigint => sum([value])

async function balance(): Promise<bigint> {
  const rows = await backOffice.database.run(
    {
      name: '',
      text: `select coalesce(sum(amount), 0)::bigint as amount from balance where merchant_id = $1`,
    },
    [shop.code],
  )
  return BigInt(String(rows[0]?.amount))
}

describe('a statement', () => {
  it('has every movement with gross, fee, VAT and net, and comes to what the ledger has', async () => {
    await backOffice.credit(shop, { currency: THB, amountMinor: minor(10_000_00n) })
    expect((await payin('paid')).status).toBe(201)
    expect((await payout('sent', 200)).status).toBe(201)
    expect((await payout('failed', 1902)).status).toBe(201)
    expect((await payout('open', 1907)).status).toBe(201)
    await backOffice.advance(10_000)
    const outcome = await issue()
    expect(outcome.type).toBe('issued')
    const { body } = await read('/statements/THB-1')
    const lines = [...(body.lines as unknown as readonly Record<string, unknown>[])]
    expect(lines.length).toBe(body.entries)
    for (const line of lines) {
      expect(minorOf(line.net)).toBe(minorOf(line.gross) - minorOf(line.fee) - minorOf(line.vat))
      expect(minorOf(line.net)).toBe(minorOf(line.available) + minorOf(line.reserved))
    }
    const paid = lines.find(({ id }) => id === 'paid')
    expect(paid).toMatchObject({ kind: 'payin', method: 'PROMPTPAY', gross: 500 })
    expect(Number(paid?.fee)).toBeGreaterThan(0)
    expect(lines.filter(({ id }) => id === 'sent').map(({ gross }) => gross)).toEqual([0, -200])
    expect(lines.filter(({ id }) => id === 'failed').map(({ net }) => net)).toEqual([0, 0])
    expect(sum(lines.map(({ net }) => net))).toBe(await balance())
    expect(minorOf(body.closing?.total?.amount)).toBe(await balance())
    expect(lines.at(-1)?.balance).toBe(body.closing?.total?.amount)
    const kinds = body.totals as unknown as readonly Record<string, { amount: number }>[]
    expect(sum(kinds.map(({ net }) => net?.amount))).toBe(await balance())
    expect(minorOf(body.closing?.reserved?.amount)).toBeGreaterThan(0n)
  })

  it('does not tell a merchant which acquirers declined, and in which words', async () => {
    await backOffice.credit(shop, { currency: THB, amountMinor: minor(10_000_00n) })
    expect((await payout('open', 1907)).status).toBe(201)
    const { randomness, clock } = backOffice.deps
    const outcome = await backOffice.app.journal.commit({
      changeId: changeId(randomness.uuidV7(clock.now())),
      merchantId: shop.code,
      at: clock.now(),
      actor: 'processor:acme',
      claims: [],
      claimKey: undefined,
      subject: {
        type: 'move',
        kind: 'payout',
        id: 'open' as MerchantOrderId,
        decide: (now) =>
          ended(now, 'FAILED', 'declined: LIMIT (float is 3 million); acme: METHOD (barred)', clock.now()),
      },
    })
    expect(outcome.type).toBe('done')
    await backOffice.advance(1_000)
    await issue()
    for (const format of ['json', 'csv']) {
      const { text } = await read(`/statements/THB-1?format=${format}`)
      expect([format, text.includes('declined'), /float|acme/.test(text)]).toEqual([format, true, false])
    }
  })

  it('reads the same for ever, whatever happens afterwards', async () => {
    await backOffice.credit(shop, { currency: THB, amountMinor: minor(10_000_00n) })
    expect((await payout('open', 1907)).status).toBe(201)
    await issue()
    const formats = ['json', 'csv', 'xlsx', 'pdf']
    const bytes = () =>
      Promise.all(formats.map(async (format) => (await read(`/statements/THB-1?format=${format}`)).text))
    const before = await bytes()
    await book(5n, backOffice.deps.clock.now() - 60_000)
    await backOffice.admin('PATCH', `/admin/merchants/${shop.code}`, { name: 'Renamed' })
    await backOffice.deps.jump(DAY_MS)
    await issue()
    expect(await bytes()).toEqual(before)
    expect((await read('/statements/THB-2')).status).toBe(200)
  })

  it('holds what was committed late in the next one, with its own date', async () => {
    const at = backOffice.deps.clock.now()
    await book(100n, at)
    await backOffice.advance(60_000)
    await issue()
    await book(7n, at + 1_000)
    await backOffice.advance(60_000)
    await issue()
    const { body } = await read('/statements/THB-2')
    expect(body.lines).toMatchObject([{ at: new Date(at + 1_000).toISOString(), net: 0.07 }])
    expect(body.opening?.total?.amount).toBe(1)
    expect(body.closing?.total?.amount).toBe(1.07)
  })

  it('holds what was committed later than any clock explains, however many statements ago it should have been', async () => {
    const first = backOffice.deps.clock.now()
    await book(100n, first)
    await backOffice.deps.jump(40 * DAY_MS)
    await issue()
    await backOffice.deps.jump(40 * DAY_MS)
    await issue()
    const reported = async () =>
      ((await read('/statements')).body.data as unknown as readonly object[]).length
    const before = await reported()
    // An outage has held them up: of the time of the first one, from before it, and of a later one.
    const late = [first + 1_000, first - 30 * DAY_MS, first + 50 * DAY_MS]
    for (const [index, at] of late.entries()) await book(BigInt(index + 1), at)
    await backOffice.deps.jump(1_000)
    await issue()
    const { body } = await read(`/statements/THB-${before + 1}`)
    const lines = body.lines as unknown as readonly { at: string; net: number }[]
    expect(lines.map(({ at, net }) => [at, net])).toEqual(
      [
        [late[1], 0.02],
        [late[0], 0.01],
        [late[2], 0.03],
      ].map(([at, net]) => [new Date(Number(at)).toISOString(), net]),
    )
    expect(minorOf(body.closing?.total?.amount)).toBe(await balance())
    await backOffice.deps.jump(1_000)
    await issue()
    expect((await read(`/statements/THB-${before + 2}`)).body.lines).toEqual([])
    expect(await checkInvariants(backOffice.database)).toMatchObject({ holds: true })
  })

  it('ends where a month does in its zone: what is asked for beyond becomes several', async () => {
    await backOffice.admin('PUT', '/admin/billing', { zone: 'Asia/Bangkok', monthly: false, series: 'INV' })
    await book(100n, Date.parse('2026-09-15T00:00:00Z'))
    await issue()
    const { body } = await read('/statements')
    const periods = (body.data as unknown as readonly { from: string; until: string }[]).map(
      ({ from, until }) => [from, until],
    )
    expect(periods).toEqual([
      ['2026-10-31T17:00:00.000Z', '2026-11-21T08:00:00.000Z'],
      ['2026-09-30T17:00:00.000Z', '2026-10-31T17:00:00.000Z'],
      ['2026-09-14T17:00:00.000Z', '2026-09-30T17:00:00.000Z'],
    ])
  })

  it("is nobody else's to read", async () => {
    await book(100n, backOffice.deps.clock.now())
    await backOffice.advance(1_000)
    await issue()
    const other = await backOffice.merchant()
    const token = await other.token()
    expect((await backOffice.request('GET', '/statements/THB-1', { token })).status).toBe(404)
    expect((await backOffice.request('GET', '/statements', { token })).body.data).toEqual([])
  })

  it('is issued once, though two nodes make it at the same time', async () => {
    for (let each = 0; each < 5; each++) await book(10n, backOffice.deps.clock.now() - 1_000)
    const outcomes = await Promise.all([issue(), issue(), issue()])
    expect(outcomes.some(({ type }) => type === 'issued')).toBe(true)
    const { body } = await read('/statements')
    expect(body.data).toHaveLength(1)
    expect(body.data?.[0 as unknown as string]).toMatchObject({ number: 1, entries: 5 })
  })

  it('that was cut off is finished by whoever comes next, once its lease has run out', async () => {
    await book(10n, backOffice.deps.clock.now() - 1_000)
    const { database } = backOffice
    const broken = new Proxy(database, {
      get: (target, name) =>
        name === 'transact' ? () => Promise.reject(new Error('the node died')) : Reflect.get(target, name),
    })
    const until = backOffice.deps.clock.now()
    await expect(issueUntil({ ...backOffice.app.gateway, database: broken }, key(), until)).rejects.toThrow(
      'the node died',
    )
    expect(await issue(until)).toEqual({ type: 'busy' })
    await backOffice.advance(61_000)
    expect(await issue(until)).toMatchObject({ type: 'issued', statement: { number: 1, entries: 1 } })
  })
})

describe('the rounds', () => {
  it('issue the statements of a month once it is over, and one for each month that was missed', async () => {
    await book(100n, backOffice.deps.clock.now())
    const rounds = new StatementRounds(backOffice.app.gateway)
    const at = async (time: string) => {
      await backOffice.deps.jump(Date.parse(time) - backOffice.deps.clock.now())
      await rounds.round()
      return (await read('/statements')).body.data
    }
    expect(await at('2026-12-01T00:09:00Z')).toEqual([])
    expect(await at('2026-12-01T00:10:00Z')).toMatchObject([
      { idStatement: 'THB-1', from: '2026-11-21T00:00:00.000Z', until: '2026-12-01T00:00:00.000Z' },
    ])
    expect(await at('2026-12-31T23:00:00Z')).toHaveLength(1)
    expect(await at('2027-03-02T00:00:00Z')).toHaveLength(4)
  })

  it('ask about nobody until the next month begins somewhere, once all of the last one is issued', async () => {
    // No rounds but these.
    await backOffice.close()
    backOffice = await adminGateway({ started: false })
    shop = await backOffice.merchant()
    await book(100n, backOffice.deps.clock.now())
    let requested = 0
    let isWell = true
    const database = new Proxy(backOffice.database, {
      get: (target, name) => {
        if (name === 'run') requested += 1
        if (name === 'transact' && !isWell) return () => Promise.reject(new Error('the disk is full'))
        return Reflect.get(target, name)
      },
    })
    const rounds = new StatementRounds({ ...backOffice.app.gateway, database })
    const roundTrips = async (time: string) => {
      await backOffice.deps.jump(Date.parse(time) - backOffice.deps.clock.now())
      requested = 0
      await rounds.round()
      return requested
    }
    // Only how the installation bills, which an operator may change.
    expect(await roundTrips('2026-11-22T00:00:00Z')).toBeGreaterThan(1)
    expect(await roundTrips('2026-11-22T00:30:00Z')).toBe(1)
    // It is December on Kiritimati.
    expect(await roundTrips('2026-11-30T10:10:00Z')).toBeGreaterThan(1)
    isWell = false
    expect(await roundTrips('2026-12-02T00:00:00Z')).toBeGreaterThan(1)
    expect((await read('/statements')).body.data).toEqual([])
    isWell = true
    // What was begun is finished once its lease has run out.
    expect(await roundTrips('2026-12-02T00:30:00Z')).toBeGreaterThan(1)
    expect((await read('/statements')).body.data).toHaveLength(1)
    expect(await roundTrips('2026-12-02T01:00:00Z')).toBe(1)
  })
})

it('whatever is booked and issued in whatever order, statements join, each event is in one, and they come to the ledger', async () => {
  const operation = fc.oneof(
    fc.record({
      type: fc.constant('book' as const),
      amount: fc.integer({ min: 1, max: 1_000 }),
      lateMs: fc.oneof(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 100 * DAY_MS })),
    }),
    fc.record({ type: fc.constant('issue' as const) }),
    fc.record({ type: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 20 * DAY_MS }) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 3, maxLength: 15 }), async (operations) => {
      shop = await backOffice.merchant()
      let booked = 0
      for (const each of operations) {
        if (each.type === 'wait') await backOffice.deps.jump(each.ms)
        else if (each.type === 'issue') await issueAll()
        else {
          booked += 1
          await book(BigInt(each.amount), backOffice.deps.clock.now() - each.lateMs)
        }
      }
      await backOffice.deps.jump(1)
      await issueAll()
      const statements = [
        ...((await read('/statements?limit=200')).body.data as unknown as readonly Record<string, never>[]),
      ].reverse()
      let total = 0n
      let entries = 0
      for (const [index, each] of statements.entries()) {
        const { opening, closing, from, until, number } = each as Record<string, never> & {
          opening: { total: { amount: number } }
          closing: { total: { amount: number } }
        }
        expect(number).toBe(index + 1)
        expect(minorOf(opening.total.amount)).toBe(total)
        if (index > 0) expect(from).toBe((statements[index - 1] as Record<string, unknown>).until)
        const { body } = await read(`/statements/THB-${number}`)
        const lines = body.lines as unknown as readonly { net: number; at: string }[]
        expect(lines.every(({ at }) => at < (until as unknown as string))).toBe(true)
        total += sum(lines.map(({ net }) => net))
        entries += lines.length
        expect(minorOf(closing.total.amount)).toBe(total)
      }
      expect(total).toBe(await balance())
      expect(entries).toBe(booked)
    }),
    { numRuns: 25 },
  )
  expect(await checkInvariants(backOffice.database)).toMatchObject({ holds: true })
})

it('at most four are sent to a merchant at the same time', async () => {
  const downloads = new Downloads()
  const begin = (merchant: string) => downloads.count(merchant, () => ({ body: new PassThrough() })).body
  const [first] = [1, 2, 3, 4].map(() => begin('SHOP-1'))
  expect(() => begin('SHOP-1')).toThrow('429 RATE_LIMITED')
  begin('SHOP-2')
  first?.destroy()
  await new Promise((resolve) => first?.once('close', resolve))
  begin('SHOP-1')
})

it('of many movements is gathered piece by piece and written line by line, each line once and in order', async () => {
  const many = 2_403
  const at = backOffice.deps.clock.now() - DAY_MS
  const key = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
  // Three at a time of the same moment.
  const time = `to_timestamp(${at}::double precision / 1000 + (n / 3) * 0.001)`
  await backOffice.database.batch(
    [
      `insert into event (merchant_id, key, seq, change_id, kind, actor, at)
        select '${shop.code}', ${key}, 1, ${key}, 'funding', 'operator:test', ${time} from generate_series(1, ${many}) n`,
      `insert into posting (merchant_id, key, seq, line, account, currency, amount, at)
        select '${shop.code}', ${key}, 1, l.line, l.account, 'THB', l.sign * n, ${time} from generate_series(1, ${many}) n
        cross join (values (1, 'available', 1), (2, 'funding', -1)) l (line, account, sign)`,
      `insert into balance values ('${shop.code}', 'THB', 'available', ${(many * (many + 1)) / 2})`,
    ].map((text) => ({ statement: { name: '', text }, values: [] })),
  )
  expect(await issue()).toMatchObject({ type: 'issued', statement: { entries: many } })
  const { body } = await read('/statements/THB-1')
  const lines = [...(body.lines as unknown as readonly { net: number; reference: string }[])]
  expect(lines.map(({ net }) => Math.round(net * 100))).toEqual(Array.from({ length: many }, (_, n) => n + 1))
  expect(new Set(lines.map(({ reference }) => reference)).size).toBe(many)
  expect(minorOf(body.closing?.total?.amount)).toBe(BigInt((many * (many + 1)) / 2))
  expect((await read('/statements/THB-1?format=csv')).text.split('\r\n')).toHaveLength(many + 4)
})

it('an invoice says the rate by which a fee was taxed, whatever has become of the product since', async () => {
  const sell = async (id: string, vatRate: string) => {
    const paymentMethods = [
      { code: 'PROMPTPAY', currency: 'THB', fee: { percent: '0', fixed: '0.10' }, vatRate },
    ]
    const changed = await backOffice.admin('PATCH', `/admin/merchants/${shop.code}`, { paymentMethods })
    expect(changed.status, changed.text).toBe(200)
    expect((await payin(id)).status).toBe(201)
    await backOffice.advance(5_000)
  }
  await backOffice.admin('PUT', '/admin/billing', { issuer: { name: 'Sluice Co., Ltd.' }, monthly: false })
  // Of a fee of 0.10 each of them is a VAT of 0.01, and amounts tell nothing.
  for (const vatRate of ['0.07', '0.1', '0.12']) await sell(`by-${vatRate}`, vatRate)
  await backOffice.deps.jump(Date.parse('2026-12-02T00:00:00Z') - backOffice.deps.clock.now())
  await issue(Date.parse('2026-12-01T00:00:00Z'))
  const requested = { merchantCode: shop.code, currencyCode: 'THB', month: '2026-11' }
  const { body } = await backOffice.admin('POST', '/admin/invoices', requested)
  const rates = (body.lines as unknown as readonly { vatRate: string }[]).map(({ vatRate }) => vatRate)
  expect(rates.sort()).toEqual(['0.07', '0.1', '0.12'])
})

it('the invoice of a month is drawn from its statements', async () => {
  await backOffice.admin('PUT', '/admin/billing', { issuer: { name: 'Sluice Co., Ltd.' }, monthly: false })
  await backOffice.admin('PUT', `/admin/merchants/${shop.code}/billing`, {
    recipient: { name: 'Shop Co., Ltd.' },
  })
  expect((await payin('paid')).status).toBe(201)
  await backOffice.advance(5_000)
  await backOffice.deps.jump(Date.parse('2026-12-02T00:00:00Z') - backOffice.deps.clock.now())
  await issue(Date.parse('2026-12-01T00:00:00Z'))
  const requested = { merchantCode: shop.code, currencyCode: 'THB', month: '2026-11' }
  const { body } = await backOffice.admin('POST', '/admin/invoices', requested)
  expect(body).toMatchObject({ idInvoice: 'TEST-INV-000001', statements: ['THB-1'] })
  const path = `/admin/invoices/${shop.code}/TEST-INV-000001`
  expect((await backOffice.admin('GET', path)).body).toEqual(body)
  expect((await backOffice.admin('GET', '/admin/invoices')).body.data).toEqual([body])
})
