/** What people read, in documents and in texts of the program, holds none of the turns that once read oddly. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { markdownFiles, ROOT } from '../../tools/docs.ts'

const ODD = [
  /\bcan not\b/i,
  /\bthe own one\b/,
  /\bon a safe way\b/,
  /\bthat is its\b/,
  /(?<!there )\bis no (JSON|person|text|URL|amount|operator|processor|currency|backup)\b/,
  /\bopens all 1\b/,
  /\bnothing (of it )?(was|is) kept\b/i,
  /\bhas not (the|a) \w+ (that|key)\b/,
  /\bof the form that\b/,
  /\bslip of the finger\b/,
] as const

/** Comments speak to those who write the program. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

const sources = [
  ...readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/src`),
  'docs',
].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|json)$/.test(path) && !/\.(test|fixture)\.ts$/.test(path))
    .map((path) => join(folder, path)),
)

it('no text reads oddly', () => {
  const texts = [
    ...markdownFiles().map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const),
    ...sources.map((path) => [path, withoutComments(readFileSync(join(ROOT, path), 'utf8'))] as const),
  ]
  expect(texts.length).toBeGreaterThan(400)
  const found = texts.flatMap(([path, text]) =>
    text
      .split('\n')
      .flatMap((line) => (ODD.some((odd) => odd.test(line)) ? [`${path}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})
