/**
 * `npm run new:provider NAME`: writes a working provider for an invented API, with all files that the tests require.
 * Then change each to the real API, as docs/contributing/provider.md explains.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const NAME = /^[a-z][a-z0-9]{1,29}$/
const ROOT = join(import.meta.dirname, '..')
const NATIVE = 'packages/providers/src'
const LIST = `${NATIVE}/all-providers.ts`
const OVERVIEW = 'docs/operators/providers.md'

/** Template → target. In both, `acmepay` stands for the name. */
const FILES = {
  'manifest.ts': `${NATIVE}/acmepay/acmepay.ts`,
  'account.ts': `${NATIVE}/acmepay/account.ts`,
  'read.ts': `${NATIVE}/acmepay/read.ts`,
  'sample.json': `${NATIVE}/acmepay/samples/acmepay.json`,
  'fake.fixture.ts': `${NATIVE}/acmepay/fake.fixture.ts`,
  'provider.test.ts': `${NATIVE}/acmepay/acmepay.test.ts`,
  'contract.test.ts': 'test/processors/acmepay.test.ts',
  'page.md': 'docs/operators/providers/acmepay.md',
} as const

/** @returns the files of a new provider by their paths, or why the name cannot be used */
export function layout(name: string): ReadonlyMap<string, string> | string {
  if (!NAME.test(name))
    return 'the name must be 2 to 30 characters of a-z 0-9, beginning with a letter: pawapay'
  const Name = name.charAt(0).toUpperCase() + name.slice(1)
  const named = (text: string) =>
    text.replaceAll('acmepay', name).replaceAll('Acmepay', Name).replaceAll('ACMEPAY', name.toUpperCase())
  return new Map(
    Object.entries(FILES).map(([template, path]) => [
      named(path),
      named(readFileSync(join(ROOT, 'tools/new-provider', `${template}.txt`), 'utf8')),
    ]),
  )
}

/** The list of providers with the new one. */
export const listedIn = (list: string, name: string): string =>
  list
    .replace(/^(import .+\n)/m, `$1import { ${name} } from './${name}/${name}.ts'\n`)
    .replace(/\n]\n/, `\n  ${name},\n]\n`)

/** The page of all providers with a new row, in the order of the codes. */
export function rowIn(page: string, name: string): string {
  const Name = name.charAt(0).toUpperCase() + name.slice(1)
  const row = `| \`${name}\` | Malaysia | ONLINE in MYR | – | – | [${Name}](providers/${name}.md) |`
  const lines = page.split('\n')
  const isBefore = (line: string): boolean => {
    const [, code] = /^\| `([a-z0-9]+)` \|.*\(providers\//.exec(line) ?? []
    return code !== undefined && code < name
  }
  return lines.toSpliced(lines.findLastIndex(isBefore) + 1, 0, row).join('\n')
}

/** @returns the text to print; never overwrites a file, and adds a line to the two lists */
export function write(root: string, name: string): { readonly ok: boolean; readonly said: string } {
  const files = layout(name)
  if (typeof files === 'string') return { ok: false, said: files }
  const there = [...files.keys()].filter((path) => existsSync(join(root, path)))
  if (there.length > 0)
    return { ok: false, said: `there is already ${there.join(', ')}; nothing was written` }
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const change = (path: string, to: (text: string) => string) =>
    writeFileSync(join(root, path), to(readFileSync(join(root, path), 'utf8')))
  change(LIST, (text) => listedIn(text, name))
  change(OVERVIEW, (text) => rowIn(text, name))
  const said = [
    ...[...files.keys()].map((path) => `written: ${path}`),
    `changed: ${LIST}, ${OVERVIEW}`,
    `Next: npm run docs, then npx vitest run ${NATIVE}/${name} test/processors/${name}.test.ts test/docs,`,
    'and docs/contributing/provider.md, which leads on from there.',
  ]
  return { ok: true, said: said.join('\n') }
}

if (import.meta.main) {
  const name = process.argv[2] ?? ''
  const { ok, said } = write(ROOT, name)
  // Imports are sorted, so the name has its place among them.
  if (ok)
    execFileSync(
      'npx',
      ['biome', 'check', '--write', LIST, `${NATIVE}/${name}`, `test/processors/${name}.test.ts`],
      {
        cwd: ROOT,
        stdio: 'ignore',
      },
    )
  console.log(said)
  process.exitCode = ok ? 0 : 2
}
