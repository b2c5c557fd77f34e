/** Callbacks across payments that their receivers do not take: which, since when, and what came back. */
import { Type } from 'typebox'
import { FAILING_STATES, readFailing } from '../../callbacks/failing.ts'
import { isMerchantCode } from '../../foundation/identifiers.ts'
import {
  BY_TIME,
  NextCursor,
  PAGE_PARAMETERS,
  pageOf,
  type Query,
  readPageRequest,
} from '../../intake/pages.ts'
import { type AdminContext, described, instant } from '../context.ts'

const FailingSchema = Type.Object({
  merchantCode: Type.String(),
  kind: Type.String(),
  id: Type.String({ description: "The merchant's own ID of the payment." }),
  sequence: Type.Integer({ description: "Counts the payment's callbacks from 1." }),
  url: Type.String(),
  state: Type.Union(
    FAILING_STATES.map((state) => Type.Literal(state)),
    { description: 'RETRYING: it will be sent again by itself. ABANDONED: only by hand.' },
  ),
  attempts: Type.Integer(),
  nextAttemptAt: Type.Optional(instant()),
  lastAttempt: Type.Object(
    {
      at: instant(),
      httpStatus: Type.Optional(Type.Integer()),
      answer: Type.Optional(Type.String({ description: 'What came back, or why nothing did.' })),
    },
    { description: 'The latest attempt.' },
  ),
})

export function registerCallbackListRoutes(context: AdminContext): void {
  context.app.get<{ Querystring: Query; Reply: unknown }>(
    '/admin/callbacks/failing',
    described(context, {
      role: 'VIEWER',
      summary: 'List callbacks whose latest attempt has failed, the latest first',
      query: { merchantCode: Type.Optional(Type.String()), ...PAGE_PARAMETERS },
      answers: { 200: Type.Object({ data: Type.Array(FailingSchema), nextCursor: NextCursor }) },
      problems: ['VALIDATION_FAILED'],
    }),
    async ({ query }) => {
      const { from, to, after, limit } = readPageRequest(query, BY_TIME)
      const { merchantCode } = query
      const merchantId =
        typeof merchantCode === 'string' && isMerchantCode(merchantCode) ? merchantCode : undefined
      // A code that no merchant can have.
      if (merchantCode !== undefined && merchantId === undefined) return { data: [] }
      const [atMs, key, sequence] = after ?? []
      const failing = await readFailing(context.gateway.database, {
        ...{ merchantId, from, to, limit: limit + 1 },
        after: key === undefined ? undefined : { at: Number(atMs), key, sequence: Number(sequence) },
      })
      return pageOf(
        failing,
        limit,
        ({ lastAt, key: last, sequence: number }) => [String(lastAt), last, String(number)],
        ({ view }) => view,
      )
    },
  )
}
