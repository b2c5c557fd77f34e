import { currency } from '@sluice/core/catalogue/currencies.ts'
import type { MerchantCode, MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Processor } from '@sluice/core/processor/port.ts'
import { expect, it } from 'vitest'
import { PAYIN } from '../../payins/create.ts'
import type { Creation } from '../../payments/change.ts'
import { scripted } from '../../processing/processors.fixture.ts'
import { type Draft, draftOf, paymentWith } from './drafting.ts'

const THB = currency('THB')

/** A payin of THB 500, of a merchant who has every product, where these processors serve it. */
function drafted(...processors: readonly Processor[]): Draft {
  const gateway = {
    deps: simulatedDeps(1),
    processors: new Map(processors.map((processor) => [processor.name, processor])),
  }
  const profile = {
    merchantCode: 'SHOP' as MerchantCode,
    isTest: true,
    product: (code: string) => ({ code, currency: 'THB' }),
  }
  if (!THB) throw new Error('there is no THB')
  const request = PAYIN.validate(
    { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '4310123456' } },
    THB,
    [],
  )
  if (!request.ok) throw new Error(JSON.stringify(request.failure))
  const amountMinor = minor(50_000n)
  return draftOf(gateway, PAYIN, { profile, apiVersion: 2 }, 'order-1' as MerchantOrderId, {
    money: { currency: THB.code, amountMinor },
    request: request.value,
    addresses: { callbackUrl: 'https://shop.example/callbacks', returnUrl: undefined },
    hash: 'hash',
  })
}

it('a draft cannot be committed: only a processor makes it a payment', () => {
  const first = scripted('test-first')
  const draft = drafted(first)
  // @ts-expect-error a draft has no processor, so it is no payment
  const payment: Payment = draft
  // @ts-expect-error and no change of the journal takes one
  const subject: Pick<Creation, 'payment'> = { payment: draft }
  expect([payment, subject.payment].map((each) => 'processor' in each)).toEqual([false, false])
  expect(paymentWith(draft, first).processor).toBe('test-first')
})

it('a draft that nobody serves names nobody', () => {
  const draft = drafted()
  expect(draft.terms.route.candidates).toEqual([])
  expect(
    JSON.stringify(draft, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toMatch(/"processor":/)
})

it('whoever takes it on, a draft stays one payment: the same key, time and terms', () => {
  const [first, second] = [scripted('test-first'), scripted('test-second')]
  const draft = drafted(first, second)
  expect(draft.terms.route.candidates.map(({ name }) => name)).toEqual(['test-first', 'test-second'])
  expect(paymentWith(draft, second)).toEqual({ ...paymentWith(draft, first), processor: 'test-second' })
})
