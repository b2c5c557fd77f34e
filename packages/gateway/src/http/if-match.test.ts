import { describe, expect, it } from 'vitest'
import { mustMatch, tagOf } from './if-match.ts'

const changes = (wanted: string | undefined, tag: string) => {
  try {
    mustMatch({ ...(wanted !== undefined && { 'if-match': wanted }) }, tag)
    return true
  } catch {
    return false
  }
}

describe('a change on the condition that nothing else has changed', () => {
  const tag = tagOf({ name: 'A', look: { colour: '#000000', name: 'B' } })

  it('is made where what was seen is what there is, in whatever order its members stand', () => {
    expect(changes(tagOf({ look: { name: 'B', colour: '#000000' }, name: 'A' }), tag)).toBe(true)
    expect(changes(`"else", ${tag}`, tag)).toBe(true)
    expect(changes('*', tag)).toBe(true)
    expect(changes(undefined, tag)).toBe(true)
  })

  it('is not made where anything is another, nor by a weak tag, nor by what is none', () => {
    expect(changes(tagOf({ name: 'A', look: { colour: '#000000' } }), tag)).toBe(false)
    for (const wanted of [`W/${tag}`, '', tag.slice(1, -1), '"*"'])
      expect([wanted, changes(wanted, tag)]).toEqual([wanted, false])
  })
})
