/** The glossary: few words, in order, each once, and each name that it points to is defined exactly once. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../tools/docs.ts'
import { serverSources } from '../setup/sources.ts'

const ROWS = [
  ...readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8').matchAll(/^\| (.+?) \| (.+?) \|(.*)\|$/gm),
]
  .map(([, term = '', meaning = '', names = '']) => ({ term, meaning, names }))
  .filter(({ term }) => term !== 'Term')

const SOURCES = serverSources().map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

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

/** Names of a provider's types bind within its folder, because nobody else imports them. */
const PROVIDER = /^packages\/providers\/src\/(\w+)\//

it('a type that a file exports has a name that no other file exports, or no other of its provider', () => {
  const named = SOURCES.flatMap(({ path, text }) =>
    [...new Set([...text.matchAll(TYPE)].map(([, name = '']) => name))].map((name) => ({ name, path })),
  )
  const scopeOf = (path: string): string => PROVIDER.exec(path)?.[1] ?? ''
  const twice = [...Map.groupBy(named, ({ name, path }) => `${scopeOf(path)} ${name}`)].filter(
    ([, places]) => places.length > 1,
  )
  expect(twice.map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(', ')}`)).toEqual([])
})

it('nobody outside of a provider’s folder imports from it but the list of providers', () => {
  const imports = SOURCES.filter(({ path }) => !PROVIDER.test(path) && !path.endsWith('/all-providers.ts'))
    .filter(({ text }) => FOLDERS.some((folder) => text.includes(`/${folder}/${folder}.ts'`)))
    .map(({ path }) => path)
  const among = SOURCES.flatMap(({ path, text }) => {
    const own = PROVIDER.exec(path)?.[1]
    return FOLDERS.filter(
      (folder) => own !== undefined && folder !== own && text.includes(`'../${folder}/`),
    ).map((folder) => `${path}: ${folder}`)
  })
  expect([...imports, ...among]).toEqual([])
})

const FOLDERS = [...new Set(SOURCES.flatMap(({ path }) => PROVIDER.exec(path)?.[1] ?? []))]
