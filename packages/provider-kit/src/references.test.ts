import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { maker } from '@sluice/gateway/payments/payments.fixture.ts'
import { ALL_PROVIDERS } from '@sluice/providers/all-providers.ts'
import { describe, expect, it } from 'vitest'

/** Nothing in them leads elsewhere in a path, a query or a statement. */
const HARMLESS = /^[0-9A-Za-z-]{16,40}$/

describe.each(ALL_PROVIDERS.map((provider) => [provider.title, provider] as const))(
  '%s',
  (_title, provider) => {
    const make = maker(simulatedDeps(1))
    const tries = (['payin', 'payout', 'refund'] as const).map((kind) => make.payment(kind, kind))
    const references = tries.map((payment) => provider.referenceOf(payment))

    it('knows each try of a payment by a reference of its own form', () => {
      for (const reference of references) {
        expect(reference).toMatch(provider.referenceForm)
        expect(reference).toMatch(HARMLESS)
      }
      expect(new Set(references).size).toBe(tries.length)
    })

    it('knows a try by the same reference for ever', () => {
      expect(tries.map((payment) => provider.referenceOf(payment))).toEqual(references)
    })
  },
)
