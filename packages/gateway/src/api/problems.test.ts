import { DatabaseFailure, type DatabaseFailureKind } from '@sluice/database/port.ts'
import { describe, expect, it } from 'vitest'
import { Undecided, type UndecidedResult } from '../payments/change.ts'
import { problemOfUndecided } from './problems.ts'

const answered = (error: unknown, isRead: boolean) => {
  const problem = problemOfUndecided(error, isRead)
  return problem && [problem.status, problem.code]
}

describe('an error behind a route', () => {
  it.each<[UndecidedResult['type'], number, string]>([
    ['shed', 503, 'UNAVAILABLE'],
    ['unavailable', 503, 'UNAVAILABLE'],
    ['unknown', 500, 'INTERNAL_ERROR'],
  ])('of a journal that says %s is %i', (type, status, code) => {
    expect(answered(new Undecided('a report', { type }), false)).toEqual([status, code])
  })

  it.each<[DatabaseFailureKind, boolean, readonly [number, string] | undefined]>([
    ['UNAVAILABLE', true, [503, 'UNAVAILABLE']],
    ['UNAVAILABLE', false, [503, 'UNAVAILABLE']],
    ['UNKNOWN_FATE', true, [503, 'UNAVAILABLE']],
    ['UNKNOWN_FATE', false, [500, 'INTERNAL_ERROR']],
    ['STATEMENT', false, undefined],
  ])('of a database, %s with a read: %s, is %j', (kind, isRead, expected) => {
    expect(answered(new DatabaseFailure(kind, 'text'), isRead)).toEqual(expected)
  })

  it('of another kind is nothing that the gateway foresaw', () => {
    expect(problemOfUndecided(new Error('a bug'), false)).toBeUndefined()
  })
})
