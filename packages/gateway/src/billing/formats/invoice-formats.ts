/** The formats of an invoice or a credit note: JSON for programs, PDF for people and tax offices. */
import type { Readable } from 'node:stream'
import type { Timers } from '@sluice/core/foundation/deps.ts'
import type { Database } from '@sluice/database/port.ts'
import { invoiceName } from '../crediting.ts'
import { CreditNoteSchema, InvoiceSchema } from '../invoice-views.ts'
import { type Invoice, kindOfInvoice } from '../invoices.ts'
import { findStatement } from '../store.ts'
import { writeInvoicePdf } from './invoice-pdf.ts'
import { loadPdf } from './pdf-part.ts'

export const INVOICE_FORMATS = ['json', 'pdf'] as const
export type InvoiceFormat = (typeof INVOICE_FORMATS)[number]

/** The media types of the response for the API description. */
export const InvoiceContent = {
  'application/json': { schema: InvoiceSchema },
  'application/pdf': { schema: { type: 'string', format: 'binary' } },
}

export const CreditNoteContent = { ...InvoiceContent, 'application/json': { schema: CreditNoteSchema } }

export interface InvoiceFile {
  readonly body: Readable
  readonly headers: Readonly<Record<string, string>>
}

/** A file that is written while it is read, with times in the zone of its statements. @throws ProblemError 422 */
export async function invoiceFile(
  { database, deps }: { readonly database: Database; readonly deps: { readonly timers: Timers } },
  invoice: Invoice,
): Promise<InvoiceFile> {
  // While the answer can still say that it is not installed.
  await loadPdf()
  const { merchantCode, currency, lastStatement: number } = invoice
  const statement = await findStatement(database, { merchantCode, currency, number })
  const file = kindOfInvoice(invoice) === 'INVOICE' ? 'invoice' : 'credit-note'
  const turn = () => new Promise<void>((resolve) => deps.timers.soon(resolve))
  return {
    body: writeInvoicePdf({ invoice, zone: statement?.zone ?? 'UTC', turn }),
    headers: {
      'content-type': 'application/pdf',
      // A merchant's code and a number are safe in headers and file names.
      'content-disposition': `attachment; filename="${file}-${merchantCode}-${invoiceName(invoice)}.pdf"`,
      'x-content-type-options': 'nosniff',
    },
  }
}
