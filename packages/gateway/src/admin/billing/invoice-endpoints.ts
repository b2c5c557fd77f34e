/** Invoices for fees and credit notes for reversed fees: listed, read, and issued for an ended month. */
import type { Readable } from 'node:stream'
import { currency as currencyOf } from '@sluice/core/catalogue/currencies.ts'
import { isMerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { type Static, Type } from 'typebox'
import { NextCursor, type Page, pageOf } from '../../api/pages.ts'
import { CreditNoteContent, InvoiceContent, invoiceFile } from '../../billing/formats/invoice-formats.ts'
import {
  cursorOfInvoice,
  INVOICE_CURSOR,
  InvoiceFormatParameter,
  invoiceFormatOf,
  placeOfInvoiceCursor,
} from '../../billing/invoice-routes.ts'
import { CreditNoteSchema, creditNoteBody, InvoiceSchema, invoiceBody } from '../../billing/invoice-views.ts'
import {
  billMonth,
  findInvoice,
  type Invoice,
  type InvoiceKind,
  type NoInvoice,
  pageOfInvoices,
  parseInvoiceName,
} from '../../billing/invoices.ts'
import { worded } from '../../http/reading.ts'
import { invalid, MerchantCodeParam, merchantOf, notFound, refuse } from '../context.ts'
import { type Call, endpoint } from '../endpoint.ts'
import { formed } from '../fields.ts'
import { adminProblem } from '../problems.ts'

const Month = formed(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'must be a month such as 2026-11', {
  description: 'The month of its fees.',
  examples: ['2026-11'],
})

const pageQuery = {
  merchantCode: Type.Optional(MerchantCodeParam),
  month: Type.Optional(Month),
}

async function pageFor<Body>(
  call: Pick<
    Call<unknown, { readonly merchantCode?: string; readonly month?: string }, never>,
    'query' | 'page' | 'backOffice'
  >,
  kind: InvoiceKind,
  body: (invoice: Invoice) => Body,
): Promise<Page<Body>> {
  const { merchantCode, month } = call.query
  const { from, to, after, limit } = call.page(INVOICE_CURSOR)
  if (merchantCode !== undefined && !isMerchantCode(merchantCode)) return { data: [] }
  const invoices = await pageOfInvoices(call.backOffice.gateway.database, {
    ...{ kind, merchantCode, month, from, to, limit: limit + 1 },
    after: placeOfInvoiceCursor(after),
  })
  return pageOf(invoices, limit, cursorOfInvoice, body)
}

const list = endpoint({
  route: 'GET /admin/invoices',
  role: 'VIEWER',
  summary: 'List the invoices for fees, newest first',
  guide: 'statements.md#invoices',
  query: pageQuery,
  pages: 'by time',
  answers: { 200: Type.Object({ data: Type.Array(InvoiceSchema), nextCursor: NextCursor }) },
  handle: (call) => pageFor(call, 'INVOICE', invoiceBody),
})

const listNotes = endpoint({
  route: 'GET /admin/credit-notes',
  role: 'VIEWER',
  summary: 'List the credit notes for refunded fees, newest first',
  guide: 'statements.md#credit-notes',
  query: pageQuery,
  pages: 'by time',
  answers: { 200: Type.Object({ data: Type.Array(CreditNoteSchema), nextCursor: NextCursor }) },
  handle: (call) => pageFor(call, 'CREDIT_NOTE', creditNoteBody),
})

/**
 * As JSON, or as PDF if requested.
 * @throws ProblemError 404
 */
async function shown<Body>(
  call: Pick<
    Call<unknown, { readonly format?: Static<typeof InvoiceFormatParameter> }, never>,
    'query' | 'backOffice' | 'header'
  >,
  kind: InvoiceKind,
  { merchantCode: code, name }: { readonly merchantCode: string; readonly name: string },
  bodyOf: (invoice: Invoice) => Body,
): Promise<Body | Readable> {
  const { gateway } = call.backOffice
  const { merchantCode } = await merchantOf(gateway, code)
  const named = parseInvoiceName(name)
  const invoice = named && (await findInvoice(gateway.database, merchantCode, kind, named))
  if (!invoice) throw notFound(kind === 'INVOICE' ? 'invoice' : 'credit note')
  if (invoiceFormatOf(call.query.format) === 'json') return bodyOf(invoice)
  const { headers, body } = await invoiceFile(gateway, invoice)
  for (const [header, value] of Object.entries(headers)) call.header(header, value)
  return body
}

const show = endpoint({
  route: 'GET /admin/invoices/:merchantCode/:idInvoice',
  role: 'VIEWER',
  summary: 'Read an invoice for fees, as JSON or as PDF',
  guide: 'statements.md#invoices',
  params: { merchantCode: MerchantCodeParam, idInvoice: Type.String({ examples: ['INV-000042'] }) },
  query: { format: InvoiceFormatParameter },
  answers: { 200: Type.Unsafe<Readable | ReturnType<typeof invoiceBody>>({ content: InvoiceContent }) },
  problems: ['NOT_FOUND'],
  handle(call) {
    const { merchantCode, idInvoice } = call.params
    return shown(call, 'INVOICE', { merchantCode, name: idInvoice }, invoiceBody)
  },
})

const showNote = endpoint({
  route: 'GET /admin/credit-notes/:merchantCode/:idCreditNote',
  role: 'VIEWER',
  summary: 'Read a credit note for refunded fees, as JSON or as PDF',
  guide: 'statements.md#credit-notes',
  params: { merchantCode: MerchantCodeParam, idCreditNote: Type.String({ examples: ['CN-000007'] }) },
  query: { format: InvoiceFormatParameter },
  answers: {
    200: Type.Unsafe<Readable | ReturnType<typeof creditNoteBody>>({ content: CreditNoteContent }),
  },
  problems: ['NOT_FOUND'],
  handle(call) {
    const { merchantCode, idCreditNote } = call.params
    return shown(call, 'CREDIT_NOTE', { merchantCode, name: idCreditNote }, creditNoteBody)
  },
})

const WHY: Readonly<Record<NoInvoice, string>> = {
  NO_ISSUER: 'no issuer of invoices is set: set it with PUT /admin/billing',
  MONTH_OPEN: 'not all statements of that month are issued, or an earlier invoice contains them',
  NO_FEES: 'no fees were charged or refunded in that month',
}

const issue = endpoint({
  route: 'POST /admin/invoices',
  role: 'OPERATOR',
  summary:
    'Issue the invoice for the fees of a month and the credit note for refunded ones; repeating it returns the same documents',
  guide: 'statements.md#invoices',
  body: Type.Object({
    merchantCode: worded(Type.String(), 'WRONG_TYPE', "must be a merchant's code"),
    currencyCode: worded(Type.String(), 'WRONG_TYPE', 'must be a currency code'),
    month: Month,
  }),
  example: { merchantCode: 'SIAM-SHOP', currencyCode: 'THB', month: '2026-10' },
  answers: { 201: Type.Union([InvoiceSchema, CreditNoteSchema]) },
  problems: ['NOT_FOUND', 'STATEMENT_COVERED'],
  async handle(call) {
    const { gateway } = call.backOffice
    const { merchantCode: code, currencyCode, month } = call.body()
    const profile = await merchantOf(gateway, code)
    const currency = currencyOf(currencyCode)?.code
    if (!currency) throw invalid('/currencyCode', 'UNKNOWN_VALUE', 'must be an offered currency')
    const alongside = call.alongside({
      action: 'invoice.issue',
      subject: `merchant ${profile.merchantCode}`,
      detail: { currencyCode: currency, month },
    })
    const made = await billMonth(gateway, profile, { currency, month }, alongside)
    if (!made.ok)
      throw refuse(adminProblem('STATEMENT_COVERED', `There is no invoice: ${WHY[made.failure]}.`))
    const { invoice, creditNote } = made.value
    if (invoice) return invoiceBody(invoice)
    assert(creditNote, 'a month that is billed has one of the two')
    return creditNoteBody(creditNote)
  },
  location: (made) =>
    'idInvoice' in made
      ? `/admin/invoices/${made.merchantCode}/${made.idInvoice}`
      : `/admin/credit-notes/${made.merchantCode}/${made.idCreditNote}`,
})

export const INVOICE_ENDPOINTS = [list, show, issue, listNotes, showNote]
