import { describe, expect, it } from 'vitest'
import { forwardedSign } from './forwarded.ts'
import { testServer } from './http.fixture.ts'

describe('a request came through something in front of us', () => {
  it.each([
    'forwarded',
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded-host',
    'x-forwarded-anything',
    'x-real-ip',
    'via',
    'cf-connecting-ip',
    'true-client-ip',
    'cdn-loop',
  ])('where it has %s, whatever it says', (name) => {
    expect(forwardedSign({ host: '127.0.0.1:8080', [name]: '' })).toBe(name)
  })

  it.each([
    'pay.example',
    '10.0.0.1:8080',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '[::2]',
    'sluice',
  ])('where it is for the host %s', (host) => {
    expect(forwardedSign({ host })).toBe('host')
  })

  it('and its sign is short, however long the name', () => {
    expect(forwardedSign({ [`x-forwarded-${'x'.repeat(10_000)}`]: '1' })).toHaveLength(64)
  })

  it.each([
    undefined,
    '',
    'localhost',
    'LOCALHOST:8080',
    'shop.localhost:1',
    '127.0.0.1',
    '127.8.8.8:8080',
    '[::1]:8080',
  ])('and not where it is for %s', (host) => {
    const headers = { 'x-api-version': '2', 'x-forward': 'a', authorization: 'Bearer x' }
    expect(forwardedSign(host === undefined ? headers : { ...headers, host })).toBeUndefined()
  })
})

it.each(['/nothing', '/health/%', '/things/%2'])(
  'the headers of a request for %s are seen, too',
  async (url) => {
    const seen: unknown[] = []
    const { app } = testServer({ watch: (headers) => seen.push(headers.via) })
    await app.inject({ url, headers: { via: '1.1 proxy' } })
    expect(seen).toEqual(['1.1 proxy'])
  },
)
