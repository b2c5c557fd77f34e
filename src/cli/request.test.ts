import { describe, expect, it } from 'vitest'
import { CliFailure } from './failure.ts'
import { createBody } from './request.ts'

const made = (kind: 'payin' | 'payout', options: object) =>
  JSON.parse(JSON.stringify(createBody(kind, { field: [], ...options })))

describe('the body of a create', () => {
  it("is the catalogue's example where nothing is given", () => {
    expect(made('payin', { method: 'PROMPTPAY' })).toEqual({
      paymentRequested: { money: { amount: expect.any(Number), currencyCode: 'THB' } },
      paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: expect.any(String) } },
    })
  })

  it('keeps the amount as it was typed', () => {
    const body = JSON.stringify(
      createBody('payin', { method: 'PROMPTPAY', field: [], amount: '12345678901234567.10' }),
    )
    expect(body).toContain('"amount":12345678901234567.10')
  })

  it('puts known fields where they stand, and others where their path says', () => {
    const field = ['accountName=Ann', 'phoneNumber=+66812345678', 'paymentLocation.city=Taipei', 'other=a=b']
    expect(made('payin', { method: 'PROMPTPAY', field }).paymentMethod).toMatchObject({
      account: { accountName: 'Ann' },
      phoneNumber: '+66812345678',
      paymentLocation: { city: 'Taipei' },
      other: 'a=b',
    })
  })

  it('takes the variant that the operator names', () => {
    const { paymentMethod } = made('payin', { method: 'P2A_V2', operator: 'IMPS' })
    expect(paymentMethod.paymentOperatorCode).toBe('IMPS')
  })

  it('is refused for what the catalogue does not have', () => {
    expect(() => createBody('payin', { method: 'NONE', field: [] })).toThrow(CliFailure)
    expect(() => createBody('payout', { method: 'PROMPTPAY', field: [] })).toThrow(CliFailure)
    expect(() => createBody('payin', { method: 'PROMPTPAY', currency: 'EUR', field: [] })).toThrow(/THB/)
    expect(() => createBody('payin', { method: 'PROMPTPAY', amount: '1e3', field: [] })).toThrow(CliFailure)
  })
})
