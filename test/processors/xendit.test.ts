import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import type { FakeServerOptions } from '@sluice/providers/fake-server.fixture.ts'
import { XenditFake } from '@sluice/providers/xendit/fake.fixture.ts'
import { XENDIT_SETTINGS } from '@sluice/providers/xendit/xendit.fixture.ts'
import { xendit } from '@sluice/providers/xendit/xendit.ts'
import { describeNative } from './native-kit.ts'
import { describeRun } from './provider-run.ts'

const IDR = 'IDR' as CurrencyCode
const idr = (amountMinor: bigint) => ({ currency: IDR, amountMinor: minor(amountMinor) })
const bodyOf = (paymentMethod: object) => () => ({
  paymentRequested: { money: { amount: 125_000, currencyCode: IDR } },
  paymentMethod,
  callbackUrl: 'http://127.0.0.1:9/callbacks',
})
const indonesia = {
  provider: xendit,
  fake: (needs: FakeServerOptions) => new XenditFake({ ...XENDIT_SETTINGS, ...needs }),
  settings: (baseUrl: string) => ({ ...XENDIT_SETTINGS, baseUrl }),
  products: ['EWALLET', 'BANK_TRANSFER'].map((code) => ({ code, currency: IDR })),
  bodies: {
    payin: bodyOf({ paymentMethodCode: 'EWALLET', paymentOperatorCode: 'DANA', account: {} }),
    payout: bodyOf({
      paymentMethodCode: 'BANK_TRANSFER',
      paymentOperatorCode: 'BCA',
      account: { accountName: 'Siti Rahma', accountNumber: '1234567890' },
    }),
  },
}

describeNative('native, before Xendit', {
  ...indonesia,
  foreign: [
    { method: 'ONLINE' },
    { operator: 'ATM_BERSAMA' },
    { money: { currency: 'THB' as CurrencyCode, amountMinor: minor(50_000n) } },
    { kind: 'payout', method: 'BANK_TRANSFER', operator: 'BCA', money: idr(100n) },
  ],
})

// A link may be made again and a prompt on a phone never: every second payer is at a wallet that prompts.
let payers = 0
const wallet = () =>
  ++payers % 2 === 0
    ? { paymentOperatorCode: 'DANA', account: {} }
    : { paymentOperatorCode: 'OVO', account: {}, phoneNumber: '+628123456789' }

describeRun('Xendit', {
  ...indonesia,
  bodies: {
    ...indonesia.bodies,
    payin: () => bodyOf({ paymentMethodCode: 'EWALLET', ...wallet() })(),
  },
  errors: [
    [3, { status: 503, error: 'CHANNEL_UNAVAILABLE' }],
    [2, { status: 500, error: 'SERVER_ERROR' }],
  ],
  fates: {
    'payment REQUIRES_ACTION': 'unpaid',
    'payment CANCELED': 'unpaid',
    'payment SUCCEEDED': 'paid',
    'payout ACCEPTED': 'under way',
    'payout SUCCEEDED': 'arrived',
    'payout FAILED': 'failed',
  },
})
