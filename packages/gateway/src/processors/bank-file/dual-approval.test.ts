import { describe, expect, it } from 'vitest'
import { notAPerson, type Person, releaseRefusal } from './dual-approval.ts'

const person = (id: string, name: string, createdAt: number): Person => ({
  id,
  name,
  role: 'OPERATOR',
  createdAt,
  behind: [id],
  isInvitedByRevoked: false,
  isVouched: false,
  isConfirmed: false,
})
const anna = person('a', 'Anna', 1)
const ben = person('b', 'Ben', 2)
const prepared = { preparedBy: anna, preparedAt: 10, isTest: false }

describe('four eyes', () => {
  it('let another operator release', () => {
    expect(releaseRefusal(prepared, ben, [anna, ben])).toBeUndefined()
  })

  it.each([
    ['the same operator', anna, [anna], /Anna prepared this file/],
    [
      'the same name under another token',
      { id: 'c', name: 'anna' },
      [anna, person('c', 'anna', 2)],
      /Anna prepared/,
    ],
    ['one who is revoked', ben, [anna], /revoked/],
    [
      'anybody, once the one who prepared it is revoked',
      ben,
      [ben],
      /Anna, who prepared this file, has since been revoked/,
    ],
    [
      'anybody, once the one who prepared it may not prepare one any more',
      ben,
      [{ ...anna, role: 'VIEWER' } as const, ben],
      /Anna, who prepared this file, no longer has the right/,
    ],
    [
      'one whom the preparer invited and nobody has confirmed',
      ben,
      [anna, { ...ben, behind: ['b', 'a'] }],
      /count as one person/,
    ],
    [
      'one whom an identity provider let in and nobody has confirmed, where a person by a link prepared it',
      ben,
      [anna, { ...ben, isVouched: true }],
      /count as one person/,
    ],
    [
      'one who stands on somebody who has left',
      ben,
      [anna, { ...ben, behind: ['b', 'x'], isInvitedByRevoked: true }],
      /count as one person/,
    ],
    [
      'one whom the same operator brought as the preparer',
      ben,
      [
        { ...anna, behind: ['a', 'x'] },
        { ...ben, behind: ['b', 'x'] },
      ],
      /count as one person/,
    ],
    ['one who came after it', { ...ben }, [anna, { ...ben, createdAt: 10 }], /after this file was prepared/],
    [
      'no person, of live money',
      { id: 'x', name: 'bootstrap' },
      [anna, person('x', 'bootstrap', 0)],
      /not a person/,
    ],
  ])('do not let %s release', (_, releaser, inForce, why) => {
    expect(releaseRefusal(prepared, releaser, inForce)).toMatch(why)
  })

  it('take the installation’s token for a person where the money is not real', () => {
    expect([notAPerson('bootstrap', true), notAPerson('Anna', false)]).toEqual([undefined, undefined])
    expect(notAPerson('bootstrap', false)).toMatch(/not a person/)
  })
})
