import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { maker } from '@sluice/gateway/payments/payments.fixture.ts'
import { describe, expect, it } from 'vitest'
import { upiDetails } from './upi-link.ts'

const payment = maker(simulatedDeps(1)).payment('payin', 'upi', {
  money: { currency: 'INR' as CurrencyCode, amountMinor: minor(49_900n) },
  method: 'UPIQR',
})
const FOR = { payment, merchantName: 'Shop', isSandbox: false }
const LINK = 'upi://pay?pa=shop.cf@icici&pn=Fake%20Shop&mc=5399&tr=CF1&am=499.00&cu=INR'

describe('a link of Cashfree', () => {
  it('is shown as it is', () => {
    expect(upiDetails(LINK, FOR)).toEqual({
      address: 'shop.cf@icici',
      payeeName: 'Fake Shop',
      categoryCode: '5399',
      link: LINK,
    })
  })

  it.each([
    [
      'the amount without decimals',
      'upi://pay?pa=a.b@icici&am=499',
      { payeeName: 'Shop', categoryCode: '0000' },
    ],
    ['the address written in percent', 'upi://pay?pa=a.b%40icici&pn=&am=499.0', { address: 'a.b@icici' }],
  ])('may have %s', (_name, link, details) => {
    expect(upiDetails(link, FOR)).toMatchObject({ ...details, link })
  })

  it.each([
    ['another amount', LINK.replace('499.00', '49.90')],
    ['no amount', LINK.replace('&am=499.00', '')],
    ['two amounts', `${LINK}&am=1.00`],
    ['two payees', `${LINK}&pa=thief@ybl`],
    ['another currency', LINK.replace('INR', 'USD')],
    ['no payee', LINK.replace('pa=shop.cf@icici&', '')],
    ['a payee that is no address', LINK.replace('shop.cf@icici', 'shop')],
    ['another scheme', LINK.replace('upi://pay', 'https://pay.example/')],
    ['a line break', `${LINK}\n`],
    ['nothing', ''],
  ])('is not taken with %s', (_name, link) => {
    expect(upiDetails(link, FOR)).toBeUndefined()
  })

  it('is the page of a simulator in the sandbox, and nowhere else', () => {
    const page = 'https://payments-test.cashfree.com/pgbillpayuiapi/simulator/1?txnId=1&amount=499.00'
    const link = `${page}&pa=cashfree@testbank&pn=Cashfree&tr=1&am=499.00&cu=INR&mode=00&mc=5732`
    expect(upiDetails(link, { ...FOR, isSandbox: true })).toEqual({
      address: 'cashfree@testbank',
      payeeName: 'Cashfree',
      categoryCode: '5732',
      link,
    })
    expect(upiDetails(link, FOR)).toBeUndefined()
    const elsewhere = link.replace('payments-test.cashfree.com', 'thief.example')
    expect(upiDetails(elsewhere, { ...FOR, isSandbox: true })).toBeUndefined()
  })
})
