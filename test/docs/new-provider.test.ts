import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { write } from '../../tools/new-provider.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-provider-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('a new provider', () => {
  it('is a folder with its tests and its page', () => {
    expect(write(root, 'acmepay').ok).toBe(true)
    const manifest = readFileSync(join(root, 'src/processors/providers/acmepay/acmepay.ts'), 'utf8')
    expect(manifest).toContain("export const acmepay: Provider = {\n  code: 'acmepay',")
    for (const path of [
      'src/processors/providers/acmepay/acmepay.test.ts',
      'docs/operators/providers/acmepay.md',
    ])
      expect(readFileSync(join(root, path), 'utf8')).not.toBe('')
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
