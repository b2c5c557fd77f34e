import { expect, it } from 'vitest'
import { atFirstUse } from './at-first-use.ts'

it('reads a package when it is first asked for, and never again', () => {
  let reads = 0
  const path = atFirstUse((require): typeof import('node:path') => {
    reads += 1
    return require('node:path')
  })
  expect(reads).toBe(0)
  expect([path().basename('a/b'), path().basename('c/d'), reads]).toEqual(['b', 'd', 1])
})

it('tells why a package cannot be read, each time', () => {
  const missing = atFirstUse((require): unknown => require('no-such-package-of-anybody'))
  for (let time = 0; time < 2; time++) expect(missing).toThrow(/no-such-package-of-anybody/)
})
