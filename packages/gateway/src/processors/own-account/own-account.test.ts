import { minor } from '@sluice/core/foundation/money.ts'
import type { Database } from '@sluice/database/port.ts'
import { truncateAll } from '@sluice/database/truncate.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  type Json,
  START,
  type TestGateway,
  type TestMerchant,
  testGateway,
} from '../../../../../test/harness.ts'
import { openTestDatabase } from '../../../../../test/setup/shared.ts'
import {
  account,
  claimsOf,
  DUITNOW,
  PROMPTPAY_BILLER,
  PROMPTPAY_ID,
  register,
  THAI_TRANSFER,
} from './own-account.fixture.ts'

let database: Database
let gateway: TestGateway
let shop: TestMerchant

beforeAll(async () => {
  database = await openTestDatabase(START)
})
afterAll(() => database.close())

beforeEach(async () => {
  await truncateAll(database)
  gateway = await testGateway(database)
  const of = (code: string, currency: string) => ({ code, currency, processors: ['test-own-account'] })
  shop = await gateway.merchant({
    products: [of('OFFLINE', 'THB'), of('PROMPTPAY', 'THB'), of('DUITNOW', 'MYR'), of('VAPAY', 'IDR')],
  })
  return () => gateway.stop()
})

const context = () => gateway.app.gateway
const instructionsOf = ({ body }: Answer): Json => body.paymentMethodResponse ?? {}
const toPay = (answer: Answer) => instructionsOf(answer).moneyRequired?.amount

async function create(
  id: string,
  amount: number,
  method: object = { paymentMethodCode: 'OFFLINE' },
  currencyCode = 'THB',
) {
  return gateway.request('POST', `/payins/${id}`, {
    token: await shop.token(),
    body: { paymentRequested: { money: { amount, currencyCode } }, paymentMethod: method },
  })
}

describe('a payin on an own account', () => {
  it('shows the account, our reference and an amount that is its alone', async () => {
    await register(context(), account('kbank'))
    const first = await create('a', 500.25)
    const second = await create('b', 500.25)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(first.body).toMatchObject({ process: { status: 'PENDING' } })
    expect(instructionsOf(first)).toMatchObject({
      account: { accountNumber: '1234567890', bankCode: '004' },
      moneyRequired: { amount: 500.24, currencyCode: 'THB' },
    })
    expect(toPay(second)).toBe(500.26)
    expect(second.body).toMatchObject({ paymentRequested: { money: { amount: 500.25 } } })
    expect(await claimsOf(database, 'kbank', 'money-required')).toEqual(['THB:50024', 'THB:50026'])
    expect(await claimsOf(database, 'kbank', 'reference')).toContain(String(instructionsOf(first).reference))
  })

  it('needs no amount of its own where the reference comes back', async () => {
    await register(context(), account('biller', { methods: [PROMPTPAY_BILLER] }))
    const method = { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } }
    const made = await create('a', 100, method)
    expect(instructionsOf(made).moneyRequired).toBeUndefined()
    expect(String(instructionsOf(made).qrCode)).toContain(String(instructionsOf(made).reference))
    expect(await claimsOf(database, 'biller', 'money-required')).toEqual([])
  })

  it('by PromptPay ID is told apart by its amount, which stands in the QR code', async () => {
    await register(context(), account('id', { methods: [PROMPTPAY_ID] }))
    const method = { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } }
    await create('a', 100, method)
    const second = await create('b', 100, method)
    expect(toPay(second)).toBe(99.98)
    expect(String(instructionsOf(second).qrCode)).toContain('540599.98')
  })

  it('by DuitNow always says what to pay', async () => {
    await register(context(), account('my', { currency: 'MYR' as never, methods: [DUITNOW] }))
    const made = await create('a', 25, { paymentMethodCode: 'DUITNOW' }, 'MYR')
    expect(instructionsOf(made).moneyRequired).toEqual({ amount: 25.01, currencyCode: 'MYR' })
  })

  it('on a virtual number has it for itself', async () => {
    const receiving = { accountName: 'Toko', accountNumber: '88810', bankCode: '014', bankName: 'BCA' }
    const methods = [{ code: 'VAPAY', receiving, recognisedBy: 'account', virtualDigits: 11 } as const]
    await register(context(), account('va', { currency: 'IDR' as never, methods }))
    const method = { paymentMethodCode: 'VAPAY', paymentOperatorCode: 'BCA' }
    const made = await Promise.all(['a', 'b', 'c'].map((id) => create(id, 50_000, method, 'IDR')))
    const numbers = made.map((each) => String(instructionsOf(each).account?.accountNumber))
    expect(numbers.every((number) => /^88810\d{11}$/.test(number))).toBe(true)
    expect(await claimsOf(database, 'va', 'reference')).toEqual([...numbers].sort())
  })
})

