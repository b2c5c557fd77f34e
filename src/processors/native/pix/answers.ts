/** What the answers of a bank to our calls come to, whatever was asked. Pure. */
import { paddedAmountText } from '../../../foundation/money.ts'
import type { Declined } from '../../port.ts'
import { movedBy, readAs, unclear } from '../answers.ts'
import type { OrderFindings, ProviderFact, ProviderOrder, Unclear } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { listed } from '../words.ts'
import { type Cob, type Devolucao, ERRORS, errorCode, MOVING_STATUS, type SentPix } from './read.ts'

/** Always with both decimals: 250.50. */
export const digits = ({ money: { amountMinor } }: ProviderOrder['payment']): string =>
  paddedAmountText(amountMinor, 2)

export const NOT_REACHED: Readonly<Record<string, string>> = {
  NO_TOKEN:
    'it gives no token: client ID, secret or certificate are not right, the application lacks a scope, or it is down',
  UNREACHABLE: 'it cannot be reached, or refuses our certificate',
}

export const NO_PIX: Declined = {
  type: 'declined',
  reason: 'METHOD',
  detail: 'the payin was not paid by a Pix that it knows',
}
export const NO_PAYOUTS: Declined = {
  type: 'declined',
  reason: 'METHOD',
  detail: 'it sends no money by this method',
}

/** The status or the error's code, for the record. */
export const wordOf =
  (schema: typeof Cob | typeof Devolucao | typeof SentPix) =>
  (body: unknown): string | undefined =>
    readAs(schema, body)?.status ?? errorCode(body)

/** What is not a success: a refusal that the specification lists, or unclear. */
export function refusalOf(answer: CallAnswer): Declined | Unclear {
  if (answer.type === 'none')
    return { ...unclear(answer.why), ...(answer.isUnsent && { isUnsent: answer.isUnsent }) }
  const code = errorCode(answer.body)
  const means = listed(ERRORS, code)
  // Listed errors are the client's; whatever comes with 5xx may have been done.
  if (answer.status >= 400 && answer.status < 500 && means !== undefined && means !== 'unclear')
    return {
      type: 'declined',
      reason: means === 'missing' ? 'METHOD' : means,
      detail: `the bank refuses it: ${code}`,
    }
  return unclear(`status ${answer.status} ${code ?? ''}`.trim())
}

/** @returns undefined where it was found */
export function notFound(
  answer: CallAnswer,
): Extract<OrderFindings, { type: 'never' | 'unclear' }> | undefined {
  if (answer.type === 'none') return unclear(answer.why)
  if (answer.status === 200) return undefined
  const code = errorCode(answer.body)
  const isMissing = answer.status < 500 && code !== undefined && listed(ERRORS, code) === 'missing'
  return isMissing ? { type: 'never' } : unclear(`status ${answer.status} ${code ?? ''}`.trim())
}

export const removed = (reference: string, status: string): ProviderFact => ({
  fact: `${reference}:${status}`,
  processorStatus: status,
  news: { type: 'expired' },
})

/** Of money that goes to somebody. */
export const moved = (reference: string, status: string) => movedBy(MOVING_STATUS, reference, status)

/** Left out it is taken for ours: it was asked for by our reference. */
export const isOf = (
  { payment, reference }: ProviderOrder,
  { idEnvio = reference, valor = digits(payment) }: SentPix,
): boolean => idEnvio === reference && valor === digits(payment)
