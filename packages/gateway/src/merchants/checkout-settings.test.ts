import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { readByRules } from '../http/reading.ts'
import { CheckoutSchema, checkoutOf } from './checkout-settings.ts'

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const Holder = Type.Object({ checkout: CheckoutSchema })

function read(checkout: unknown, isTest = false) {
  const settings = readByRules(Holder, { body: { checkout }, imprecise: [] }, (given, terms) =>
    checkoutOf(given.checkout ?? {}, isTest, terms),
  )
  return settings.ok
    ? { settings: settings.value, paths: [] }
    : { paths: settings.failure.map(({ path }) => path) }
}

describe('the settings of a checkout', () => {
  it('are taken as they are where they are right', () => {
    const given = { name: 'Lotus', logo: PNG, colour: '#AbCdEf', frameOrigins: ['https://shop.example:8443'] }
    expect(read(given)).toEqual({ settings: { ...given, colour: '#abcdef' }, paths: [] })
    expect(read({})).toEqual({ settings: {}, paths: [] })
  })

  it.each([
    ['/checkout', 'x'],
    ['/checkout/name', { name: '' }],
    ['/checkout/name', { name: 'x'.repeat(61) }],
    ['/checkout/colour', { colour: 'red' }],
    ['/checkout/colour', { colour: '#12345' }],
    ['/checkout/logo', { logo: 'https://shop.example/logo.png' }],
    ['/checkout/logo', { logo: 'data:image/svg+xml;base64,PHN2Zz4=' }],
    ['/checkout/logo', { logo: 'data:image/png;base64,PHN2Zz4=' }],
    ['/checkout/logo', { logo: PNG + 'A'.repeat(50_000) }],
    ['/checkout/logo', { logo: 'data:image/png;base64,iVBORw0KGgoAAAA=' }],
    ['/checkout/frameOrigins', { frameOrigins: 'https://shop.example' }],
  ])('have a fault at %s: %j', (path, given) => {
    expect(read(given).paths).toEqual([path])
  })

  it.each([
    'http://shop.example',
    'https://shop.example/',
    'https://shop.example/path',
    'https://*.example',
    "https://a.example; script-src 'unsafe-inline'",
    "'self'",
    '*',
    'https://user@shop.example',
    'HTTPS://shop.example',
    'javascript:alert(1)',
  ])('take no origin %s, which would become part of a header', (origin) => {
    expect(read({ frameOrigins: [origin] }).paths).toEqual(['/checkout/frameOrigins/0'])
  })

  it('let test merchants frame from their own machine', () => {
    expect(read({ frameOrigins: ['http://localhost:3000'] }, true).paths).toEqual([])
  })
})
