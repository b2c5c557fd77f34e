/** What a person reads of a refusal: each fault once, where it is, and by a name that is no path of JSON. */
import { expect, it } from 'vitest'
import { type Fault, type Refusal, refusalText } from './result.ts'

const refused = (text: string, ...faults: readonly Fault[]): Refusal => ({
  ...{ kind: 'refused', status: 400, code: 'VALIDATION_FAILED', title: 'Validation failed' },
  ...{ text, faults },
})
const amount = { path: '/money/amount', message: 'must be greater than zero' }
const account = { path: '/methods/0/receiving/accountNumber', message: 'must have 10 digits' }

it('names a fault by its field, in words', () => {
  expect(refusalText(refused('2 faults', amount, account))).toBe(
    '2 faults · Amount must be greater than zero · Account number must have 10 digits',
  )
  expect(refusalText(refused('', { path: 'query:merchantCode', message: 'is unknown' }))).toBe(
    'Validation failed · Merchant code is unknown',
  )
})

it('leaves a place in a file to the sentence, which tells it already', () => {
  expect(refusalText(refused('line 1: is no XML', { path: 'file:1:1', message: 'line 1: is no XML' }))).toBe(
    'line 1: is no XML',
  )
})

it('does not say again what stands at its field, and says what stands nowhere', () => {
  const both = refused('/money/amount must be greater than zero', amount, account)
  expect(refusalText(both, new Set([amount.message, account.message]))).toBe(
    'Please check the marked fields.',
  )
  expect(refusalText(both, new Set([amount.message]))).toBe(
    'Please check the marked fields. · Account number must have 10 digits',
  )
})
