import { bodyText } from '@sluice/ui-kit/exact.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyOf, changeOf, draftOf, type GroupShape, groupIn, labelOf, type Shape } from './shape.ts'

const ACCOUNT: GroupShape = {
  is: 'group',
  members: [
    { name: 'id', shape: { is: 'text' }, isNeeded: true },
    { name: 'isTest', shape: { is: 'yes-no' } },
    { name: 'max', shape: { is: 'number' }, isNullable: true },
    { name: 'formats', shape: { is: 'list', of: { is: 'text' } } },
    { name: 'hours', shape: { is: 'group', members: [{ name: 'zone', shape: { is: 'text' } }] } },
  ],
}

const word = fc.stringMatching(/^[a-z0-9]{1,8}$/)
/** A shape, with what fits it. */
const filled: fc.Arbitrary<readonly [Shape, unknown]> = fc.letrec<{ any: readonly [Shape, unknown] }>(
  (tie) => ({
    any: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      word.map((text) => [{ is: 'text' }, text] as const),
      fc.boolean().map((value) => [{ is: 'yes-no' }, value] as const),
      word.map((text) => [{ is: 'choice', of: [text] }, text] as const),
      fc.array(word, { minLength: 1 }).map((texts) => [{ is: 'list', of: { is: 'text' } }, texts] as const),
      fc.array(fc.tuple(word, tie('any')), { minLength: 1 }).map((members) => {
        const distinct = [...new Map(members)]
        return [
          { is: 'group', members: distinct.map(([name, [shape]]) => ({ name, shape })) },
          Object.fromEntries(distinct.map(([name, [, value]]) => [name, value])),
        ] as const
      }),
    ),
  }),
).any

describe('a form', () => {
  it('sends what it was begun with, where nobody has changed anything', () => {
    fc.assert(
      fc.property(filled, ([shape, value]) => {
        expect(bodyOf(shape, draftOf(shape, value))).toEqual(value)
      }),
    )
  })

  it('leaves out what nobody has filled, a part with nothing in it as well', () => {
    expect(bodyOf(ACCOUNT, draftOf(ACCOUNT, { id: 'kbank' }))).toEqual({ id: 'kbank' })
  })

  it('sends a number digit for digit, and what is none as the text that it is', () => {
    const sent = (max: string) => bodyText(bodyOf(ACCOUNT, { max }))
    expect(sent('0.10000000000000000001')).toBe('{"max":0.10000000000000000001}')
    expect(sent('12,5')).toBe('{"max":"12,5"}')
  })

  it('changes only what was changed: what was emptied goes as null, an empty list, or not at all', () => {
    const before = groupIn(draftOf(ACCOUNT, { id: 'kbank', max: 5, formats: ['a'] }))
    expect(changeOf(ACCOUNT, before, before)).toEqual({})
    expect(changeOf(ACCOUNT, before, { ...before, id: '', max: '', formats: [] })).toEqual({
      max: null,
      formats: [],
    })
  })

  it('shows names as words', () => {
    expect([labelOf('callbackUrl'), labelOf('rpcUrls'), labelOf('id'), labelOf('maxNameCharacters')]).toEqual(
      ['Callback URL', 'RPC URLs'.replace('RPC', 'Rpc'), 'ID', 'Max name characters'],
    )
  })
})
