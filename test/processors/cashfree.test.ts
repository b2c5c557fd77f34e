import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import type { Database } from '@sluice/database/port.ts'
import { idOf, rowsOf, whileTimePasses } from '@sluice/gateway/payments/payments.fixture.ts'
import { findPayment } from '@sluice/gateway/payments/reading.ts'
import { CASHFREE_SETTINGS } from '@sluice/providers/cashfree/cashfree.fixture.ts'
import { cashfree } from '@sluice/providers/cashfree/cashfree.ts'
import { CashfreeFake } from '@sluice/providers/cashfree/fake.fixture.ts'
import {
  type FakeNotification,
  type FakeServerOptions,
  networkTo,
} from '@sluice/providers/fake-server.fixture.ts'
import { keepAccount } from '@sluice/providers/providers.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { START, type TestGateway, type TestMerchant, testGateway } from '../harness.ts'
import { openTestDatabase } from '../setup/shared.ts'
import { ACCOUNT, describeNative, FAKE_URL, productOf } from './native-kit.ts'
import { describeRun } from './provider-run.ts'
import { payinBody } from './refund-kit.ts'

const INR = 'INR' as CurrencyCode
let made = 0
/** Whose UPI ID is known: otherwise the API asks for the number of the transfer, too. */
const upi = () => ({
  ...payinBody('UPIQR'),
  paymentMethod: { paymentMethodCode: 'UPIQR', account: { accountNumber: 'asha.rao@okhdfcbank' } },
})
/** In turn by an order and by a payment link. */
const payin = () => {
  made += 1
  return made % 2 === 0 ? payinBody('NETBANKING') : upi()
}
const payout = () => ({
  paymentRequested: { money: { amount: 1499, currencyCode: 'INR' } },
  paymentMethod: {
    paymentMethodCode: 'BANK_TRANSFER',
    account: { accountName: 'Asha Rao', accountNumber: '50100012345678', bankCode: 'HDFC0000001' },
  },
  callbackUrl: 'http://127.0.0.1:9/callbacks',
})
const india = {
  provider: cashfree,
  fake: (needs: FakeServerOptions) => new CashfreeFake({ ...CASHFREE_SETTINGS, ...needs }),
  settings: (baseUrl: string) => ({ ...CASHFREE_SETTINGS, baseUrl }),
  products: ['UPIQR', 'NETBANKING', 'BANK_TRANSFER'].map((code) => ({ code, currency: INR })),
  bodies: { payin, payout },
}

describeNative('native, before Cashfree', {
  ...india,
  foreign: [
    { method: 'PIXQR' },
    { money: { currency: 'THB' as CurrencyCode, amountMinor: minor(50_000n) } },
    { kind: 'payout', method: 'WALLET_TRANSFER', money: { currency: INR, amountMinor: minor(50_000n) } },
  ],
  refunds: {
    payee: payout().paymentMethod,
    payin,
  },
})

describeRun('Cashfree', {
  ...india,
  errors: [
    [2, { status: 500, error: 'api_error internal_error' }],
    [3, { status: 502, error: 'api_error bank_processing_failure' }],
  ],
  fates: {
    ACTIVE: 'unpaid',
    PAID: 'paid',
    EXPIRED: 'unpaid',
    TERMINATED: 'unpaid',
    CANCELLED: 'unpaid',
    RECEIVED: 'under way',
    SUCCESS: 'arrived',
    FAILED: 'failed',
  },
})

describe('a gateway with an account at Cashfree', () => {
  let database: Database
  let gateway: TestGateway
  let merchant: TestMerchant
  let fake: CashfreeFake
  const reported: FakeNotification[] = []
  beforeAll(async () => {
    database = await openTestDatabase(START)
    fake = new CashfreeFake({
      ...CASHFREE_SETTINGS,
      now: () => gateway.deps.clock.now(),
      notify: async (url, body, headers) => void reported.push({ url, body, headers }),
    })
    gateway = await testGateway(database, { network: networkTo(fake, FAKE_URL) })
    const { app, deps } = gateway
    const kept = { provider: cashfree, name: ACCOUNT, settings: india.settings(FAKE_URL) }
    fake.notifyAt(
      app.gateway.notificationUrlOf(await keepAccount(database, app.settings.masterKey, deps, kept)),
    )
    await app.gateway.providers.load()
    merchant = await gateway.merchant({ products: india.products.map(productOf) })
    await gateway.credit(merchant, { currency: INR, amountMinor: minor(100_000_000n) })
  })
  afterAll(async () => {
    await gateway?.stop()
    await database?.close()
  })
  const post = async (path: string, body: object) => {
    const token = await merchant.token()
    const answer = await whileTimePasses(gateway.deps, gateway.request('POST', path, { token, body }))
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  const current = async (kind: 'payin' | 'payout') => {
    const payment = await findPayment(database, merchant.code, kind, idOf(`an-${kind}`))
    if (!payment) throw new Error('a create that is answered is kept')
    return payment
  }
  const notified = async () => {
    for (const { url, body, headers } of reported.splice(0))
      await gateway.request('POST', new URL(url).pathname, { raw: body, headers })
    await gateway.advance(2_000)
  }

  it('settles a UPI payin of an unknown payer as soon as the number of its transfer is given, and not before', async () => {
    const { paymentMethodResponse } = await post('/payins/an-payin', payinBody('UPIQR'))
    const link = expect.stringMatching(/^upi:\/\/pay\?.*&tr=CF\d+&/)
    expect(paymentMethodResponse).toMatchObject({ qrCode: link, upiQrDeepLink: link })
    await fake.pay(cashfree.referenceOf(await current('payin')))
    await notified()
    expect((await current('payin')).status).toBe('PENDING')
    await post('/payins/an-payin/!setExternalReference', { externalReference: { reference: '234928698581' } })
    await gateway.advance(2_000)
    expect((await current('payin')).status).toBe('SUCCESS')
  })

  it('opens one case for a payout that the payee’s bank reverses after it was delivered', async () => {
    await post('/payouts/an-payout', payout())
    const reference = cashfree.referenceOf(await current('payout'))
    await fake.end(reference, true)
    await notified()
    expect((await current('payout')).status).toBe('SUCCESS')
    await fake.setTransfer(reference, 'REVERSED', 'INVALID_ACCOUNT_FAIL')
    reported.push(...reported)
    await notified()
    const { status, key } = await current('payout')
    const cases = await rowsOf(database, `select reason, amount from case_file where payment_key = '${key}'`)
    expect([status, cases]).toEqual(['SUCCESS', [{ reason: 'RETURNED_AFTER_SUCCESS', amount: 149_900n }]])
  })
})
