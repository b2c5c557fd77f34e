import { describe, expect, it } from 'vitest'
import { facts, leaves, shown, table } from './output.ts'

describe('what a command prints', () => {
  it('aligns names and values, and leaves out what is not known', () => {
    expect(
      facts([
        ['id', 'x'],
        ['status', 'NEW'],
        ['why', undefined],
      ]),
    ).toBe('id      x\nstatus  NEW')
  })

  it('aligns rows under their heads', () => {
    expect(
      table(
        ['A', 'LONG'],
        [
          ['value', 1],
          ['v', undefined],
        ],
        'none',
      ),
    ).toBe('A      LONG\nvalue  1\nv      -')
    expect(table(['A'], [], 'none')).toBe('none')
  })

  it('writes money as one value, also deep in a document', () => {
    expect(
      leaves({ fee: { amount: 1.5, currencyCode: 'THB' }, a: { b: ['c'] } }).map(([n, v]) => [n, shown(v)]),
    ).toEqual([
      ['fee', '1.50 THB'],
      ['a.b.0', 'c'],
    ])
  })

  it("lets no stranger's text steer the terminal", () => {
    expect(shown('\u001b[2Jx\n')).toBe('\uFFFD[2Jx\uFFFD')
    expect(facts([['n', { text: '\u0007' }]])).not.toContain('\u0007')
  })

  it('keeps the lines of a text, none of which can pass for a name', () => {
    expect(facts([['text', 'Receipt 1\nid  2\u0007']])).toBe('text  Receipt 1\n      id  2\uFFFD')
  })
})
