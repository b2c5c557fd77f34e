/**
 * What the folders of all providers say of answers alike. What a provider's words mean is for its own folder to say. Pure.
 */
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/schema'
import type { Declined } from '../../processing/port.ts'
import type { OrderFindings, Ping, ProviderFact, Unclear } from './provider.ts'
import type { CallAnswer } from './reach.ts'
import { listed } from './status-codes.ts'

/** @returns undefined where it is not what the schema describes */
export const readAs = <Schema extends TSchema>(schema: Schema, body: unknown): Static<Schema> | undefined =>
  Check(schema, body) ? body : undefined

type Answered = Extract<CallAnswer, { type: 'answer' }>
type Unanswered = Extract<CallAnswer, { type: 'none' }>

/** @returns undefined where it is no success */
export const done = (answer: CallAnswer): Answered | undefined =>
  answer.type === 'answer' && answer.status >= 200 && answer.status < 300 ? answer : undefined

/** @param why for the log: no secret, nothing personal */
export const unclear = (why: string): Unclear => ({ type: 'unclear', why })

/** It was only asked what is there: this try has sent nothing. */
export const onlyRequested = (answer: Unclear): Unclear => ({ ...answer, isUnsent: true })

export const IN_PROGRESS = onlyRequested(unclear('what was sent last may still be on its way'))

export const declined = (reason: Declined['reason'], detail: string): Declined => ({
  type: 'declined',
  reason,
  detail,
})

const NOT_REACHED: Readonly<Record<string, string>> = {
  TIMEOUT: 'it does not answer in time',
  UNREACHABLE: 'it cannot be reached',
  REFUSED_ADDRESS: 'its address is one that the gateway does not connect to',
  NOT_JSON: 'what answers is not its API',
  NO_TOKEN: 'it gives no token: the credentials are not right, or it is down',
  PAUSES: 'it has been asked too often, and is left alone for a moment',
}

/**
 * Why there was no answer, in words.
 * @param own what else it may be with this provider
 */
export const whyUnanswered = (
  { why }: Pick<Unanswered, 'why'>,
  own: Readonly<Record<string, string>> = {},
  otherwise = 'it does not answer',
): string => listed(own, why) ?? listed(NOT_REACHED, why) ?? otherwise

/** It could not be asked who we are. */
export const unreached = (answer: Unanswered, own?: Readonly<Record<string, string>>): Ping => ({
  ok: false,
  why: whyUnanswered(answer, own),
})

/**
 * What became of money that goes to somebody, where the provider has one word for each end of it.
 * @param table what its words mean
 */
export function movedBy(
  table: Readonly<Record<string, 'open' | 'done' | 'failed'>>,
  reference: string,
  status: string,
): Exclude<OrderFindings, { type: 'never' | 'unclear' }> {
  const over = (statusChange: ProviderFact['statusChange']): Extract<OrderFindings, { type: 'known' }> => ({
    type: 'known',
    processorStatus: status,
    facts: [{ fact: `${reference}:${status}`, processorStatus: status, statusChange }],
    isOver: true,
  })
  switch (listed(table, status)) {
    case undefined:
      return { type: 'unlisted', statusCode: status }
    case 'open':
      return { type: 'known', processorStatus: status, facts: [], isOver: false }
    case 'done':
      return over({ type: 'delivered' })
    case 'failed':
      return over({ type: 'failed', failureReason: 'PROCESSOR_ERROR', noMoneyLeft: true })
  }
}
