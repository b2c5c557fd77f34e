/** What Wompi's answers come to, whatever was asked. Pure. */
import type { Payment } from '../../../payments/model.ts'
import type { Declined } from '../../../processing/port.ts'
import { readAs, unclear } from '../answers.ts'
import type { Unclear } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { listed } from '../status-codes.ts'
import { ERRORS, errorOf, FIELDS, One, ownerOf, Several, type WompiTransaction } from './read.ts'

/** The ledger's minor unit is the cent, as Wompi's is. */
export const centsOf = ({ money: { amountMinor } }: Payment): number => Number(amountMinor)

/** The status or the error's type, for the record. */
export const statusCodeOf = (body: unknown): string | undefined =>
  readAs(One, body)?.data.status ?? readAs(Several, body)?.data.at(-1)?.status ?? errorOf(body)?.type

/** Of this reference, in pesos, and of this merchant where it says whose it is. By whatever method it was paid. */
export const isOf = (transaction: WompiTransaction, reference: string, publicKey: string): boolean =>
  transaction.reference === reference &&
  transaction.currency === 'COP' &&
  (ownerOf(transaction) ?? publicKey) === publicKey

/** Of a transaction that was asked for and is not there: a refusal that the documentation lists, or unclear. */
export function refusalOf(answer: CallAnswer): Declined | Unclear {
  if (answer.type === 'none')
    return { ...unclear(answer.why), ...(answer.isUnsent && { isUnsent: answer.isUnsent }) }
  const error = errorOf(answer.body)
  const means = listed(ERRORS, error?.type)
  const said = `status ${answer.status} ${error?.type ?? ''}`.trim()
  if (!error || answer.status < 400 || answer.status > 499 || means === undefined)
    return { ...unclear(said), ...(error && means === undefined && { unlisted: error.type }) }
  // There is one under this reference: what was lost is its answer.
  if (error.fields.includes('reference')) return unclear('there is a transaction of this reference')
  const fields = error.fields.map((field) => listed(FIELDS, field) ?? 'METHOD')
  const telling = fields.find((each) => each !== 'METHOD')
  return {
    type: 'declined',
    reason: telling ?? (means === 'missing' ? 'UNHEALTHY' : means),
    detail: ['Wompi refuses it:', error.type, ...error.fields.filter((field) => FIELD.test(field))].join(' '),
  }
}

const FIELD = /^[a-z_]{1,40}$/
