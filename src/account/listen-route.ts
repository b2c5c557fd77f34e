/**
 * `GET /callbacks/!listen`: the callbacks of a test merchant as server-sent events, for a developer's machine that no callback can
 * reach. Ends with its token: when that expires, and within two seconds after its key or secret was removed or its merchant
 * suspended. Live merchants have no such path.
 */
import type { onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { readCaller } from '../api/caller.ts'
import type { Gateway } from '../api/gateway.ts'
import { READ_PROBLEMS } from '../api/schemas.ts'
import type { Listeners } from '../callbacks/listening.ts'
import { isUuid } from '../foundation/identifiers.ts'
import { EVENT_STREAM_HEADERS, EventStream, type StreamAnswer } from '../http/event-stream.ts'
import { describeOnly, problemResponses } from '../http/openapi.ts'
import { httpProblem, ProblemError } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import { isOfPerson, type MadeWith } from '../identity/access/grant.ts'
import { holderOf, type MerchantAccess } from '../identity/access/merchant-access.ts'
import { stillStands } from '../identity/access/tokens.ts'

const EVENT = `Each event \`callback\` has a JSON object as its data: \`id\`, \`at\`, \`kind\`, \`paymentId\`, \`status\`, \`attempt\`, and \`headers\` and \`body\` as they were signed and sent. \`ready\` says that nothing is missed from now on.`

/** What its key or secret carries may have become less. */
const mayHear = (madeWith: MadeWith, merchant: MerchantAccess): boolean =>
  holderOf(madeWith, merchant)?.lacks?.('/callbacks', true) === undefined

export function registerListening(
  app: Server,
  gateway: Gateway,
  bearer: onRequestHookHandler,
  listeners: Listeners,
): void {
  app.addHook('preClose', (done) => {
    listeners.endAll()
    done()
  })
  app.get<{ Reply: StreamAnswer }>(
    '/callbacks/!listen',
    {
      onRequest: bearer,
      validatorCompiler: describeOnly,
      schema: {
        tags: ['Callbacks'],
        operationId: 'listenToCallbacks',
        summary: 'Hear the callbacks of a test merchant as they are sent',
        description: EVENT,
        security: [{ bearer: [] }],
        headers: Type.Object({
          'last-event-id': Type.Optional(
            Type.String({ description: 'The last event that was heard before the connection was lost.' }),
          ),
        }),
        response: {
          200: { content: { 'text/event-stream': { schema: Type.String() } } },
          ...problemResponses(...READ_PROBLEMS),
        },
      },
    },
    async (request, reply) => {
      const { grant, profile } = await readCaller(gateway, request)
      if (!profile.isTest)
        throw new ProblemError(
          httpProblem('NOT_FOUND', 'Only callbacks of test merchants can be listened to.'),
        )
      // A session ends when its person does, which a stream would outlive.
      const { madeWith } = grant
      if (isOfPerson(madeWith))
        throw new ProblemError(httpProblem('SCOPE_EXCEEDED', 'Callbacks are listened to with a token.'))
      // Nobody listens to a HEAD: it would never end.
      if (request.method === 'HEAD') return reply.headers(EVENT_STREAM_HEADERS).send('')
      const { clock, timers } = gateway.deps
      const stream = new EventStream(timers)
      const last = request.headers['last-event-id']
      const close = await listeners
        .open({
          merchantId: profile.merchantCode,
          after: typeof last === 'string' && isUuid(last) ? last : undefined,
          tell: (callback) => stream.tell({ event: 'callback', id: callback.id, data: callback }),
          mayGoOn: async () => {
            const now = await gateway.merchants.find(profile.merchantCode)
            return now !== undefined && stillStands(madeWith, now) && mayHear(madeWith, now)
          },
          end: () => stream.end(),
        })
        .catch((error: unknown) => {
          stream.end()
          throw error
        })
      if (!close) {
        stream.end()
        throw new ProblemError(
          httpProblem('RATE_LIMITED', 'Too many listen already; end one of them.', {
            headers: { 'retry-after': '20' },
          }),
        )
      }
      stream.whenOver(close)
      stream.whenOver(timers.after(grant.expiresAtSecs * 1000 - clock.now(), () => stream.end()))
      stream.tell({ event: 'ready', data: {} })
      return reply.headers(EVENT_STREAM_HEADERS).send(stream.readable)
    },
  )
}
