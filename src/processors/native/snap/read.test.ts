import { describe, expect, it } from 'vitest'
import { listed } from '../words.ts'
import { CODES, MIDTRANS_PAYIN, MIDTRANS_VA, REFUND, STANDARD_PAYIN, TRANSFER } from './read.ts'
import SAMPLE from './samples/snap.json' with { type: 'json' }

describe('the words of the standard', () => {
  it('are all known: codes', () => {
    expect(Object.keys(CODES).toSorted()).toEqual(SAMPLE.codes.toSorted())
  })

  it.each(SAMPLE.midtransCodes)('are all known: %s of Midtrans', (code) => {
    expect(CODES).toHaveProperty(code.slice(0, 3) + code.slice(5))
  })

  it.each([
    ['the standard’s payins', STANDARD_PAYIN, SAMPLE.statuses.standard],
    ['Midtrans’ payins', MIDTRANS_PAYIN, SAMPLE.statuses.midtransQr],
    ['Midtrans’ virtual accounts', MIDTRANS_VA, SAMPLE.statuses.midtransVa],
    ['transfers', TRANSFER, SAMPLE.statuses.transfer],
    ['refunds', REFUND, SAMPLE.statuses.refund],
  ])('are all known: statuses of %s', (_what, table, listed) => {
    expect(Object.keys(table).toSorted()).toEqual(listed.toSorted())
  })

  it('pass no payment on that may have been done', () => {
    for (const code of [
      '20200',
      '40313',
      '40316',
      '40418',
      '40900',
      '40901',
      '42900',
      '50000',
      '50001',
      '50002',
      '50400',
    ])
      expect([code, CODES[code]]).toEqual([code, code === '20200' ? 'doing' : 'unclear'])
  })

  it('have none of the names that every object has', () => {
    for (const word of ['valueOf', 'toString', '__proto__'])
      expect(listed(STANDARD_PAYIN, word)).toBeUndefined()
  })
})
