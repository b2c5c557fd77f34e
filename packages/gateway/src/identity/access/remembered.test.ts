import { describe, expect, it } from 'vitest'
import { Remembered } from './remembered.ts'

const kept = (memory: Remembered<number>) => ['a', 'b', 'c', 'd'].filter((key) => memory.has(key)).join('')

describe('the memory', () => {
  it('forgets what was used longest ago when it gets too heavy', () => {
    const memory = new Remembered<number>(3)
    for (const key of ['a', 'b', 'c']) memory.keep(key, 1, 1)
    memory.find('a')
    memory.keep('d', 1, 1)
    expect(kept(memory)).toBe('acd')
  })

  it('makes room for a heavy entry', () => {
    const memory = new Remembered<number>(3)
    for (const key of ['a', 'b', 'c']) memory.keep(key, 1, 1)
    memory.keep('d', 1, 2)
    expect(kept(memory)).toBe('cd')
  })

  it('does not keep what alone is too heavy, and drops nothing for it', () => {
    const memory = new Remembered<number>(3)
    memory.keep('a', 1, 3)
    memory.keep('b', 1, 4)
    expect(kept(memory)).toBe('a')
  })

  it('counts a replaced entry once', () => {
    const memory = new Remembered<number>(3)
    for (let time = 0; time < 5; time += 1) memory.keep('a', time, 2)
    memory.keep('b', 1, 1)
    expect(kept(memory)).toBe('ab')
    expect(memory.find('a')).toBe(4)
  })
})
