/** Callbacks across payments that their receivers do not take: which, since when, and what came back. */
import { Type } from 'typebox'
import { FAILING_STATES, readFailing } from '../../callbacks/failing.ts'
import { isMerchantCode } from '../../foundation/identifiers.ts'
import { BY_TIME, NextCursor, pageOf } from '../../intake/pages.ts'
import { instant } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { choice } from '../fields.ts'

const FailingSchema = Type.Object({
  merchantCode: Type.String(),
  kind: Type.String(),
  id: Type.String({ description: "The merchant's own ID of the payment." }),
  sequence: Type.Integer({ description: "Counts the payment's callbacks from 1." }),
  url: Type.String(),
  state: choice(FAILING_STATES, {
    description: 'RETRYING: it will be sent again by itself. ABANDONED: only by hand.',
  }),
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

const failing = endpoint({
  route: 'GET /admin/callbacks/failing',
  role: 'VIEWER',
  summary: 'List callbacks whose latest attempt has failed, the latest first',
  query: { merchantCode: Type.Optional(Type.String()) },
  pages: 'by time',
  answers: { 200: Type.Object({ data: Type.Array(FailingSchema), nextCursor: NextCursor }) },
  async handle(call) {
    const { from, to, after, limit } = call.page(BY_TIME)
    const { merchantCode } = call.query
    const merchantId =
      typeof merchantCode === 'string' && isMerchantCode(merchantCode) ? merchantCode : undefined
    // A code that no merchant can have.
    if (merchantCode !== undefined && merchantId === undefined) return { data: [] }
    const [atMs, key, sequence] = after ?? []
    const failing = await readFailing(call.office.gateway.database, {
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
})

export const CALLBACK_ENDPOINTS = [failing]
