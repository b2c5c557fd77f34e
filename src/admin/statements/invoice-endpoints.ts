/** Invoices for fees: listed, read, and issued for a month that is over. */
import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import { currency as currencyOf } from '../../catalogue/currencies.ts'
import { isMerchantCode } from '../../foundation/identifiers.ts'
import { worded } from '../../http/reading.ts'
import { NextCursor, pageOf } from '../../intake/pages.ts'
import { InvoiceContent, invoiceFile } from '../../statements/formats/invoice-formats.ts'
import {
  cursorOfInvoice,
  INVOICE_CURSOR,
  InvoiceFormatParameter,
  invoiceFormatOf,
  placeOfInvoiceCursor,
} from '../../statements/invoice-routes.ts'
import { InvoiceSchema, invoiceBody } from '../../statements/invoice-views.ts'
import {
  findInvoice,
  invoiceFor,
  type NoInvoice,
  pageOfInvoices,
  parseInvoiceName,
} from '../../statements/invoices.ts'
import { invalid, MerchantCodeParam, merchantOf, notFound, refuse } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { formed } from '../fields.ts'
import { adminProblem } from '../problems.ts'

const list = endpoint({
  route: 'GET /admin/invoices',
  role: 'VIEWER',
  summary: 'List the invoices for fees, the latest first',
  guide: 'statements.md#invoices',
  query: { merchantCode: Type.Optional(MerchantCodeParam) },
  pages: 'by time',
  answers: { 200: Type.Object({ data: Type.Array(InvoiceSchema), nextCursor: NextCursor }) },
  async handle(call) {
    const { merchantCode } = call.query
    const { from, to, after, limit } = call.page(INVOICE_CURSOR)
    if (merchantCode !== undefined && !isMerchantCode(merchantCode)) return { data: [] }
    const invoices = await pageOfInvoices(call.office.gateway.database, {
      ...{ merchantCode, from, to, limit: limit + 1 },
      after: placeOfInvoiceCursor(after),
    })
    return pageOf(invoices, limit, cursorOfInvoice, invoiceBody)
  },
})

const show = endpoint({
  route: 'GET /admin/invoices/:merchantCode/:idInvoice',
  role: 'VIEWER',
  summary: 'Read an invoice for fees, as JSON or as PDF',
  guide: 'statements.md#invoices',
  params: { merchantCode: MerchantCodeParam, idInvoice: Type.String({ examples: ['INV-000042'] }) },
  query: { format: InvoiceFormatParameter },
  answers: { 200: Type.Unsafe<Readable | ReturnType<typeof invoiceBody>>({ content: InvoiceContent }) },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { gateway } = call.office
    const { merchantCode } = await merchantOf(gateway, call.params.merchantCode)
    const named = parseInvoiceName(call.params.idInvoice)
    const invoice = named && (await findInvoice(gateway.database, merchantCode, named))
    if (!invoice) throw notFound('invoice')
    if (invoiceFormatOf(call.query.format) === 'json') return invoiceBody(invoice)
    const { headers, body } = await invoiceFile(gateway, invoice)
    for (const [name, value] of Object.entries(headers)) call.header(name, value)
    return body
  },
})

const WHY: Readonly<Record<NoInvoice, string>> = {
  NO_ISSUER: 'nobody has said yet who issues invoices: put the issuer with PUT /admin/billing',
  MONTH_OPEN: 'the statements of that month are not all issued, or an earlier invoice has them',
  NO_FEES: 'no fees were charged in that month',
}

const issue = endpoint({
  route: 'POST /admin/invoices',
  role: 'OPERATOR',
  summary: 'Issue the invoice for the fees of a month; the same again answers the one that was issued',
  guide: 'statements.md#invoices',
  body: Type.Object({
    merchantCode: worded(Type.String(), 'WRONG_TYPE', "must be a merchant's code"),
    currencyCode: worded(Type.String(), 'WRONG_TYPE', 'must be a currency code'),
    month: formed(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'must be a month such as 2026-11'),
  }),
  example: { merchantCode: 'SIAM-SHOP', currencyCode: 'THB', month: '2026-10' },
  answers: { 201: InvoiceSchema },
  problems: ['NOT_FOUND', 'STATEMENT_COVERED'],
  async handle(call) {
    const { gateway } = call.office
    const { merchantCode: code, currencyCode, month } = call.body()
    const profile = await merchantOf(gateway, code)
    const currency = currencyOf(currencyCode)?.code
    if (!currency) throw invalid('/currencyCode', 'UNKNOWN_VALUE', 'must be a currency that is offered here')
    const alongside = call.alongside({
      action: 'invoice.issue',
      subject: `merchant ${profile.merchantCode}`,
      detail: { currencyCode: currency, month },
    })
    const made = await invoiceFor(gateway, profile, { currency, month }, alongside)
    if (!made.ok)
      throw refuse(adminProblem('STATEMENT_COVERED', `There is no invoice: ${WHY[made.failure]}.`))
    return invoiceBody(made.value)
  },
  location: ({ merchantCode, idInvoice }) => `/admin/invoices/${merchantCode}/${idInvoice}`,
})

export const INVOICE_ENDPOINTS = [list, show, issue]
