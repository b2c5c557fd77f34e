import { expect, it } from 'vitest'
import { isOver } from './payment.ts'

it('a payin whose money comes late is not over when it expires', () => {
  expect([isOver('EXPIRED', false), isOver('EXPIRED', true)]).toEqual([true, false])
  expect([isOver('SUCCESS', true), isOver('FAILED', true), isOver('PENDING', false)]).toEqual([
    true,
    true,
    false,
  ])
})
