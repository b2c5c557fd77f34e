/** Every create that the documents show would be accepted by the catalogue. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { currency } from '@sluice/core/catalogue/currencies.ts'
import { validateMethodRequest } from '@sluice/core/catalogue/validate-request.ts'
import { describe, expect, it } from 'vitest'
import { markdownFiles, ROOT } from '../../tools/docs.ts'

interface Create {
  readonly paymentRequested?: { readonly money: { readonly currencyCode: string } }
  readonly paymentMethod?: { readonly paymentMethodCode: string }
}

const creates = markdownFiles().flatMap((file) =>
  [
    ...readFileSync(join(ROOT, file), 'utf8').matchAll(/^```json\n(\{\s+"paymentRequested"[\s\S]*?)^```$/gm),
  ].map(([, text = '']) => ({ file, create: JSON.parse(text) as Create })),
)

/** The faults of a create as whichever kind has fewer: an example does not say whether it is a payin or a payout. */
function faultsOf({ paymentRequested, paymentMethod }: Create): readonly unknown[] {
  const of = currency(paymentRequested?.money.currencyCode ?? '')?.code
  const outcomes = [
    validateMethodRequest('payin', paymentMethod, of),
    validateMethodRequest('payout', paymentMethod, of),
  ]
  return outcomes.some(({ ok }) => ok) ? [] : outcomes
}

describe('the creates that the documents show', () => {
  it('are all accepted by the catalogue', () => {
    expect(creates.length).toBeGreaterThan(30)
    expect(creates.filter(({ create }) => faultsOf(create).length > 0)).toEqual([])
  })
})
