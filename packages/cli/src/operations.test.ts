import { describe, expect, it } from 'vitest'
import { endpointsOf, examplesFor, mayMatch } from './operations.ts'

const ENDPOINTS = endpointsOf({
  paths: {
    '/payins/{idPayin}': { get: {}, post: {} },
    '/payins/!availablePaymentOptions': { post: {} },
    '/payins/{idPayin}/accounts': { get: {} },
    '/balances': { get: {} },
  },
})

describe('an operation of a token', () => {
  it.each([
    'GET /payins/order-1',
    'GET /payins/.*',
    'POST /payins/[^/]+',
    'GET .*',
    'GET /pay.*',
    'GET /payins/order-1/accounts',
    'GET /(payins|balances).*',
    'GET /balances',
    'POST /payins/!available.*',
  ])('%s may match', (entry) => {
    expect(mayMatch(entry, ENDPOINTS)).toBe(true)
  })

  it.each([
    'GET /payin/.*',
    'GET payins/.*',
    'get /payins/.*',
    'DELETE /payins/.*',
    'POST /balances',
    'GET /payins/',
    'GET /payins/order-1/account',
    "'GET /payins/.*'",
    'GET  /payins/.*',
  ])('%s can match nothing', (entry) => {
    expect(mayMatch(entry, ENDPOINTS)).toBe(false)
  })

  it('that can match nothing is answered with what there is', () => {
    expect(examplesFor('get /payin/.*', ENDPOINTS)).toContain('GET /payins/.*')
  })
})
