/**
 * Filters of our own lists. An unknown value is refused: ignored, a misspelled filter would list everything. The filters of the
 * code lists and balances ignore it instead, as the merchants' contract says.
 */
import { METHOD_CODES } from '@sluice/core/catalogue/code-lists.ts'
import { CURRENCIES } from '@sluice/core/catalogue/currencies.ts'
import { fail, succeed } from '@sluice/core/foundation/result.ts'
import { STATUSES, type Status } from '@sluice/core/payment/transitions.ts'
import { Type } from 'typebox'
import { oneOf, readAs } from '../http/reading.ts'
import { listOf } from './caller.ts'

interface Values {
  readonly known: readonly string[]
  /** Accepted, too, although they find nothing here. */
  readonly others?: readonly string[]
  readonly several: boolean
}

/** One value, or with `several` any number of them, separated by commas. An empty text filters nothing. */
function filter({ known, others = [], several }: Values, description: string) {
  const all: ReadonlySet<string> = new Set([...known, ...others])
  const message = `must be ${oneOf(known)}${several ? '; separate several with commas' : ''}`
  return Type.Optional(
    readAs<string>(Type.String({ description }), (value, { path }) => {
      const isKnown =
        typeof value === 'string' &&
        (several ? listOf(value) : [value]).every((each) => each === '' || all.has(each))
      return isKnown ? succeed(value) : fail([{ path, code: 'UNKNOWN_VALUE', message }])
    }),
  )
}

/** @param more said after the values */
export const valuesFilter = (known: readonly string[], more = '') =>
  filter({ known, several: true }, `Comma-separated: ${known.join(', ')}.${more}`)

/** The statuses of other kinds are accepted, too: a report links to several lists with the same statuses. */
export const statusFilter = (known: readonly Status[]) =>
  filter({ known, others: STATUSES, several: true }, `Comma-separated: ${known.join(', ')}.`)

const CURRENCY_CODES = CURRENCIES.map(({ code }) => code)

export const currenciesFilter = filter(
  { known: CURRENCY_CODES, several: true },
  'Currency codes. Comma-separated.',
)
export const currencyFilter = (description: string) =>
  filter({ known: CURRENCY_CODES, several: false }, description)
export const methodFilter = (description: string) =>
  filter({ known: METHOD_CODES, several: false }, description)

/** The form of a code; a text with a NUL cannot even be searched for. */
const CODE = /^[\x21-\x7e]{1,64}$/

/** Operators are too many to list, and come and go. */
export const operatorFilter = (description: string) =>
  Type.Optional(
    readAs<string>(Type.String({ description }), (value, { path }) =>
      typeof value === 'string' && CODE.test(value)
        ? succeed(value)
        : fail([{ path, code: 'INVALID_FORMAT', message: 'must be the code of a payment operator' }]),
    ),
  )
