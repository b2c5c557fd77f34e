import { describe, expect, it } from 'vitest'
import { CALLS, OUTCOMES } from './read.ts'
import SAMPLE from './samples/momo.json' with { type: 'json' }

describe('the result codes of the documentation', () => {
  it('are all known, each in one table, and none besides', () => {
    const listed = [...new Set([...SAMPLE.codes, ...SAMPLE.codesOfPayouts])].map(String)
    expect([...Object.keys(OUTCOMES), ...Object.keys(CALLS)].toSorted()).toEqual(listed.toSorted())
  })

  it('end nothing that MoMo does not call final', () => {
    for (const code of SAMPLE.notFinal) expect(OUTCOMES[code] ?? 'open').toBe('open')
  })
})
