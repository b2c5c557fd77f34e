/**
 * Generates `src/database/statement-rows.d.ts`: the row type of every statement declared with `sqlStatement`, as
 * PostgreSQL describes it. The file is not committed; `npm install` and `npm run check` write it when its sources have
 * changed.
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readPrepared } from '../src/database/embedded-prepared.ts'
import { declaredStatements, type SqlStatement } from '../src/database/port.ts'
import { cluster } from '../src/database/prepared-making.ts'
import { pgliteFrom } from '../test/setup/in-this-thread.ts'
import { type Catalogue, type DescribedColumn, describe, readCatalogue } from './rows/describe.ts'
import { BY_COLUMN, BY_NAME, BY_TYPE, type Meaning, TEXT } from './rows/meanings.ts'

const ROOT = join(import.meta.dirname, '..')
const FILE = join(ROOT, 'src/database/statement-rows.d.ts')
const DECLARES = /\bsqlStatement\(|\bstatement\b.*'\.\/columns\.ts'/

const sources = globSync('src/**/*.ts', {
  cwd: ROOT,
  exclude: (path) => /\.(test|fixture|d)\.ts$/.test(path),
})
  .sort()
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

/** Of all sources of the types. */
function fingerprint(): string {
  const others = globSync(
    ['src/database/migrations/**/*.sql', 'tools/rows/*.ts', 'tools/statement-rows.ts'],
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

async function typesOf(statements: readonly SqlStatement[]): Promise<string> {
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
      return `    readonly ${column.name}: ${type}${column.isNullable && type !== 'unknown' ? ' | null' : ''}`
    })
    lines.push(`  ${statement.name}: {\n${fields.join('\n')}\n  }`)
  }
  await pglite.close()
  const imported = [...imports].map(
    ([from, types]) => `import type { ${[...types].sort().join(', ')} } from '../${from}'`,
  )
  return `${imported.sort().join('\n')}\n\nexport interface StatementRows {\n${lines.join('\n')}\n}\n`
}

const head = `/** Written by tools/statement-rows.ts from ${fingerprint()} */\n`
if (!existsSync(FILE) || !readFileSync(FILE, 'utf8').startsWith(head)) {
  for (const { path, text } of sources)
    if (DECLARES.test(text)) await import(pathToFileURL(join(ROOT, path)).href)
  const declared = declaredStatements().toSorted((one, other) => (one.name < other.name ? -1 : 1))
  writeFileSync(FILE, head + (await typesOf(declared)))
  process.stdout.write(`src/database/statement-rows.d.ts: the rows of ${declared.length} statements\n`)
}
