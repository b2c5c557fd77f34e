/** What Wompi's answers come to, whatever was asked. Pure. */
import { readAs } from '../answers.ts'
import { refusalsBy } from '../refusals.ts'
import { listed } from '../status-codes.ts'
import { ERRORS, errorOf, FIELDS, One, ownerOf, Several, type WompiTransaction } from './read.ts'

/** The status or the error's type, for the record. */
export const statusCodeOf = (body: unknown): string | undefined =>
  readAs(One, body)?.data.status ?? readAs(Several, body)?.data.at(-1)?.status ?? errorOf(body)?.type

/** Of this reference, in pesos, and of this merchant where it says whose it is. By whatever method it was paid. */
export const isOf = (transaction: WompiTransaction, reference: string, publicKey: string): boolean =>
  transaction.reference === reference &&
  transaction.currency === 'COP' &&
  (ownerOf(transaction) ?? publicKey) === publicKey

const FIELD = /^[a-z_]{1,40}$/

/** `exists`: there is a transaction under this reference: what was lost is its answer. */
export const { refusalOf, unanswered } = refusalsBy({
  title: 'Wompi',
  errors: ERRORS,
  codeOf: ({ body }) => errorOf(body)?.type,
  meaningOf: ({ body }) => {
    const { type, fields = [] } = errorOf(body) ?? {}
    const means = listed(ERRORS, type)
    if (means === undefined) return undefined
    if (fields.includes('reference')) return 'exists'
    const byField = fields.map((field) => listed(FIELDS, field)).find((each) => each !== undefined)
    return byField ?? means
  },
  missingIs: 'UNHEALTHY',
  besides: ({ body }) =>
    errorOf(body)
      ?.fields.filter((field) => FIELD.test(field))
      .join(' '),
})
