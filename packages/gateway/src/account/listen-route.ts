/**
 * `GET /callbacks/!listen`: the callbacks of a test merchant as server-sent events, for a developer's machine that
 * cannot receive callbacks. The stream ends when its token expires, and within two seconds after its key or secret was
 * removed or its merchant suspended. Live merchants have no such endpoint.
 */
import type { Readable } from 'node:stream'
import { isUuid } from '@sluice/core/foundation/identifiers.ts'
import { Type } from 'typebox'
import { type AnyCall, endpointsIn, type MerchantsContext } from '../api/endpoint.ts'
import type { Listeners } from '../callbacks/listening.ts'
import { EVENT_STREAM_HEADERS, EventStream, LAST_EVENT_ID, TOO_MANY_LISTEN } from '../http/event-stream.ts'
import { httpProblem, ProblemError } from '../http/problems.ts'
import { isOfPerson, type MadeWith } from '../identity/access/grant.ts'
import { holderOf, type MerchantAccess } from '../identity/access/merchant-access.ts'
import { isStillValid } from '../identity/access/tokens.ts'

export interface ListeningContext extends MerchantsContext {
  readonly listeners: Listeners
}

const EVENT = `The data of each \`callback\` event is a JSON object: \`id\`, \`at\`, \`kind\`, \`paymentId\`, \`status\`, \`attempt\`, and \`headers\` and \`body\` as they were signed and sent. After \`ready\` no callback is missed.`

/** The rights of its key or secret may have been reduced meanwhile. */
const mayListen = (madeWith: MadeWith, merchant: MerchantAccess): boolean =>
  holderOf(madeWith, merchant)?.lacks?.('/callbacks', true) === undefined

export const LISTEN_ENDPOINT = endpointsIn<ListeningContext>()({
  route: 'GET /callbacks/!listen',
  tag: 'Callbacks',
  operationId: 'listenToCallbacks',
  summary: 'Stream the callbacks of a test merchant as they are sent',
  description: EVENT,
  headers: LAST_EVENT_ID,
  answers: {
    200: Type.Unsafe<Readable | ''>({ content: { 'text/event-stream': { schema: Type.String() } } }),
  },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { grant, profile } = call.caller
    if (!profile.isTest)
      throw new ProblemError(
        httpProblem('NOT_FOUND', 'You can listen only to the callbacks of test merchants.'),
      )
    // A session ends with its person's access, but a stream would outlive it.
    const { madeWith } = grant
    if (isOfPerson(madeWith))
      throw new ProblemError(httpProblem('SCOPE_EXCEEDED', 'Listening to callbacks needs a token.'))
    // A HEAD request would never end.
    const stream = call.request.method === 'HEAD' ? undefined : await openStream(call, call.context, madeWith)
    call.reply.headers(EVENT_STREAM_HEADERS)
    return stream ? stream.readable : ''
  },
})

/** @throws ProblemError 429 */
async function openStream(
  { gateway: { deps, merchants }, caller: { grant, profile }, request }: AnyCall,
  { listeners }: ListeningContext,
  madeWith: MadeWith,
): Promise<EventStream> {
  const { clock, timers } = deps
  const stream = new EventStream(timers)
  const last = request.headers['last-event-id']
  const close = await listeners
    .open({
      merchantId: profile.merchantCode,
      after: typeof last === 'string' && isUuid(last) ? last : undefined,
      send: (callback) => stream.send({ event: 'callback', id: callback.id, data: callback }),
      mayGoOn: async () => {
        const now = await merchants.find(profile.merchantCode)
        return now !== undefined && isStillValid(madeWith, now) && mayListen(madeWith, now)
      },
      end: () => stream.end(),
    })
    .catch((error: unknown) => {
      stream.end()
      throw error
    })
  if (!close) {
    stream.end()
    throw new ProblemError(TOO_MANY_LISTEN)
  }
  stream.whenOver(close)
  stream.whenOver(timers.after(grant.expiresAtSecs * 1000 - clock.now(), () => stream.end()))
  stream.send({ event: 'ready', data: {} })
  return stream
}
