/**
 * `npm run docs`: writes the parts of documents that are generated from the code.
 *
 * A document is written by hand, except between `<!-- generated: NAME -->` and `<!-- end -->`, where the section of
 * that name is generated. With `--check` nothing is written, and the exit status says whether anything is outdated.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { methodTitles } from './docs/application-methods.ts'
import { bankStatuses } from './docs/bank-statuses.ts'
import { checkoutMethods } from './docs/checkout-methods.ts'
import { connectorOpenapi } from './docs/connector-openapi.ts'
import { databaseTables, schemaOfMigrations, type TableOnPage } from './docs/database.ts'
import { identifiers, receivingDetails } from './docs/identifiers.ts'
import { insiders } from './docs/insiders.ts'
import { logMessagesToActOn, otherLogMessages } from './docs/log-messages.ts'
import { methodFields, payinMethods, payoutMethods } from './docs/methods.ts'
import { operatorEndpoints } from './docs/operator-endpoints.ts'
import { rails, railsByProvider, realRails } from './docs/rails.ts'
import * as tables from './docs/tables.ts'
import { whoseWords } from './docs/text-fields.ts'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

type Sections = Readonly<Record<string, () => string>>

const sectionsOf = (schema: readonly TableOnPage[]): Sections => ({
  ...tables,
  'bank-statuses': bankStatuses,
  'whose-words': whoseWords,
  identifiers,
  insiders,
  'receiving-details': receivingDetails,
  rails,
  'real-rails': realRails,
  'rails-by-provider': railsByProvider,
  'operator-endpoints': operatorEndpoints,
  'log-messages-to-act-on': logMessagesToActOn,
  'other-log-messages': otherLogMessages,
  'method-fields': methodFields,
  'payin-methods': payinMethods,
  'payout-methods': payoutMethods,
  'operator-errors': tables.operatorErrors,
  'error-example': tables.errorExample,
  'erased-data': tables.erasedData,
  'kept-data': tables.keptData,
  'own-account-methods': tables.ownAccountMethods,
  'database-tables': () => databaseTables(schema),
})

/** Files that are generated as a whole. */
const WHOLE: Sections = {
  'docs/connector-openapi.json': connectorOpenapi,
  'packages/checkout/src/methods.ts': checkoutMethods,
  'packages/ui-kit/src/method-titles.ts': methodTitles,
}

const GENERATED = /(<!-- generated: ([a-z-]+) -->\n)[\s\S]*?(<!-- end -->)/g

/** The text with all its sections generated again. Throws for an unknown section. */
const regenerate = (text: string, sections: Sections): string =>
  text.replace(GENERATED, (_all, opening: string, name: string, closing: string) => {
    const make = sections[name]
    if (!make) throw new Error(`there is no generated section ${name}`)
    return `${opening}\n${make()}\n\n${closing}`
  })

const NOT_OURS = new Set(['node_modules', 'data', '.git', 'dist', 'coverage'])

/** Every Markdown file of the project, as paths relative to its root. */
export function markdownFiles(folder: string = ROOT): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : markdownFiles(path)
      return entry.name.endsWith('.md') ? [relative(ROOT, path)] : []
    })
    .sort()
}

/** Files whose generated parts are outdated, with the text that they should have. */
export function staleFiles(
  schema: readonly TableOnPage[],
): { readonly path: string; readonly text: string }[] {
  const sections = sectionsOf(schema)
  const whole = Object.entries(WHOLE).map(([path, make]) => ({ path, before: present(path), text: make() }))
  const parts = markdownFiles().map((path) => {
    const before = present(path)
    return { path, before, text: regenerate(before, sections) }
  })
  return [...whole, ...parts].flatMap(({ path, before, text }) => (text === before ? [] : [{ path, text }]))
}

const present = (path: string): string =>
  existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : ''

if (import.meta.main) {
  const checking = process.argv.includes('--check')
  const stale = staleFiles(await schemaOfMigrations())
  for (const { path, text } of stale) {
    if (!checking) writeFileSync(join(ROOT, path), text)
    process.stdout.write(`${path} ${checking ? 'is stale: npm run docs' : 'written'}\n`)
  }
  process.exitCode = checking && stale.length > 0 ? 1 : 0
}
