import { type CurrencyCode, minor } from '../../src/foundation/money.ts'
import { CASHFREE_SETTINGS } from '../../src/processors/native/cashfree/cashfree.fixture.ts'
import { cashfree } from '../../src/processors/native/cashfree/cashfree.ts'
import { CashfreeFake } from '../../src/processors/native/cashfree/fake.fixture.ts'
import type { FakeServerOptions } from '../../src/processors/native/fake-server.fixture.ts'
import { describeNative } from './native-kit.ts'
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
    [2, { status: 502, error: 'api_error bank_processing_failure' }],
    [1, { status: 429, error: 'rate_limit_error request_failed' }],
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
