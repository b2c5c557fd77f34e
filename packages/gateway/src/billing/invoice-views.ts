/** The response bodies of invoices and credit notes. Amounts are exact. */
import { moneySchema } from '@sluice/core/catalogue/response-schemas.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Minor, minor } from '@sluice/core/foundation/money.ts'
import { Type } from 'typebox'
import { type MoneyBody, moneyBody } from '../api/views.ts'
import { invoiceName } from './crediting.ts'
import type { Invoice } from './invoices.ts'
import { statementName } from './statement.ts'
import { PartiesSchema, partiesBody } from './views.ts'

const money = (description: string) => Type.Unsafe<MoneyBody>(moneySchema(description))

const numbered = (example: string) =>
  Type.String({
    examples: [example],
    description: 'The number. Numbers of one series have no gaps.',
  })

const COMMON = {
  merchantCode: Type.String(),
  currencyCode: Type.String(),
  month: Type.String({ examples: ['2026-11'] }),
  statements: Type.Array(Type.String(), {
    description: 'The numbers of the first and last statement whose fees it contains.',
  }),
  isTest: Type.Boolean(),
  issuedAt: Type.String({
    format: 'date-time',
    description: 'When it was issued. It never changes afterwards.',
  }),
  parties: PartiesSchema,
  lines: Type.Array(
    Type.Object({
      vatRate: Type.String({
        description: 'The VAT rate as a share of the fee: 0.07 is 7 %. other: a rate that is no longer used.',
      }),
      fee: money('The amount without VAT.'),
      vat: money('The VAT on it.'),
    }),
  ),
}

const EXAMPLE = {
  ...{ merchantCode: 'SHOP-1', currencyCode: 'THB', month: '2026-11' },
  ...{ statements: ['THB-7'], isTest: false, issuedAt: '2026-11-30T17:10:00.000Z' },
  parties: {
    issuer: { name: 'Sluice Trading Co., Ltd.', country: 'TH', taxId: '0105500000001' },
    recipient: { name: 'Shop Co., Ltd.', country: 'TH', taxId: '0105500000002' },
  },
}

export const InvoiceSchema = Type.Object(
  {
    idInvoice: numbered('INV-000042'),
    ...COMMON,
    fee: money('The sum of the fees, without VAT.'),
    vat: money('The sum of the VAT.'),
    total: money('Fees and VAT. They were deducted from the balance when they were charged.'),
  },
  {
    description: 'An invoice for the fees of a month.',
    examples: [
      {
        idInvoice: 'INV-000042',
        ...EXAMPLE,
        lines: [
          {
            vatRate: '0.07',
            fee: { amount: 1250.5, currencyCode: 'THB' },
            vat: { amount: 87.54, currencyCode: 'THB' },
          },
        ],
        fee: { amount: 1250.5, currencyCode: 'THB' },
        vat: { amount: 87.54, currencyCode: 'THB' },
        total: { amount: 1338.04, currencyCode: 'THB' },
      },
    ],
  },
)

export const CreditNoteSchema = Type.Object(
  {
    idCreditNote: numbered('CN-000007'),
    ...COMMON,
    corrects: Type.Array(Type.String(), {
      description:
        'The invoices that charged the refunded fees, oldest first, at most 100. Empty if no invoice contains the charges.',
    }),
    fee: money('The sum of the refunded fees, without VAT.'),
    vat: money('The sum of the refunded VAT.'),
    total: money('Fees and VAT. They were credited to the balance when they were refunded.'),
  },
  {
    description:
      'A credit note for the refunded fees of a month, by each VAT rate at which more was refunded than charged. Its amounts are positive.',
    examples: [
      {
        idCreditNote: 'CN-000007',
        ...EXAMPLE,
        lines: [
          {
            vatRate: '0.07',
            fee: { amount: 50, currencyCode: 'THB' },
            vat: { amount: 3.5, currencyCode: 'THB' },
          },
        ],
        corrects: ['INV-000041'],
        fee: { amount: 50, currencyCode: 'THB' },
        vat: { amount: 3.5, currencyCode: 'THB' },
        total: { amount: 53.5, currencyCode: 'THB' },
      },
    ],
  },
)

export const invoiceBody = (invoice: Invoice) => ({ idInvoice: invoiceName(invoice), ...commonBody(invoice) })

export const creditNoteBody = (note: Invoice) => ({
  idCreditNote: invoiceName(note),
  ...commonBody(note),
  corrects: [...(note.corrects ?? [])],
})

function commonBody(invoice: Invoice) {
  const { currency, merchantCode, feeMinor, vatMinor, firstStatement, lastStatement } = invoice
  const of = (amountMinor: Minor) => moneyBody({ currency, amountMinor })
  const numbers = firstStatement === lastStatement ? [firstStatement] : [firstStatement, lastStatement]
  return {
    merchantCode,
    currencyCode: currency,
    month: invoice.month,
    statements: numbers.map((number) => statementName({ currency, number })),
    isTest: invoice.isTest,
    issuedAt: isoTime(invoice.issuedAt),
    parties: partiesBody(invoice.parties),
    lines: invoice.lines.map((line) => ({
      vatRate: line.vatRate,
      fee: of(line.feeMinor),
      vat: of(line.vatMinor),
    })),
    fee: of(feeMinor),
    vat: of(vatMinor),
    total: of(minor(feeMinor + vatMinor)),
  }
}
