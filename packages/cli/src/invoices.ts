/**
 * `sluice invoices …` and `sluice credit-notes …`: documents for a month's fees and for reversed fees, for operators.
 */
import { Option } from 'commander'
import type { SluiceCommand } from './context.ts'
import { addDocument } from './document-command.ts'
import { addOperations, listed, OF_MERCHANT } from './operator-command.ts'
import { upperCase } from './request.ts'

export function addInvoices(program: SluiceCommand): void {
  const invoices = program.command('invoices').description('invoices for the fees of a month (operators)')
  addOperations(invoices, [
    {
      name: 'list',
      isDefault: true,
      sends: 'GET /admin/invoices',
      options: { merchantCode: new Option('--merchant <code>', 'of one merchant') },
      shows: listed([
        ['NUMBER', 'idInvoice'],
        ['MERCHANT', 'merchantCode'],
        ['MONTH', 'month'],
        ['FEES', 'fee'],
        ['VAT', 'vat'],
        ['ISSUED', 'issuedAt'],
      ]),
    },
    {
      name: 'issue',
      sends: 'POST /admin/invoices',
      does: 'issue the invoice or credit note of a month; if already issued, show it',
      options: {
        merchantCode: new Option(...OF_MERCHANT).makeOptionMandatory(),
        currencyCode: new Option('--currency <code>', 'currency').argParser(upperCase).makeOptionMandatory(),
        month: new Option('--month <month>', 'such as 2026-11').makeOptionMandatory(),
      },
    },
  ])
  addDocument(invoices, {
    sends: 'GET /admin/invoices/{merchantCode}/{idInvoice}',
    below: 'invoices',
    file: 'invoice',
    example: 'INV-000042',
    formats: ['json', 'pdf'],
  })
}

export function addCreditNotes(program: SluiceCommand): void {
  const notes = program.command('credit-notes').description('credit notes for refunded fees (operators)')
  addOperations(notes, [
    {
      name: 'list',
      isDefault: true,
      sends: 'GET /admin/credit-notes',
      options: { merchantCode: new Option('--merchant <code>', 'of one merchant') },
      shows: listed([
        ['NUMBER', 'idCreditNote'],
        ['MERCHANT', 'merchantCode'],
        ['MONTH', 'month'],
        ['FEES', 'fee'],
        ['VAT', 'vat'],
        ['ISSUED', 'issuedAt'],
      ]),
    },
  ])
  addDocument(notes, {
    sends: 'GET /admin/credit-notes/{merchantCode}/{idCreditNote}',
    below: 'credit-notes',
    file: 'credit-note',
    example: 'CN-000007',
    formats: ['json', 'pdf'],
  })
}
