/** What all calls to MoMo share: the form of a request, its signature, and how refusals are read. */
import type { Payment } from '@sluice/core/payment/model.ts'
import { unclear } from '@sluice/provider-kit/answers.ts'
import { neverOr } from '@sluice/provider-kit/findings.ts'
import type { AccountStanding, OrderFindings, ProviderOrder, Unclear } from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { refusalsBy } from '@sluice/provider-kit/refusals.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { CALLS, codeIn, nameIn, OUTCOMES } from './read.ts'
import { type MomoKeys, type MomoSigned, signatureOf } from './signing.ts'

export interface MomoContext extends AccountStanding {
  readonly keys: MomoKeys
  /** A counter for request IDs. */
  readonly questions: { count: number }
}

/** MoMo recommends 30 s, but a create cannot wait that long: a status inquiry finds the rest. */
export const CREATE_WITHIN_MS = 8_000
export const INQUIRE_WITHIN_MS = 10_000
/** A call and its waiting time take less, so the last one has arrived or never will. */
export const LAST_HAS_ENDED_MS = 30_000

export interface MomoCall {
  readonly operation: string
  /** Below `/v2/gateway/api`. */
  readonly path: string
  readonly payment?: Payment
  readonly isProbe?: true
  readonly timeoutMs: number
}

/** @param signed the values that the signature covers @param unsigned further values */
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
 * The ID of one inquiry: a repeated request ID gets the old answer or none. Two nodes that ask in the same millisecond may get the same
 * answer, which is as new. At most 50 characters.
 */
export function questionId({ clock, questions }: MomoContext, reference: string): string {
  questions.count = (questions.count + 1) % 46_656
  return `${reference}-${clock.now().toString(36)}${questions.count.toString(36)}`
}

/** The status of an order ID, of payins and payouts. */
export function query(context: MomoContext, order: ProviderOrder, reference: string): Promise<CallAnswer> {
  return post(
    context,
    { operation: 'read', path: '/query', payment: order.payment, timeoutMs: INQUIRE_WITHIN_MS },
    { orderId: reference, requestId: questionId(context, reference) },
  )
}

/** Of this merchant and this reference. */
export const isAbout = (context: MomoContext, reference: string, body: unknown): boolean => {
  const named = nameIn(body)
  return named?.partnerCode === context.keys.partnerCode && named.orderId === reference
}

/** What an answer says about a transaction. */
export type MomoAnswer = { readonly type: 'answered'; readonly code: string; readonly body: unknown }

/** @returns `missing` if MoMo does not know the reference */
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
    : unclear('a transaction that is not the one inquired about')
}

/** MoMo cannot have lost what it has accepted, so inquiries go on. */
export const missing = (order: ProviderOrder): OrderFindings =>
  neverOr(order, 'MoMo no longer knows what it has accepted')

/** Reads answers without a transaction. `odd`: the answer is neither a yes nor a no. */
export const { declineOf: refusalOf, unanswered: odd } = refusalsBy({
  title: 'MoMo',
  errors: CALLS,
  codeOf: ({ body }) => codeIn(body),
  isRefusal: () => true,
  isDescribed: (code) => listed(OUTCOMES, code) !== undefined,
})
