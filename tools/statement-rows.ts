/**
 * Generates `statement-rows.d.ts` of each package with statements: the row type of every statement declared with
 * `sqlStatement`, as PostgreSQL describes it. The files are not committed; `npm install` and `npm run check` write them when
 * their sources have changed.
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readPrepared } from '@sluice/database/embedded-prepared.ts'
import { declaredStatements, type SqlStatement } from '@sluice/database/port.ts'
import { cluster } from '@sluice/database/prepared-making.ts'
import { pgliteFrom } from '../test/setup/in-this-thread.ts'
import { type Catalogue, type DescribedColumn, describe, readCatalogue } from './rows/describe.ts'
import { BY_COLUMN, BY_NAME, BY_TYPE, type Meaning, TEXT } from './rows/meanings.ts'

const ROOT = join(import.meta.dirname, '..')
/** In the order in which they are built. */
const PACKAGES = ['database', 'gateway'] as const
type PackageName = (typeof PACKAGES)[number]
const fileOf = (name: PackageName): string => join(ROOT, `packages/${name}/src/statement-rows.d.ts`)
const DECLARES = /\bsqlStatement\(|\bstatement\b.*'\.\/columns\.ts'/

const sources = globSync('packages/{database,gateway}/src/**/*.ts', {
  cwd: ROOT,
  exclude: (path) => /\.(test|fixture|d)\.ts$/.test(path),
})
  .sort()
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

/** Of all sources of the types. */
function fingerprint(): string {
  const others = globSync(
    ['packages/database/src/migrations/**/*.sql', 'tools/rows/*.ts', 'tools/statement-rows.ts'],
    {
      cwd: ROOT,
    },
  )
  const hash = createHash('sha256')
  for (const { text } of sources) hash.update(text)
  for (const path of others.sort()) hash.update(readFileSync(join(ROOT, path)))
  return hash.digest('hex')
}

function meaningOf({ name, type, from }: DescribedColumn, { texts }: Catalogue): Meaning {
  const byColumn = BY_COLUMN[from ?? '']
  if (byColumn) return byColumn
  const allowed = texts.get(from ?? '')
  if (allowed) return { type: allowed.map((text) => `'${text}'`).join(' | ') }
  return BY_NAME[name] ?? BY_TYPE[type] ?? TEXT
}

const specifierFrom = (name: PackageName, from: string): string =>
  from.startsWith(`@sluice/${name}/`) ? from.replace(`@sluice/${name}/`, './') : from

async function typesOf(name: PackageName, statements: readonly SqlStatement[]): Promise<string> {
  const pglite = await pgliteFrom((await readPrepared('migrated')) ?? (await cluster('migrated')))
  const catalogue = await readCatalogue(pglite)
  const imports = new Map<string, Set<string>>()
  const lines: string[] = []
  for (const statement of statements) {
    const columns = await describe(pglite, catalogue, statement)
    if (columns.length === 0) continue
    const fields = columns.map((column) => {
      const { type, from } = meaningOf(column, catalogue)
      if (from) imports.set(from, (imports.get(from) ?? new Set()).add(type))
      return `      readonly ${column.name}: ${type}${column.isNullable && type !== 'unknown' ? ' | null' : ''}`
    })
    lines.push(`    ${statement.name}: {\n${fields.join('\n')}\n    }`)
  }
  await pglite.close()
  const imported = [...imports].map(
    ([from, types]) => `import type { ${[...types].sort().join(', ')} } from '${specifierFrom(name, from)}'`,
  )
  const port = specifierFrom(name, '@sluice/database/port.ts')
  const declared = `declare module '${port}' {\n  interface StatementRows {\n${lines.join('\n')}\n  }\n}\n`
  return `${imported.sort().join('\n')}\n\n${declared}\nexport {}\n`
}

const byName = (one: SqlStatement, other: SqlStatement): number => (one.name < other.name ? -1 : 1)

const head = `/** Written by tools/statement-rows.ts from ${fingerprint()} */\n`
const isFresh = (name: PackageName): boolean =>
  existsSync(fileOf(name)) && readFileSync(fileOf(name), 'utf8').startsWith(head)

if (!PACKAGES.every(isFresh)) {
  const known = new Set<string>()
  for (const name of PACKAGES) {
    for (const { path, text } of sources)
      if (path.startsWith(`packages/${name}/`) && DECLARES.test(text))
        await import(pathToFileURL(join(ROOT, path)).href)
    const declared = declaredStatements().filter((each) => !known.has(each.name))
    for (const { name: each } of declared) known.add(each)
    writeFileSync(fileOf(name), head + (await typesOf(name, declared.toSorted(byName))))
    process.stdout.write(`${relative(ROOT, fileOf(name))}: the rows of ${declared.length} statements\n`)
  }
}
