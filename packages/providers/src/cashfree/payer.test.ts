import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { maker } from '@sluice/gateway/payments/payments.fixture.ts'
import { describe, expect, it } from 'vitest'
import { PayerFacts } from './payer.ts'

const deps = simulatedDeps(1)
const factsOf = (
  request: object,
  url = 'https://gateway.example/providers/native-india/notifications/secret',
) =>
  new PayerFacts({ customerPhone: '9000000000', notificationUrl: () => url }, deps.clock).of(
    maker(deps).payment('payin', 'facts', { request, expireAt: deps.clock.now() + 60_000 }),
  )

describe('an order at Cashfree', () => {
  it.each([
    ['+919876543210', '9876543210'],
    ['9876543210', '9876543210'],
    ['+66812345678', '9000000000'],
    ['+911234567890', '9000000000'],
    [undefined, '9000000000'],
  ])('names the payer’s mobile number in India, otherwise the account’s: %s', (phoneNumber, phone) => {
    expect(factsOf(phoneNumber === undefined ? {} : { phoneNumber }).phone).toBe(phone)
  })

  it('lives no shorter than Cashfree lets it', () => {
    const at = new Date(deps.clock.now() + 16 * 60_000).toISOString()
    expect(factsOf({}).expiryTime).toBe(at)
  })

  it('names only such addresses as Cashfree takes: https, of 250 characters', () => {
    const returnUrl = 'https://shop.example/back'
    expect(factsOf({ returnUrl })).toMatchObject({ returnUrl, notifyUrl: expect.stringMatching(/^https:/) })
    expect(factsOf({ returnUrl: 'myapp://paid' }, 'http://127.0.0.1/x')).toMatchObject({
      returnUrl: undefined,
      notifyUrl: undefined,
    })
    expect(factsOf({ returnUrl: `https://shop.example/${'a'.repeat(250)}` }).returnUrl).toBeUndefined()
  })
})
