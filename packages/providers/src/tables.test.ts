import { byMeaning, pairs } from '@sluice/provider-kit/status-codes.ts'
import { expect, it } from 'vitest'

it('a table that is written by meaning has each code with its meaning', () => {
  const table = byMeaning({ open: 'PENDING QUEUED', done: `PAID\n    SETTLED` })
  expect(table).toEqual({ PENDING: 'open', QUEUED: 'open', PAID: 'done', SETTLED: 'done' })
})

it('a code with two meanings is a mistake', () => {
  expect(() => byMeaning({ open: 'PENDING', done: 'PAID PENDING' })).toThrow('each code once')
})

it('pairs are names with what they stand for', () => {
  expect(pairs('BCA=bca BNI=bni')).toEqual({ BCA: 'bca', BNI: 'bni' })
})
