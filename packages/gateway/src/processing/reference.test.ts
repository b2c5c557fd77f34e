import type { PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { referenceOf } from './instructions.ts'

it('is the 62 random bits of the key in base 36, whatever they are', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 62n) - 1n }), (random) => {
      const hex = (random | (1n << 63n)).toString(16)
      const key = `0192a1b2-c3d4-7abc-${hex.slice(0, 4)}-${hex.slice(4)}` as PaymentKey
      expect(referenceOf({ key })).toBe(`S${random.toString(36).toUpperCase().padStart(13, '0')}`)
    }),
    { examples: [[0n], [(1n << 62n) - 1n]] },
  )
})
