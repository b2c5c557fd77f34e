/**
 * What the folders of all providers say of answers alike. What a provider's words mean is for its own folder to say. Pure.
 */
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/schema'
import type { Declined } from '../../processing/port.ts'
import type { Ping, Unclear } from './provider.ts'
import type { Answered, CallAnswer, Unanswered } from './reach.ts'
import { listed } from './status-codes.ts'

/** @returns undefined where it is not what the schema describes */
export const readAs = <Schema extends TSchema>(schema: Schema, body: unknown): Static<Schema> | undefined =>
  Check(schema, body) ? body : undefined

/** @returns undefined where it is no success */
export const done = (answer: CallAnswer): Answered | undefined =>
  answer.type === 'answer' && answer.status >= 200 && answer.status < 300 ? answer : undefined

/** @param why for the log: no secret, nothing personal */
export const unclear = (why: string): Unclear => ({ type: 'unclear', why })

/** Of a request that got no answer: where nothing has left this machine, it is as if nobody had tried. */
export const noAnswer = ({ why, isUnsent }: Unanswered): Unclear => ({
  ...unclear(why),
  ...(isUnsent && { isUnsent }),
})

/** The body of a success, where it is what the schema describes. */
export const readDone = <Schema extends TSchema>(
  schema: Schema,
  answer: CallAnswer,
): Static<Schema> | undefined => readAs(schema, done(answer)?.body)

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
 * Whether an account may be used, by the answer to a harmless question that needs its credentials.
 * @param refused what it means that it lets us in with none of these statuses, by the status
 * @param isFine besides a success: that there is no such thing is an answer for somebody whom it knows
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
