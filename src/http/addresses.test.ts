import { describe, expect, it } from 'vitest'
import { addressKey, parseTrustProxy } from './addresses.ts'

describe('TRUST_PROXY', () => {
  it.each(['', ' ', 'false', '0'])('%j believes nobody', (text) => {
    expect(parseTrustProxy(text)).toEqual({ ok: true, value: false })
  })

  it('may name hops', () => {
    const parsed = parseTrustProxy('loopback, 10.0.0.0/8,2001:db8::1')
    expect(parsed).toEqual({ ok: true, value: ['loopback', '10.0.0.0/8', '2001:db8::1'] })
  })

  it('may be a number of hops', () => {
    const parsed = parseTrustProxy('2')
    const trusts = parsed.ok && typeof parsed.value === 'function' ? parsed.value : () => undefined
    expect([0, 1, 2].map((hop) => trusts('198.51.100.1', hop))).toEqual([true, true, false])
  })

  it.each(['true', '10.0.0.0/99', 'example.com', '*', '-1'])('%s is refused', (text) => {
    expect(parseTrustProxy(text).ok).toBe(false)
  })
})

describe('the key of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['nonsense', 'unknown'],
  ])('%s is counted as %s', (address, key) => {
    expect(addressKey(address)).toBe(key)
  })
})
