import { ALL_PROVIDERS } from '@sluice/providers/all-providers.ts'
import { describe, expect, it } from 'vitest'

describe('a provider that says that it was called too often', () => {
  it.each(ALL_PROVIDERS.map((provider) => [provider.code, provider] as const))(
    'is left alone for a while: %s',
    (code, { pauseMsAfter }) => {
      // ECPay says it by another status.
      const pauseMs = pauseMsAfter?.(code === 'ecpay' ? 403 : 429, undefined)
      expect(pauseMs).toBeGreaterThanOrEqual(5_000)
      expect(pauseMsAfter?.(200, undefined)).toBeUndefined()
    },
  )
})
