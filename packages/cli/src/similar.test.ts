import { describe, expect, it } from 'vitest'
import { didYouMean, mostSimilar } from './similar.ts'

const METHODS = ['PROMPTPAY', 'BANK_TRANSFER', 'CARD_TO_CARD', 'PIX', 'UPI', 'QRIS']

describe('a mistyped name', () => {
  it.each([
    ['PROMPTPY', 'PROMPTPAY'],
    ['promptpay', 'PROMPTPAY'],
    ['prompt-pay', 'PROMPTPAY'],
    ['BANKTRANSFER', 'BANK_TRANSFER'],
    ['BANK_TRANFSER', 'BANK_TRANSFER'],
    ['QRI', 'QRIS'],
  ])('%s is recognised as %s', (typed, meant) => {
    expect(mostSimilar(typed, METHODS)).toBe(meant)
  })

  it.each(['', 'X', 'VISA', 'WHATEVER'])('%j is like none', (typed) => {
    expect(mostSimilar(typed, METHODS)).toBeUndefined()
    expect(didYouMean(typed, METHODS)).toBe('')
  })

  it('is like none if there are none', () => {
    expect(mostSimilar('PIX', [])).toBeUndefined()
  })
})
