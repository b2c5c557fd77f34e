/** A merchant's list of its payments, newest first. The same for payins, payouts and refunds. */
import type { onRequestHookHandler } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { type PaymentKind, paymentKey } from '../foundation/identifiers.ts'
import { describeOnly, problemResponses } from '../http/openapi.ts'
import type { Server } from '../http/server.ts'
import type { Payment } from '../payments/model.ts'
import {
  LOOK_AT_MOST,
  type PageQuery,
  type PaymentPage,
  readPage,
  WITHOUT_OPERATOR,
} from '../payments/paging.ts'
import { METHOD_STATUSES, STATUSES, type Status } from '../payments/transitions.ts'
import type { AnswerOf, ListAnswerOf } from './answers.ts'
import { type Caller, listOf, readCaller } from './caller.ts'
import { answerList, EXPORT_PARAMETERS, withExports } from './exports.ts'
import type { Gateway } from './gateway.ts'
import { BY_KEY, NextCursor, PAGE_PARAMETERS, pageOf, pageThatStopped, type Query } from './pages.ts'
import { READ_PROBLEMS } from './schemas.ts'

export interface ListedKind<Schema extends TSchema> {
  readonly kind: PaymentKind
  readonly tag: string
  /** What is listed, as the description calls it. */
  readonly what: string
  /** Of one payment, as a read shows it. */
  readonly schema: Schema
  readonly body: (payment: Payment, caller: Caller) => AnswerOf<Schema>
  /** Filters beyond those of every list, as the description shows them. */
  readonly filters?: Readonly<Record<string, TSchema>>
  /** The few payments that a filter of its own leaves, newest first; undefined where it filters nothing. */
  readonly among?: (caller: Caller, query: Query) => Promise<readonly Payment[] | undefined>
  readonly statuses?: readonly Status[]
  /** What of it makes a column of an export; left out: all of it. */
  readonly sheet?: TSchema
}

const isStatus = (text: string): text is Status => STATUSES.some((status) => status === text)

/** A status that there is not is ignored; where none is left, nothing is filtered. */
export const statusesOf = (value: unknown): readonly Status[] => listOf(value).filter(isStatus)

const statusParameter = (statuses: readonly Status[]) =>
  Type.Optional(
    Type.String({ description: `Comma-separated: ${statuses.join(', ')}. Unknown values are ignored.` }),
  )
export const StatusParameter = statusParameter(METHOD_STATUSES)

const NARROWED = `A page then looks at ${LOOK_AT_MOST} payments at most, and may be short, or empty, with another behind it.`

/** What a report tells payments apart by: with them, and its `from` and `to`, the rows behind each of its numbers are listed. */
export const GROUP_PARAMETERS = {
  currencyCode: Type.Optional(Type.String({ description: NARROWED })),
  paymentMethodCode: Type.Optional(Type.String({ description: NARROWED })),
  paymentOperatorCode: Type.Optional(
    Type.String({ description: `\`${WITHOUT_OPERATOR}\`: those that have none. ${NARROWED}` }),
  ),
}

/** What a code can be; a text with a NUL cannot even be looked for. */
const CODE = /^[\x21-\x7e]{1,64}$/
/** Nobody's. */
const NO_CODE = '~unknown'

/** A code that there is not finds nothing. */
export function groupIn(query: Query): Pick<PageQuery, 'currency' | 'method' | 'operator'> {
  const text = (name: keyof typeof GROUP_PARAMETERS): string | undefined => {
    const { [name]: value } = query
    if (typeof value !== 'string') return undefined
    return CODE.test(value) ? value : NO_CODE
  }
  return {
    currency: text('currencyCode'),
    method: text('paymentMethodCode'),
    operator: text('paymentOperatorCode'),
  }
}

export function registerList<Schema extends TSchema>(
  app: Server,
  gateway: Gateway,
  bearer: onRequestHookHandler,
  {
    kind,
    tag,
    what,
    schema,
    body,
    filters = {},
    among,
    statuses = METHOD_STATUSES,
    sheet = schema,
  }: ListedKind<Schema>,
): void {
  app.get<{ Querystring: Query; Reply: ListAnswerOf<Schema> }>(
    `/${kind}s`,
    {
      onRequest: bearer,
      validatorCompiler: describeOnly,
      schema: {
        tags: [tag],
        summary: `List ${what}, newest first`,
        security: [{ bearer: [] }],
        querystring: Type.Object({
          status: statusParameter(statuses),
          ...GROUP_PARAMETERS,
          ...filters,
          ...PAGE_PARAMETERS,
          ...EXPORT_PARAMETERS,
        }),
        response: {
          200: withExports(Type.Object({ data: Type.Array(schema), nextCursor: NextCursor })),
          ...problemResponses('VALIDATION_FAILED', ...READ_PROBLEMS.filter((code) => code !== 'NOT_FOUND')),
        },
      },
    },
    async (request, reply) => {
      const caller = await readCaller(gateway, request)
      const { merchantCode } = caller.profile
      const few = await among?.(caller, request.query)
      return answerList(
        { request, reply, gateway, caller: merchantCode, item: sheet },
        BY_KEY,
        async ({ from, to, after, limit }) => {
          const query: PageQuery = {
            merchantId: merchantCode,
            kind,
            statuses: statusesOf(request.query.status),
            ...groupIn(request.query),
            from,
            to,
            after: after?.[0] === undefined ? undefined : paymentKey(after[0]),
            limit: limit + 1,
          }
          const { payments, stoppedAt }: PaymentPage = few
            ? { payments: pageAmong(few, query), stoppedAt: undefined }
            : await readPage(gateway.database, query)
          const page = pageOf(
            payments,
            limit,
            ({ key }) => [key],
            (payment) => body(payment, caller),
          )
          return pageThatStopped(page, stoppedAt && [stoppedAt])
        },
      )
    },
  )
}

/** As `readPage`, of payments that are at hand. */
const pageAmong = (
  payments: readonly Payment[],
  { statuses, currency, method, operator, from, to, after, limit }: PageQuery,
): readonly Payment[] =>
  payments
    .filter(
      ({ status, createdAt, key, ...payment }) =>
        (statuses.length === 0 || statuses.includes(status)) &&
        (currency === undefined || payment.money.currency === currency) &&
        (method === undefined || payment.method === method) &&
        (operator === undefined || (payment.operator ?? WITHOUT_OPERATOR) === operator) &&
        (from === undefined || createdAt >= from) &&
        (to === undefined || createdAt < to) &&
        (after === undefined || key < after),
    )
    .slice(0, limit)
