/** One vocabulary of faults: whatever a room writes as the code of a fault is in the table, and the table is what is used. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FAULT_CODES } from '../../src/foundation/faults.ts'

const SRC = join(import.meta.dirname, '../../src')

const SOURCES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.includes('.test.') && path !== 'foundation/faults.ts')
  .map((path) => readFileSync(join(SRC, path), 'utf8'))

it('every code of a fault has a meaning, in a sentence that goes on after «the field …»', () => {
  for (const [code, meaning] of Object.entries(FAULT_CODES)) {
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/)
    expect(meaning).toMatch(/^(is|does|has|holds|matches|contradicts) .+[^.]$/)
  }
})

it('no code stands in the table that nothing gives', () => {
  const unused = Object.keys(FAULT_CODES).filter(
    (code) => !SOURCES.some((text) => text.includes(`'${code}'`)),
  )
  expect(unused).toEqual([])
})

it('faults are written with their type: an object with path and message takes its code from the table', () => {
  const written = SOURCES.flatMap((text) => [
    ...text.matchAll(/path(?::[^{}]{1,120}?)?,\s*code: '([A-Z_]+)',\s*message/g),
  ]).map(([, code]) => code ?? '')
  expect(written.length).toBeGreaterThan(20)
  expect(written.filter((code) => !Object.hasOwn(FAULT_CODES, code))).toEqual([])
})
