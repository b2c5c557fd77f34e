/** Callbacks across payments: the signed request and the response, receivers that fail, and redelivery of a range. */
import { isMerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
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
import { auditCall } from '../../identity/operators/audit.ts'
import { instant, merchantOf } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { choice } from '../fields.ts'

const FailingSchema = Type.Object({
  merchantCode: Type.String(),
  kind: Type.String(),
  id: Type.String({ description: "The merchant's ID of the payment." }),
  sequence: Type.Integer({ description: 'Sequence number of the callback within the payment, from 1.' }),
  url: Type.String(),
  state: choice(FAILING_STATES, {
    description: 'RETRYING: it is retried automatically. ABANDONED: it is only resent by hand.',
  }),
  attempts: Type.Integer(),
  nextAttemptAt: Type.Optional(instant()),
  lastAttempt: Type.Object(
    {
      at: instant(),
      httpStatus: Type.Optional(Type.Integer()),
      answer: Type.Optional(Type.String({ description: 'The response, or why there was none.' })),
    },
    { description: 'The last attempt.' },
  ),
})

const AnnouncedSchema = announcedSchema(
  { url: Type.String() },
  {
    answer: Type.Optional(
      Type.String({ description: 'The first 1 KiB of the response, or the reason why there was none.' }),
    ),
  },
)

const list = endpoint({
  route: 'GET /admin/callbacks',
  role: 'VIEWER',
  summary: 'List callbacks of all payments, newest first, with their signed bytes and the responses',
  query: { merchantCode: Type.Optional(Type.String()), state: StatesParameter },
  pages: 'by time',
  answers: { 200: Type.Object({ data: Type.Array(AnnouncedSchema), nextCursor: NextCursor }) },
  handle(call) {
    const page = call.page(BY_TIME)
    const { merchantCode, state } = call.query
    if (merchantCode !== undefined && !isMerchantCode(merchantCode)) return { data: [] }
    return callbackPage(call.backOffice.gateway, merchantCode, state, page, (view) => view)
  },
})

const redeliver = endpoint({
  route: 'POST /admin/callbacks/!redeliver',
  role: 'OPERATOR',
  summary: 'Resend callbacks by date: the latest of each payment; a dry run counts them',
  body: Type.Object({
    merchantCode: Type.Optional(
      Type.String({ description: 'Only callbacks of this merchant. Default: all merchants.' }),
    ),
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
    const { gateway } = call.backOffice
    const merchantId =
      merchantCode === undefined ? undefined : (await merchantOf(gateway, merchantCode)).merchantCode
    const detail = { from: isoTime(range.from), to: isoTime(range.to), state: range.state ?? 'any' }
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
  summary: 'List callbacks whose last attempt failed, newest first',
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
    const failing = await readFailing(call.backOffice.gateway.database, {
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
