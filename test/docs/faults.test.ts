/** One vocabulary of faults: whatever a room writes as the code of a fault is in the table, and the table is what is used. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAULT_CODES } from '@sluice/core/foundation/faults.ts'
import { expect, it } from 'vitest'
import { ROOT } from '../../tools/docs.ts'
import { serverSources } from '../setup/sources.ts'

const SOURCES = serverSources()
  .filter((path) => !path.endsWith('foundation/faults.ts'))
  .map((path) => readFileSync(join(ROOT, path), 'utf8'))

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
