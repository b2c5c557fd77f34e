import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { realRandomness } from './real-deps.ts'
import { seededRandomness } from './seeded-randomness.ts'
import { uuidV7Source } from './uuid.ts'

const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const instants = fc.integer({ min: 0, max: 2 ** 48 - 1 })

describe('a UUID version 7', () => {
  it.each([
    ['real', realRandomness()],
    ['seeded', seededRandomness(7)],
  ])('has the form of RFC 9562 and its instant in front (%s)', (_name, randomness) => {
    fc.assert(
      fc.property(instants, (at) => {
        const uuid = randomness.uuidV7(at)
        expect(uuid).toMatch(FORM)
        expect(Number.parseInt(uuid.replace('-', '').slice(0, 12), 16)).toBe(at)
      }),
    )
  })

  it('sorts by time', () => {
    const { uuidV7 } = realRandomness()
    fc.assert(
      fc.property(instants, instants, (a, b) => {
        fc.pre(a !== b)
        expect(uuidV7(a) < uuidV7(b)).toBe(a < b)
      }),
    )
  })

  it('sorts in the order of making within a millisecond, also when others are made in between', () => {
    const { uuidV7 } = realRandomness()
    const ofOneMs: string[] = []
    for (let i = 0; i < 20_000; i++) {
      ofOneMs.push(uuidV7(5000))
      if (i % 3 === 0) uuidV7(4999 + (i % 2) * 2)
    }
    expect(ofOneMs.toSorted()).toEqual(ofOneMs)
    expect(new Set(ofOneMs).size).toBe(ofOneMs.length)
  })

  it('carries from the low word of the counter into the high one', () => {
    const source = uuidV7Source(() => 2 ** 32 - 1)
    const made = Array.from({ length: 5 }, () => source(1))
    expect(made.toSorted()).toEqual(made)
  })

  it('is refused for an instant that does not fit', () => {
    expect(() => realRandomness().uuidV7(-1)).toThrow('48 bits')
    expect(() => realRandomness().uuidV7(1.5)).toThrow('48 bits')
  })
})
