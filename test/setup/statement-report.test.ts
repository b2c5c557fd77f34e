import { describe, expect, it } from 'vitest'
import { missedOn } from './statement-report.ts'
import { writtenStatements } from './statements.ts'

const ran = (embedded: readonly string[], postgres: readonly string[]) => ({
  embedded: new Set(embedded),
  postgres: new Set(postgres),
})

describe('a whole run of the tests', () => {
  it('is one in which every statement of the sources ran on both engines', () => {
    expect(missedOn(ran(['payment_one'], ['payment_one']), ['payment_one'])).toEqual([])
  })

  it.each([
    ['on one engine alone', ran(['payment_one'], []), ['payment_one did not run on postgres']],
    ['on none', ran([], []), ['payment_one did not run on embedded', 'payment_one did not run on postgres']],
  ])('names a statement that ran %s', (_, seen, missed) => {
    expect(missedOn(seen, ['payment_one'])).toEqual(missed)
  })

  it('wants those whose names are composed on both as well, and none that tests made up', () => {
    expect(missedOn(ran(['invariant_books'], ['made_up_by_a_test']), [])).toEqual([
      'invariant_books did not run on postgres',
    ])
  })

  it('wants of one engine only what is there for that engine', () => {
    expect(missedOn(ran([], ['node_announce']), ['node_announce'])).toEqual([])
    expect(missedOn(ran(['node_announce'], []), ['node_announce'])).toEqual([
      'node_announce did not run on postgres',
    ])
  })

  it('knows the statements by how the sources write them', () => {
    expect(writtenStatements()).toEqual(expect.arrayContaining(['payment_one', 'journal_create_payins']))
    expect(writtenStatements().length).toBeGreaterThan(200)
  })
})
