/** Callbacks across payments: the signed request and the response, receivers that fail, and redelivery of a range. */
import { Type } from 'typebox'
import {
  announcedSchema,
  callbackPage,
  RANGE,
  RangeAnswerSchema,
  rangeRules,
  redeliverRange,
  StatesParameter,
} from '../../api/callback-lists.ts'
import { BY_TIME, NextCursor, pageOf } from '../../api/pages.ts'
import { FAILING_STATES, readFailing } from '../../callbacks/failing.ts'
import { isMerchantCode } from '../../foundation/identifiers.ts'
import { isoTime } from '../../foundation/instants.ts'
import { auditCall } from '../../identity/operators/audit.ts'
import { instant, merchantOf } from '../context.ts'
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

const AnnouncedSchema = announcedSchema(
  { url: Type.String() },
  { answer: Type.Optional(Type.String({ description: 'The first 1 KiB, or why there was none.' })) },
)

const list = endpoint({
  route: 'GET /admin/callbacks',
  role: 'VIEWER',
  summary: 'List callbacks of all payments, newest first, with the bytes that were signed and what came back',
  query: { merchantCode: Type.Optional(Type.String()), status: StatesParameter },
  pages: 'by time',
  answers: { 200: Type.Object({ data: Type.Array(AnnouncedSchema), nextCursor: NextCursor }) },
  handle(call) {
    const page = call.page(BY_TIME)
    const { merchantCode, status } = call.query
    if (merchantCode !== undefined && !isMerchantCode(merchantCode)) return { data: [] }
    return callbackPage(call.office.gateway, merchantCode, status, page, (view) => view)
  },
})

const redeliver = endpoint({
  route: 'POST /admin/callbacks/!redeliver',
  role: 'OPERATOR',
  summary: 'Send the callbacks of a range again, of each payment its latest; a dry run counts them',
  body: Type.Object({
    merchantCode: Type.Optional(Type.String({ description: "Whose; left out: all merchants'." })),
    ...RANGE,
  }),
  example: { from: '2026-11-21', to: '2026-11-22', dryRun: true },
  problems: ['NOT_FOUND'],
  answers: { 200: RangeAnswerSchema },
  async handle(call) {
    const { merchantCode, range, dryRun } = call.check((given, terms) => {
      const read = rangeRules(given, terms)
      return read && { ...read, merchantCode: given.merchantCode }
    })
    const { gateway } = call.office
    const merchantId =
      merchantCode === undefined ? undefined : (await merchantOf(gateway, merchantCode)).merchantCode
    const detail = { from: isoTime(range.from), to: isoTime(range.to), status: range.state ?? 'any' }
    return redeliverRange(gateway, { ...range, merchantId }, dryRun, (callbacks) => [
      auditCall(
        call.audit({
          action: 'callback.redeliver-range',
          subject: merchantId === undefined ? 'all merchants' : `merchant ${merchantId}`,
          detail: { ...detail, callbacks },
        }),
      ),
    ])
  },
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
    // No merchant can have this code.
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

export const CALLBACK_ENDPOINTS = [list, failing, redeliver]
