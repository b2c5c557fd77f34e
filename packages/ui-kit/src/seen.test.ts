import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mergedWith } from './seen.ts'

const fields = fc.record({ name: fc.string(), colour: fc.string(), url: fc.string() })

it('keeps what was typed, and takes what somebody else has changed of all else', () => {
  fc.assert(
    fc.property(fields, fields, fields, (seen, now, typed) => {
      const merged = mergedWith<string>(seen, now, typed)
      for (const name of ['name', 'colour', 'url'] as const) {
        expect(merged.typed[name]).toBe(typed[name] === seen[name] ? now[name] : typed[name])
        expect(merged.changed.includes(name)).toBe(seen[name] !== now[name])
      }
    }),
  )
})
