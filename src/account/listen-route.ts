/**
 * `GET /callbacks/!listen`: the callbacks of a test merchant as server-sent events, for a developer's machine that no callback can
 * reach. Ends with its token: when that expires, and within two seconds after its key or secret was removed or its merchant
 * suspended. Live merchants have no such path.
 */
import { PassThrough } from 'node:stream'
import type { onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { isOfPerson } from '../access/grant.ts'
import { stillStands } from '../access/tokens.ts'
import type { Listeners, StreamedCallback } from '../callbacks/listening.ts'
import type { Cancel } from '../foundation/deps.ts'
import { describeOnly, problemResponses } from '../http/openapi.ts'
import { httpProblem, ProblemError } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import { readCaller } from '../intake/caller.ts'
import type { Gateway } from '../intake/gateway.ts'
import { READ_PROBLEMS } from '../intake/schemas.ts'

const HEARTBEAT_MS = 15_000
/** Who does not read is cut off, before what waits for it grows. */
const MAX_UNREAD_BYTES = 1_048_576
/** Once it is ended, who does not read the rest within it is cut off, so that nobody holds up a gateway that stops. */
const READ_REST_MS = 1_000
const HEADERS = {
  'content-type': 'text/event-stream',
  // Some proxies hold answers back until they are whole.
  'x-accel-buffering': 'no',
  // Nothing follows it: kept alive, the connection would hold up the end of a gateway that has told everything.
  connection: 'close',
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const EVENT = `Each event \`callback\` has a JSON object as its data: \`id\`, \`at\`, \`kind\`, \`paymentId\`, \`status\`, \`attempt\`, and \`headers\` and \`body\` as they were signed and sent. \`ready\` says that nothing is missed from now on.`

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
  app.get<{ Reply: unknown }>(
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
      if (request.method === 'HEAD') return reply.headers(HEADERS).send('')
      const { clock, timers } = gateway.deps
      const stream = new PassThrough()
      let cancelCut: Cancel = () => undefined
      const write = (text: string): void => {
        // The gateway may be told to stop while this one is still coming in.
        if (!stream.writableEnded) stream.write(text)
      }
      const end = (): void => {
        if (stream.writableEnded) return
        stream.end()
        cancelCut = timers.after(READ_REST_MS, () => stream.destroy())
      }
      const last = request.headers['last-event-id']
      const close = await listeners.open({
        merchantId: profile.merchantCode,
        after: typeof last === 'string' && UUID.test(last) ? last : undefined,
        tell: (callback) => {
          if (stream.writableLength > MAX_UNREAD_BYTES) end()
          else write(eventText(callback))
        },
        mayGoOn: async () => {
          const now = await gateway.merchants.find(profile.merchantCode)
          return now !== undefined && stillStands(madeWith, now)
        },
        end,
      })
      if (!close)
        throw new ProblemError(
          httpProblem('RATE_LIMITED', 'Too many listen already; end one of them.', {
            headers: { 'retry-after': '20' },
          }),
        )
      const cancelEnd = timers.after(grant.expiresAtSecs * 1000 - clock.now(), end)
      let cancelBeat = timers.after(HEARTBEAT_MS, beat)
      function beat(): void {
        write(':\n\n')
        cancelBeat = timers.after(HEARTBEAT_MS, beat)
      }
      stream.once('close', () => {
        cancelEnd()
        cancelBeat()
        cancelCut()
        close()
      })
      write('event: ready\ndata: {}\n\n')
      return reply.headers(HEADERS).send(stream)
    },
  )
}

/** JSON has no line breaks of its own, so one line of data is enough. */
const eventText = (callback: StreamedCallback): string =>
  `id: ${callback.id}\nevent: callback\ndata: ${JSON.stringify(callback)}\n\n`
