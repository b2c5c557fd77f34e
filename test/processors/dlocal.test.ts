import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { DLOCAL_SETTINGS, MALAYSIAN_PAYER } from '@sluice/providers/dlocal/dlocal.fixture.ts'
import { dlocal } from '@sluice/providers/dlocal/dlocal.ts'
import { DlocalFake } from '@sluice/providers/dlocal/fake.fixture.ts'
import type { FakeServerOptions } from '@sluice/providers/fake-server.fixture.ts'
import { describeNative } from './native-kit.ts'
import { describeRun } from './provider-run.ts'

const { accountName, ...besides } = MALAYSIAN_PAYER
const bodyOf = (amount: number, currencyCode: string, paymentMethod: object) => () => ({
  paymentRequested: { money: { amount, currencyCode } },
  paymentMethod,
  callbackUrl: 'http://127.0.0.1:9/callbacks',
})
const countries = {
  provider: dlocal,
  fake: (needs: FakeServerOptions) => new DlocalFake({ ...DLOCAL_SETTINGS, ...needs }),
  settings: (baseUrl: string) => ({ ...DLOCAL_SETTINGS, baseUrl }),
  products: [
    { code: 'FPX', currency: 'MYR', require: ['taxId' as const] },
    { code: 'BANK_TRANSFER', currency: 'MXN' },
  ],
  bodies: {
    payin: bodyOf(89.9, 'MYR', { paymentMethodCode: 'FPX', account: { accountName }, ...besides }),
    payout: bodyOf(899.5, 'MXN', {
      paymentMethodCode: 'BANK_TRANSFER',
      account: { accountName: 'Juan Pérez', accountNumber: '012180001234567899', accountType: 'clabe' },
    }),
  },
}

describeNative('native, before dLocal', {
  ...countries,
  foreign: [
    { method: 'DUITNOW' },
    { money: { currency: 'THB' as CurrencyCode, amountMinor: minor(50_000n) } },
    {
      kind: 'payout',
      method: 'BANK_TRANSFER',
      money: { currency: 'INR' as CurrencyCode, amountMinor: minor(50_000n) },
    },
  ],
})

describeRun('dLocal', {
  ...countries,
  errors: [
    [2, { status: 500, error: '7000' }],
    [3, { status: 504, error: '5010' }],
  ],
  fates: {
    'payment PENDING': 'unpaid',
    'payment PAID': 'paid',
    'payment REJECTED': 'failed',
    'payment CANCELLED': 'unpaid',
    'payment EXPIRED': 'unpaid',
    'payout PENDING': 'under way',
    'payout PAID': 'arrived',
    'payout REJECTED': 'failed',
  },
})
