import { PAYIN_METHODS, PAYOUT_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import { describe, expect, it } from 'vitest'
import { CliFailure } from './failure.ts'
import { createBody, givenBody } from './request.ts'

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

  it('puts fields where they stand', () => {
    const field = [
      'accountName=a=b',
      'phoneNumber=+66812345678',
      'paymentLocation.city=Taipei',
      'account.accountNumber=1',
    ]
    expect(made('payin', { method: 'PROMPTPAY', field }).paymentMethod).toMatchObject({
      account: { accountName: 'a=b', accountNumber: '1' },
      phoneNumber: '+66812345678',
      paymentLocation: { city: 'Taipei' },
    })
  })

  it('is of PROMPTPAY in THB where nothing at all is given', () => {
    const { paymentRequested, paymentMethod } = made('payin', {})
    expect(paymentRequested.money.currencyCode).toBe('THB')
    expect(paymentMethod.paymentMethodCode).toBe('PROMPTPAY')
    expect(made('payin', { currency: 'KRW' }).paymentRequested.money.currencyCode).toBe('KRW')
    expect(made('payout', {}).paymentMethod.paymentMethodCode).toBe('BANK_TRANSFER')
  })

  it('is refused for a field that no method of its kind has, and told which there are', () => {
    expect(() => made('payin', { field: ['foo=bar'] })).toThrow(/no field foo; its fields are .*phoneNumber/)
    expect(() => made('payout', { field: ['paymentLocation.city=Taipei'] })).toThrow(/a payout has no field/)
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

describe('the body of a live merchant’s create', () => {
  const PAYOUT = { method: 'BANK_TRANSFER', currency: 'THB', amount: '100', operator: 'KBANK' }

  it('holds nothing that was not given, whatever the method and currency', () => {
    for (const kind of ['payin', 'payout'] as const) {
      for (const { code, currencies } of kind === 'payin' ? PAYIN_METHODS : PAYOUT_METHODS) {
        for (const currency of currencies.keys()) {
          const { body } = givenBody(kind, { method: code, currency, field: [] })
          expect(JSON.parse(JSON.stringify(body))).toEqual({
            paymentRequested: { money: { currencyCode: currency } },
            paymentMethod: { paymentMethodCode: code, ...(kind === 'payout' && { account: {} }) },
          })
        }
      }
    }
  })

  it('names every option that is missing', () => {
    const { missing } = givenBody('payout', { field: [] })
    expect(missing).toEqual(['--method <code>', '--currency <code>', '--amount <number>'])
    expect(givenBody('payout', { method: 'BANK_TRANSFER', currency: 'THB', field: [] }).missing).toEqual([
      '--amount <number>',
      '--field accountName=<value>',
      '--field accountNumber=<value>',
    ])
  })

  it('is complete when all of it is given, and then is what was given', () => {
    const field = ['accountName=Somchai Jaidee', 'accountNumber=0123456789']
    const { body, missing } = givenBody('payout', { ...PAYOUT, field })
    expect(missing).toEqual([])
    expect(JSON.parse(JSON.stringify(body))).toEqual({
      paymentRequested: { money: { amount: 100, currencyCode: 'THB' } },
      paymentMethod: {
        paymentMethodCode: 'BANK_TRANSFER',
        paymentOperatorCode: 'KBANK',
        account: { accountName: 'Somchai Jaidee', accountNumber: '0123456789' },
      },
    })
  })
})
