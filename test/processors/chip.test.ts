import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { chipFake, chipSettings } from '@sluice/providers/chip/chip.fixture.ts'
import { chip } from '@sluice/providers/chip/chip.ts'
import { describeNative } from './native-kit.ts'
import { describeRun } from './provider-run.ts'

const MYR = 'MYR' as CurrencyCode
const bodyOf = (paymentMethod: object) => () => ({
  paymentRequested: { money: { amount: 89.9, currencyCode: MYR } },
  paymentMethod,
  callbackUrl: 'http://127.0.0.1:9/callbacks',
})
const malaysia = {
  provider: chip,
  fake: chipFake,
  settings: chipSettings,
  // Its list of payouts is an hour old.
  sentAgainWithinMs: 7_200_000,
  products: ['FPX', 'BANK_TRANSFER'].map((code) => ({ code, currency: MYR })),
  bodies: {
    payin: bodyOf({ paymentMethodCode: 'FPX', paymentOperatorCode: 'MB2U0227', account: {} }),
    payout: bodyOf({
      paymentMethodCode: 'BANK_TRANSFER',
      paymentOperatorCode: '588734',
      account: { accountName: 'Nur Aisyah', accountNumber: '114012345678' },
    }),
  },
}

describeNative('native, before CHIP', {
  ...malaysia,
  foreign: [
    { method: 'DUITNOW' },
    { operator: 'XXX0001' },
    { money: { currency: 'THB' as CurrencyCode, amountMinor: minor(50_000n) } },
    { kind: 'payout', method: 'BANK_TRANSFER', operator: '898989' },
  ],
})

describeRun('CHIP', {
  ...malaysia,
  errors: [
    [3, { status: 503, error: 'service_unavailable' }],
    [2, { status: 500, error: 'internal_error' }],
  ],
  fates: {
    'purchase created': 'unpaid',
    'purchase expired': 'unpaid',
    'purchase cancelled': 'unpaid',
    'purchase paid': 'paid',
    'payout received': 'under way',
    'payout completed': 'arrived',
    'payout rejected': 'failed',
  },
})
