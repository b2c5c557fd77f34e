import { describe, expect, it } from 'vitest'
import { payinMethod } from './methods.ts'
import { checkReceiving } from './receiving.ts'

const vietQr = payinMethod('VIETQR')
const account = { accountName: 'SHOP', accountNumber: '123', bankCode: '970436', bankName: 'VCB' }

describe('receiving details that a processor supplies', () => {
  it('are taken without what the method does not know', () => {
    expect(checkReceiving(vietQr, { ...account, colour: 'red' })).toEqual({ ok: true, value: account })
  })

  it('must be complete: all that is missing or wrong is said at once', () => {
    const given = checkReceiving(vietQr, { accountName: 'SHOP', accountNumber: 123 })
    expect(!given.ok && given.failure.map(({ path, code }) => `${path} ${code}`)).toEqual([
      '/accountNumber WRONG_TYPE',
      '/bankCode REQUIRED',
      '/bankName REQUIRED',
    ])
  })

  it.each([
    ['https://bank.example/pay/1', true],
    ['gopay://pay/1', true],
    ['javascript:alert(document.cookie)', false],
    ['data:text/html,<script>alert(1)</script>', false],
    ['//elsewhere.example', false],
  ])('hold a page or an app where a payer is sent, and nothing that runs in the shop: %s', (pageUrl, ok) => {
    const taken = checkReceiving(payinMethod('ONLINE'), { pageUrl })
    expect(taken.ok).toBe(ok)
    if (!taken.ok) expect(taken.failure).toMatchObject([{ path: '/pageUrl' }])
  })

  it('are an object', () => {
    expect(checkReceiving(vietQr, [])).toMatchObject({ ok: false, failure: [{ code: 'WRONG_TYPE' }] })
  })
})
