/** `GET /invoices` and `GET /invoices/{number}`: a merchant's own invoices for fees, as a list and as files. */
import type { onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { describeOnly, problemResponses } from '../http/openapi.ts'
import { httpProblem, ProblemError, validationFailed } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import { readCaller } from '../intake/caller.ts'
import { answerList, EXPORT_PARAMETERS, withExports } from '../intake/exports.ts'
import type { Gateway } from '../intake/gateway.ts'
import { type CursorForm, NextCursor, PAGE_PARAMETERS, pageOf, type Query, TIME } from '../intake/pages.ts'
import { READ_PROBLEMS } from '../intake/schemas.ts'
import { Downloads } from './downloads.ts'
import {
  INVOICE_FORMATS,
  InvoiceContent,
  type InvoiceFormat,
  invoiceFile,
} from './formats/invoice-formats.ts'
import { InvoiceSchema, invoiceBody } from './invoice-views.ts'
import { findInvoice, type Invoice, type InvoicePage, pageOfInvoices, parseInvoiceName } from './invoices.ts'

/** When it was issued, its series and its number. */
export const INVOICE_CURSOR: CursorForm = [TIME, /^[A-Z0-9][A-Z0-9-]{0,30}$/, /^\d{1,9}$/]

export const cursorOfInvoice = ({ issuedAt, series, number }: Invoice): readonly string[] => [
  String(issuedAt),
  series,
  String(number),
]

/** Where the page before ended, as `cursorOfInvoice` wrote it. */
export function placeOfInvoiceCursor(after: readonly string[] | undefined): InvoicePage['after'] {
  const [issuedAt, series = '', number] = after ?? []
  return issuedAt === undefined ? undefined : { issuedAt: Number(issuedAt), series, number: Number(number) }
}

export const InvoiceFormatParameter = Type.Optional(
  Type.String({ description: `One of ${INVOICE_FORMATS.join(', ')}; left out: json.`, default: 'json' }),
)

/** @throws ProblemError 400 */
export function invoiceFormatOf(value: unknown): InvoiceFormat {
  const format = value === undefined ? 'json' : INVOICE_FORMATS.find((each) => each === value)
  if (format) return format
  const message = `must be one of ${INVOICE_FORMATS.join(', ')}`
  throw new ProblemError(validationFailed([{ path: 'query:format', code: 'UNKNOWN_VALUE', message }]))
}

const described = (summary: string, operationId: string) => ({
  tags: ['Account'],
  operationId,
  summary,
  description: 'Sluice’s own: not part of the interface that it shares with other gateways.',
  security: [{ bearer: [] }],
})

export function registerInvoiceRoutes(app: Server, gateway: Gateway, bearer: onRequestHookHandler): void {
  const { database } = gateway
  const downloads = new Downloads()
  const common = { onRequest: bearer, validatorCompiler: describeOnly }

  app.get<{ Querystring: Query; Reply: unknown }>(
    '/invoices',
    {
      ...common,
      schema: {
        ...described('List the invoices for your fees, the latest first', 'listInvoices'),
        querystring: Type.Object({ ...PAGE_PARAMETERS, ...EXPORT_PARAMETERS }),
        response: {
          200: withExports(Type.Object({ data: Type.Array(InvoiceSchema), nextCursor: NextCursor })),
          ...problemResponses('VALIDATION_FAILED', ...READ_PROBLEMS.filter((code) => code !== 'NOT_FOUND')),
        },
      },
    },
    async (request, reply) => {
      const { profile } = await readCaller(gateway, request)
      const { merchantCode } = profile
      const list = { request, reply, gateway, caller: merchantCode, item: InvoiceSchema }
      return answerList(list, INVOICE_CURSOR, async ({ from, to, after, limit }) => {
        const asked = { merchantCode, from, to, after: placeOfInvoiceCursor(after), limit: limit + 1 }
        return pageOf(await pageOfInvoices(database, asked), limit, cursorOfInvoice, invoiceBody)
      })
    },
  )

  app.get<{ Params: { number: string }; Querystring: Query; Reply: unknown }>(
    '/invoices/:number',
    {
      ...common,
      schema: {
        ...described('Read an invoice for your fees, as JSON or as PDF', 'readInvoice'),
        params: Type.Object({ number: Type.String({ examples: ['INV-000042'] }) }),
        querystring: Type.Object({ format: InvoiceFormatParameter }),
        response: {
          200: { description: 'The invoice.', content: InvoiceContent },
          ...problemResponses('VALIDATION_FAILED', ...READ_PROBLEMS),
        },
      },
    },
    async (request, reply) => {
      const { profile } = await readCaller(gateway, request)
      const named = parseInvoiceName(request.params.number)
      const invoice = named && (await findInvoice(database, profile.merchantCode, named))
      if (!invoice) throw new ProblemError(httpProblem('NOT_FOUND', 'You have no invoice with this number.'))
      if (invoiceFormatOf(request.query.format) === 'json') return invoiceBody(invoice)
      const file = await invoiceFile(gateway, invoice)
      const { headers, body } = downloads.count(profile.merchantCode, () => file)
      return reply.headers(headers).send(body)
    },
  )
}
