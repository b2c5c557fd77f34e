/** Everything that an own account can serve is taken on, for live merchants, with what the payer needs and by what it is recognised. */
import { exampleOf } from '@sluice/core/catalogue/examples.ts'
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import type { Database } from '@sluice/database/port.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { START, type TestGateway, type TestMerchant, testGateway } from '../../../../../test/harness.ts'
import { openTestDatabase } from '../../../../../test/setup/shared.ts'
import { claimOwner, type Recognition, type ServedMethod } from './account.ts'
import { account, register } from './own-account.fixture.ts'
import { SERVABLE } from './rails.ts'

let database: Database
let gateway: TestGateway
let shop: TestMerchant

beforeAll(async () => {
  database = await openTestDatabase(START)
  gateway = await testGateway(database)
  shop = await gateway.merchant({ isTest: false, callbackUrl: 'https://shop.example/callbacks' })
})
afterAll(async () => {
  await gateway.stop()
  await database.close()
})

const CASES = SERVABLE.flatMap(({ method, currency, recognitions }) =>
  recognitions.map((recognition) => ({ method, currency, recognition })),
).map((each, index) => ({ ...each, id: `a-${index}`, name: `${each.method.object} in ${each.currency}` }))

/** Any details do here: what is wrong with them is said where they are registered. */
function servedBy(
  id: string,
  method: (typeof CASES)[number]['method'],
  recognisedBy: Recognition,
): ServedMethod {
  const receiving = Object.fromEntries(
    Object.keys(method.receiving)
      .filter((name) => recognisedBy !== 'amount' || name !== 'billerId')
      .filter((name) => !['chargeUrl', 'qrReceiver'].includes(name))
      .map((name) => [name, DETAILS[name] ?? id.toUpperCase()]),
  )
  return {
    code: method.code,
    ...(method.variant && { operators: [method.variant.operatorCode] }),
    receiving,
    recognisedBy,
    ...(recognisedBy === 'account' && { virtualDigits: 9 }),
  }
}
const DETAILS: Readonly<Record<string, string>> = {
  accountNumber: '123456789',
  bankCode: '970416',
  billerId: '010555812345601',
  promptPayId: '0812345678',
  categoryCode: '5999',
  address: 'shop@okbank',
  merchantPan: '936000141234567890',
  nationalId: 'ID1020000000000',
  postCode: '10110',
  tillNumber: '522522',
}

describe('live payins on own accounts', () => {
  it.each(CASES)('$name by $recognition', async ({ id, method, currency, recognition }) => {
    const rules = method.currencies.get(currency)
    if (!rules) throw new Error('the catalogue has it')
    const served = servedBy(id, method, recognition)
    const made = account(id, { isTest: false, currency: currency as CurrencyCode, methods: [served] })
    await register(gateway.app.gateway, made)
    const { money, paymentMethod } = exampleOf(method, rules, 'mandatory')
    const answer = await gateway.request('POST', `/payins/${id}`, {
      token: await shop.token(),
      body: { paymentRequested: { money }, paymentMethod, returnUrl: 'https://shop.example/back' },
    })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.process).toMatchObject({ status: 'PENDING', isTest: false })
    const text = 'select processor, processor_ref, money_required from payment where id = $1'
    const [row] = await database.run({ name: '', text }, [id])
    expect(row?.processor).toBe('own-account')
    const reference = String(row?.processor_ref).slice(id.length + 1)
    const claims = await database.run(
      { name: '', text: 'select scope, value from claim where owner = $1 order by scope' },
      [claimOwner(id)],
    )
    const byReference = { scope: 'reference', value: reference }
    expect(claims).toEqual(
      recognition === 'amount'
        ? [{ scope: 'money-required', value: `${currency}:${row?.money_required}` }, byReference]
        : [byReference],
    )
    if (recognition === 'account') expect(answer.text).toContain(reference)
    if (method.flow === 'qr') expect(answer.body.paymentMethodResponse?.qrCode).toBeDefined()
    // The next one must not come to this account.
    await database.run({ name: '', text: "update receiving_account set status = 'PAUSED'" }, [])
  })
})
