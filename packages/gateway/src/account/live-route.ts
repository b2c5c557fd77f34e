/**
 * `GET /live`: server-sent events with the IDs of the merchant's payments that have changed. The stream ends when its
 * token or session expires, and within two seconds after its key or secret was removed, its person left the team, or
 * its merchant was suspended. A person receives only what they may read, and only as long as they may.
 */
import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import { type AnyCall, endpoint } from '../api/endpoint.ts'
import { acceptsEvents, EVENT_STREAM_HEADERS, LAST_EVENT_ID, TOO_MANY_LISTEN } from '../http/event-stream.ts'
import { ProblemError } from '../http/problems.ts'
import { type Grant, isOfPerson, personIn } from '../identity/access/grant.ts'
import { holderOf, type MerchantAccess } from '../identity/access/merchant-access.ts'
import { isStillValid } from '../identity/access/tokens.ts'

/** The receiver of the stream, with its current rights. */
interface Receiver {
  readonly caller: string
  mayRead(path: string): boolean
  /** Checked at intervals. */
  isStillIn(merchant: MerchantAccess): Promise<boolean>
}

function receiverOf(grant: Grant): Receiver {
  const { merchantCode, madeWith } = grant
  if (!isOfPerson(madeWith)) {
    let { lacks } = grant
    return {
      caller: `merchant ${merchantCode}`,
      mayRead: (path) => lacks?.(path, true) === undefined,
      async isStillIn(merchant) {
        lacks = holderOf(madeWith, merchant)?.lacks
        return isStillValid(madeWith, merchant)
      },
    }
  }
  let person = personIn(grant)
  return {
    caller: madeWith,
    mayRead: (path) => person !== undefined && person.lacks(path, true) === undefined,
    async isStillIn({ status }) {
      person = await person?.again()
      return person !== undefined && status === 'ACTIVE'
    },
  }
}

export const LIVE_ENDPOINT = endpoint({
  route: 'GET /live',
  tag: 'Account',
  operationId: 'listenToChanges',
  summary: 'Stream which of your payments change',
  isOwn: true,
  description:
    'Each `change` event names a payment: `resource` (payins, payouts, refunds, settlements), `id`, and an increasing `version`. Without an `id`, several have changed. Read the payment to see what changed. `missed`: some changes may not have been reported. It does not replace callbacks.',
  headers: LAST_EVENT_ID,
  answers: { 200: Type.Unsafe<Readable>({ content: { 'text/event-stream': { schema: Type.String() } } }) },
  handle(call) {
    const { request, reply } = call
    const stream = listened(call)
    if (!stream) throw new ProblemError(TOO_MANY_LISTEN)
    if (!acceptsEvents(request.headers)) stream.end()
    reply.headers(EVENT_STREAM_HEADERS)
    return stream.readable
  },
})

/** Undefined: too many streams are open already. */
function listened({ gateway: { live, deps, merchants }, caller: { grant, profile }, request }: AnyCall) {
  const { merchantCode } = profile
  const receiver = receiverOf(grant)
  const last = request.headers['last-event-id']
  return live.listen({
    caller: receiver.caller,
    share: merchantCode,
    lastEventId: typeof last === 'string' ? last : undefined,
    whose: () => [merchantCode],
    shown: ({ resource, merchantCode: whose, kind, id, version }) =>
      resource === 'payments' && whose === merchantCode && kind !== undefined && receiver.mayRead(`/${kind}s`)
        ? { resource: `${kind}s`, id, version }
        : undefined,
    mayGoOn: async () => {
      const now = await merchants.find(merchantCode)
      const isInTime = deps.clock.now() < grant.expiresAtSecs * 1_000
      return isInTime && now !== undefined && receiver.isStillIn(now)
    },
  })
}
