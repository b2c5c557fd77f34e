/** The lint of prose finds the words of `tools/prose/words.yml` where people read them, at their line, and nowhere else. */
import { describe, expect, it } from 'vitest'
import { findsIn } from '../../tools/prose/prose.ts'
import type { Reads } from '../../tools/prose/scope.ts'

const linesOf = async (reads: Reads, ...lines: readonly string[]): Promise<readonly number[]> =>
  (await findsIn('a.md', lines.join('\n'), reads)).map(({ line }) => line)

describe('a banned phrase is found', () => {
  it('in a paragraph, a link and a table, also where the line ends within it', async () => {
    const document = [
      '# A page',
      '',
      'A bank gives',
      'back money.',
      '',
      '| [four eyes](a.md) |',
      '|---|',
      '| told |',
    ]
    expect(await linesOf('markdown', ...document)).toEqual([3, 6, 8])
  })

  it('in a comment', async () => {
    expect(
      await linesOf('comments', '/**', ' * What takes', ' * on a payment.', ' */', 'run() // told'),
    ).toEqual([2, 5])
  })

  it('in a text, in quotes or between tags', async () => {
    expect(await linesOf('texts', "const a = 'was told'", '<p>', '  was told', '</p>')).toEqual([1, 3])
  })
})

describe('it is not looked for', () => {
  it('in code within prose', async () => {
    expect(await linesOf('markdown', 'The `told` of', '', '```ts', 'told()', '```')).toEqual([])
  })

  it('in the code around comments and texts', async () => {
    expect(await linesOf('comments', 'told()', "'was told'")).toEqual([])
    expect(await linesOf('texts', 'told() // told', "import { told } from './told.ts'")).toEqual([])
  })
})

it('a word of ours is found and the trade’s own word beside it is not', async () => {
  expect(
    await linesOf('markdown', 'one trip', '', 'one round trip', '', 'a clearing house', '', 'at stake'),
  ).toEqual([1])
})
