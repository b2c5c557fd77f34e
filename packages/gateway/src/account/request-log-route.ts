/** `GET /request-log`: a merchant's recent requests, for its own people. `request-log.ts` says what is logged. */
import { isMerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { Type } from 'typebox'
import { listOf } from '../api/caller.ts'
import { endpoint } from '../api/endpoint.ts'
import { pageSchema } from '../api/list-endpoints.ts'
import { BY_KEY, pageOf } from '../api/pages.ts'
import { type Fault, ProblemError, validationFailed } from '../http/problems.ts'
import { RequestLogEntrySchema } from './own-schemas.ts'
import { KEPT_DAYS, KEPT_OF_EACH, NOTED_AT_ONCE, WRITTEN_AFTER_MS } from './request-log.ts'
import { type NotedRequest, readRequests } from './request-log-store.ts'

const STATUS = /^[1-5](?:\d\d|xx)$/
const MAX_STATUSES = 20

export const REQUEST_LOG_ENDPOINT = endpoint({
  route: 'GET /request-log',
  tag: 'Developers',
  operationId: 'listRequests',
  summary: 'List your recent requests, newest first',
  description:
    'A request is listed about two seconds after its response ' +
    `and kept for ${KEPT_DAYS} days, at most ${KEPT_OF_EACH} requests. Under heavy load some are left out: in each ${WRITTEN_AFTER_MS / 1_000} seconds at most ` +
    `${NOTED_AT_ONCE.succeeded} successful and ${NOTED_AT_ONCE.refused} refused requests are listed. Requests with an invalid token or ` +
    'signature are not listed, because their merchant is not known. Reads by people and payers on screens are not listed either.',
  forPeople: true,
  query: {
    statuses: Type.Optional(
      Type.String({ description: 'HTTP statuses, `409`, or classes of them, `4xx`. Comma-separated.' }),
    ),
    id: Type.Optional(Type.String({ description: 'Your ID in the path, such as an idPayin.' })),
  },
  pages: 'by time',
  answers: { 200: pageSchema(RequestLogEntrySchema) },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { from, to, after, limit } = call.page(BY_KEY)
    const rows = await readRequests(call.gateway.database, call.caller.profile.merchantCode, {
      from,
      to,
      after: after?.[0],
      ...filtersIn(call.query),
      limit: limit + 1,
    })
    return pageOf(rows, limit, (last) => [last.id], entryBody)
  },
})

/** @throws ProblemError 400 */
function filtersIn({ statuses, id }: { readonly statuses?: unknown; readonly id?: unknown }) {
  const faults: Fault[] = []
  const requested = listOf(statuses).filter((each) => each !== '')
  if (requested.length > MAX_STATUSES || !requested.every((each) => STATUS.test(each)))
    faults.push({
      path: 'query:statuses',
      code: 'INVALID_FORMAT',
      message: `must be up to ${MAX_STATUSES} statuses such as 409 or 4xx`,
    })
  if (id !== undefined && (typeof id !== 'string' || !isMerchantOrderId(id)))
    faults.push({ path: 'query:id', code: 'INVALID_FORMAT', message: 'must be an ID' })
  if (faults.length > 0) throw new ProblemError(validationFailed(faults))
  return { statuses: requested, subject: typeof id === 'string' ? id : undefined }
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
  // Merchants do not see which operator tried it.
  return kind === 'trial' ? 'operator' : `${kind} ${name}`
}
