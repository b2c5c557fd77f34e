/** The glossary: few words, in order, each once, and each name that it points to is defined exactly once. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../tools/docs.ts'

const ROWS = [
  ...readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8').matchAll(/^\| (.+?) \| (.+?) \|(.*)\|$/gm),
]
  .map(([, term = '', meaning = '', names = '']) => ({ term, meaning, names }))
  .filter(({ term }) => term !== 'Term')

const SOURCES = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, 'src', path), 'utf8') }))

const TYPE = /^export (?:declare )?(?:abstract )?(?:interface|type|class) (\w+)/gm

describe('the glossary', () => {
  it('has at most forty terms, in the order of the alphabet, each once', () => {
    const terms = ROWS.map(({ term }) => term.toLowerCase())
    expect(terms.length).toBeGreaterThan(30)
    expect(terms.length).toBeLessThanOrEqual(40)
    expect(terms).toEqual([...new Set(terms)].sort((a, b) => a.localeCompare(b, 'en')))
  })

  it('names what the code has', () => {
    const names = ROWS.flatMap(({ names }) => [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
    const missing = names.filter(
      (name) => !SOURCES.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)),
    )
    expect(names.length).toBeGreaterThan(15)
    expect(missing).toEqual([])
  })
})

it('a type that a file gives to others has a name that no other file gives', () => {
  const named = SOURCES.flatMap(({ path, text }) =>
    [...new Set([...text.matchAll(TYPE)].map(([, name = '']) => name))].map((name) => ({ name, path })),
  )
  const twice = [...Map.groupBy(named, ({ name }) => name)].filter(([, places]) => places.length > 1)
  expect(twice.map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(', ')}`)).toEqual([])
})
