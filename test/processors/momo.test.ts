import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import type { FakeServerOptions } from '@sluice/providers/fake-server.fixture.ts'
import { MomoFake } from '@sluice/providers/momo/fake.fixture.ts'
import { momoFakeOptions, momoSettings } from '@sluice/providers/momo/momo.fixture.ts'
import { momo } from '@sluice/providers/momo/momo.ts'
import { describeNative } from './native-kit.ts'
import { describeRun } from './provider-run.ts'
import { payinBody } from './refund-kit.ts'

const VND = 'VND' as CurrencyCode
const payee = {
  paymentMethodCode: 'WALLET_TRANSFER',
  paymentOperatorCode: 'MOMO',
  account: { accountName: 'Nguyễn Văn An' },
  phoneNumber: '+84912345678',
}
const vietnam = {
  provider: momo,
  fake: (needs: FakeServerOptions) =>
    Object.assign(new MomoFake({ ...momoFakeOptions(), ...needs }), { balance: 10_000_000_000 }),
  settings: (baseUrl: string) => ({ ...momoSettings(), baseUrl }),
  products: ['MOMOPAY', 'WALLET_TRANSFER'].map((code) => ({ code, currency: VND })),
  bodies: {
    payin: () => payinBody('MOMOPAY'),
    payout: () => ({
      paymentRequested: { money: { amount: 150_000, currencyCode: 'VND' } },
      paymentMethod: payee,
      callbackUrl: 'http://127.0.0.1:9/callbacks',
    }),
  },
}

describeNative('native, before MoMo', {
  ...vietnam,
  foreign: [
    { method: 'ONLINE' },
    { money: { currency: 'THB' as CurrencyCode, amountMinor: minor(50_000n) } },
    { kind: 'payout', method: 'BANK_TRANSFER', money: { currency: VND, amountMinor: minor(50_000n) } },
  ],
  refunds: { payee, payin: vietnam.bodies.payin },
})

describeRun('MoMo', {
  ...vietnam,
  errors: [
    [2, { status: 200, error: '99' }],
    [1, { status: 503, error: '10' }],
    [2, { status: 422, error: '7000' }],
  ],
  fates: {
    'payin 1000': 'unpaid',
    'payin 9000': 'unpaid',
    'payin 0': 'paid',
    'payin 1005': 'unpaid',
    'payin 1001': 'failed',
    'payin 1006': 'failed',
    'payout 7000': 'under way',
    'payout 7002': 'under way',
    'payout 0': 'arrived',
    'payout 1007': 'failed',
  },
})
