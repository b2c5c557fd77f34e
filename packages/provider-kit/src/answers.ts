/** Reads answers of providers: what holds for every provider. What a provider's codes mean is in its own folder. Pure. */
import type { Declined } from '@sluice/core/processor/port.ts'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/schema'
import type { Ping, Unclear } from './provider.ts'
import type { Answered, CallAnswer, Unanswered } from './reach.ts'
import { listed } from './status-codes.ts'

/** The body, if it matches the schema. @returns undefined otherwise */
export const readAs = <Schema extends TSchema>(schema: Schema, body: unknown): Static<Schema> | undefined =>
  Check(schema, body) ? body : undefined

/** The answer, if its status is 2xx. @returns undefined otherwise */
export const done = (answer: CallAnswer): Answered | undefined =>
  answer.type === 'answer' && answer.status >= 200 && answer.status < 300 ? answer : undefined

/** The outcome is not known. @param why for the log: no secrets, no personal data */
export const unclear = (why: string): Unclear => ({ type: 'unclear', why })

/** A call got no answer. If nothing left this machine, it counts as not tried. */
export const noAnswer = ({ why, isUnsent }: Unanswered): Unclear => ({
  ...unclear(why),
  ...(isUnsent && { isUnsent }),
})

/** The body of a 2xx answer that matches the schema. @returns undefined otherwise */
export const readDone = <Schema extends TSchema>(
  schema: Schema,
  answer: CallAnswer,
): Static<Schema> | undefined => readAs(schema, done(answer)?.body)

/** The try failed while looking for an earlier one: it has sent nothing itself. */
export const onlyRequested = (answer: Unclear): Unclear => ({ ...answer, isUnsent: true })

export const IN_PROGRESS = onlyRequested(unclear('the last call may still be in progress'))

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
  PAUSES: 'it got too many calls, so there is a short pause',
}

/**
 * Explains in words why a call got no answer.
 * @param own further reasons that only this provider has
 */
export const whyUnanswered = (
  { why }: Pick<Unanswered, 'why'>,
  own: Readonly<Record<string, string>> = {},
  otherwise = 'it does not answer',
): string => listed(own, why) ?? listed(NOT_REACHED, why) ?? otherwise

/** The connection test failed: there was no answer. */
export const unreached = (answer: Unanswered, own?: Readonly<Record<string, string>>): Ping => ({
  ok: false,
  why: whyUnanswered(answer, own),
})

/**
 * The result of a connection test: a harmless call that needs the credentials.
 * @param refused what a status means, by status: `{ 401: 'it refuses the API key' }`
 * @param isFine accepts an answer that is no 2xx, such as "not found", which also proves that the credentials work
 */
export function pingOf(
  answer: CallAnswer,
  refused: Readonly<Record<number, string>>,
  isFine: (answer: Answered) => boolean = () => false,
  own?: Readonly<Record<string, string>>,
): Ping {
  if (answer.type === 'none') return unreached(answer, own)
  if (done(answer) || isFine(answer)) return { ok: true }
  return { ok: false, why: listed(refused, answer.status) ?? `it answers with status ${answer.status}` }
}
