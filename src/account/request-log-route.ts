/** `GET /request-log`: a merchant's last requests, for its own people. What is noted, and what is not, `request-log.ts` says. */
import type { onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { listOf, readCaller, readPerson } from '../api/caller.ts'
import type { Gateway } from '../api/gateway.ts'
import { BY_KEY, NextCursor, PAGE_PARAMETERS, pageOf, type Query, readPageRequest } from '../api/pages.ts'
import { READ_PROBLEMS } from '../api/schemas.ts'
import { isMerchantOrderId } from '../foundation/identifiers.ts'
import { isoTime } from '../foundation/instants.ts'
import { describeOnly, problemResponsesOf } from '../http/openapi.ts'
import { type Fault, HTTP_PROBLEMS, ProblemError, validationFailed } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import { RequestLogEntrySchema } from './own-schemas.ts'
import { KEPT_DAYS, KEPT_OF_EACH, NOTED_AT_ONCE, WRITTEN_AFTER_MS } from './request-log.ts'
import { type NotedRequest, readRequests } from './request-log-store.ts'

const problems = problemResponsesOf(HTTP_PROBLEMS)
const STATUS = /^[1-5](?:\d\d|xx)$/
const MAX_STATUSES = 20

export function registerRequestLog(app: Server, gateway: Gateway, bearer: onRequestHookHandler): void {
  app.get<{ Querystring: Query }>(
    '/request-log',
    {
      onRequest: bearer,
      validatorCompiler: describeOnly,
      schema: {
        tags: ['Developers'],
        operationId: 'listRequests',
        summary: 'List your last requests, newest first',
        description:
          'For somebody who is signed in at the dashboard; no token opens it. A request is listed about two seconds after its answer, ' +
          `for ${KEPT_DAYS} days, and up to ${KEPT_OF_EACH} of them. Of many at once some are left out: in each ${WRITTEN_AFTER_MS / 1_000} seconds ` +
          `${NOTED_AT_ONCE.succeeded} that succeeded and ${NOTED_AT_ONCE.refused} that were refused are listed. Requests whose token or ` +
          'signature does not hold are nobody’s and are not listed, nor is what people and payers read on screens.',
        security: [{ session: [] }],
        querystring: Type.Object({
          statuses: Type.Optional(
            Type.String({ description: 'HTTP statuses, `409`, or classes of them, `4xx`. Comma-separated.' }),
          ),
          id: Type.Optional(Type.String({ description: 'Your ID in the path, such as an idPayin.' })),
          ...PAGE_PARAMETERS,
        }),
        response: {
          200: Type.Object({ data: Type.Array(RequestLogEntrySchema), nextCursor: NextCursor }),
          ...problems('VALIDATION_FAILED', ...READ_PROBLEMS),
        },
      },
    },
    async (request) => {
      const caller = await readCaller(gateway, request)
      readPerson(caller)
      const { query } = request
      const { from, to, after, limit } = readPageRequest(query, BY_KEY)
      const statuses = listOf(query.statuses).filter((each) => each !== '')
      const faults: Fault[] = []
      if (statuses.length > MAX_STATUSES || !statuses.every((each) => STATUS.test(each)))
        faults.push({
          path: 'query:statuses',
          code: 'INVALID_FORMAT',
          message: `must be up to ${MAX_STATUSES} statuses such as 409 or 4xx`,
        })
      const { id } = query
      if (id !== undefined && (typeof id !== 'string' || !isMerchantOrderId(id)))
        faults.push({ path: 'query:id', code: 'INVALID_FORMAT', message: 'must be an ID' })
      if (faults.length > 0) throw new ProblemError(validationFailed(faults))
      const rows = await readRequests(gateway.database, caller.profile.merchantCode, {
        from,
        to,
        after: after?.[0],
        statuses,
        subject: typeof id === 'string' ? id : undefined,
        limit: limit + 1,
      })
      return pageOf(rows, limit, (last) => [last.id], entryBody)
    },
  )
}

const entryBody = ({ id, at, method, route, status, code, subject, durationMs, madeBy }: NotedRequest) => ({
  requestId: id,
  at: isoTime(at),
  method,
  path: route.replaceAll(/:([A-Za-z]\w*)/g, '{$1}'),
  ...(subject !== undefined && { id: subject }),
  status,
  ...(code !== undefined && { code }),
  durationMs,
  by: byOf(madeBy),
})

function byOf(madeBy: string): string {
  const colon = madeBy.indexOf(':')
  const kind = madeBy.slice(0, colon)
  const name = madeBy.slice(colon + 1)
  if (kind === 'person') return name
  // Whoever tried it is the operators' affair.
  return kind === 'trial' ? 'operator' : `${kind} ${name}`
}
