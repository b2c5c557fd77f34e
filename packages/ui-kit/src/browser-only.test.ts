/** What the pages are made of, down to the gateway's own files that they share, needs nothing that only Node has. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const PACKAGES = fileURLToPath(new URL('../..', import.meta.url))
/** As the build puts it in its place (`build.ts`). */
const OF_PAGES = new Map([['./csv-package.ts', join(PACKAGES, 'ui-kit/src/csv-package.ts')]])
const IMPORTS =
  /(?:^|\n)(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g

/** `@sluice/core/foundation/money.ts` in its folder. */
function inPackage(name: string): string | undefined {
  const [, own, path] = /^@sluice\/([^/]+)\/(.*)$/.exec(name) ?? []
  return own !== undefined && path !== undefined ? join(PACKAGES, own, 'src', path) : undefined
}

/** @returns who imports what of Node's, of all that is reached from this file */
function ofNode(file: string, seen: Set<string>): readonly string[] {
  if (seen.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) return []
  seen.add(file)
  const names = [...readFileSync(file, 'utf8').matchAll(IMPORTS)].map(
    ([, still, later]) => still ?? later ?? '',
  )
  return names.flatMap((name) => {
    if (name.startsWith('node:')) return [`${file.slice(PACKAGES.length)} imports ${name}`]
    const next = OF_PAGES.get(name) ?? (name.startsWith('.') ? join(dirname(file), name) : inPackage(name))
    return next === undefined ? [] : ofNode(next, seen)
  })
}

it.each([
  ['console', 'main.tsx', 'csv/trying.ts'],
  ['dashboard', 'main.tsx', 'pages/payment.tsx'],
  ['checkout', 'main.tsx', 'languages.ts'],
])('%s is made of what a browser has', (application, first, part) => {
  const seen = new Set<string>()
  const start = join(PACKAGES, application, 'src', first)
  expect(ofNode(start, seen)).toEqual([])
  expect([...seen]).toContain(join(PACKAGES, application, 'src', part))
})
