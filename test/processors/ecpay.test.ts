import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { ECPAY_SETTINGS } from '@sluice/providers/ecpay/ecpay.fixture.ts'
import { ecpay } from '@sluice/providers/ecpay/ecpay.ts'
import { EcpayFake } from '@sluice/providers/ecpay/fake.fixture.ts'
import type { FakeServerOptions } from '@sluice/providers/fake-server.fixture.ts'
import { describeNative } from './native-kit.ts'
import { describeRun } from './provider-run.ts'

const TWD = 'TWD' as CurrencyCode
const METHODS = [
  { paymentMethodCode: 'VAPAY', paymentOperatorCode: '822' },
  { paymentMethodCode: 'CODE_PAYMENT', paymentLocation: { city: 'Taipei' } },
] as const
let made = 0

const stage = {
  provider: ecpay,
  fake: (needs: FakeServerOptions) => new EcpayFake({ ...ECPAY_SETTINGS, ...needs }),
  settings: (baseUrl: string) => ({ ...ECPAY_SETTINGS, baseUrl }),
  products: METHODS.map(({ paymentMethodCode: code }) => ({ code, currency: TWD })),
  bodies: {
    /** The one and the other in turn. */
    payin() {
      made += 1
      return {
        paymentRequested: { money: { amount: 680, currencyCode: 'TWD' } },
        paymentMethod: {
          ...METHODS[made % 2],
          account: { accountName: '王小明' },
          emailAddress: 'hsiaoming.wang@example.com',
          phoneNumber: '+886912345678',
        },
        callbackUrl: 'http://127.0.0.1:9/callbacks',
      }
    },
  },
}

describeNative('native, before an ECPay', {
  ...stage,
  foreign: [
    { method: 'ONLINE' },
    { money: { currency: 'THB' as CurrencyCode, amountMinor: minor(50_000n) } },
    { operator: '999' },
    { kind: 'payout', method: 'BANK_TRANSFER' },
  ],
})

describeRun('an ECPay', {
  ...stage,
  errors: [
    [3, { status: 503, error: '' }],
    [2, { status: 500, error: '' }],
  ],
  fates: { '0': 'unpaid', '1': 'paid' },
})
