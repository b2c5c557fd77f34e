/**
 * `GET /invoices`, `GET /credit-notes` and one of each by its number: a merchant's own documents, as lists and as
 * files.
 */
import type { Readable } from 'node:stream'
import { oneForEach } from '@sluice/core/foundation/one-for-each.ts'
import { Type } from 'typebox'
import { type AnyCall, endpoint } from '../api/endpoint.ts'
import { pageSchema, queryIn } from '../api/list-endpoints.ts'
import { type CursorForm, pageOf, TIME } from '../api/pages.ts'
import { httpProblem, ProblemError, validationFailed } from '../http/problems.ts'
import { Downloads } from './downloads.ts'
import {
  CreditNoteContent,
  INVOICE_FORMATS,
  InvoiceContent,
  type InvoiceFormat,
  invoiceFile,
} from './formats/invoice-formats.ts'
import { CreditNoteSchema, creditNoteBody, InvoiceSchema, invoiceBody } from './invoice-views.ts'
import {
  findInvoice,
  type Invoice,
  type InvoiceKind,
  type InvoicePage,
  pageOfInvoices,
  parseInvoiceName,
} from './invoices.ts'

/** Time of issue, series and number. */
export const INVOICE_CURSOR: CursorForm = [TIME, /^[A-Z0-9][A-Z0-9-]{0,30}$/, /^\d{1,9}$/]

export const cursorOfInvoice = ({ issuedAt, series, number }: Invoice): readonly string[] => [
  String(issuedAt),
  series,
  String(number),
]

/** The last document of the page before, as `cursorOfInvoice` wrote it. */
export function placeOfInvoiceCursor(after: readonly string[] | undefined): InvoicePage['after'] {
  const [issuedAt, series = '', number] = after ?? []
  return issuedAt === undefined ? undefined : { issuedAt: Number(issuedAt), series, number: Number(number) }
}

export const InvoiceFormatParameter = Type.Optional(
  Type.String({ description: `One of ${INVOICE_FORMATS.join(', ')}. Default: json.`, default: 'json' }),
)

/** @throws ProblemError 400 */
export function invoiceFormatOf(value: unknown): InvoiceFormat {
  const format = value === undefined ? 'json' : INVOICE_FORMATS.find((each) => each === value)
  if (format) return format
  const message = `must be one of ${INVOICE_FORMATS.join(', ')}`
  throw new ProblemError(validationFailed([{ path: 'query:format', code: 'UNKNOWN_VALUE', message }]))
}

/** All downloads of one gateway count together, of both kinds. */
const downloadsOf = oneForEach(() => new Downloads())

async function page(call: AnyCall, kind: InvoiceKind) {
  const { from, to, after, limit } = call.page(INVOICE_CURSOR)
  const { merchantCode } = call.caller.profile
  const place = placeOfInvoiceCursor(after)
  const requested = { kind, merchantCode, from, to, after: place, limit: limit + 1 }
  return { limit, invoices: await pageOfInvoices(call.gateway.database, requested) }
}

/** The document of this number, and its file if one was requested. @throws ProblemError 404, 400, 429 */
async function documentOf(call: AnyCall, kind: InvoiceKind, number: string) {
  const { gateway, caller, request, reply } = call
  const { merchantCode } = caller.profile
  const named = parseInvoiceName(number)
  const invoice = named && (await findInvoice(gateway.database, merchantCode, kind, named))
  if (!invoice) {
    const called = kind === 'INVOICE' ? 'invoice' : 'credit note'
    throw new ProblemError(httpProblem('NOT_FOUND', `You have no ${called} with this number.`))
  }
  if (invoiceFormatOf(queryIn(request).format) === 'json') return { invoice }
  const file = await invoiceFile(gateway, invoice)
  const { headers, body } = downloadsOf(gateway).count(merchantCode, () => file)
  reply.headers(headers)
  return { invoice, file: body }
}

const listInvoices = endpoint({
  route: 'GET /invoices',
  tag: 'Account',
  operationId: 'listInvoices',
  summary: 'List the invoices for your fees, newest first',
  isOwn: true,
  pages: 'by time',
  exports: InvoiceSchema,
  answers: { 200: pageSchema(InvoiceSchema) },
  async handle(call) {
    const { invoices, limit } = await page(call, 'INVOICE')
    return pageOf(invoices, limit, cursorOfInvoice, invoiceBody)
  },
})

const readInvoice = endpoint({
  route: 'GET /invoices/:number',
  tag: 'Account',
  operationId: 'readInvoice',
  summary: 'Read an invoice for your fees, as JSON or as PDF',
  isOwn: true,
  params: { number: Type.String({ examples: ['INV-000042'] }) },
  query: { format: InvoiceFormatParameter },
  answers: {
    200: Type.Unsafe<Readable | ReturnType<typeof invoiceBody>>({
      description: 'The invoice.',
      content: InvoiceContent,
    }),
  },
  problems: ['VALIDATION_FAILED', 'NOT_FOUND'],
  async handle(call) {
    const { invoice, file } = await documentOf(call, 'INVOICE', call.params.number)
    return file ?? invoiceBody(invoice)
  },
})

const listCreditNotes = endpoint({
  route: 'GET /credit-notes',
  tag: 'Account',
  operationId: 'listCreditNotes',
  summary: 'List the credit notes for refunded fees, newest first',
  isOwn: true,
  pages: 'by time',
  exports: CreditNoteSchema,
  answers: { 200: pageSchema(CreditNoteSchema) },
  async handle(call) {
    const { invoices, limit } = await page(call, 'CREDIT_NOTE')
    return pageOf(invoices, limit, cursorOfInvoice, creditNoteBody)
  },
})

const readCreditNote = endpoint({
  route: 'GET /credit-notes/:number',
  tag: 'Account',
  operationId: 'readCreditNote',
  summary: 'Read a credit note for refunded fees, as JSON or as PDF',
  isOwn: true,
  params: { number: Type.String({ examples: ['CN-000007'] }) },
  query: { format: InvoiceFormatParameter },
  answers: {
    200: Type.Unsafe<Readable | ReturnType<typeof creditNoteBody>>({
      description: 'The credit note.',
      content: CreditNoteContent,
    }),
  },
  problems: ['VALIDATION_FAILED', 'NOT_FOUND'],
  async handle(call) {
    const { invoice, file } = await documentOf(call, 'CREDIT_NOTE', call.params.number)
    return file ?? creditNoteBody(invoice)
  },
})

export const INVOICE_ENDPOINTS = [listInvoices, readInvoice, listCreditNotes, readCreditNote] as const
