import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import type { FakeServerOptions } from '@sluice/providers/fake-server.fixture.ts'
import { PeachFake } from '@sluice/providers/peach/fake.fixture.ts'
import { PEACH_SETTINGS, peachSettings } from '@sluice/providers/peach/peach.fixture.ts'
import { peach } from '@sluice/providers/peach/peach.ts'
import { describeNative } from './native-kit.ts'
import { describeRun } from './provider-run.ts'

const ZAR = 'ZAR' as CurrencyCode
const callbackUrl = 'http://127.0.0.1:9/callbacks'
const bankAccount = {
  paymentMethodCode: 'BANK_TRANSFER',
  paymentOperatorCode: 'NEDBANK',
  account: { accountName: 'Thandi Nkosi', accountNumber: '1234567890' },
}
const atPeach = {
  provider: peach,
  fake: (needs: FakeServerOptions) => new PeachFake({ ...PEACH_SETTINGS, ...needs }),
  settings: peachSettings,
  products: [
    { code: 'PAYSHAP', currency: ZAR, require: ['paymentOperatorCode', 'accountNumber'] as const },
    { code: 'BANK_TRANSFER', currency: ZAR, require: ['paymentOperatorCode'] as const },
  ],
  bodies: {
    payin: () => ({
      paymentRequested: { money: { amount: 320, currencyCode: ZAR } },
      paymentMethod: {
        paymentMethodCode: 'PAYSHAP',
        paymentOperatorCode: 'NEDBANK',
        account: { accountName: 'Thandi Nkosi', accountNumber: '0821234567' },
      },
      callbackUrl,
    }),
    payout: () => ({
      paymentRequested: { money: { amount: 499.5, currencyCode: ZAR } },
      paymentMethod: bankAccount,
      callbackUrl,
    }),
  },
}

describeNative('native, before Peach', {
  ...atPeach,
  // Whoever asks twice is shown the same: what its documents do not promise, and tests of the folder do without.
  fake: (needs) => new PeachFake({ ...PEACH_SETTINGS, ...needs, showsPages: true }),
  foreign: [
    { method: 'PIXQR' },
    { money: { currency: 'THB' as CurrencyCode, amountMinor: minor(50_000n) } },
    { kind: 'payin', method: 'PAYSHAP', money: { currency: ZAR, amountMinor: minor(5_000_001n) } },
    { kind: 'payout', method: 'BANK_TRANSFER', money: { currency: ZAR, amountMinor: minor(999n) } },
  ],
  refunds: { payee: bankAccount, payin: atPeach.bodies.payin },
})

describeRun('Peach', {
  ...atPeach,
  errors: [
    [3, { status: 503, error: '900.100.600' }],
    [2, { status: 500, error: '999.999.999' }],
  ],
  fates: {
    '000.200.000': 'unpaid',
    '100.396.101': 'unpaid',
    '000.000.000': 'paid',
    pending: 'under way',
    processing: 'under way',
    successful: 'arrived',
    failed: 'failed',
  },
})
