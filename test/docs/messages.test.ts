/** Texts that no page shows would be translated into fifteen languages for nothing. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { en as checkout } from '@sluice/checkout/messages/en.ts'
import { en as dashboard } from '@sluice/dashboard/messages/en.ts'
import { expect, it } from 'vitest'
import { ROOT } from '../../tools/docs.ts'

const textOf = (pattern: string): string =>
  globSync(pattern, { cwd: ROOT })
    .filter((path) => !path.includes('/messages/') && !path.includes('.test.'))
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
    .join('\n')

it.each([
  ['checkout', checkout],
  ['dashboard', dashboard],
])('each text of the %s is used', (application, texts) => {
  const source = textOf(`packages/{${application},ui-kit,gateway,core}/src/**/*.{ts,tsx}`)
  const words = new Set(source.match(/\w+/g))
  // A role's text is found by its code: `roleOWNER`.
  const isUsed = (key: string) => words.has(key) || words.has(key.replace(/^role(?=[A-Z]+$)/, ''))
  expect(Object.keys(texts).filter((key) => !isUsed(key))).toEqual([])
})
