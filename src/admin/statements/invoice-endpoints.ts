/** Invoices for fees: listed, read, and issued for a month that is over. */
import { Type } from 'typebox'
import { currency as currencyOf } from '../../catalogue/currencies.ts'
import { isMerchantCode } from '../../foundation/identifiers.ts'
import { worded } from '../../http/reading.ts'
import { type CursorForm, NextCursor, pageOf, TIME } from '../../intake/pages.ts'
import { InvoiceSchema, invoiceBody } from '../../statements/invoice-views.ts'
import {
  findInvoice,
  type Invoice,
  invoiceFor,
  type NoInvoice,
  pageOfInvoices,
  parseInvoiceName,
} from '../../statements/invoices.ts'
import { invalid, MerchantCodeParam, merchantOf, notFound, refuse } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { formed } from '../fields.ts'
import { adminProblem } from '../problems.ts'

const BY_ISSUE: CursorForm = [TIME, /^[A-Z0-9][A-Z0-9-]{0,30}$/, /^\d{1,9}$/]

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
    const { from, to, after, limit } = call.page(BY_ISSUE)
    if (merchantCode !== undefined && !isMerchantCode(merchantCode)) return { data: [] }
    const [issuedAt, series = '', number] = after ?? []
    const invoices = await pageOfInvoices(call.office.gateway.database, {
      merchantCode,
      from,
      to,
      after:
        issuedAt === undefined ? undefined : { issuedAt: Number(issuedAt), series, number: Number(number) },
      limit: limit + 1,
    })
    const cursor = (last: Invoice) => [String(last.issuedAt), last.series, String(last.number)]
    return pageOf(invoices, limit, cursor, invoiceBody)
  },
})

const show = endpoint({
  route: 'GET /admin/invoices/:merchantCode/:idInvoice',
  role: 'VIEWER',
  summary: 'Read an invoice for fees',
  guide: 'statements.md#invoices',
  params: { merchantCode: MerchantCodeParam, idInvoice: Type.String({ examples: ['INV-000042'] }) },
  answers: { 200: InvoiceSchema },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { gateway } = call.office
    const { merchantCode } = await merchantOf(gateway, call.params.merchantCode)
    const named = parseInvoiceName(call.params.idInvoice)
    const invoice = named && (await findInvoice(gateway.database, merchantCode, named))
    if (!invoice) throw notFound('invoice')
    return invoiceBody(invoice)
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
  answers: { 201: InvoiceSchema },
  problems: ['NOT_FOUND', 'STATEMENT_COVERED'],
  async handle(call) {
    const { gateway } = call.office
    const { merchantCode: code, currencyCode, month } = call.body()
    const profile = await merchantOf(gateway, code)
    const currency = currencyOf(currencyCode)?.code
    if (!currency) throw invalid('/currencyCode', 'UNKNOWN_VALUE', 'must be a currency that is offered here')
    await call.note({
      action: 'invoice.issue',
      subject: `merchant ${profile.merchantCode}`,
      detail: { currencyCode: currency, month },
    })
    const made = await invoiceFor(gateway, profile, { currency, month })
    if (!made.ok)
      throw refuse(adminProblem('STATEMENT_COVERED', `There is no invoice: ${WHY[made.failure]}.`))
    return invoiceBody(made.value)
  },
  location: ({ merchantCode, idInvoice }) => `/admin/invoices/${merchantCode}/${idInvoice}`,
})

export const INVOICE_ENDPOINTS = [list, show, issue]
