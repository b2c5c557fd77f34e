/** What people read first stays short: each of these documents has at most so many words, or lines. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { markdownFiles, ROOT } from '../../tools/docs.ts'

const MOST_WORDS: readonly (readonly [path: RegExp, words: number])[] = [
  [/^README\.md$/, 600],
  [/^CONTRIBUTING\.md$/, 1_500],
  [/^docs\/architecture\.md$/, 700],
  [/^docs\/contributing\/(?!method|provider)/, 600],
  [/^docs\/decisions\/\d/, 250],
]

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

it.each(MOST_WORDS)('%s has no more words than somebody reads', (path, words) => {
  const files = markdownFiles().filter((file) => path.test(file))
  expect(files.length).toBeGreaterThan(0)
  const long = files.map((file) => [file, textOf(file).trim().split(/\s+/).length] as const)
  expect(long.filter(([, count]) => count > words)).toEqual([])
})

it('the README fits two screens', () => {
  expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(60)
})
