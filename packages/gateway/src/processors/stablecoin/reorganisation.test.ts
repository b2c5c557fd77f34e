import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commonAncestor, finalBlock, ranges } from './reorganisation.ts'

describe('the common ancestor', () => {
  it('is the newest checkpoint below the fork, for every fork', async () => {
    const law = fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 12 }),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 20 }),
      async (blocks, fork, floor) => {
        const hashOf = async (block: number) =>
          block > 50 ? undefined : block > fork ? `b${block}` : `a${block}`
        const checkpoints = blocks.map((block) => ({ block, hash: `a${block}` }))
        const kept = blocks.filter((block) => block <= fork && block <= 50 && block > floor)
        expect(await commonAncestor(checkpoints, floor, hashOf)).toBe(Math.max(floor, ...kept))
      },
    )
    await fc.assert(law)
  })
})

it('a transfer in the newest block has one confirmation', () => {
  expect(finalBlock(100, 1)).toBe(100)
  expect(finalBlock(100, 12)).toBe(89)
})

it('ranges hold every block once', () => {
  const law = fc.property(fc.nat(50), fc.nat(200), fc.integer({ min: 1, max: 60 }), (after, more, size) => {
    const found = [...ranges(after, after + more, size)]
    const blocks = found.flatMap(({ from, to }) =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index),
    )
    expect(blocks).toEqual(Array.from({ length: more }, (_, index) => after + 1 + index))
    expect(found.every(({ from, to }) => to - from < size)).toBe(true)
  })
  fc.assert(law)
})
