import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import type { FakeServerOptions } from '@sluice/providers/fake-server.fixture.ts'
import { PaystackFake } from '@sluice/providers/paystack/fake.fixture.ts'
import { PAYSTACK_SETTINGS } from '@sluice/providers/paystack/paystack.fixture.ts'
import { paystack } from '@sluice/providers/paystack/paystack.ts'
import { describeNative } from './native-kit.ts'
import { describeRun } from './provider-run.ts'

const NGN = 'NGN' as CurrencyCode
const bodyOf = (paymentMethod: object) => () => ({
  paymentRequested: { money: { amount: 12_500, currencyCode: NGN } },
  paymentMethod,
  callbackUrl: 'http://127.0.0.1:9/callbacks',
})
const nigeria = {
  provider: paystack,
  fake: (needs: FakeServerOptions) => new PaystackFake({ ...PAYSTACK_SETTINGS, ...needs }),
  settings: (baseUrl: string) => ({ ...PAYSTACK_SETTINGS, baseUrl }),
  products: ['OFFLINE', 'BANK_TRANSFER'].map((code) => ({ code, currency: NGN })),
  bodies: {
    payin: bodyOf({ paymentMethodCode: 'OFFLINE', account: {} }),
    payout: bodyOf({
      paymentMethodCode: 'BANK_TRANSFER',
      paymentOperatorCode: '044',
      account: { accountName: 'Ngozi Adeyemi', accountNumber: '1234567895' },
    }),
  },
}

describeNative('native, before a Paystack', {
  ...nigeria,
  foreign: [
    { method: 'ONLINE' },
    { money: { currency: 'ZAR' as CurrencyCode, amountMinor: minor(50_000n) } },
    { kind: 'payout', method: 'BANK_TRANSFER', operator: '030' },
  ],
})

describeRun('a Paystack', {
  ...nigeria,
  errors: [
    [3, { status: 503, error: 'unknown' }],
    [2, { status: 400, error: 'unknown' }],
  ],
  fates: {
    'charge ongoing': 'unpaid',
    'charge success': 'paid',
    'transfer pending': 'under way',
    'transfer success': 'arrived',
    'transfer failed': 'failed',
  },
})
