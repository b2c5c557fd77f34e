import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import type { FakeServerOptions } from '@sluice/providers/fake-server.fixture.ts'
import { WompiFake } from '@sluice/providers/wompi/fake.fixture.ts'
import { PSE_PAYER, WOMPI_SETTINGS } from '@sluice/providers/wompi/wompi.fixture.ts'
import { wompi } from '@sluice/providers/wompi/wompi.ts'
import { describeNative } from './native-kit.ts'
import { describeRun } from './provider-run.ts'

const COP = 'COP' as CurrencyCode
const { accountName, ...besides } = PSE_PAYER
const sandbox = {
  provider: wompi,
  fake: (needs: FakeServerOptions) => new WompiFake({ ...WOMPI_SETTINGS, ...needs }),
  settings: (baseUrl: string) => ({ ...WOMPI_SETTINGS, baseUrl }),
  products: [{ code: 'PSE', currency: COP, require: ['taxId' as const] }],
  bodies: {
    payin: () => ({
      paymentRequested: { money: { amount: 80_000, currencyCode: 'COP' } },
      paymentMethod: {
        paymentMethodCode: 'PSE',
        paymentOperatorCode: '1007',
        account: { accountName },
        ...besides,
      },
      callbackUrl: 'http://127.0.0.1:9/callbacks',
    }),
  },
}

describeNative('native, before a Wompi', {
  ...sandbox,
  foreign: [
    { method: 'ONLINE' },
    { money: { currency: 'THB' as CurrencyCode, amountMinor: minor(50_000n) } },
    { kind: 'payout', method: 'BANK_TRANSFER' },
  ],
})

describeRun('a Wompi', {
  ...sandbox,
  // As it really is: the answer to a create has no page yet.
  fake: (needs) => Object.assign(sandbox.fake(needs), { pageAfter: 1 }),
  errors: [
    [3, { status: 503, error: 'SERVICE_UNAVAILABLE' }],
    [2, { status: 500, error: 'INTERNAL_ERROR' }],
  ],
  fates: { PENDING: 'unpaid', APPROVED: 'paid', DECLINED: 'failed', ERROR: 'failed' },
})
