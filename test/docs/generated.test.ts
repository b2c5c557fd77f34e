/** The documents say what the code does: generated parts are fresh, and links lead somewhere. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readSchema, type TableOnPage } from '../../tools/docs/database.ts'
import { markdownFiles, ROOT, staleFiles } from '../../tools/docs.ts'
import { openTestDatabase } from '../setup/shared.ts'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$/gm, '')

/** As GitHub makes them: lower case, punctuation away, spaces to hyphens. */
const anchorsOf = (text: string): Set<string> =>
  new Set(
    [...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  )

interface Link {
  readonly from: string
  readonly to: string
}

const relativeLinks = (from: string): Link[] =>
  [...withoutCode(read(from)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, to = '']) => ({ from, to }))
    .filter(({ to }) => !/^[a-z]+:/.test(to))

const leadsSomewhere = ({ from, to }: Link): boolean => {
  const [path = '', anchor] = to.split('#')
  const file = path === '' ? from : join(dirname(from), path)
  if (!existsSync(join(ROOT, file))) return false
  return anchor === undefined || !file.endsWith('.md') || anchorsOf(read(file)).has(anchor)
}

describe('the documents', () => {
  let schema: readonly TableOnPage[]
  beforeAll(async () => {
    const database = await openTestDatabase(0)
    schema = await readSchema(database)
    await database.close()
  })

  it('have generated parts that say what the code says now (npm run docs writes them)', () => {
    expect(staleFiles(schema).map(({ path }) => path)).toEqual([])
  })

  it('have no relative link, and no anchor, that leads nowhere', () => {
    const links = markdownFiles().flatMap(relativeLinks)
    expect(links.length).toBeGreaterThan(20)
    expect(links.filter((link) => !leadsSomewhere(link))).toEqual([])
  })

  it('name only tests that are there', () => {
    const named = markdownFiles().flatMap((file) =>
      [...withoutCode(read(file)).matchAll(/`((?:src|test)\/[\w./-]+\.test\.ts)`/g)].map(([, path = '']) => ({
        file,
        path,
      })),
    )
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter(({ path }) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it('name a test for every threat of the threat model', () => {
    const rows = read('docs/operators/threats.md')
      .split('\n')
      .filter((line) => /^\| (?!Threat|-)/.test(line))
    expect(rows.length).toBeGreaterThan(35)
    expect(rows.filter((row) => !/`(?:packages|test)\/[\w./-]+\.test\.ts` \|$/.test(row))).toEqual([])
  })

  it('name every dependency with its reason', () => {
    const manifest: { dependencies: object; devDependencies: object } = JSON.parse(read('package.json'))
    const reasons = read('docs/reference/dependencies.md')
    const named = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(named.filter((name) => !name.startsWith('@types/') && !reasons.includes(`\`${name}\``))).toEqual(
      [],
    )
  })
})
