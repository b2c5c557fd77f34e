/** `sluice invoices …`: invoices for the fees of a month, as an operator. */
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
      does: 'issue the one for a month; the same again shows the one that was issued',
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
