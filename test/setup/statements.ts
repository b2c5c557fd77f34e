/**
 * Records which named statements ran on which engine, so that a full run can check that each ran on both: most tests run on one engine
 * only. Every database that tests open is watched here; each process passes its records with the results of its test files to
 * `test/setup/statement-report.ts`.
 */
import { globSync, readFileSync } from 'node:fs'
import type { Database, SqlCall } from '@sluice/database/port.ts'
import type { Engine } from '@sluice/database/testing.ts'

export type EngineName = Database['engine']
export type Ran = Readonly<Record<EngineName, readonly string[]>>

const seen: Readonly<Record<EngineName, Set<string>>> = { embedded: new Set(), postgres: new Set() }
const reported: Readonly<Record<EngineName, Set<string>>> = { embedded: new Set(), postgres: new Set() }

/** Statements that have run in this process and were not reported before. */
export function newlyRan(): Ran {
  const untold = (engine: EngineName) => [...seen[engine]].filter((name) => !reported[engine].has(name))
  const ran = { embedded: untold('embedded'), postgres: untold('postgres') }
  for (const name of ran.embedded) reported.embedded.add(name)
  for (const name of ran.postgres) reported.postgres.add(name)
  return ran
}

/** The same database, with its statements recorded. */
export function watchStatements<Watched extends Database>(database: Watched): Watched {
  const names = seen[database.engine]
  const note = <Calls extends readonly SqlCall[]>(calls: Calls): Calls => {
    for (const { statement } of calls) if (statement.name !== '') names.add(statement.name)
    return calls
  }
  const watching: Pick<Database, 'run' | 'batch' | 'transact'> = {
    run: (statement, values) => {
      note([{ statement, values }])
      return database.run(statement, values)
    },
    batch: (calls) => database.batch(note(calls)),
    transact: (reads, decide) =>
      database.transact(note(reads), (rows) => {
        const decision = decide(rows)
        note(decision.calls)
        return decision
      }),
  }
  return new Proxy(database, {
    get: (target, name) => {
      if (name in watching) return Reflect.get(watching, name)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** The same engine, with its databases watched. */
export const watchEngine = (engine: Engine): Engine => ({
  ...engine,
  open: async (migrations) => {
    const opened = await engine.open(migrations)
    return { ...opened, database: watchStatements(opened.database) }
  },
})

/** How the sources define a statement: an object with name and text, or a call of the journal's function. */
const JOURNAL_STATEMENT = /\bstatement\(\s*'(\w+)',/g
const WRITTEN =
  /\bname: '(\w+)',\s*(?:\/\/.*\s*)?(?:whose: (?:'\w+'|\w+|\{[^{}]*(?:\{[^{}]*\}[^{}]*)?\}),\s*)?text\b/g
/** `packages/gateway/src/payments/columns.ts` has the function. */
const JOURNAL = 'packages/gateway/src/payments/'

/** The named statements whose whole name is literal in the sources. */
export function writtenStatements(): readonly string[] {
  const sources = globSync('packages/{database,gateway}/src/**/*.ts', {
    exclude: (path) => /\.(test|fixture)\.ts$/.test(path),
  })
  return sources.flatMap((path) => {
    const source = readFileSync(path, 'utf8')
    const journals = path.startsWith(JOURNAL) ? [...source.matchAll(JOURNAL_STATEMENT)] : []
    return [
      ...[...source.matchAll(WRITTEN)].map(([, name]) => String(name)),
      ...journals.map(([, name]) => `journal_${name}`),
    ]
  })
}
