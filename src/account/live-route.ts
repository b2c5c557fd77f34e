/**
 * `GET /live`: which of a merchant's own payments have changed, by name, as server-sent events. Ends with its token or session: when that
 * expires, and within two seconds after its key or secret was removed, its person was taken out, or its merchant suspended. One of the
 * merchant's own people hears of what they may read, as long as they may.
 */
import type { onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { readCaller } from '../api/caller.ts'
import type { Gateway } from '../api/gateway.ts'
import { READ_PROBLEMS } from '../api/schemas.ts'
import { acceptsEvents, EVENT_STREAM_HEADERS, type StreamAnswer } from '../http/event-stream.ts'
import { describeOnly, problemResponses } from '../http/openapi.ts'
import { httpProblem, ProblemError } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import { type Grant, isOfPerson, personIn } from '../identity/access/grant.ts'
import { holderOf, type MerchantAccess } from '../identity/access/merchant-access.ts'
import { stillStands } from '../identity/access/tokens.ts'

/** Whoever listens, as they are by now. */
interface Hearer {
  readonly caller: string
  hears(path: string): boolean
  /** Asked now and then. */
  isStillIn(merchant: MerchantAccess): Promise<boolean>
}

function hearerOf(grant: Grant): Hearer {
  const { merchantCode, madeWith } = grant
  if (!isOfPerson(madeWith)) {
    let { lacks } = grant
    return {
      caller: `merchant ${merchantCode}`,
      hears: (path) => lacks?.(path, true) === undefined,
      async isStillIn(merchant) {
        lacks = holderOf(madeWith, merchant)?.lacks
        return stillStands(madeWith, merchant)
      },
    }
  }
  let person = personIn(grant)
  return {
    caller: madeWith,
    hears: (path) => person !== undefined && person.lacks(path, true) === undefined,
    async isStillIn({ status }) {
      person = await person?.again()
      return person !== undefined && status === 'ACTIVE'
    },
  }
}

export function registerLive(app: Server, gateway: Gateway, bearer: onRequestHookHandler): void {
  const { live, deps } = gateway
  app.addHook('preClose', (done) => {
    live.endAll()
    done()
  })
  app.get<{ Reply: StreamAnswer }>(
    '/live',
    {
      onRequest: bearer,
      validatorCompiler: describeOnly,
      schema: {
        tags: ['Account'],
        operationId: 'listenToChanges',
        summary: 'Hear which of your payments change',
        description:
          'Sluice’s own: not part of the interface that it shares with other gateways. Each event `change` names a payment: `resource` (payins, payouts, refunds, settlements), `id`, and a `version` that grows; without an `id`, several. Read what it is as always. `missed`: something may have changed that was not told. For callbacks it is no substitute.',
        security: [{ bearer: [] }],
        headers: Type.Object({
          'last-event-id': Type.Optional(
            Type.String({ description: 'The last event that was heard before the connection was lost.' }),
          ),
        }),
        response: {
          200: { content: { 'text/event-stream': { schema: Type.String() } } },
          ...problemResponses(...READ_PROBLEMS.filter((code) => code !== 'NOT_FOUND')),
        },
      },
    },
    async (request, reply) => {
      const { grant, profile } = await readCaller(gateway, request)
      const { merchantCode } = profile
      const hearer = hearerOf(grant)
      const last = request.headers['last-event-id']
      const stream = live.listen({
        caller: hearer.caller,
        share: merchantCode,
        lastEventId: typeof last === 'string' ? last : undefined,
        whose: () => [merchantCode],
        shown: ({ resource, merchantCode: whose, kind, id, version }) =>
          resource === 'payments' && whose === merchantCode && kind !== undefined && hearer.hears(`/${kind}s`)
            ? { resource: `${kind}s`, id, version }
            : undefined,
        mayGoOn: async () => {
          const now = await gateway.merchants.find(merchantCode)
          const isInTime = deps.clock.now() < grant.expiresAtSecs * 1_000
          return isInTime && now !== undefined && hearer.isStillIn(now)
        },
      })
      if (!stream)
        throw new ProblemError(
          httpProblem('RATE_LIMITED', 'Too many listen already; end one of them.', {
            headers: { 'retry-after': '20' },
          }),
        )
      if (!acceptsEvents(request.headers)) stream.end()
      return reply.headers(EVENT_STREAM_HEADERS).send(stream.readable)
    },
  )
}
