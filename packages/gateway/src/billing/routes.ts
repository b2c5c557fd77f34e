/** `GET /statements` and `GET /statements/{idStatement}`: a merchant's own statements, as a list and as files. */
import type { Readable } from 'node:stream'
import { currency as currencyOf } from '@sluice/core/catalogue/currencies.ts'
import { isMerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { oneForEach } from '@sluice/core/foundation/one-for-each.ts'
import { type Static, Type } from 'typebox'
import { listOf } from '../api/caller.ts'
import { endpoint } from '../api/endpoint.ts'
import { currenciesFilter } from '../api/filters.ts'
import { pageSchema } from '../api/list-endpoints.ts'
import { type CursorForm, pageOf, TIME } from '../api/pages.ts'
import { httpProblem, ProblemError, validationFailed } from '../http/problems.ts'
import { Downloads } from './downloads.ts'
import { documentOf } from './formats/document.ts'
import {
  fileOf,
  loadFormat,
  mediaTypesWith,
  STATEMENT_FORMATS,
  type StatementFormat,
} from './formats/formats.ts'
import { parseStatementName, type Statement } from './statement.ts'
import { findStatement, pageOfStatements } from './store.ts'
import { LineSchema, StatementSchema, statementBody } from './views.ts'

/** End of the period, merchant, currency and number. */
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

/** The last statement of the page before, as `cursorOfStatement` wrote it. */
export function placeOfCursor(after: readonly string[] | undefined) {
  const [until, merchant = '', code = '', number] = after ?? []
  const of = isMerchantCode(merchant) ? parseStatementName(merchant, `${code}-${number}`) : undefined
  return of && { ...of, until: Number(until) }
}

/** Ignores unknown codes, as all filters do. */
export const knownCurrencies = (value: unknown): readonly string[] =>
  listOf(value).filter((code) => currencyOf(code) !== undefined)

export const FormatParameter = Type.Optional(
  Type.String({ description: `One of ${STATEMENT_FORMATS.join(', ')}. Default: json.`, default: 'json' }),
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

const downloadsOf = oneForEach(() => new Downloads())

const list = endpoint({
  route: 'GET /statements',
  tag: 'Account',
  operationId: 'listStatements',
  summary: 'List the statements, newest first',
  isOwn: true,
  query: {
    currencies: currenciesFilter,
  },
  pages: 'by time',
  answers: { 200: pageSchema(StatementSchema) },
  async handle(call) {
    const { from, to, after, limit } = call.page(STATEMENT_CURSOR)
    const statements = await pageOfStatements(call.gateway.database, {
      merchantCode: call.caller.profile.merchantCode,
      currencies: knownCurrencies(call.query.currencies),
      from,
      to,
      after: placeOfCursor(after),
      limit: limit + 1,
    })
    return pageOf(statements, limit, cursorOfStatement, statementBody)
  },
})

const read = endpoint({
  route: 'GET /statements/:idStatement',
  tag: 'Account',
  operationId: 'readStatement',
  summary: 'Read a statement with its lines, in the format of your choice',
  isOwn: true,
  description: 'The response is streamed, whatever its size.',
  params: { idStatement: Type.String({ examples: ['THB-7'] }) },
  query: { format: FormatParameter },
  answers: {
    200: Type.Unsafe<Readable | StatementWithLines>({
      description: 'The statement.',
      content: StatementContent,
    }),
  },
  problems: ['VALIDATION_FAILED', 'FORMAT_UNAVAILABLE', 'NOT_FOUND'],
  async handle({ gateway, caller, params: { idStatement }, query, reply }) {
    const { merchantCode } = caller.profile
    const id = parseStatementName(merchantCode, idStatement)
    const statement = id && (await findStatement(gateway.database, id))
    if (!statement) throw new ProblemError(httpProblem('NOT_FOUND', 'You have no statement with this ID.'))
    const format = formatOf(query.format)
    await loadFormat(format)
    const document = await documentOf(gateway, statement)
    const { headers, body } = downloadsOf(gateway).count(merchantCode, () => fileOf(document, format))
    reply.headers(headers)
    return body
  },
})

export const STATEMENT_ENDPOINTS = [list, read] as const
