/** Fields for how a CSV statement writes dates and directions. */
import { isSameWord } from '@sluice/gateway/reconciliation/csv-mapping.ts'
import { Field, fieldValue } from '@sluice/ui-kit/form.tsx'
import { useId } from 'preact/hooks'
import { dateFormatsOf, exampleOf } from './dates.ts'
import type { FieldsProps } from './mapping-columns.tsx'
import { cellsOf, wordsIn } from './suggest.ts'

const LONG_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The date format; if the sample can be read in two ways, a choice between the days. */
export function DateFormat({ draft, rows, now, write, faultAt }: FieldsProps) {
  const name = useId()
  const cells = rows ? cellsOf(rows, draft.columns.bookedAt).filter((cell) => /\d/.test(cell)) : []
  const formats = dateFormatsOf(cells, now)
  const examples = formats.flatMap((format) => {
    const example = exampleOf(format, formats, cells)
    return example ? [{ format, cell: example[0], day: LONG_DAY.format(Date.parse(example[1])) }] : []
  })
  const [first] = examples
  const isUndecided = examples.length > 1 && !formats.includes(draft.dateFormat)
  return (
    <>
      {examples.length > 1 && first && (
        <fieldset class="form-part form-wide">
          <legend>Which date is {first.cell}?</legend>
          <p class={isUndecided ? 'fault' : 'hint'}>
            The dates in this sample are ambiguous. Choose the format your bank uses.
          </p>
          <div class="ticks">
            {examples.map(({ format, day }) => (
              <label key={format}>
                <input
                  type="radio"
                  name={name}
                  checked={draft.dateFormat === format}
                  onChange={() => write({ dateFormat: format })}
                />{' '}
                {day} ({format})
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <Field
        label="Date format"
        value={fieldValue(draft.dateFormat, (dateFormat) => write({ dateFormat }))}
        fault={faultAt('dateFormat')}
        hint="Use YYYY, YY, BBBB (Buddhist year), MM, M, MMM (Jan), DD, D, HH, mm, ss. Example: DD/MM/YYYY HH:mm."
      />
    </>
  )
}

const WAYS = [
  ['creditWords', 'money in'],
  ['debitWords', 'money out'],
] as const

type WordList = (typeof WAYS)[number][0]

const holds = (words: readonly string[], word: string): boolean =>
  words.some((each) => isSameWord(each, word))

export const without = (words: readonly string[], word: string): readonly string[] =>
  words.filter((each) => !isSameWord(each, word))

/** Each direction word of the sample with its meaning, then the words that the sample lacks. */
export function Directions(props: FieldsProps) {
  const { draft, rows, write } = props
  const { columns, creditWords, debitWords } = draft
  if (columns.direction === undefined) return null
  const inSample = rows ? wordsIn(rows, columns.direction) : []
  const mean = (word: string, list: string): void =>
    write({
      creditWords: [...without(creditWords, word), ...(list === 'creditWords' ? [word] : [])],
      debitWords: [...without(debitWords, word), ...(list === 'debitWords' ? [word] : [])],
    })
  return (
    <>
      {inSample.length > 0 && (
        <fieldset class="form-part form-wide">
          <legend>Direction values</legend>
          <div class="form-grid">
            {inSample.map((word) => {
              const list = WAYS.find(([name]) => holds(draft[name], word))?.[0] ?? ''
              return (
                <Field
                  key={word}
                  label={word === '' ? 'An empty field' : word}
                  value={fieldValue(list, (next) => mean(word, next))}
                  fault={list === '' ? 'Choose the direction' : undefined}
                  choices={[['', 'Unknown: the line is rejected'], ...WAYS]}
                />
              )
            })}
          </div>
        </fieldset>
      )}
      <OtherWords {...props} name="creditWords" way="money in" />
    </>
  )
}

/** Words that the sample lacks, or all of them if there is no sample. */
export function OtherWords({
  draft,
  rows,
  name,
  way,
  write,
  faultAt,
}: FieldsProps & { readonly name: WordList; readonly way: string }) {
  if (draft.columns.direction === undefined) return null
  const inSample = rows ? wordsIn(rows, draft.columns.direction) : []
  const others = draft[name].filter((word) => !holds(inSample, word))
  const kept = draft[name].filter((word) => holds(inSample, word))
  return (
    <Field
      label={inSample.length > 0 ? `Other values for ${way}` : `Values for ${way}`}
      value={fieldValue(others.join('\n'), (text) =>
        write({ [name]: [...kept, ...(text === '' ? [] : text.split('\n'))] }),
      )}
      lines={4}
      fault={faultAt(name)}
      hint="One per line, case-insensitive."
    />
  )
}