describe('an amount of its own', () => {
  it('rests for 72 h after its payin has closed, and is free then', async () => {
    await register(context(), account('kbank'))
    const later = async (ms: number) => {
      await gateway.deps.jump(ms)
      await gateway.advance(2_000)
    }
    expect(toPay(await create('a', 200))).toBe(200.01)
    // It expires after a quarter of an hour.
    await later(15 * 60_000)
    expect(toPay(await create('b', 200))).toBe(199.98)
    await later(71.9 * 3_600_000)
    expect(toPay(await create('c', 200))).toBe(200.02)
    await later(0.2 * 3_600_000)
    expect(toPay(await create('d', 200))).toBe(200.01)
  })

  it('is declined where none is left, and the ID is free', async () => {
    await register(context(), account('kbank', { minMinor: minor(40_000n), maxMinor: minor(40_001n) }))
    expect((await create('a', 400)).status).toBe(201)
    const refused = await create('b', 400)
    expect(refused.status).toBe(422)
    await register(context(), account('scb'))
    expect((await create('b', 400)).status).toBe(201)
  })
})

it('a thousand creates at once over several accounts never share an amount; who finds none reads 422 and keeps the ID', async () => {
  const ids = ['a', 'b', 'c', 'd']
  await register(context(), ...ids.map((id) => account(id)))
  // Half a per cent of 1,000 baht is 5 baht, so 99 satang are the bound: 158 amounts an account that look like no price.
  const answers = await Promise.all(Array.from({ length: 1_000 }, (_, n) => create(`order-${n}`, 1_000)))
  const made = answers.filter(({ status }) => status === 201)
  expect(made).toHaveLength(4 * 158)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(1_000 - made.length)
  const claims = (await Promise.all(ids.map((id) => claimsOf(database, id, 'money-required')))).flat()
  expect(claims).toHaveLength(made.length)
  const rows = await database.run(
    { name: '', text: 'select processor_ref, money_required, id from payment' },
    [],
  )
  const places = rows.map((row) => `${String(row.processor_ref).split('/')[0]} ${row.money_required}`)
  expect(rows).toHaveLength(made.length)
  expect(new Set(places).size).toBe(made.length)
  for (const row of rows) expect(Math.abs(Number(row.money_required) - 100_000)).toBeLessThanOrEqual(99)
  const left = answers.findIndex(({ status }) => status === 422)
  await register(context(), account('e'))
  expect((await create(`order-${left}`, 1_000)).status).toBe(201)
})

