/** Reads answers of a bank to our calls. Pure. */
import { paddedAmountText } from '@sluice/core/foundation/money.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import { declined, noAnswer, readAs, unclear } from '@sluice/provider-kit/answers.ts'
import { movedBy } from '@sluice/provider-kit/findings.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder, Unclear } from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { Cob, Devolucao, ERRORS, errorCode, isProblem, MOVING_STATUS, SentPix } from './read.ts'

/** Always with both decimals: 250.50. */
export const digits = ({ money: { amountMinor } }: ProviderOrder['payment']): string =>
  paddedAmountText(amountMinor, 2)

export const NOT_REACHED: Readonly<Record<string, string>> = {
  NO_TOKEN:
    'it returns no token: client ID, secret or certificate is wrong, the application lacks a scope, or it is down',
  UNREACHABLE: 'it cannot be reached, or refuses our certificate',
}

export const NO_PIX = declined('METHOD', 'the payin was not paid by a Pix that it knows')
export const NO_PAYOUTS = declined('METHOD', 'it makes no payouts by this method')

/** The status or error code, for the record. */
export const statusCodeOf = (body: unknown): string | undefined =>
  (readAs(Cob, body) ?? readAs(Devolucao, body) ?? readAs(SentPix, body))?.status ?? errorCode(body)

/** Reads an answer that is no success: a documented refusal, or unclear. */
export function refusalOf(answer: CallAnswer): Refused | Declined | Unclear {
  if (answer.type === 'none') return noAnswer(answer)
  const code = errorCode(answer.body)
  const means = listed(ERRORS, code)
  // Documented errors are the client's; with 5xx the request may have been carried out.
  if (answer.status >= 500 || means === undefined || means === 'unclear' || means === 'there')
    return said(answer.status, code)
  if (means === 'payee') return { type: 'refused', reason: 'ACCOUNT_INVALID' }
  const detail = `the bank refuses it: ${code}`
  return declined(means === 'missing' ? 'METHOD' : means, detail)
}

type Refused = Extract<OrderAnswer, { type: 'refused' }>

function said(status: number, code: string | undefined): Unclear {
  const isUnlisted = code !== undefined && listed(ERRORS, code) === undefined
  return { ...unclear(`status ${status} ${code ?? ''}`.trim()), ...(isUnlisted && { unlisted: code }) }
}

/**
 * Whether it may exist already, so that it is looked for before the refusal counts: the bank says so, or an earlier attempt may have made it.
 * Not after too many calls: then the bank has not looked.
 */
export function mayBeThere(answer: CallAnswer, { isFirst }: Pick<ProviderOrder, 'isFirst'>): boolean {
  if (answer.type === 'none' || answer.status >= 500 || answer.status === 429) return false
  const isSaid = answer.status === 409 || listed(ERRORS, errorCode(answer.body)) === 'there'
  return answer.status >= 400 && (isSaid || !isFirst)
}

/** It was refused, and was not found as requested. A refusal of a later try is uncertain. */
export const notThere = (refused: Refused | Declined | Unclear, what: string): Unclear =>
  refused.type === 'unclear' && refused.unlisted !== undefined ? refused : unclear(what)

/** @returns undefined if it was found */
export function notFound(
  answer: CallAnswer,
): Extract<OrderFindings, { type: 'never' | 'unclear' }> | undefined {
  if (answer.type === 'none') return unclear(answer.why)
  if (answer.status === 200) return undefined
  const code = errorCode(answer.body)
  const isMissing =
    code === undefined
      ? answer.status === 404 && isProblem(answer.body)
      : answer.status < 500 && listed(ERRORS, code) === 'missing'
  return isMissing ? { type: 'never' } : said(answer.status, code)
}

/** Outgoing money. */
export const moved = (reference: string, status: string) => movedBy(MOVING_STATUS, reference, status)

/** If left out it is ours: the inquiry was by our reference. */
export const isOf = (
  { payment, reference }: ProviderOrder,
  { idEnvio = reference, valor = digits(payment) }: SentPix,
): boolean => idEnvio === reference && valor === digits(payment)
