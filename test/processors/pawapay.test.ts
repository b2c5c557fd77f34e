import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import type { FakeServerOptions } from '@sluice/providers/fake-server.fixture.ts'
import { PAWAPAY_SETTINGS, pawapayFake } from '@sluice/providers/pawapay/pawapay.fixture.ts'
import { pawapay } from '@sluice/providers/pawapay/pawapay.ts'
import { describeNative } from './native-kit.ts'
import { describeRun } from './provider-run.ts'

const ZMW = 'ZMW' as CurrencyCode
const body = (paymentMethodCode: string, operator?: string) => () => ({
  paymentRequested: { money: { amount: 180.75, currencyCode: ZMW } },
  paymentMethod: {
    paymentMethodCode,
    ...(operator !== undefined && { paymentOperatorCode: operator }),
    account: { accountName: 'Mutale Banda' },
    phoneNumber: '+260971234567',
  },
  callbackUrl: 'http://127.0.0.1:9/callbacks',
})
const zambia = {
  provider: pawapay,
  fake: (needs: FakeServerOptions) => pawapayFake(needs),
  settings: (baseUrl: string) => ({ ...PAWAPAY_SETTINGS, baseUrl }),
  products: ['MOBILE_MONEY', 'WALLET_TRANSFER'].map((code) => ({ code, currency: ZMW })),
  bodies: {
    payin: body('MOBILE_MONEY', 'AIRTEL_OAPI_ZMB'),
    // Whose number it is nobody has said: pawaPay is asked.
    payout: body('WALLET_TRANSFER'),
  },
}

describeNative('native, before a server with pawaPay’s API', {
  ...zambia,
  foreign: [
    { method: 'ONLINE' },
    { operator: 'MPESA_KEN' },
    { money: { currency: 'THB' as CurrencyCode, amountMinor: minor(50_000n) } },
    { kind: 'payout', method: 'BANK_TRANSFER', money: { currency: ZMW, amountMinor: minor(50_000n) } },
  ],
  refunds: {
    payee: {
      paymentMethodCode: 'WALLET_TRANSFER',
      phoneNumber: '+260971234567',
      account: { accountName: 'Mutale Banda' },
    },
    payin: zambia.bodies.payin,
  },
})

describeRun('a server with pawaPay’s API', {
  ...zambia,
  errors: [
    [3, { status: 500, error: 'UNKNOWN_ERROR' }],
    [2, { status: 503, error: 'NO_SUCH_CODE' }],
  ],
  fates: {
    'deposit ACCEPTED': 'unpaid',
    'deposit PROCESSING': 'unpaid',
    'deposit COMPLETED': 'paid',
    'deposit FAILED': 'failed',
    'payout ACCEPTED': 'under way',
    'payout COMPLETED': 'arrived',
    'payout FAILED': 'failed',
  },
})
