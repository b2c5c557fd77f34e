/** An invoice on paper: what merchants hand to their accountants and tax offices. */
import { Readable } from 'node:stream'
import { minor } from '../../foundation/money.ts'
import type { Invoice } from '../invoices.ts'
import { invoiceName } from '../invoices.ts'
import type { PaperColumn } from '../paper/paper.ts'
import { amountIn, partyBlock, TEST_NOTE, timeIn } from '../paper/words.ts'
import { statementName } from '../statement.ts'

export interface InvoiceOnPaper {
  readonly invoice: Invoice
  /** Of its statements: in which its times are written. */
  readonly zone: string
  /** Lets all others have a turn. */
  readonly turn: () => Promise<void>
}

export const writeInvoicePdf = (document: InvoiceOnPaper): Readable =>
  Readable.from(pdfOf(document), { objectMode: false })

const amountColumn = (name: string): PaperColumn => ({ name, width: 95, align: 'right' })
const COLUMNS: readonly PaperColumn[] = [
  { name: 'For', width: 145, align: 'left' },
  { name: 'VAT rate', width: 85, align: 'left' },
  ...['Fees', 'VAT', 'Total'].map(amountColumn),
]

async function* pdfOf({ invoice, zone, turn }: InvoiceOnPaper): AsyncGenerator<Uint8Array> {
  const { parties, issuedAt, merchantCode, month, currency } = invoice
  // Loaded when somebody first asks for one: no start of the gateway waits for it.
  const { Paper } = await import('../paper/paper.ts')
  const title = `Invoice ${invoiceName(invoice)}, ${merchantCode}`
  const author = parties.issuer?.name ?? 'Sluice'
  const paper = new Paper({ layout: 'portrait', title, author, at: issuedAt, turn })
  await paper.paragraph(`Invoice ${invoiceName(invoice)}`, { size: 18 })
  if (invoice.isTest) await paper.paragraph(TEST_NOTE)
  paper.space(8)
  await paper.blocks([
    ['From', ...(parties.issuer ? partyBlock(parties.issuer) : [])],
    ['To', ...partyBlock(parties.recipient), `Merchant ${merchantCode}`],
    ['Invoice', `Issued ${timeIn(zone, issuedAt)}`, `Time zone ${zone}`, `Month ${month}`],
  ])
  paper.space(14)
  const amount = amountIn(invoice)
  const row = (what: string, rate: string, fee: bigint, vat: bigint) => [
    what,
    rate,
    ...[fee, vat, fee + vat].map((each) => amount(minor(each))),
  ]
  await paper.table(COLUMNS, [
    ...invoice.lines.map(({ vatRate, feeMinor, vatMinor }) =>
      row(`Payment services, ${month}`, rateText(vatRate), feeMinor, vatMinor),
    ),
    row(`Total in ${currency}`, '', invoice.feeMinor, invoice.vatMinor),
  ])
  paper.space(12)
  const settled = 'These fees were taken off the balance when they were charged: nothing is left to pay.'
  await paper.paragraph(settled, { grey: true })
  await paper.paragraph(`They are those of ${statementsOf(invoice)}.`, { grey: true })
  yield* await paper.finish()
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
