/** The usual outcomes of accepting a payment and of a status inquiry. Pure. */
import type { Receiving } from '@sluice/core/catalogue/payment-method.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { unclear } from './answers.ts'
import type { OrderAnswer, OrderFindings, ProviderFact, ProviderOrder } from './provider.ts'
import { listed } from './status-codes.ts'

type StatusChange = ProviderFact['statusChange']
type Known = Extract<OrderFindings, { type: 'known' }>

/** The provider knows the payment. @param isOver nothing more can happen there; default: if there is a fact */
export const known = (
  processorStatus: string,
  facts: readonly ProviderFact[] = [],
  isOver = facts.length > 0,
): Known => ({ type: 'known', processorStatus, facts, isOver })

/** @param fact its name: see `ProviderFact` */
export const factOf = (
  fact: string,
  processorStatus: string,
  statusChange: StatusChange,
  about?: ProviderFact['about'],
): ProviderFact => ({ fact, processorStatus, statusChange, ...(about && { about }) })

/** The payment has ended with one fact, which is named `name:status`. */
export const ended = (
  name: string,
  status: string,
  statusChange: StatusChange,
  about?: ProviderFact['about'],
): Known => known(status, [factOf(`${name}:${status}`, status, statusChange, about)])

/** A status that the table does not have. It settles nothing and is counted. */
export const unlisted = (statusCode: string): OrderFindings => ({ type: 'unlisted', statusCode })

/** Failed. Nobody but the payee's provider has the money, for whatever reason. */
export const FAILED: StatusChange = { type: 'failed', failureReason: 'PROCESSOR_ERROR' }
/** Failed, and certainly no money has left. A refund may take another route. */
export const NOTHING_LEFT: StatusChange = {
  type: 'failed',
  failureReason: 'PROCESSOR_ERROR',
  noMoneyLeft: true,
}

/** The money came back. If the payment was a success it is returned; otherwise `otherwise` holds. */
export const returnedOr = ({ status, money }: Payment, otherwise: StatusChange): StatusChange =>
  status === 'SUCCESS' ? { type: 'returned', received: money } : otherwise

/**
 * What the status of outgoing money means for its payment.
 * @param ends how it `failed`, default: no money has left; how it ends if it was `returned` without having arrived, default: it failed; and
 * why it was `refused`
 */
export function movedAs(
  payment: Payment,
  meaning: 'done' | 'failed' | 'returned' | 'refused',
  ends: { readonly failed?: StatusChange; readonly returned?: StatusChange; readonly refused?: string } = {},
): StatusChange {
  const { failed = NOTHING_LEFT, returned = failed, refused: reason = '' } = ends
  switch (meaning) {
    case 'done':
      return { type: 'delivered' }
    case 'returned':
      return returnedOr(payment, returned)
    case 'refused':
      // A refund that was refused here may take another route.
      return payment.kind === 'refund' ? failed : { type: 'refused', reason }
    case 'failed':
      return failed
  }
}

/**
 * Reads a status by a provider's table. The meaning `open` means that nothing is decided.
 * @param name of what the status is about; with the status it names the fact
 * @param statusChangeOf what every other meaning does, as a `switch` over all of them
 */
export function settled<Meaning extends string>(
  table: Readonly<Record<string, Meaning>>,
  name: string,
  status: string,
  statusChangeOf: (meaning: Exclude<Meaning, 'open'>) => StatusChange,
  about?: ProviderFact['about'],
): Exclude<OrderFindings, { type: 'never' | 'unclear' }> {
  const meaning = listed(table, status)
  if (meaning === undefined) return { type: 'unlisted', statusCode: status }
  return isSettled(meaning) ? ended(name, status, statusChangeOf(meaning), about) : known(status)
}

const isSettled = <Meaning extends string>(meaning: Meaning): meaning is Exclude<Meaning, 'open'> =>
  meaning !== 'open'

/** Outgoing money whose status table has only `open`, `done` and `failed`. */
export const movedBy = (
  table: Readonly<Record<string, 'open' | 'done' | 'failed'>>,
  name: string,
  status: string,
  about?: ProviderFact['about'],
) =>
  settled(
    table,
    name,
    status,
    (meaning) => (meaning === 'done' ? { type: 'delivered' } : NOTHING_LEFT),
    about,
  )

/** The provider has accepted the payment. @param processorRef the provider's own ID of it, or what status inquiries need */
export const accepted = (
  processorRef: string,
  processorStatus: string,
  receiving: Receiving = {},
): Extract<OrderAnswer, { type: 'accepted' }> => ({
  type: 'accepted',
  receiving,
  processorRef,
  processorStatus,
})

/** The provider does not know the payment. If it once did, that proves nothing. @param why in that case */
export const neverOr = ({ payment }: Pick<ProviderOrder, 'payment'>, why: string): OrderFindings =>
  payment.processorRef === undefined ? { type: 'never' } : unclear(why)
