import { describe, expect, it } from 'vitest'
import { minor } from '../foundation/money.ts'
import { payinMethod, payoutMethod } from './all-methods.ts'
import { type KnownPayin, payinResponse, payoutResponse } from './build-response.ts'
import { offered } from './currencies.ts'
import type { PayinMethod } from './payment-method.ts'

const thb = offered('THB').code

const known: KnownPayin = {
  idPayin: 'order-1',
  money: { currency: thb, amountMinor: minor(50025n) },
  reference: () => 'SL7K2M9Q4X8W',
  expireAt: '2026-01-02T03:04:05.000Z',
  operator: { code: '004', name: 'Kasikornbank', facts: { abbr: 'KBANK' } },
  request: {
    accountName: 'Somchai',
    accountNumber: '1234567890',
    emailAddress: 'a@b.th',
    phoneNumber: '+66812345678',
    taxId: '1',
    productId: 'p',
    paymentLocation: { city: 'Bangkok' },
  },
}

const fieldsOf = (method: PayinMethod, more: Partial<KnownPayin> = {}): string[] =>
  Object.keys(payinResponse(method, { ...known, ...more })).sort()

const CORE = ['expireAt', 'idPayin', 'money', 'paymentMethodCode', 'reference']

describe('paymentMethodResponse of a payin', () => {
  it('always has the core', () => {
    expect(payinResponse(payinMethod('FPX'), known)).toEqual({
      idPayin: 'order-1',
      paymentMethodCode: 'FPX',
      money: { amount: 500.25, currencyCode: 'THB' },
      reference: 'SL7K2M9Q4X8W',
      expireAt: '2026-01-02T03:04:05.000Z',
    })
  })

  it.each([
    ['FPX', []],
    ['DUITNOW', ['accountCustomer', 'paymentOperator']],
    ['PROMPTPAY', ['accountCustomer']],
    ['OFFLINE', ['accountCustomer', 'paymentOperator', 'phoneNumber', 'productId', 'taxId']],
    [
      'VAPAY',
      ['accountCustomer', 'emailAddress', 'paymentLocationCustomer', 'paymentOperator', 'phoneNumber'],
    ],
    ['MOBILE_MONEY', ['accountCustomer']],
    ['CAPITEC_PAY', []],
  ])('%s: of the request comes back %j and nothing else', (code, fields) => {
    expect(fieldsOf(payinMethod(code))).toEqual([...CORE, ...fields].sort())
  })

  it('paymentOperator has code and name only', () => {
    expect(payinResponse(payinMethod('VAPAY'), known).paymentOperator).toEqual({
      code: '004',
      name: 'Kasikornbank',
    })
  })

  it('has returnUrl and vat where there are any', () => {
    const response = payinResponse(payinMethod('PSE'), {
      ...known,
      returnUrl: 'https://shop.example/back',
      vat: { currency: thb, amountMinor: minor(56n) },
    })
    expect(response).toMatchObject({
      returnUrl: 'https://shop.example/back',
      vat: { amount: 0.56, currencyCode: 'THB' },
    })
  })

  it('has moneyRequired only for the methods that know it', () => {
    const moneyRequired = { currency: thb, amountMinor: minor(50027n) }
    expect(payinResponse(payinMethod('PROMPTPAY'), { ...known, moneyRequired }).moneyRequired?.amount).toBe(
      500.27,
    )
    expect(fieldsOf(payinMethod('FPX'), { moneyRequired })).toEqual(CORE)
  })

  it.each([
    ['P2A_V2', true],
    ['UPIQR', true],
    ['UPICOLLECT', true],
    ['PROMPTPAY', false],
  ])('%s shows the external reference: %s', (code, shown) => {
    const response = payinResponse(payinMethod(code), { ...known, externalReference: '123456789012' })
    expect(response.externalReference).toEqual(shown ? { reference: '123456789012' } : undefined)
  })

  it.each([
    ['CAPITEC_PAY', true],
    ['UPIQR', true],
    ['ABSA_PAY', false],
  ])('%s shows the account used: %s', (code, shown) => {
    const response = payinResponse(payinMethod(code), { ...known, accountUsed: { accountNumber: '9' } })
    expect(response.accountCustomerUsedForPayment).toEqual(shown ? { accountNumber: '9' } : undefined)
  })

  it('has no accountCustomer where nothing is known of the customer', () => {
    expect(fieldsOf(payinMethod('DUITNOW'), { request: {} })).toEqual([...CORE, 'paymentOperator'].sort())
  })

  it('leaves out parts of an account that this response does not have', () => {
    const account = { accountName: 'A', accountNumber: '1', bankCode: '9', bankName: 'B' }
    const response = payinResponse(payinMethod('P2A_V2'), { ...known, instructions: { account } })
    expect(response.account).toEqual({ accountName: 'A', accountNumber: '1' })
  })

  it("of CODE_PAYMENT has what was asked, and no reference of ours in the place of the rail's", () => {
    const core = CORE.filter((field) => field !== 'reference')
    const requested = ['emailAddress', 'paymentLocationCustomer', 'phoneNumber']
    expect(fieldsOf(payinMethod('CODE_PAYMENT'))).toEqual([...core, ...requested].sort())
  })

  it("takes the rail's reference in the place of ours", () => {
    expect(
      payinResponse(payinMethod('CODE_PAYMENT'), { ...known, instructions: { reference: 'LLL1' } }).reference,
    ).toBe('LLL1')
  })
})

describe('paymentMethodResponse of a payout', () => {
  it('has the code and the ID', () => {
    expect(payoutResponse(payoutMethod('BANK_TRANSFER'), 'out-1')).toEqual({
      idPayout: 'out-1',
      paymentMethodCode: 'BANK_TRANSFER',
    })
  })
})
