import { expect, it } from 'vitest'
import { listed } from './status-codes.ts'

it('a table lists its own words, and none that every object has', () => {
  const table = { PAID: 'paid' }
  expect(listed(table, 'PAID')).toBe('paid')
  for (const statusCode of ['constructor', 'valueOf', '__proto__', 'OPEN', undefined])
    expect(listed(table, statusCode)).toBeUndefined()
})
