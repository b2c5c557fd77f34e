import { describe, expect, it } from 'vitest'
import { notAPerson, releaseRefusal } from './four-eyes.ts'

const anna = { id: 'a', name: 'Anna', createdAt: 1 }
const ben = { id: 'b', name: 'Ben', createdAt: 2 }
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
      [anna, { id: 'c', name: 'anna', createdAt: 2 }],
      /Anna prepared/,
    ],
    ['one who is revoked', ben, [anna], /revoked/],
    [
      'anybody, once the one who prepared it is revoked',
      ben,
      [ben],
      /Anna, who prepared this file, has been revoked/,
    ],
    ['one who came after it', { ...ben }, [anna, { ...ben, createdAt: 10 }], /after this file was prepared/],
    [
      'no person, of live money',
      { id: 'x', name: 'bootstrap' },
      [anna, { id: 'x', name: 'bootstrap', createdAt: 0 }],
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
