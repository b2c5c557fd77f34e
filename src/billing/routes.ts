/** `GET /statements` and `GET /statements/{idStatement}`: a merchant's own, as a list and as files. */

import type { Readable } from 'node:stream'
import type { FastifyReply, onRequestHookHandler } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AnswerOf } from '../api/answers.ts'
import { listOf, readCaller } from '../api/caller.ts'
import type { Gateway } from '../api/gateway.ts'
import {
  type CursorForm,
  NextCursor,
  PAGE_PARAMETERS,
  type Page,
  pageOf,
  type Query,
  readPageRequest,
  TIME,
} from '../api/pages.ts'
import { PAYMENT_PROBLEMS } from '../api/problems.ts'
import { READ_PROBLEMS } from '../api/schemas.ts'
import { currency as currencyOf } from '../catalogue/currencies.ts'
import { isMerchantCode } from '../foundation/identifiers.ts'
import { describeOnly, problemResponsesOf } from '../http/openapi.ts'
import { HTTP_PROBLEMS, httpProblem, ProblemError, validationFailed } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import { Downloads } from './downloads.ts'
import { documentOf } from './formats/document.ts'
import { fileOf, mediaTypesWith, STATEMENT_FORMATS, type StatementFormat } from './formats/formats.ts'
import { parseStatementName, type Statement } from './statement.ts'
import { findStatement, pageOfStatements } from './store.ts'
import { LineSchema, StatementSchema, statementBody } from './views.ts'

/** The end of its period, whose it is, its currency and number. */
export const STATEMENT_CURSOR: CursorForm = [
  TIME,
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
  /^[A-Z]{3,5}$/,
  /^\d{1,9}$/,
]

export const cursorOfStatement = ({
  until,
  merchantCode,
  currency,
  number,
}: Statement): readonly string[] => [String(until), merchantCode, currency, String(number)]

/** Where the page before ended, as `cursorOfStatement` wrote it. */
export function placeOfCursor(after: readonly string[] | undefined) {
  const [until, merchant = '', code = '', number] = after ?? []
  const of = isMerchantCode(merchant) ? parseStatementName(merchant, `${code}-${number}`) : undefined
  return of && { ...of, until: Number(until) }
}

/** Unknown codes are left out, as everywhere. */
export const knownCurrencies = (value: unknown): readonly string[] =>
  listOf(value).filter((code) => currencyOf(code) !== undefined)

export const FormatParameter = Type.Optional(
  Type.String({ description: `One of ${STATEMENT_FORMATS.join(', ')}; left out: json.`, default: 'json' }),
)

/** @throws ProblemError 400 */
export function formatOf(value: unknown): StatementFormat {
  const format = value === undefined ? 'json' : STATEMENT_FORMATS.find((each) => each === value)
  if (format) return format
  const message = `must be one of ${STATEMENT_FORMATS.join(', ')}`
  throw new ProblemError(validationFailed([{ path: 'query:format', code: 'UNKNOWN_VALUE', message }]))
}

const StatementWithLinesSchema = Type.Object({ ...StatementSchema.properties, lines: Type.Array(LineSchema) })
export type StatementWithLines = Static<typeof StatementWithLinesSchema>
export const StatementContent = mediaTypesWith(StatementWithLinesSchema)

const problemResponses = problemResponsesOf({ ...HTTP_PROBLEMS, ...PAYMENT_PROBLEMS })

const described = (summary: string, operationId: string) => ({
  tags: ['Account'],
  operationId,
  summary,
  security: [{ bearer: [] }],
})

export function registerStatementRoutes(app: Server, gateway: Gateway, bearer: onRequestHookHandler): void {
  const { database } = gateway
  const downloads = new Downloads()
  const common = { onRequest: bearer, validatorCompiler: describeOnly }
  const reads = READ_PROBLEMS.filter((code) => code !== 'NOT_FOUND')

  app.get<{ Querystring: Query; Reply: Page<AnswerOf<typeof StatementSchema>> }>(
    '/statements',
    {
      ...common,
      schema: {
        ...described('List the statements, the latest first', 'listStatements'),
        description: 'Sluice’s own: not part of the interface that it shares with other gateways.',
        querystring: Type.Object({
          currencies: Type.Optional(
            Type.String({ description: 'Currency codes. Comma-separated; unknown values are ignored.' }),
          ),
          ...PAGE_PARAMETERS,
        }),
        response: {
          200: Type.Object({ data: Type.Array(StatementSchema), nextCursor: NextCursor }),
          ...problemResponses('VALIDATION_FAILED', ...reads),
        },
      },
    },
    async (request) => {
      const { profile } = await readCaller(gateway, request)
      const { from, to, after, limit } = readPageRequest(request.query, STATEMENT_CURSOR)
      const statements = await pageOfStatements(database, {
        merchantCode: profile.merchantCode,
        currencies: knownCurrencies(request.query.currencies),
        from,
        to,
        after: placeOfCursor(after),
        limit: limit + 1,
      })
      return pageOf(statements, limit, cursorOfStatement, statementBody)
    },
  )

  app.get<{ Params: { idStatement: string }; Querystring: Query; Reply: Readable | FastifyReply }>(
    '/statements/:idStatement',
    {
      ...common,
      schema: {
        ...described('Read a statement with its lines, in the format of your choice', 'readStatement'),
        description:
          'Sluice’s own: not part of the interface that it shares with other gateways. It is sent while it is read, however long it is.',
        params: Type.Object({ idStatement: Type.String({ examples: ['THB-7'] }) }),
        querystring: Type.Object({ format: FormatParameter }),
        response: {
          200: { description: 'The statement.', content: StatementContent },
          ...problemResponses('VALIDATION_FAILED', 'FORMAT_UNAVAILABLE', ...READ_PROBLEMS),
        },
      },
    },
    async (request, reply) => {
      const { profile } = await readCaller(gateway, request)
      const id = parseStatementName(profile.merchantCode, request.params.idStatement)
      const statement = id && (await findStatement(database, id))
      if (!statement) throw new ProblemError(httpProblem('NOT_FOUND', 'You have no statement with this ID.'))
      const format = formatOf(request.query.format)
      const document = await documentOf(gateway, statement)
      const { headers, body } = downloads.count(profile.merchantCode, () => fileOf(document, format))
      return reply.headers(headers).send(body)
    },
  )
}
