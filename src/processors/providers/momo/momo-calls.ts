/** What all calls to MoMo share: one form of request, its signature, and what an answer that is no success comes to. */

import type { Payment } from '../../../payments/model.ts'
import { unclear } from '../answers.ts'
import { neverOr } from '../findings.ts'
import type { AccountStanding, OrderFindings, ProviderOrder, Unclear } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { refusalsBy } from '../refusals.ts'
import { listed } from '../status-codes.ts'
import { CALLS, codeIn, nameIn, OUTCOMES } from './read.ts'
import { type MomoKeys, type MomoSigned, signatureOf } from './signing.ts'

export interface MomoContext extends AccountStanding {
  readonly keys: MomoKeys
  /** How many it has asked. */
  readonly questions: { count: number }
}

/** MoMo wants its callers to wait for 30 s. Nobody who creates a payment can: what comes later is asked about. */
export const CREATE_WITHIN_MS = 8_000
export const INQUIRE_WITHIN_MS = 10_000
/** As long as a call may take, and wait before that for its turn: what was sent last has arrived, or never will. */
export const LAST_HAS_ENDED_MS = 30_000

export interface MomoCall {
  readonly operation: string
  /** Beneath `/v2/gateway/api`. */
  readonly path: string
  readonly payment?: Payment
  readonly isProbe?: true
  readonly timeoutMs: number
}

/** @param signed what its signature is over, besides who we are @param unsigned what it has besides */
export function post(
  { calls, keys }: MomoContext,
  { path, ...call }: MomoCall,
  signed: MomoSigned,
  unsigned: object = {},
): Promise<CallAnswer> {
  const own = { partnerCode: keys.partnerCode, ...signed }
  return calls.call({
    ...call,
    method: 'POST',
    path: `/v2/gateway/api${path}`,
    body: { ...own, ...unsigned, lang: 'en', signature: signatureOf(own, keys) },
    statusCodeOf: codeIn,
  })
}

/**
 * Each question is a request of its own: a request ID that comes again is answered as it was before, or not at all. Two nodes that ask in the
 * same millisecond may get the same answer, which is of that millisecond. At most 50 characters.
 */
export function questionId({ clock, questions }: MomoContext, reference: string): string {
  questions.count = (questions.count + 1) % 46_656
  return `${reference}-${clock.now().toString(36)}${questions.count.toString(36)}`
}

/** What is known of an order ID: of payins, and of payouts too. */
export function query(context: MomoContext, order: ProviderOrder, reference: string): Promise<CallAnswer> {
  return post(
    context,
    { operation: 'read', path: '/query', payment: order.payment, timeoutMs: INQUIRE_WITHIN_MS },
    { orderId: reference, requestId: questionId(context, reference) },
  )
}

/** Of this merchant, and of this reference. */
export const isAbout = (context: MomoContext, reference: string, body: unknown): boolean => {
  const named = nameIn(body)
  return named?.partnerCode === context.keys.partnerCode && named.orderId === reference
}

/** What an answer says of the transaction that it is about. */
export type MomoAnswer = { readonly type: 'answered'; readonly code: string; readonly body: unknown }

/** @returns `missing`: MoMo knows of none with this reference */
export function answerOf(
  context: MomoContext,
  reference: string,
  answer: CallAnswer,
): MomoAnswer | 'missing' | Unclear {
  if (answer.type === 'none') return unclear(answer.why)
  const code = codeIn(answer.body)
  if (answer.status >= 500 || code === undefined) return unclear(`status ${answer.status}`)
  if (listed(CALLS, code) === 'missing') return 'missing'
  if (listed(CALLS, code) !== undefined) return odd(answer)
  return isAbout(context, reference, answer.body)
    ? { type: 'answered', code, body: answer.body }
    : unclear('a transaction that is not the one that was asked about')
}

/** What MoMo has accepted it cannot have lost: that is asked about further. */
export const missing = (order: ProviderOrder): OrderFindings =>
  neverOr(order, 'MoMo knows nothing more of what it has accepted')

/**
 * What came is no transaction: a refusal that is listed, or unclear. `odd`: an answer that says neither yes nor no. A code that is not listed is
 * named, so that it is counted.
 */
export const { declineOf: refusalOf, unanswered: odd } = refusalsBy({
  title: 'MoMo',
  errors: CALLS,
  codeOf: ({ body }) => codeIn(body),
  isRefusal: () => true,
  isDescribed: (code) => listed(OUTCOMES, code) !== undefined,
})
