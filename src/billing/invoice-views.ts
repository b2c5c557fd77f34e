/** The response bodies of invoices and credit notes. Amounts are exact. */
import { Type } from 'typebox'
import { type MoneyBody, moneyBody } from '../api/views.ts'
import { moneySchema } from '../catalogue/response-schemas.ts'
import { isoTime } from '../foundation/instants.ts'
import { type Minor, minor } from '../foundation/money.ts'
import { invoiceName } from './crediting.ts'
import type { Invoice } from './invoices.ts'
import { statementName } from './statement.ts'
import { PartiesSchema, partiesBody } from './views.ts'

const money = (description: string) => Type.Unsafe<MoneyBody>(moneySchema(description))

const numbered = (example: string) =>
  Type.String({
    examples: [example],
    description: 'Its number: those of a series follow each other without gaps.',
  })

const COMMON = {
  merchantCode: Type.String(),
  currencyCode: Type.String(),
  month: Type.String({ examples: ['2026-11'] }),
  statements: Type.Array(Type.String(), { description: 'From the first to the last whose fees it has.' }),
  isTest: Type.Boolean(),
  issuedAt: Type.String({ format: 'date-time', description: 'From then on it never changes.' }),
  parties: PartiesSchema,
  lines: Type.Array(
    Type.Object({
      vatRate: Type.String({
        description: 'A share of the fee: 0.07 is 7 %; other: a rate that is no longer in use.',
      }),
      fee: money('Without VAT.'),
      vat: money('VAT on it.'),
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
    fee: money('All fees, without VAT.'),
    vat: money('All VAT.'),
    total: money('Fees and VAT; already taken off when they were charged.'),
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
        'The invoices that charged what is given back, the oldest first, 100 at most; none of charges that no invoice has.',
    }),
    fee: money('All fees that were given back, without VAT.'),
    vat: money('All VAT that was given back.'),
    total: money('Fees and VAT; already on the balance since they were given back.'),
  },
  {
    description:
      'A credit note for fees that were given back: of a month, by each rate of VAT at which more was given back than charged. Its amounts are positive.',
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
