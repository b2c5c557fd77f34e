import { expect, it } from 'vitest'
import { errorCode, errorText } from './errors.ts'

const SECRET = 'whsec_c2VjcmV0'
function thrownBy(operation: () => unknown): unknown {
  try {
    operation()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}
const refused = Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:5432'), { code: 'ECONNREFUSED' })

it('an error is its message', () => {
  expect(errorText(new TypeError('it is not there'))).toBe('it is not there')
})

it.each([SECRET, { message: SECRET }, undefined, null, 7])(
  '%j is thrown: nothing of it is told',
  (thrown) => {
    expect(errorText(thrown)).toBe('unknown error')
    expect(errorCode(thrown)).toBe('unknown error')
  },
)

it('a text that cannot be parsed is not quoted', () => {
  const error = thrownBy(() => JSON.parse(`{"secret": ${SECRET}}`))
  expect(String(error)).toContain('whsec')
  expect(errorText(error)).toBe('SyntaxError')
  expect(errorCode(error)).toBe('SyntaxError')
})

it('a long message is cut, and never in the middle of a character', () => {
  const text = errorText(new Error(`x${'😀'.repeat(10_000)}`))
  expect(text.length).toBe(1_000)
  expect(text.isWellFormed()).toBe(true)
})

it('the platform’s code goes before its message, which may name a host', () => {
  expect(errorCode(refused)).toBe('ECONNREFUSED')
  expect(errorCode(Object.assign(new Error('no code'), { code: 7 }))).toBe('no code')
})
