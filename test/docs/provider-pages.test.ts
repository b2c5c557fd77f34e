/** Operators who know one provider's page find their way on each: the same headings, in the same order. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_PROVIDERS } from '@sluice/providers/all-providers.ts'
import { expect, it } from 'vitest'
import { ROOT } from '../../tools/docs.ts'

const FOLDER = join(ROOT, 'docs/operators/providers')
const NEED = 'What you need from …'
const ORDER = [
  NEED,
  'What the product must ask for',
  'Try it without money',
  'What is served',
  'Notifications',
  'When an answer is lost',
  'What goes wrong',
  'What could not be verified',
]
/** What not every provider has something to say of. */
const OPTIONAL = ['What the product must ask for', 'When an answer is lost']

const pages = readdirSync(FOLDER).filter((name) => name.endsWith('.md'))

it('each provider has a page', () => {
  expect(pages.toSorted()).toEqual(ALL_PROVIDERS.map(({ code }) => `${code}.md`).toSorted())
})

it.each(pages)('%s has the headings of all, in their order', (page) => {
  const text = readFileSync(join(FOLDER, page), 'utf8')
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) =>
    heading.replace(/^(What you need from) .+$/, '$1 …'),
  )
  const expected = ORDER.filter((heading) => headings.includes(heading) || !OPTIONAL.includes(heading))
  expect(headings).toEqual(expected)
})
