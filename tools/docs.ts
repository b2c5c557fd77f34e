/**
 * `npm run docs`: writes into the documents what the code knows better than anybody.
 *
 * A document is written by hand, except between `<!-- generated: NAME -->` and `<!-- end -->`: there stands what the section
 * of that name makes from the code. With `--check` nothing is written, and the exit status says whether anything is stale.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { payinMethods, payoutMethods } from './docs/methods.ts'
import * as tables from './docs/tables.ts'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

const SECTIONS: Readonly<Record<string, () => string>> = {
  ...tables,
  'payin-methods': payinMethods,
  'payout-methods': payoutMethods,
}

const GENERATED = /(<!-- generated: ([a-z-]+) -->\n)[\s\S]*?(<!-- end -->)/g

/** The text with all its generated sections made anew. Throws where a section has no such maker. */
export const regenerate = (text: string): string =>
  text.replace(GENERATED, (_all, opening: string, name: string, closing: string) => {
    const make = SECTIONS[name]
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

/** Those whose generated sections differ from what the code says now, with the text they should have. */
export const staleFiles = (): { readonly path: string; readonly text: string }[] =>
  markdownFiles().flatMap((path) => {
    const before = readFileSync(join(ROOT, path), 'utf8')
    const text = regenerate(before)
    return text === before ? [] : [{ path, text }]
  })

if (import.meta.main) {
  const checking = process.argv.includes('--check')
  const stale = staleFiles()
  for (const { path, text } of stale) {
    if (!checking) writeFileSync(join(ROOT, path), text)
    process.stdout.write(`${path} ${checking ? 'is stale: npm run docs' : 'written'}\n`)
  }
  process.exitCode = checking && stale.length > 0 ? 1 : 0
}
