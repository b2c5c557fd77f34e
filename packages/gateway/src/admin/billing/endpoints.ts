/** Statements of all merchants: listed, downloaded, and issued before the month is over. */
import type { Readable } from 'node:stream'
import { currency as currencyOf } from '@sluice/core/catalogue/currencies.ts'
import { isMerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { dayOnly, isoTime, timeOnly } from '@sluice/core/foundation/instants.ts'
import { oneForEach } from '@sluice/core/foundation/one-for-each.ts'
import { fail, succeed } from '@sluice/core/foundation/result.ts'
import { dayBegins } from '@sluice/core/foundation/zones.ts'
import { Type } from 'typebox'
import { NextCursor, pageOf } from '../../api/pages.ts'
import { readTerms } from '../../billing/billing.ts'
import { Downloads } from '../../billing/downloads.ts'
import { documentOf } from '../../billing/formats/document.ts'
import { fileOf, loadFormat } from '../../billing/formats/formats.ts'
import { issueUntil } from '../../billing/issuing.ts'
import {
  cursorOfStatement,
  FormatParameter,
  formatOf,
  knownCurrencies,
  placeOfCursor,
  STATEMENT_CURSOR,
  StatementContent,
  type StatementWithLines,
} from '../../billing/routes.ts'
import { parseStatementName } from '../../billing/statement.ts'
import { findStatement, pageOfStatements } from '../../billing/store.ts'
import { StatementSchema, statementBody } from '../../billing/views.ts'
import { readAs, worded } from '../../http/reading.ts'
import { invalid, MerchantCodeParam, merchantOf, notFound, refuse } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { adminProblem } from '../problems.ts'

const list = endpoint({
  route: 'GET /admin/statements',
  role: 'VIEWER',
  summary: 'List the issued statements by the end of their period, newest first',
  guide: 'statements.md',
  query: {
    merchantCode: Type.Optional(MerchantCodeParam),
    currencies: Type.Optional(
      Type.String({ description: 'Currency codes. Comma-separated; unknown values are ignored.' }),
    ),
  },
  pages: 'by time',
  answers: { 200: Type.Object({ data: Type.Array(StatementSchema), nextCursor: NextCursor }) },
  async handle(call) {
    const { merchantCode, currencies } = call.query
    const { from, to, after, limit } = call.page(STATEMENT_CURSOR)
    if (merchantCode !== undefined && !isMerchantCode(merchantCode)) return { data: [] }
    const statements = await pageOfStatements(call.backOffice.gateway.database, {
      merchantCode,
      currencies: currencies === undefined ? [] : knownCurrencies(currencies),
      from,
      to,
      after: placeOfCursor(after),
      limit: limit + 1,
    })
    return pageOf(statements, limit, cursorOfStatement, statementBody)
  },
})

/** All operators share one limit. */
const OPERATORS = 'operators'
/** All downloads of one gateway count together. */
const downloadsOf = oneForEach(() => new Downloads())

const show = endpoint({
  route: 'GET /admin/statements/:merchantCode/:idStatement',
  role: 'VIEWER',
  summary: 'Read a statement with its lines, as JSON or as a file',
  guide: 'statements.md',
  params: { merchantCode: MerchantCodeParam, idStatement: Type.String({ examples: ['THB-7'] }) },
  query: { format: FormatParameter },
  answers: { 200: Type.Unsafe<Readable | StatementWithLines>({ content: StatementContent }) },
  problems: ['NOT_FOUND', 'FORMAT_UNAVAILABLE'],
  async handle(call) {
    const { gateway } = call.backOffice
    const { merchantCode } = await merchantOf(gateway, call.params.merchantCode)
    const id = parseStatementName(merchantCode, call.params.idStatement)
    const statement = id && (await findStatement(gateway.database, id))
    if (!statement) throw notFound('statement')
    const format = formatOf(call.query.format)
    await loadFormat(format)
    const document = await documentOf(gateway, statement)
    const { headers, body } = downloadsOf(gateway).count(OPERATORS, () => fileOf(document, format))
    for (const [name, value] of Object.entries(headers)) call.header(name, value)
    return body
  },
})

const Until = readAs<{ readonly day: string } | { readonly at: number }>(
  Type.String({
    description:
      'The end of the statement: a time, or a day, which means its beginning in the time zone of the statement. Default: now.',
    examples: ['2026-12-01'],
  }),
  (value, { path }) => {
    const text = typeof value === 'string' ? value : ''
    const at = timeOnly(text)
    if (at !== undefined) return succeed({ at })
    if (dayOnly(text) !== undefined) return succeed({ day: text })
    const message = 'must be a time such as 2026-12-01T00:00:00Z or a day such as 2026-12-01'
    return fail([{ path, code: 'INVALID_FORMAT', message }])
  },
)

const IssueRequested = Type.Object({
  merchantCode: worded(Type.String(), 'WRONG_TYPE', "must be a merchant's code"),
  currencyCode: worded(Type.String(), 'WRONG_TYPE', 'must be a currency code'),
  until: Type.Optional(Until),
})

const issue = endpoint({
  route: 'POST /admin/statements',
  role: 'OPERATOR',
  summary: 'Issue the next statement of a merchant and currency, one for each month that is not closed yet',
  guide: 'statements.md',
  body: IssueRequested,
  example: { merchantCode: 'SIAM-SHOP', currencyCode: 'THB' },
  answers: { 201: StatementSchema },
  problems: ['NOT_FOUND', 'STATEMENT_COVERED', 'STATEMENT_IN_PROGRESS'],
  async handle(call) {
    const { gateway } = call.backOffice
    const { merchantCode: code, currencyCode, until } = call.body()
    const { merchant, merchantCode } = await merchantOf(gateway, code)
    const currency = currencyOf(currencyCode)?.code
    if (!currency) throw invalid('/currencyCode', 'UNKNOWN_VALUE', 'must be an offered currency')
    const now = gateway.deps.clock.now()
    const { zone } = await readTerms(gateway.database, merchant)
    const end = until === undefined ? now : 'at' in until ? until.at : dayBegins(zone, until.day)
    if (end > now) throw invalid('/until', 'OUT_OF_RANGE', `must not be later than now: ${isoTime(now)}`)
    const alongside = call.alongside({
      action: 'statement.issue',
      subject: `merchant ${merchantCode}`,
      detail: { currencyCode: currency, until: isoTime(end) },
    })
    const outcome = await issueUntil(gateway, { merchantCode, currency }, end, { alongside })
    switch (outcome.type) {
      case 'issued':
        return statementBody(outcome.statement)
      case 'nothing':
        throw refuse(
          adminProblem(
            'STATEMENT_COVERED',
            `${merchantCode} has no movements in ${currency} before that time.`,
          ),
        )
      case 'covered':
        throw refuse(
          adminProblem(
            'STATEMENT_COVERED',
            `The last statement ends at ${isoTime(outcome.until)}, so there is nothing to issue.`,
          ),
        )
      case 'busy':
        throw refuse(
          adminProblem(
            'STATEMENT_IN_PROGRESS',
            'This statement is already being issued. Read the list again in a moment.',
          ),
        )
    }
  },
  location: ({ merchantCode, idStatement }) => `/admin/statements/${merchantCode}/${idStatement}`,
})

export const STATEMENT_ENDPOINTS = [list, show, issue]
