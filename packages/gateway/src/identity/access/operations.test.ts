import { describe, expect, it } from 'vitest'
import { costMs } from '../../../../../test/setup/processor-time.ts'
import { compileOperations } from './operations.ts'

const compiled = (...entries: string[]) => {
  const result = compileOperations(entries)
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  return result.value
}

const faultsOf = (...entries: string[]): readonly string[] => {
  const result = compileOperations(entries)
  return result.ok ? [] : result.failure.map((fault) => `${fault.index ?? 'all'} ${fault.message}`)
}

describe('an operation', () => {
  it.each([
    ['GET /payins/.*', 'GET', '/payins/a', true],
    ['GET /payins/.*', 'GET', `/payins/${'x'.repeat(5000)}`, true],
    ['GET /payins/.*', 'POST', '/payins/a', false],
    ['GET /payins/.*', 'GET', '/payouts/a', false],
    ['GET /payins/.*', 'GET', '/v/payins/a', false],
    ['GET /payins', 'GET', '/payins/a', false],
    ['GET /payins/a', 'GET', '/payins/ab', false],
    ['GET /payins/[a-c]+', 'GET', '/payins/abc', true],
    ['GET /payins/[a-c]+', 'GET', '/payins/abcd', false],
    ['GET /payins/(a|b)', 'GET', '/payins/b', true],
    ['POST /payins/!availablePaymentOptions', 'POST', '/payins/!availablePaymentOptions', true],
    ['GET ^/payins/a.*$', 'GET', '/payins/ab', true],
    ['GET /payins/a$', 'GET', '/payins/a\n', false],
    ['GET (?m)^/payins/a$', 'GET', '/payins/a\n/x', false],
    ['GET (?m)^/payins/a$', 'GET', '/balances\n/payins/a', false],
    ['GET /payins/a|b', 'GET', '/payins/ab', false],
    ['GET /payins/a|b', 'GET', '/x/b', false],
    ['GET /payins/a|', 'GET', '/payins/ab', false],
    ['GET (?i)/payins/a', 'POST', '/payins/a', false],
    ['GET /payins/\\Q.*\\E', 'GET', '/payins/a', false],
  ] as const)('%s on %s %s: %s', (entry, method, path, allowed) => {
    expect(compiled(entry).allow(method, path)).toBe(allowed)
  })

  it('without metacharacters other than single dots is compared literally', () => {
    expect(compiled('GET /payins/a.b').allow('GET', '/payins/a.b')).toBe(true)
    expect(compiled('GET /payins/a.b').allow('GET', '/payins/axb')).toBe(false)
  })

  it.each(['GET payins/.*', 'GET payins', 'GET .payins', 'GET https://example.com/payins/.*'])(
    '%s could never allow anything, and is refused',
    (entry) => {
      expect(faultsOf(entry)).toEqual(['0 must have a path that begins with /'])
    },
  )

  it.each(['GET .*', 'GET ^/payins', 'GET x?/payins', 'GET x|/payins', 'GET (/a|/b)', 'GET \\/a.*'])(
    '%s may match a path',
    (entry) => {
      expect(faultsOf(entry)).toEqual([])
    },
  )

  it('allows what any of the entries allows', () => {
    expect(compiled('GET /a', 'POST /b').allow('POST', '/b')).toBe(true)
  })

  it.each([
    'GET',
    '/payins',
    'GET  /payins',
    'get /payins',
    'BREW /tea',
    '* /payins/a',
    '.* /payins/a',
    'GET|POST /a',
    'GET,POST /a',
    '(?i)get /a',
    'GET\t/a',
    'GET /a\nb',
    ' GET /a',
    '',
  ])('%j is no operation', (entry) => {
    expect(faultsOf('GET /fine', entry)).toEqual(['1 must be an HTTP method, one space and a path'])
  })

  it.each(['(', '[a', 'a**', '(?=a)', '(a)\\1', '(?<n>a)(?<n>b)', 'a{2000}'])(
    '%s does not compile',
    (pattern) => {
      expect(faultsOf(`GET /${pattern}`)).toHaveLength(1)
    },
  )
})

describe('a list of operations', () => {
  it('has 1 to 20 entries', () => {
    expect(faultsOf()).toEqual(['all must have at least one entry'])
    expect(faultsOf(...Array.from({ length: 20 }, () => 'GET /a'))).toEqual([])
    expect(faultsOf(...Array.from({ length: 21 }, () => 'GET /a'))).toEqual([
      'all must have at most 20 entries',
    ])
  })

  it('has at most 2048 characters together', () => {
    expect(faultsOf(`GET /${'a'.repeat(2043)}`)).toEqual([])
    expect(faultsOf(`GET /${'a'.repeat(2044)}`)).toEqual(['all must have at most 2048 characters together'])
  })

  it('that is compared as text is the same for all who have it; one for the engine, which remembers paths, is its owner’s', () => {
    expect(compiled('GET /a/.*', 'POST /a')).toBe(compiled('GET /a/.*', 'POST /a'))
    expect(compiled('GET /a', 'POST /b')).not.toBe(compiled('GET /a, POST /b'))
    expect(compiled('GET /a+')).not.toBe(compiled('GET /a+'))
  })

  it('has counted repetitions that add up to at most 100', () => {
    expect(faultsOf('GET /a{50}', 'GET /b{1,50}')).toEqual([])
    expect(faultsOf('GET /a{50}', 'GET /b{51,}')).toEqual([
      'all counted repetitions must add up to at most 100',
    ])
  })
})

describe('bombs', () => {
  const bombs = [
    `(${'a?|'.repeat(600)})*b`,
    `${'(a*)*'.repeat(300)}b`,
    `${'.*'.repeat(1000)}b`,
    `${'(\\pL*x?)'.repeat(240)}1`,
    '\\pL{99}x',
    `${'[\\pL\\pN]?'.repeat(190)}1`,
    `${'(a|aa)+'.repeat(280)}$`,
    '(([a-z])+.)+[A-Z]([a-z])+$',
  ]
  it.each(bombs)('compiling and matching costs little (%#)', async (pattern) => {
    const cost = await costMs(() => {
      const result = compileOperations([`GET /payins/${pattern}`])
      if (result.ok) for (const letter of 'abc') result.value.allow('GET', `/payins/${letter.repeat(248)}`)
    })
    expect(cost).toBeLessThan(1000)
  })

  it('a pattern is not tried on a path longer than any payment has', () => {
    expect(compiled('GET /payins/a+').allow('GET', `/payins/${'a'.repeat(300)}`)).toBe(false)
  })

  it.each([
    ['GET /payins/[^/]*', '/payins/', true],
    ['GET /payins/[^/]*', '/payins/order-1', true],
    ['GET /payins/[^/]*', '/payins/order-1/accounts', false],
    ['GET /payins/[^/]+', '/payins/', false],
    ['GET /payins/[^/]+', '/payins/a', true],
    ['GET /payins/[^/]*', '/payouts/a', false],
  ])('compares %s with %s without the engine, to the same end', (entry, path, expected) => {
    const compiled = compileOperations([entry])
    const byEngine = compileOperations([entry.replace('[^/]', '(?:[^/])')])
    expect(compiled.ok && compiled.value.allow('GET', path)).toBe(expected)
    expect(byEngine.ok && byEngine.value.allow('GET', path)).toBe(expected)
  })
})
