import { describe, expect, it } from 'vitest'
import { checkPageUrl, checkReturnUrl, isAppScheme, withPayinId } from './urls.ts'

const live = { live: true, allowedSchemes: ['myshop', 'com.shop.app', 'javascript', 'http'] }
const test = { live: false, allowedSchemes: [] }

describe('a return URL', () => {
  it.each([
    ['https://shop.example/thanks?order=1#top'],
    ['HTTPS://shop.example'],
    ['myshop://paid'],
    ['MyShop://paid'],
    ['com.shop.app:/paid'],
  ])('of a live merchant may be %s', (url) => {
    expect(checkReturnUrl(url, live).ok).toBe(true)
  })

  it.each([
    ['http://shop.example/', 'SCHEME_REFUSED'],
    ['othershop://paid', 'SCHEME_REFUSED'],
    ['javascript:alert(1)', 'SCHEME_REFUSED'],
    ['JaVaScRiPt:alert(1)', 'SCHEME_REFUSED'],
    ['data:text/html,hello', 'SCHEME_REFUSED'],
    ['blob:https://shop.example/1', 'SCHEME_REFUSED'],
    ['file:///etc/passwd', 'SCHEME_REFUSED'],
    ['vbscript:msgbox', 'SCHEME_REFUSED'],
    ['java\nscript:alert(1)', 'NOT_A_URL'],
    [' https://shop.example/', 'NOT_A_URL'],
    ['/thanks', 'NOT_A_URL'],
    ['https://\ud800.example/', 'NOT_A_URL'],
    ['https://user@shop.example/', 'CREDENTIALS'],
    [`https://shop.example/${'a'.repeat(2048)}`, 'TOO_LONG'],
  ])('of a live merchant may not be %j: %s', (url, code) => {
    expect(checkReturnUrl(url, live)).toMatchObject({ ok: false, failure: { code } })
  })

  it('of a test merchant may be http', () => {
    expect(checkReturnUrl('http://localhost:3000/thanks', test).ok).toBe(true)
    expect(checkReturnUrl('myshop://paid', test).ok).toBe(false)
  })

  it.each([
    ['https://shop.example', 'https://shop.example?idPayin=A-1'],
    ['https://shop.example/a?b=%20c', 'https://shop.example/a?b=%20c&idPayin=A-1'],
    ['https://shop.example/a?', 'https://shop.example/a?idPayin=A-1'],
    ['https://shop.example/#/paid?x', 'https://shop.example/?idPayin=A-1#/paid?x'],
    ['myshop:paid', 'myshop:paid?idPayin=A-1'],
  ])('comes back with the payin appended: %s', (url, expected) => {
    expect(withPayinId(url, 'A-1')).toBe(expected)
  })
})

describe('the page of a processor that a payer is sent to', () => {
  const RULES = { live: true, apps: ['upi'] }

  it.each(['https://bank.example/pay?id=1#x', 'upi://pay?pa=a@b'])('may be %s', (url) => {
    expect(checkPageUrl(url, RULES).ok).toBe(true)
  })

  it('may be one without encryption where no money moves', () => {
    expect(checkPageUrl('http://127.0.0.1:9090/pay', { ...RULES, live: false }).ok).toBe(true)
  })

  it.each([
    ['javascript:alert(1)', 'SCHEME_REFUSED'],
    ['JaVaScRiPt:alert(1)', 'SCHEME_REFUSED'],
    ['data:text/html,<script>', 'SCHEME_REFUSED'],
    ['file:///etc/passwd', 'SCHEME_REFUSED'],
    ['http://bank.example/pay', 'SCHEME_REFUSED'],
    ['promptpay://pay/1', 'SCHEME_REFUSED'],
    ['intent://pay#Intent;end', 'SCHEME_REFUSED'],
    ['java\nscript:alert(1)', 'NOT_A_URL'],
    ['//evil.example/', 'NOT_A_URL'],
    ['/pay', 'NOT_A_URL'],
    ['https://bank.example@evil.example/', 'CREDENTIALS'],
  ])('may not be %j: %s', (url, code) => {
    expect(checkPageUrl(url, RULES)).toMatchObject({ ok: false, failure: { code } })
  })
})

describe("a scheme on the merchant's list", () => {
  it('is an app scheme, never one that runs what it carries', () => {
    expect(['myshop', 'com.shop.app', 'a+b'].every(isAppScheme)).toBe(true)
    expect(['javascript', 'data', 'https', 'My', '', '1a', 'a:'].some(isAppScheme)).toBe(false)
  })
})
