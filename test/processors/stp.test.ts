import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import type { FakeServerOptions } from '@sluice/providers/fake-server.fixture.ts'
import { StpFake } from '@sluice/providers/stp/fake.fixture.ts'
import { STP_PUBLIC_KEY, STP_SETTINGS, stpSettings } from '@sluice/providers/stp/stp.fixture.ts'
import { stp } from '@sluice/providers/stp/stp.ts'
import { describeNative } from './native-kit.ts'
import { describeRun } from './provider-run.ts'

const MXN = 'MXN' as CurrencyCode
const mexico = {
  provider: stp,
  fake: (needs: FakeServerOptions) =>
    new StpFake({ empresa: STP_SETTINGS.empresa, publicKey: STP_PUBLIC_KEY, ...needs }),
  settings: stpSettings,
  products: [{ code: 'BANK_TRANSFER', currency: MXN }],
  bodies: {
    payout: () => ({
      paymentRequested: { money: { amount: 899.5, currencyCode: MXN } },
      paymentMethod: {
        paymentMethodCode: 'BANK_TRANSFER',
        account: {
          accountName: 'José Núñez',
          accountType: 'clabe',
          accountNumber: '072691004495711499',
        },
      },
      callbackUrl: 'http://127.0.0.1:9/callbacks',
    }),
  },
}

describeNative('native, before STP', {
  ...mexico,
  foreign: [
    { method: 'WALLET_TRANSFER' },
    { money: { currency: 'THB' as CurrencyCode, amountMinor: minor(50_000n) } },
    { kind: 'payin', method: 'OFFLINE' },
  ],
})

describeRun('STP', {
  ...mexico,
  errors: [
    [3, { status: 503, error: '9' }],
    [2, { status: 200, error: '0 No se recibió respuesta del servicio' }],
  ],
  fates: { A: 'under way', LQ: 'arrived', CN: 'failed', D: 'failed' },
})
