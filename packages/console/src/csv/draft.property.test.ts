/** The law of the form: every mapping that there can be is shown and said without a loss. */
import {
  COLUMN_NAMES,
  type CsvMapping,
  checkCsvMapping,
  DELIMITERS,
  ENCODINGS,
  KNOWN_MAPPINGS,
} from '@sluice/gateway/reconciliation/csv-mapping.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkedDraft, draftFromJson, draftOf, jsonOf } from './draft.ts'

const number = fc.integer({ min: 1, max: 200 })
const head = fc.string({ minLength: 1, maxLength: 100 }).filter((text) => text.trim() !== '')
const column = fc.oneof(number, head, fc.constantFrom('3', ' Amount', '#1'))
const texts = fc.array(column, { maxLength: 10 })
const words = fc.array(fc.string({ maxLength: 40 }), { maxLength: 20 })
const anyMapping = fc
  .record({
    encoding: fc.constantFrom(...ENCODINGS),
    delimiter: fc.constantFrom(...DELIMITERS),
    skipLines: fc.integer({ min: 0, max: 200 }),
    headerRow: fc.boolean(),
    quotes: fc.constantFrom(undefined, true, false),
    fieldCount: fc.option(fc.integer({ min: 2, max: 200 }), { nil: undefined }),
    columns: fc
      .uniqueArray(fc.constantFrom(...COLUMN_NAMES))
      .chain((names) =>
        fc.record(Object.fromEntries([...names, 'bookedAt', 'credit'].map((name) => [name, column]))),
      ),
    remittance: texts,
    dateFormat: fc.constantFrom('DD/MM/YYYY', 'D MMM YY HH:mm', 'BBBB年MM月DD日', 'YYYYMMDD'),
    decimalSign: fc.constantFrom('.', ','),
    creditWords: words,
    debitWords: words,
    narrative: texts,
    utcOffset: fc.constantFrom('+00:00', '-03:00', '+05:30', '+14:59'),
    skipRowsWithoutDate: fc.boolean(),
  })
  .map(checkCsvMapping)
const mappings: fc.Arbitrary<CsvMapping> = anyMapping
  .filter((checked) => checked.ok)
  .map((checked) => {
    if (!checked.ok) throw new Error('filtered')
    return checked.value
  })

describe('a mapping', () => {
  it('is said by the form that shows it', () => {
    fc.assert(
      fc.property(
        mappings,
        (mapping) => void expect(checkedDraft(draftOf(mapping)).mapping).toEqual(mapping),
      ),
    )
  })

  it('is the same again as JSON that somebody copies and pastes', () => {
    fc.assert(
      fc.property(mappings, (mapping) => {
        const draft = draftOf(mapping)
        expect(draftFromJson(jsonOf(draft))).toEqual(draft)
      }),
    )
  })
})

it.each(KNOWN_MAPPINGS)('the ready-made $name is said by the form that shows it', ({ mapping }) => {
  expect(checkedDraft(draftOf(mapping)).mapping).toEqual(mapping)
})

it('what is wrong stands at its field, before anything is sent', () => {
  const [known] = KNOWN_MAPPINGS
  if (!known) throw new Error('there are ready-made ones')
  const draft = { ...draftOf(known.mapping), skipLines: 'three', utcOffset: '7', decimalSign: '' }
  expect([...checkedDraft(draft).faults]).toEqual([
    ['/skipLines', 'must be a whole number from 0 to 200'],
    ['/decimalSign', 'Choose the decimal separator'],
    ['/utcOffset', 'must look like +00:00'],
  ])
})

it.each([
  ['{"columns": ', /^is not JSON/],
  ['{"columns": {"bookedAt": "Date"}}', 'columns/amount is mandatory, unless credit and debit are set'],
  ['[]', 'it must be a JSON object'],
])('pasted %s is refused with what is wrong', (text, why) => {
  expect(draftFromJson(text)).toEqual(typeof why === 'string' ? why : expect.stringMatching(why))
})
