import fc from 'fast-check'
import { expect, it } from 'vitest'
import { WaitingLine } from './waiting-line.ts'

it('lets so many be at work at a time and never more, in the order in which they came, whoever fails', async () => {
  const works = fc.array(fc.record({ pauses: fc.integer({ min: 1, max: 4 }), fails: fc.boolean() }), {
    maxLength: 30,
  })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), works, async (count, requested) => {
      const line = new WaitingLine(count)
      const begun: number[] = []
      let [atWork, most] = [0, 0]
      const ended = await Promise.allSettled(
        requested.map(({ pauses, fails }, index) =>
          line.hold(async () => {
            begun.push(index)
            atWork += 1
            most = Math.max(most, atWork)
            for (let pause = 0; pause < pauses; pause += 1) await Promise.resolve()
            atWork -= 1
            if (fails) throw new Error('it failed')
          }),
        ),
      )
      expect(begun).toEqual(requested.map((_, index) => index))
      expect(ended.map(({ status }) => status === 'rejected')).toEqual(requested.map(({ fails }) => fails))
      expect(most).toBe(Math.min(count, requested.length))
    }),
  )
})
