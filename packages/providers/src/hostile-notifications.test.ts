/** Every provider's reader of notifications, before a rogue who knows the address: whatever is sent, it names payments of ours or nothing. */
import { anyText } from '@sluice/core/foundation/any-text.fixture.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { Breaker } from '@sluice/core/processor/breaker.ts'
import { Calls } from '@sluice/provider-kit/calls.ts'
import type { Notification, Provider, Settings } from '@sluice/provider-kit/provider.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALL_PROVIDERS } from './all-providers.ts'
import { exampleSettings } from './providers.fixture.ts'

const OURS = [
  '0199a0b1c2d37e4f8a9b0c1d2e3f4a5b',
  '0199A0B1C2D37E4F8A9B',
  '0199A0B1C2D37E4F8A9B0C1D2E',
  '7K2M9QX4T8V1B5CD',
  '0199a0b1-c2d3-4e4f-8a9b-0c1d2e3f4a5b',
]
const HOSTILE = ['../../payouts', '?all=1', '__proto__', 'constructor', "' or 1=1 --", '\r\nx: y', '%2e%2e']
/** Where providers name what they tell of, in all their documents. */
const NAMES = [
  ...['data', 'pix', 'txid', 'gnExtras', 'idEnvio', 'devolucoes', 'id', 'descricaoPagamento', 'reference_id'],
  ...[
    'order',
    'order_id',
    'order_tags',
    'link_id',
    'refund',
    'refund_id',
    'transfer_id',
    'reference',
    'event',
  ],
  ...['transaction_reference', 'depositId', 'payoutId', 'refundId', 'orderId', 'external_id', 'claveRastreo'],
  ...[
    'folioOrigen',
    'cuentaBeneficiario',
    'merchantTransactionId',
    'payload',
    'type',
    'encryptedBody',
    'Data',
  ],
  ...['originalPartnerReferenceNo', 'partnerReferenceNo', 'trxId', 'partnerCode', 'signature', 'transaction'],
  ...[
    'additionalInfo',
    'virtualAccountData',
    'properties',
    'checksum',
    'timestamp',
    'MerchantID',
    'RpHeader',
  ],
]
const HEADERS = [
  ...[
    'x-callback-token',
    'x-webhook-signature',
    'x-webhook-timestamp',
    'x-paystack-signature',
    'x-signature',
  ],
  ...[
    'x-initialization-vector',
    'x-authentication-tag',
    'authorization',
    'x-date',
    'x-timestamp',
    'x-client-key',
  ],
  ...[
    'signature',
    'signature-input',
    'content-digest',
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ],
]
const PATHS = ['', 'pix', 'send', 'v1.0/access-token/b2b', 'v1.0/transfer-va/payment', '../..', 'a/b/c']

const leaf = fc.oneof(
  fc.constantFrom(...OURS, ...HOSTILE),
  anyText({ maxLength: 40 }),
  fc.integer(),
  fc.constant(null),
)
const { reported } = fc.letrec<{ readonly reported: unknown }>((tie) => ({
  reported: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('reported'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('reported'), { maxKeys: 6 }),
  ),
}))
const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), maxLength: 300 })
const header = fc.oneof(
  hex,
  anyText({ maxLength: 200 }),
  fc.constantFrom(
    '1790000000',
    '1790000000000',
    'sig=("@method");keyid="x";alg="ed25519"',
    '('.repeat(2_000),
  ),
  fc.array(hex, { maxLength: 2 }),
)
const notification: fc.Arbitrary<Notification> = fc.record({
  path: fc.constantFrom(...PATHS),
  headers: fc.dictionary(fc.constantFrom(...HEADERS), header),
  body: fc.oneof(
    reported.map((value) => new TextEncoder().encode(JSON.stringify(value))),
    fc.uint8Array({ maxLength: 200 }),
    hex.map((text) => new TextEncoder().encode(text)),
    fc.constantFrom(...OURS).map((name) => new TextEncoder().encode(`payoutId=${name}&payoutId=..%2F`)),
  ),
})

const deps = simulatedDeps(1)
const open = (provider: Provider, settings: Settings) =>
  provider.open(settings, {
    calls: new Calls({
      name: 'test',
      ...{ deps, reach: { baseUrl: 'http://127.0.0.1:7' }, token: undefined, record: () => undefined },
      ...{ policy: { refuses: () => undefined }, breaker: new Breaker(deps.clock) },
    }),
    clock: deps.clock,
    notificationUrl: () => 'https://gateway.example/providers/native-bank/notifications/secret',
  })

const accounts = ALL_PROVIDERS.flatMap((provider) => [
  { title: `${provider.title} with all its settings`, provider, needs: ['mandatory', 'optional'] },
  { title: `${provider.title} with those it must have`, provider, needs: ['mandatory'] },
])

describe.each(accounts)('an account with $title', ({ provider, needs }) => {
  const settings = exampleSettings(provider, needs)
  const account = open(provider, settings)
  const secrets = provider.settings.flatMap(({ isSecret, name }) => (isSecret && settings[name]) || [])

  it('reads whatever comes without a fault, asks about payments of ours alone, and tells nobody its secrets', () => {
    fc.assert(
      fc.property(notification, (sent) => {
        const { references, answer } = account.readNotification?.(sent) ?? { references: [] }
        expect(references.length).toBeLessThanOrEqual(100)
        for (const reference of references) expect(reference).toMatch(provider.referenceForm)
        if (!answer) return
        expect(answer.body.length).toBeLessThan(4_096)
        expect(secrets.filter((secret) => answer.body.includes(secret))).toEqual([])
      }),
      { numRuns: 400 },
    )
  })
})