it('two nodes that choose at once never give the same amount', async () => {
  const other = await testGateway(database, { seed: 7 })
  await register(context(), account('a'), account('b'))
  await other.app.gateway.receivingAccounts.refresh()
  const token = await shop.token()
  const body = {
    paymentRequested: { money: { amount: 1_000, currencyCode: 'THB' } },
    paymentMethod: { paymentMethodCode: 'OFFLINE' },
  }
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      (n % 2 === 0 ? gateway : other).request('POST', `/payins/n-${n}`, { token, body }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(300)
  const rows = await database.run({ name: '', text: 'select processor_ref, money_required from payment' }, [])
  const places = rows.map((row) => `${String(row.processor_ref).split('/')[0]} ${row.money_required}`)
  expect(new Set(places).size).toBe(300)
  await other.stop()
})

describe('which account', () => {
  const accountsOf = async (count: number, amount = 100) => {
    const answers = []
    for (let n = 0; n < count; n += 1) answers.push(await create(`o-${n}-${amount}`, amount))
    const rows = await database.run({ name: '', text: 'select processor_ref from payment order by key' }, [])
    return {
      statuses: answers.map(({ status }) => status),
      used: rows.map((row) => String(row.processor_ref).split('/')[0]),
    }
  }

  it('they take turns', async () => {
    await register(context(), account('a'), account('b'), account('c'))
    expect((await accountsOf(6)).used).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
  })

  it.each([
    ['is paused', { status: 'PAUSED' as const }],
    ['is closed', { openingHours: [{ days: ['MON' as const], from: '00:00', to: '24:00' }] }],
    ['takes other amounts', { minMinor: minor(20_000n) }],
    ['is for live merchants', { isTest: false }],
    ['serves another bank', { methods: [{ ...THAI_TRANSFER, operators: ['002'] }] }],
  ])('none that %s', async (_, changes) => {
    await register(context(), account('a', changes), account('b'))
    if ('methods' in changes) {
      const made = await create('x', 100, { paymentMethodCode: 'OFFLINE', paymentOperatorCode: '004' })
      expect(made.status).toBe(201)
      expect(await claimsOf(database, 'a', 'reference')).toEqual([])
    } else expect((await accountsOf(2)).used).toEqual(['b', 'b'])
  })

  it('none for an amount that is too small or too large: the merchant reads from where to where one would be taken', async () => {
    await register(
      context(),
      account('a', { minMinor: minor(20_000n), maxMinor: minor(90_050n) }),
      account('paused', { status: 'PAUSED' as const }),
      account('night', {
        openingHours: [{ days: ['MON' as const], from: '00:00', to: '24:00' }],
        minMinor: minor(500_000n),
        maxMinor: minor(700_000n),
      }),
    )
    const refused = await create('x', 100)
    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: 'AMOUNT_OUT_OF_RANGE',
        errors: [
          {
            path: '/paymentRequested/money/amount',
            code: 'OUT_OF_RANGE',
            message: 'must be from 200.00 to 900.50',
          },
        ],
      },
    })
    expect((await create('x', 200)).status).toBe(201)
    expect((await create('y', 900.5)).status).toBe(201)
    expect((await create('z', 901)).body.errors?.[0]?.message).toBe(
      'must be from 200.00 to 900.50, or from 5000.00 to 7000.00',
    )
  })

  it('a limit of a day holds while many creates run at once', async () => {
    await register(context(), account('a', { dayCount: 7 }), account('b', { dayAmountMinor: minor(50_000n) }))
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => create(`o-${n}`, 100)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7 + 5)
    expect(await claimsOf(database, 'a', 'reference')).toHaveLength(7)
    // Those that expire unpaid give their place back.
    await gateway.deps.jump(16 * 60_000)
    await gateway.advance(2_000)
    expect((await create('later', 100)).status).toBe(201)
  })

  it('a create that is refused in the end takes nothing of the day', async () => {
    await register(context(), account('a', { dayCount: 2 }))
    expect((await create('o', 100)).status).toBe(201)
    expect((await create('o', 200)).status).toBe(409)
    expect((await create('p', 100)).status).toBe(201)
    expect((await create('q', 100)).status).not.toBe(201)
  })

  it('a change reaches a node that did not make it within about a second', async () => {
    const other = await testGateway(database, { seed: 2 })
    await other.advance(10)
    await register(context(), account('a'))
    expect(other.app.gateway.receivingAccounts.all).toHaveLength(0)
    await other.advance(1_100)
    expect(other.app.gateway.receivingAccounts.all).toHaveLength(1)
    await other.stop()
  })
})
