/** What is known of a payment at a provider, in the few forms that it has. Pure. */
import type { Receiving } from '../../catalogue/payment-method.ts'
import type { Payment } from '../../payments/model.ts'
import { unclear } from './answers.ts'
import type { OrderAnswer, OrderFindings, ProviderFact, ProviderOrder } from './provider.ts'
import { listed } from './status-codes.ts'

type StatusChange = ProviderFact['statusChange']
type Known = Extract<OrderFindings, { type: 'known' }>

/** @param isOver nothing more can become of it there; left out: once there is a fact */
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

/** It has ended with this one fact, which is named by what it is about and the status. */
export const ended = (
  name: string,
  status: string,
  statusChange: StatusChange,
  about?: ProviderFact['about'],
): Known => known(status, [factOf(`${name}:${status}`, status, statusChange, about)])

/** A status that its table does not have: it settles nothing, and is counted. */
export const unlisted = (statusCode: string): OrderFindings => ({ type: 'unlisted', statusCode })

/** Nobody has the money but the payee's provider, for whatever reason. */
export const FAILED: StatusChange = { type: 'failed', failureReason: 'PROCESSOR_ERROR' }
/** No money has left, for certain: a refund goes another route. */
export const NOTHING_LEFT: StatusChange = {
  type: 'failed',
  failureReason: 'PROCESSOR_ERROR',
  noMoneyLeft: true,
}

/** Its money came back: of what is known to have arrived it was returned; otherwise it never arrived, and `otherwise` holds. */
export const returnedOr = ({ status, money }: Payment, otherwise: StatusChange): StatusChange =>
  status === 'SUCCESS' ? { type: 'returned', received: money } : otherwise

/**
 * What a status says, by a table of a provider. `open`: nothing yet.
 * @param name of what it is about: with the status it names the fact
 * @param statusChangeOf every other meaning, by a `switch` over all of them
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

/** Money that goes to somebody, where the provider has one status for each end of it. */
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

/** @param processorRef by what the provider knows it, or by what it is asked about later */
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

/** It was there: that the provider knows nothing of it any more says nothing. */
export const neverOr = ({ payment }: Pick<ProviderOrder, 'payment'>, why: string): OrderFindings =>
  payment.processorRef === undefined ? { type: 'never' } : unclear(why)
