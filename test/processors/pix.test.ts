import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import type { FakeServerOptions } from '@sluice/providers/fake-server.fixture.ts'
import { PixFake } from '@sluice/providers/pix/fake.fixture.ts'
import { INTER_SETTINGS, PIX_SETTINGS } from '@sluice/providers/pix/pix.fixture.ts'
import { pix } from '@sluice/providers/pix/pix.ts'
import { describeNative } from './native-kit.ts'
import { describeRun } from './provider-run.ts'
import { payinBody } from './refund-kit.ts'

const BRL = 'BRL' as CurrencyCode
const efi = {
  provider: pix,
  fake: (needs: FakeServerOptions) => new PixFake({ ...PIX_SETTINGS, ...needs }),
  settings: (baseUrl: string) => ({ ...PIX_SETTINGS, profile: 'efi', baseUrl }),
  products: ['PIXQR', 'TAX_PAYER_ID_TRANSFER'].map((code) => ({ code, currency: BRL })),
  bodies: {
    payin: () => payinBody('PIXQR'),
    payout: () => payinBody('TAX_PAYER_ID_TRANSFER'),
  },
}

describeNative('native, before a bank with the Pix API', {
  ...efi,
  foreign: [
    { method: 'ONLINE' },
    { money: { currency: 'THB' as CurrencyCode, amountMinor: minor(50_000n) } },
    { kind: 'payout', method: 'BANK_TRANSFER', money: { currency: BRL, amountMinor: minor(50_000n) } },
  ],
  refunds: {
    payee: { paymentMethodCode: 'TAX_PAYER_ID_TRANSFER', identifyingReference: '12345678909', account: {} },
    payin: efi.bodies.payin,
  },
})

describeRun('a bank with the Pix API', {
  ...efi,
  errors: [
    [3, { status: 503, error: 'ServicoIndisponivel' }],
    [2, { status: 500, error: 'ErroInternoDoServidor' }],
  ],
  fates: {
    ATIVA: 'unpaid',
    CONCLUIDA: 'paid',
    REMOVIDA_PELO_USUARIO_RECEBEDOR: 'unpaid',
    EM_PROCESSAMENTO: 'under way',
    REALIZADO: 'arrived',
    NAO_REALIZADO: 'failed',
  },
})

const inter = {
  ...efi,
  fake: (needs: FakeServerOptions) => new PixFake({ ...INTER_SETTINGS, ...needs }),
  settings: (baseUrl: string) => ({ ...INTER_SETTINGS, baseUrl }),
}

describeNative('native, before Banco Inter with payouts', {
  ...inter,
  foreign: [
    { method: 'ONLINE' },
    { kind: 'payout', method: 'WALLET_TRANSFER' },
    { money: { currency: 'THB' as CurrencyCode, amountMinor: minor(50_000n) } },
  ],
  refunds: {
    payee: { paymentMethodCode: 'TAX_PAYER_ID_TRANSFER', identifyingReference: '12345678909', account: {} },
    payin: inter.bodies.payin,
  },
})

describeRun('Banco Inter with payouts', {
  ...inter,
  errors: [
    [3, { status: 503, error: 'ServicoIndisponivel' }],
    [2, { status: 500, error: 'ErroInternoDoServidor' }],
  ],
  fates: {
    ATIVA: 'unpaid',
    CONCLUIDA: 'paid',
    REMOVIDA_PELO_USUARIO_RECEBEDOR: 'unpaid',
    CRIADO: 'under way',
    PAGO: 'arrived',
    FALHA: 'failed',
  },
  // One payout a second.
  betweenMs: 10_000,
})
