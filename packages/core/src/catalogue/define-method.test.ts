/** What a method file cannot get wrong: each of these is refused by the compiler, or does not load. */
import { describe, expect, it } from 'vitest'
import { definePayin, definePayout } from './define-method.ts'
import { approving } from './flow-presets.ts'
import { optional } from './method-fields.ts'
import { byBankPayout } from './refund-rules.ts'

const facts = {
  code: 'X',
  object: 'XMethod',
  title: 'X',
  summary: 'X.',
  payerSees: 'X.',
  checkout: { name: 'title', mark: 'bank' },
  externalReference: 'never',
  refund: byBankPayout,
} as const

const thb = {
  operators: [],
  operator: 'optional',
  min: '1',
  max: '10',
  expirySecs: 60,
  matchedBy: 'scheme',
  fee: { percent: '1', fixed: '0' },
  exampleAmount: 5,
} as const

describe('a declaration that does not compile', () => {
  it('a QR method whose response has no QR code', () => {
    definePayin({
      ...facts,
      flow: 'qr',
      receiving: {},
      ownAccount: 'never',
      // @ts-expect-error qrCode and qrName are missing
      responds: {},
      currencies: {},
      instructions: () => ({}),
      sandboxReceiving: () => ({}),
    })
  })

  it('a method that does not say how its money can be given back', () => {
    const { refund: _, ...silent } = facts
    // @ts-expect-error refund is missing
    definePayin({ ...silent, ...approving, responds: { redirectUrl: 'optional' }, currencies: {} })
  })

  it('instructions that do not make what the response promises', () => {
    // @ts-expect-error instructions lacks paymentInstructionList
    definePayin({ ...facts, ...approving, responds: { paymentInstructionList: 'always' }, currencies: {} })
  })

  it('instructions that make what the response does not have', () => {
    definePayin({
      ...facts,
      ...approving,
      responds: {},
      currencies: {},
      // @ts-expect-error qrCode is not among responds
      instructions: () => ({ qrCode: 'x' }),
    })
  })

  it('a receiving detail that is read but not declared', () => {
    definePayin({
      ...facts,
      flow: 'instructions',
      receiving: { key: { need: 'mandatory', is: 'text', description: 'Key' } },
      ownAccount: 'never',
      responds: {},
      currencies: {},
      // @ts-expect-error there is no detail of this name
      instructions: ({ receiving }) => ({ reference: receiving.other }),
      sandboxReceiving: () => ({ key: 'x' }),
    })
  })

  it('a method without a name or a mark for the checkout', () => {
    const { checkout: _, ...unseen } = facts
    // @ts-expect-error checkout is missing
    definePayin({ ...unseen, ...approving, responds: { redirectUrl: 'optional' }, currencies: {} })
    // @ts-expect-error mark is missing
    definePayin({ ...facts, ...approving, checkout: { name: 'title' }, responds: {}, currencies: {} })
    const wire = { name: { word: 'wire' }, mark: 'bank' } as const
    // @ts-expect-error the checkout has no such word in any language
    definePayin({ ...facts, ...approving, checkout: wire, responds: {}, currencies: {} })
  })

  it('a field with a label that the checkout cannot say', () => {
    // @ts-expect-error there is no label of this name
    optional('1', { label: 'Steuernummer' })
  })

  it('a payout method that does not say where its money ends, or how a payer sees it who chooses it for a refund', () => {
    const { code, object, title, summary } = facts
    const payout = { code, object, title, summary, payeeSees: 'Money.', currencies: {} }
    const checkout = { name: 'title', mark: 'bank' } as const
    // @ts-expect-error paysTo is missing
    definePayout({ ...payout, checkout })
    // @ts-expect-error checkout is missing
    definePayout({ ...payout, paysTo: 'bank account' })
    definePayout({ ...payout, paysTo: 'bank account', checkout })
  })

  it('a receiving detail that does not say what it is', () => {
    definePayin({
      ...facts,
      flow: 'instructions',
      // @ts-expect-error key lacks `is`: it could be mistyped without anybody noticing
      receiving: { key: { need: 'mandatory', description: 'Key' } },
      ownAccount: 'never',
      responds: {},
      currencies: {},
      instructions: () => ({}),
      sandboxReceiving: () => ({ key: 'x' }),
    })
  })

  it('a method that does not say whether it is served on an own account', () => {
    // @ts-expect-error ownAccount is missing
    definePayin({
      ...facts,
      flow: 'instructions',
      receiving: {},
      responds: {},
      currencies: {},
      instructions: () => ({}),
      sandboxReceiving: () => ({}),
    })
  })

  it('a currency that does not say what a detail is there, where the method leaves that to it', () => {
    const method = {
      ...facts,
      flow: 'instructions',
      receiving: { key: { need: 'mandatory', is: 'by-currency', description: 'Key' } },
      ownAccount: 'served',
      responds: {},
      instructions: () => ({}),
      sandboxReceiving: () => ({ key: 'x' }),
    } as const
    definePayin({ ...method, currencies: { THB: { ...thb, receives: { key: 'text' } } } })
    expect(() =>
      // @ts-expect-error receives is missing
      definePayin({ ...method, currencies: { THB: thb } }),
    ).toThrow(/does not say what key is/)
  })

  it('a currency that is not offered', () => {
    const responds = { redirectUrl: 'optional' } as const
    expect(() =>
      // @ts-expect-error XXX is no currency
      definePayin({ ...facts, ...approving, responds, currencies: { XXX: thb } }),
    ).toThrow(/no such currency/)
  })
})

describe('a declaration that does not load', () => {
  it('limits the wrong way round', () => {
    expect(() =>
      definePayin({
        ...facts,
        ...approving,
        responds: { redirectUrl: 'optional' },
        currencies: { THB: { ...thb, min: '20' } },
      }),
    ).toThrow(/min must be/)
  })

  it('an external reference that may be given but is never shown', () => {
    expect(() =>
      definePayin({
        ...facts,
        ...approving,
        externalReference: 'required',
        responds: { redirectUrl: 'optional' },
        currencies: {},
      }),
    ).toThrow(/external reference/)
  })
})
