/** An invoice or a credit note as PDF, for merchants' accountants and tax offices. */
import { Readable } from 'node:stream'
import { minor } from '@sluice/core/foundation/money.ts'
import type { PdfColumn } from '@sluice/pdf/document.ts'
import { invoiceName } from '../crediting.ts'
import { type Invoice, type InvoiceKind, kindOfInvoice } from '../invoices.ts'
import { statementName } from '../statement.ts'
import { loadPdf } from './pdf-part.ts'
import { amountIn, partyBlock, TEST_NOTE, timeIn } from './pdf-texts.ts'

export interface InvoiceOnPdf {
  readonly invoice: Invoice
  /** The zone of its statements, in which times are written. */
  readonly zone: string
  /** Lets other work run in between. */
  readonly turn: () => Promise<void>
}

export const writeInvoicePdf = (document: InvoiceOnPdf): Readable =>
  Readable.from(pdfOf(document), { objectMode: false })

const amountColumn = (name: string): PdfColumn => ({ name, width: 95, align: 'right' })
const COLUMNS: readonly PdfColumn[] = [
  { name: 'For', width: 145, align: 'left' },
  { name: 'VAT rate', width: 85, align: 'left' },
  ...['Fees', 'VAT', 'Total'].map(amountColumn),
]

/** What differs between the two. Their UNTDID 1001 codes are 380 and 381. */
const WORDS: Readonly<Record<InvoiceKind, { title: string; line: string; settled: string }>> = {
  INVOICE: {
    title: 'Invoice',
    line: 'Payment services',
    settled: 'These fees were deducted from the balance when they were charged. Nothing is left to pay.',
  },
  CREDIT_NOTE: {
    title: 'Credit note',
    line: 'Payment services, refunded',
    settled:
      'These fees were credited to the balance when they were refunded. Nothing is left to be paid out.',
  },
}

async function* pdfOf({ invoice, zone, turn }: InvoiceOnPdf): AsyncGenerator<Uint8Array> {
  const { parties, issuedAt, merchantCode, month, currency } = invoice
  const { Pdf } = await loadPdf()
  const words = WORDS[kindOfInvoice(invoice)]
  const name = `${words.title} ${invoiceName(invoice)}`
  const title = `${name}, ${merchantCode}`
  const author = parties.issuer?.name ?? 'Sluice'
  const pdf = new Pdf({ layout: 'portrait', title, author, at: issuedAt, turn })
  await pdf.paragraph(name, { size: 18 })
  if (invoice.isTest) await pdf.paragraph(TEST_NOTE)
  pdf.space(8)
  await pdf.blocks([
    ['From', ...(parties.issuer ? partyBlock(parties.issuer) : [])],
    ['To', ...partyBlock(parties.recipient), `Merchant ${merchantCode}`],
    [words.title, `Issued ${timeIn(zone, issuedAt)}`, `Time zone ${zone}`, `Month ${month}`],
  ])
  pdf.space(14)
  const amount = amountIn(invoice)
  const row = (what: string, rate: string, fee: bigint, vat: bigint) => [
    what,
    rate,
    ...[fee, vat, fee + vat].map((each) => amount(minor(each))),
  ]
  await pdf.table(COLUMNS, [
    ...invoice.lines.map(({ vatRate, feeMinor, vatMinor }) =>
      row(`${words.line}, ${month}`, rateText(vatRate), feeMinor, vatMinor),
    ),
    row(`Total in ${currency}`, '', invoice.feeMinor, invoice.vatMinor),
  ])
  pdf.space(12)
  if (invoice.corrects !== undefined && invoice.corrects.length > 0)
    await pdf.paragraph(`It corrects ${invoice.corrects.join(', ')}.`)
  await pdf.paragraph(words.settled, { grey: true })
  await pdf.paragraph(`They are those of ${statementsOf(invoice)}.`, { grey: true })
  yield* await pdf.finish()
}

/** `0.07` is 7 %. */
export function rateText(vatRate: string): string {
  const [whole = '', fraction = ''] = vatRate.split('.')
  if (!/^\d+$/.test(whole)) return vatRate
  const digits = fraction.padEnd(2, '0')
  const percent = `${whole}${digits.slice(0, 2)}`.replace(/^0+(?=\d)/, '')
  const rest = digits.slice(2).replace(/0+$/, '')
  return `${percent}${rest === '' ? '' : `.${rest}`} %`
}

function statementsOf({ currency, firstStatement, lastStatement }: Invoice): string {
  const name = (number: number) => statementName({ currency, number })
  if (firstStatement === lastStatement) return `statement ${name(firstStatement)}`
  return `statements ${name(firstStatement)} to ${name(lastStatement)}`
}
