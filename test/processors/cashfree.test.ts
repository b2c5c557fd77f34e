import { expect, it } from 'vitest'
import { type CurrencyCode, minor } from '../../src/foundation/money.ts'
import { idOf, whileTimePasses } from '../../src/payments/payments.fixture.ts'
import { findPayment } from '../../src/payments/reading.ts'
import { CASHFREE_SETTINGS } from '../../src/processors/native/cashfree/cashfree.fixture.ts'
import { cashfree } from '../../src/processors/native/cashfree/cashfree.ts'
import { CashfreeFake } from '../../src/processors/native/cashfree/fake.fixture.ts'
import { type FakeServerOptions, networkTo } from '../../src/processors/native/fake-server.fixture.ts'
import { keepAccount } from '../../src/processors/native/native.fixture.ts'
import { START, testGateway } from '../harness.ts'
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

it('settles a UPI payin of an unknown payer as soon as the number of its transfer is given, and not before', async () => {
  const database = await openTestDatabase(START)
  const fake = new CashfreeFake({ ...CASHFREE_SETTINGS, now: () => gateway.deps.clock.now() })
  const gateway = await testGateway(database, { network: networkTo(fake, FAKE_URL) })
  const { app, deps } = gateway
  const kept = { provider: cashfree, name: ACCOUNT, settings: india.settings(FAKE_URL) }
  await keepAccount(database, app.settings.masterKey, deps, kept)
  await app.gateway.providers.load()
  const merchant = await gateway.merchant({ products: [productOf({ code: 'UPIQR', currency: INR })] })
  const token = await merchant.token()
  const post = (path: string, body: object) =>
    whileTimePasses(deps, gateway.request('POST', `/payins/upi${path}`, { token, body }))
  const current = async () => {
    const payment = await findPayment(database, merchant.code, 'payin', idOf('upi'))
    if (!payment) throw new Error('a create that is answered is kept')
    return payment
  }

  const { paymentMethodResponse: shown } = (await post('', payinBody('UPIQR'))).body
  const link = expect.stringMatching(/^upi:\/\/pay\?.*&tr=CF\d+&/)
  expect(shown).toMatchObject({ qrCode: link, upiQrDeepLink: link })
  const payin = await current()
  await fake.pay(cashfree.referenceOf(payin))
  expect(await app.gateway.providers.find(ACCOUNT)?.processor.ask(payin)).toBe('open')
  expect((await current()).status).toBe('PENDING')
  await post('/!setExternalReference', { externalReference: { reference: '234928698581' } })
  await gateway.advance(2_000)
  expect((await current()).status).toBe('SUCCESS')
  await gateway.stop()
  await database.close()
})
