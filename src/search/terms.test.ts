/** What was stored is found however it is typed; what was not asked for is not. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paymentKey } from '../foundation/identifiers.ts'
import { thb } from '../payments/payments.fixture.ts'
import {
  amountIn,
  type Findable,
  type FoundBy,
  MAX_QUERY_CHARACTERS,
  matchedBy,
  rangesFor,
  termsOf,
} from './terms.ts'

const findable = (changes: Partial<Findable> = {}): Findable => ({
  key: paymentKey('0199aaaa-bbbb-7ccc-8ddd-eeeeffff0001'),
  id: 'order-17',
  money: thb(50_025n),
  moneyRequiredMinor: undefined,
  processorRef: undefined,
  confirmation: undefined,
  externalReference: undefined,
  request: {},
  payerAccount: undefined,
  ...changes,
})

const foundBy = (payment: Findable, query: string): readonly FoundBy[] => matchedBy(payment, rangesFor(query))

describe('a payment is found by', () => {
  const payment = findable({
    moneyRequiredMinor: thb(50_026n).amountMinor,
    processorRef: '8453/0xAbCdef0123456789aBcdef0123456789abcdef01',
    confirmation: 'till:20261121-000417',
    externalReference: '632504123456',
    request: { accountName: 'Somchai Jaidée', phoneNumber: '+66812345678', emailAddress: 'a.b@shop.example' },
    payerAccount: { accountNumber: '123-4-56789-0', accountName: 'ÉLODIE MÜLLER' },
  })
  it.each([
    ['order-17', 'id'],
    ['ORDER 17', 'id'],
    ['orde', 'id'],
    ['0xabcdef0123456789abcdef0123456789abcdef01', 'processorRef'],
    ['20261121-000417', 'confirmation'],
    ['632504123456', 'externalReference'],
    ['1234567890', 'account'],
    ['+66 81 234 5678', 'phone'],
    ['081-234-5678', 'phone'],
    ['a.b@shop.example', 'email'],
    ['somchai', 'name'],
    ['Jaidee', 'name'],
    ['jaid', 'name'],
    ['SOMCHAI jaidee', 'name'],
    ['Elodie Muller', 'name'],
    ['müll', 'name'],
    ['500.25 THB', 'amount'],
    ['thb 500.26', 'amount'],
  ])('%s', (query, by) => {
    expect(foundBy(payment, query)).toContain(by)
  })

  it.each(['order-18', 'rder-17', 'somchai muller', '500.25 USD', '500 THB', '9876543210'])(
    'not by %s',
    (query) => {
      expect(foundBy(payment, query)).toEqual([])
    },
  )
})

it('names of scripts without spaces or with vowels as marks are found as they are written', () => {
  for (const name of ['สมชาย ใจดี', '山田 太郎', 'मोहन शर्मा', 'ກິດ ສະຫວັນ']) {
    expect(foundBy(findable({ request: { accountName: name } }), name)).toContain('name')
  }
  expect(foundBy(findable({ request: { accountName: 'สมชาย ใจดี' } }), 'ใจดี')).toContain('name')
})

it('an amount needs a currency that there is', () => {
  expect(amountIn('1,500 THB')).toEqual(thb(150_000n))
  expect(amountIn('1500')).toBeUndefined()
  expect(amountIn('15.5.5 THB')).toBeUndefined()
  expect(amountIn('5 QQQ')).toBeUndefined()
})

it('whatever an ID or an account is, it finds its payment', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 })
  fc.assert(
    fc.property(text, text, (id, accountNumber) => {
      const payment = findable({ id, request: { accountNumber } })
      for (const [asked, by] of [
        [id, 'id'],
        [accountNumber, 'account'],
      ] as const) {
        const isSomething = rangesFor(asked).length > 0 && amountIn(asked) === undefined
        if (isSomething) expect(foundBy(payment, asked)).toContain(by)
      }
    }),
    { numRuns: 100 },
  )
})

it('whatever is asked has few meanings, and whatever is stored is short', () => {
  const any = fc.string({ unit: 'binary', maxLength: MAX_QUERY_CHARACTERS })
  fc.assert(
    fc.property(any, (text) => {
      expect(rangesFor(text).length).toBeLessThanOrEqual(4)
      const terms = termsOf(findable({ request: { accountName: text, accountNumber: text } }))
      expect(terms.length).toBeLessThanOrEqual(16)
      for (const { term } of terms) expect([...term].length).toBeLessThanOrEqual(81)
    }),
    { numRuns: 25 },
  )
})
