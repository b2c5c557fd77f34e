import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ROOT } from '../../tools/docs.ts'
import { write } from '../../tools/new-provider.ts'

const NATIVE = 'packages/providers/src'
const LISTS = [`${NATIVE}/all-providers.ts`, 'docs/operators/providers.md']

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-provider-'))
  for (const path of LISTS) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    copyFileSync(join(ROOT, path), join(root, path))
  }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

describe('a new provider', () => {
  it('has all files that the tests require, and a row in both lists', () => {
    expect(write(root, 'kasepay').ok).toBe(true)
    expect(textOf(`${NATIVE}/kasepay/kasepay.ts`)).toContain(
      "export const kasepay: Provider = {\n  code: 'kasepay',",
    )
    const files = ['account.ts', 'read.ts', 'samples/kasepay.json', 'fake.fixture.ts', 'kasepay.test.ts']
    const paths = [
      ...files.map((file) => `${NATIVE}/kasepay/${file}`),
      ...['test/processors/kasepay.test.ts', 'docs/operators/providers/kasepay.md'],
    ]
    for (const path of paths) {
      expect(textOf(path)).not.toBe('')
      expect(textOf(path)).not.toMatch(/acmepay/i)
    }
    expect(textOf(`${NATIVE}/all-providers.ts`)).toContain("import { kasepay } from './kasepay/kasepay.ts'")
    expect(textOf(`${NATIVE}/all-providers.ts`)).toMatch(/= \[[^\]]*\n {2}kasepay,\n\]/)
    expect(textOf('docs/operators/providers.md')).toMatch(
      /`ecpay`.*\n.*\[Kasepay\]\(providers\/kasepay\.md\) \|\n.*`momo`/,
    )
  })

  it('is written over nothing that is there', () => {
    write(root, 'acmepay')
    const again = write(root, 'acmepay')
    expect([again.ok, again.said.includes('nothing was written')]).toEqual([false, true])
  })

  it.each(['', 'Acme', '../acme', 'a', 'acme-pay', `a${'b'.repeat(30)}`])('is not named %o', (name) => {
    expect(write(root, name).ok).toBe(false)
  })
})
