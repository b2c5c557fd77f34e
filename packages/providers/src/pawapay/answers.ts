/** Reads answers of pawaPay. Pure. */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import { isAmountOf } from '@sluice/provider-kit/amounts.ts'
import { declined, noAnswer, readAs, unclear } from '@sluice/provider-kit/answers.ts'
import { ended, factOf, known } from '@sluice/provider-kit/findings.ts'
import type { OrderFindings, ProviderFact, ProviderOrder, Unclear } from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import {
  DEPOSIT_FAILURES,
  failureCode,
  INITIATION,
  Initiation,
  PAYOUT_FAILURES,
  REFUND_FAILURES,
  REJECTIONS,
  Search,
  STATUSES,
  type Transaction,
} from './read.ts'

/** pawaPay's kind of a payment. */
export interface Kind {
  readonly path: '/v2/deposits' | '/v2/payouts' | '/v2/refunds'
  readonly id: 'depositId' | 'payoutId' | 'refundId'
}
const DEPOSIT: Kind = { path: '/v2/deposits', id: 'depositId' }
const PAYOUT: Kind = { path: '/v2/payouts', id: 'payoutId' }
const REFUND: Kind = { path: '/v2/refunds', id: 'refundId' }

export function kindOf({ kind, request }: Payment): Kind {
  if (kind === 'payin') return DEPOSIT
  return kind === 'refund' && request.refund?.route === 'NATIVE' ? REFUND : PAYOUT
}

export type Initiated =
  | { readonly type: 'accepted' }
  /** There is a payment with this ID already. */
  | { readonly type: 'known before' }
  | Declined
  | Unclear

/** For a first try. On a later one `declined` is uncertain. */
export function initiatedIn(reference: string, answer: CallAnswer): Initiated {
  if (answer.type === 'none') return noAnswer(answer)
  const said = answer.status === 200 ? readAs(Initiation, answer.body) : undefined
  if (!said) return errorOf(answer.status, failureCode(answer.body))
  const named = said.depositId ?? said.payoutId ?? said.refundId
  if (named !== undefined && named !== reference) return unclear('an answer about another payment')
  const meaning = listed(INITIATION, said.status)
  if (meaning === 'rejected') return errorOf(answer.status, said.failureReason?.failureCode)
  if (meaning === undefined) return { ...unclear(`status ${said.status}`), unlisted: said.status }
  if (named === undefined) return unclear('an answer about no payment')
  return { type: meaning }
}

/** Rejections have status 200, refusals of the request 4xx; with 5xx it may have been carried out. */
function errorOf(status: number, code: string | undefined): Declined | Unclear {
  const reason = listed(REJECTIONS, code)
  if (code !== undefined && reason === undefined)
    return { ...unclear(`status ${status} ${code}`), unlisted: code }
  if (status >= 500 || reason === undefined || reason === 'unclear')
    return unclear(`status ${status} ${code ?? ''}`.trim())
  return declined(reason, `pawaPay rejects it: ${code}`)
}

/** A payment that exists and is the one requested. */
export type Sought =
  | { readonly type: 'found'; readonly transaction: Transaction }
  | { readonly type: 'never' }
  | Unclear

export function foundIn(
  { payment, reference }: Pick<ProviderOrder, 'payment' | 'reference'>,
  answer: CallAnswer,
): Sought {
  if (answer.type === 'none') return unclear(answer.why)
  const said = answer.status === 200 ? readAs(Search, answer.body) : undefined
  if (!said) return unclear(`status ${answer.status} ${failureCode(answer.body) ?? ''}`.trim())
  if (said.status === 'NOT_FOUND') return { type: 'never' }
  const { data } = said
  if (said.status !== 'FOUND') return { ...unclear('a search of another status'), unlisted: said.status }
  if (!data) return unclear('a search that has found nothing')
  if (data[kindOf(payment).id] !== reference) return unclear('an answer about another payment')
  return isAmountOf(payment.money, data.amount, data.currency)
    ? { type: 'found', transaction: data }
    : unclear('a payment of another amount or currency')
}

export function findingsOf(
  { payment, reference }: Pick<ProviderOrder, 'payment' | 'reference'>,
  { status, failureReason }: Transaction,
): OrderFindings {
  switch (listed(STATUSES, status)) {
    case undefined:
      return { type: 'unlisted', statusCode: status }
    case 'open':
      return known(status)
    case 'done':
      // A deposit pays once; a refund names its ID.
      return payment.kind === 'payin'
        ? known(status, [factOf(reference, status, { type: 'paid', received: payment.money })])
        : ended(reference, status, { type: 'delivered' })
    case 'failed': {
      const code = failureReason?.failureCode ?? 'UNSPECIFIED_FAILURE'
      const statusChange = listed(failuresOf(payment), code)
      if (!statusChange) return { type: 'unlisted', statusCode: `${status}.${code}` }
      return known(status, [factOf(`${reference}:${status}`, code, statusChange)])
    }
  }
}

function failuresOf({ kind }: Payment): Readonly<Record<string, ProviderFact['statusChange']>> {
  if (kind === 'payin') return DEPOSIT_FAILURES
  return kind === 'refund' ? REFUND_FAILURES : PAYOUT_FAILURES
}

/** Shown on the phone: 4 to 22 letters, digits and spaces, or nothing. */
export function customerMessage(merchantName: string): string | undefined {
  const plain = merchantName
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, 22)
    .trim()
  return plain.length >= 4 ? plain : undefined
}
