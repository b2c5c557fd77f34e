/** Every provider, while it is away or answers nonsense: nothing is concluded of a payment, whatever kind it is. */
import type { OutgoingAnswer } from '@sluice/core/foundation/deps.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { whileTimePasses } from '@sluice/gateway/payments/payments.fixture.ts'
import { describe, expect, it } from 'vitest'
import { ALL_PROVIDERS } from './all-providers.ts'
import { exampleSettings, newOrder, openAlone } from './providers.fixture.ts'

const says = (status: number, body: string): OutgoingAnswer => ({
  ...{ ok: true, status, headers: {}, body, durationMs: 1 },
})
const ANSWERS: readonly (readonly [string, OutgoingAnswer])[] = [
  ['does not answer', { ok: false, reason: 'TIMEOUT', detail: 'gone', durationMs: 1 }],
  ['fails', says(500, '{"status":"SUCCESS","code":"0"}')],
  ['is being mended', says(503, '<html>maintenance</html>')],
  ['is a page', says(200, '<html>welcome</html>')],
  ['says nothing', says(200, '{}')],
]
/** What requests of all rails have, so that most are sent. */
const REQUEST = {
  ...{ accountName: 'Jane Doe', accountNumber: '646180110400000007', bankCode: 'HDFC0000001' },
  ...{ emailAddress: 'jane@example.com', phoneNumber: '+573145678901', taxId: '1099888777' },
}

const CASES = ALL_PROVIDERS.flatMap((provider) => {
  const needs = ['mandatory', 'optional']
  const settings = { ...exampleSettings(provider, needs), baseUrl: 'https://provider.example' }
  return (provider.mayServe ?? provider.serves)(settings)
    .filter(({ kind }) => kind === 'payin' || kind === 'payout')
    .flatMap(({ kind, paymentMethodCodes, currencyCodes, paymentOperatorCodes }) =>
      ANSWERS.map(([what, answer]) => ({
        title: `${provider.title} ${what}: ${kind} by ${paymentMethodCodes[0]} in ${currencyCodes?.[0]}`,
        ...{ provider, settings, kind, answer },
        payment: {
          money: { currency: (currencyCodes?.[0] ?? 'THB') as CurrencyCode, amountMinor: minor(1_500_000n) },
          method: paymentMethodCodes[0] ?? '',
          operator: paymentOperatorCodes?.[0],
          request: REQUEST,
        },
      })),
    )
})

describe.each(CASES)('$title', ({ provider, settings, kind, answer, payment }) => {
  const open = () => {
    let calls = 0
    const deps = simulatedDeps(1, {
      network: async () => {
        calls += 1
        return answer
      },
    })
    const { account } = openAlone(provider, settings, deps)
    const changes = { ...payment, ...(kind === 'payout' && { expireAt: undefined }) }
    const order = newOrder(provider, deps, kind === 'payin' ? 'payin' : 'payout', changes)
    return { deps, account, order, called: () => calls > 0 }
  }

  it.each([true, false])('is neither accepted nor refused, on the first try %o', async (isFirst) => {
    const { deps, account, order, called } = open()
    const taken = await whileTimePasses(deps, account.accept({ ...order, isFirst }))
    if (called()) expect(['unclear', 'held']).toContain(taken.type)
    else expect(['unclear', 'held', 'declined']).toContain(taken.type)
  })

  it('is not settled, and not unknown', async () => {
    const { deps, account, order, called } = open()
    const found = await whileTimePasses(deps, account.find({ ...order, isFirst: false }))
    if (called())
      expect(found.type === 'known' ? found.facts : found.type).toEqual(
        found.type === 'known' ? [] : 'unclear',
      )
  })
})
