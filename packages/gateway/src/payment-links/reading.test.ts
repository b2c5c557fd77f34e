import { expect, it } from 'vitest'
import { costMs } from '../../../../test/setup/processor-time.ts'
import { readLinkText } from './reading.ts'

it.each([
  ['in the wrong order', `a${'\u0301'.repeat(15_000)}${'\u0323'.repeat(15_000)}`],
  ['that take turns', `a${'\u0301\u0323'.repeat(15_000)}`],
])(
  'a title with thirty thousand marks %s is refused before they are put in order, which takes half a second',
  async (_what, title) => {
    const reported: string[] = []
    const cost = await costMs(() => {
      const read = readLinkText(title, 80)
      reported.push(read.ok ? 'taken' : read.failure.code)
    })
    expect(reported).toEqual(['TOO_LONG'])
    expect(cost).toBeLessThan(50)
  },
)

it('a title may be spelt with marks of their own, and counts as it is then written', () => {
  const spelt = 'e\u0301'.repeat(80)
  expect(readLinkText(spelt, 80)).toMatchObject({ ok: true, value: '\u00e9'.repeat(80) })
  expect(readLinkText(`${spelt}e`, 80)).toMatchObject({ ok: false, failure: { code: 'TOO_LONG' } })
})
