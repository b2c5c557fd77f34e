import { listed } from '@sluice/provider-kit/status-codes.ts'
import { describe, expect, it } from 'vitest'
import { expectListed } from '../status-codes.fixture.ts'
import { CODES, MIDTRANS_PAYIN, MIDTRANS_VA, REFUND, STANDARD_PAYIN, TRANSFER } from './read.ts'
import SAMPLE from './samples/snap.json' with { type: 'json' }

const LIST = 'samples/snap.json'

describe('the words of the standard', () => {
  it('are all known: codes', () => {
    expectListed(CODES, SAMPLE.codes, LIST)
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
    expectListed(table, listed, LIST)
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
    for (const statusCode of ['valueOf', 'toString', '__proto__'])
      expect(listed(STANDARD_PAYIN, statusCode)).toBeUndefined()
  })
})
