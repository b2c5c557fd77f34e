/** Reads refusals of Wompi. Pure. */
import { readAs } from '@sluice/provider-kit/answers.ts'
import { refusalsBy } from '@sluice/provider-kit/refusals.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { ERRORS, errorOf, FIELDS, One, ownerOf, Several, type WompiTransaction } from './read.ts'

/** The status or error type, for the record. */
export const statusCodeOf = (body: unknown): string | undefined =>
  readAs(One, body)?.data.status ?? readAs(Several, body)?.data.at(-1)?.status ?? errorOf(body)?.type

/** With this reference, in pesos, and of this merchant if one is named. The method does not matter. */
export const isOf = (transaction: WompiTransaction, reference: string, publicKey: string): boolean =>
  transaction.reference === reference &&
  transaction.currency === 'COP' &&
  (ownerOf(transaction) ?? publicKey) === publicKey

const FIELD = /^[a-z_]{1,40}$/

/** `exists`: there is a transaction with this reference, whose answer was lost. */
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
