import { expect, it } from 'vitest'
import { addressPolicy } from '../outbound/guard.ts'
import { callbackUrlFault, returnUrlFault } from './right-addresses.ts'

const [strict, loopback] = [false, true].map((open) => addressPolicy({ allow: [], loopback: open }))
const APP = 'shop://paid'

it('an address that was right before is right again, and one that was wrong is wrong again', () => {
  if (!strict) throw new Error('no policy')
  for (const _time of ['first', 'second']) {
    expect(callbackUrlFault('https://shop.example/a', { live: true, policy: strict })).toBeUndefined()
    expect(callbackUrlFault('https://127.0.0.1/a', { live: true, policy: strict })?.code).toBe('HOST_REFUSED')
    expect(returnUrlFault('https://shop.example/b', { live: true, allowedSchemes: [] })).toBeUndefined()
    expect(returnUrlFault('javascript:alert()', { live: true, allowedSchemes: [] })?.code).toBe(
      'SCHEME_REFUSED',
    )
  }
})

it('what is right for a test merchant is not therefore right for a live one', () => {
  if (!strict) throw new Error('no policy')
  const url = 'http://shop.example/callbacks'
  expect(callbackUrlFault(url, { live: false, policy: strict })).toBeUndefined()
  expect(callbackUrlFault(url, { live: true, policy: strict })?.code).toBe('SCHEME_REFUSED')
  expect(returnUrlFault(url, { live: false, allowedSchemes: [] })).toBeUndefined()
  expect(returnUrlFault(url, { live: true, allowedSchemes: [] })?.code).toBe('SCHEME_REFUSED')
})

it('what one policy lets through another still refuses', () => {
  if (!strict || !loopback) throw new Error('no policies')
  const url = 'http://127.0.0.1:4000/callbacks'
  expect(callbackUrlFault(url, { live: false, policy: loopback })).toBeUndefined()
  expect(callbackUrlFault(url, { live: false, policy: strict })?.code).toBe('HOST_REFUSED')
})

it("an app's address is right for whoever has its scheme on the list, and for nobody else", () => {
  expect(returnUrlFault(APP, { live: true, allowedSchemes: ['shop'] })).toBeUndefined()
  expect(returnUrlFault(APP, { live: true, allowedSchemes: [] })?.code).toBe('SCHEME_REFUSED')
})

it('more addresses than are remembered are judged alike', () => {
  if (!strict) throw new Error('no policy')
  for (let number = 0; number < 1_200; number++)
    expect(callbackUrlFault(`https://shop.example/${number}`, { live: true, policy: strict })).toBeUndefined()
  expect(callbackUrlFault('https://10.0.0.1/', { live: true, policy: strict })?.code).toBe('HOST_REFUSED')
})
