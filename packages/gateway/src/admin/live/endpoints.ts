/**
 * `GET /admin/live`: names what has changed, for open screens. Ends when the token, the session or the right ends; an
 * open stream does not keep a session alive.
 */
import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import { bearerToken } from '../../http/authorization.ts'
import { acceptsEvents, EVENT_STREAM_HEADERS } from '../../http/event-stream.ts'
import type { LiveChange } from '../../http/live.ts'
import { httpProblem } from '../../http/problems.ts'
import { type GatewayOperator, operatorOf } from '../../identity/operators/operators.ts'
import { areaOf, hasCapability, mayTouch } from '../../identity/operators/rights.ts'
import { cookieIn } from '../../identity/people/address.ts'
import { peekSession } from '../../identity/people/sessions.ts'
import type { BackOffice } from '../back-office.ts'
import { MerchantCodeParam, refuse } from '../context.ts'
import { endpoint } from '../endpoint.ts'

const listen = endpoint({
  route: 'GET /admin/live',
  role: 'VIEWER',
  summary: 'Stream changes as server-sent events that name the record but hold no data',
  query: { merchantCode: Type.Optional(MerchantCodeParam) },
  answers: { 200: Type.Unsafe<Readable>({ content: { 'text/event-stream': { schema: Type.String() } } }) },
  async handle(call) {
    const { gateway } = call.backOffice
    const { merchantCode } = call.query
    // Current rights, which may change while the stream is open.
    let operator: GatewayOperator = call.operator
    const last = call.headers['last-event-id']
    const stream = gateway.live.listen({
      caller: `operator ${operator.id}`,
      lastEventId: typeof last === 'string' ? last : undefined,
      whose: () => (merchantCode === undefined ? operator.rights.merchants : [merchantCode]),
      shown: (change) => (mayReceive(operator, merchantCode, change) ? shown(change) : undefined),
      mayGoOn: async () => {
        const now = await operatorNow(call.backOffice, call.headers)
        if (now) operator = now
        return now !== undefined && hasCapability(now, 'payments:read')
      },
    })
    if (!stream)
      throw refuse(
        httpProblem('RATE_LIMITED', 'There are too many listeners already. Close one of them.', {
          headers: { 'retry-after': '20' },
        }),
      )
    for (const [name, value] of Object.entries(EVENT_STREAM_HEADERS)) call.header(name, value)
    if (!acceptsEvents(call.headers)) stream.end()
    return stream.readable
  },
})

function mayReceive(operator: GatewayOperator, merchant: string | undefined, change: LiveChange): boolean {
  const { merchants } = operator.rights
  const area = areaOf(change.resource)
  return (
    area !== undefined &&
    hasCapability(operator, `${area}:read`) &&
    (merchant === undefined || change.merchantCode === merchant) &&
    (merchants === undefined || mayTouch(operator.rights, change.merchantCode))
  )
}

const shown = ({ resource, merchantCode, kind, id, version }: LiveChange) => ({
  ...{ resource, merchantCode, kind, id, version },
})

/** The current operator, if they still have access. */
async function operatorNow(
  { gateway, people }: BackOffice,
  {
    authorization,
    cookie,
  }: { readonly authorization?: string | undefined; readonly cookie?: string | undefined },
): Promise<GatewayOperator | undefined> {
  if (authorization !== undefined) {
    const token = bearerToken(authorization)
    return token === undefined ? undefined : operatorOf(gateway.database, token)
  }
  const address = people.address()
  const secret = address.ok ? cookieIn(cookie, address.value.cookie) : undefined
  if (secret === undefined) return undefined
  return (await peekSession(people, secret, gateway.deps.clock.now()))?.operator
}

export const LIVE_ENDPOINTS = [listen]
