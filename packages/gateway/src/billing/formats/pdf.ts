/** A statement as PDF, to read and file. It is built in memory before it is sent, so its length is limited. */
import { Readable } from 'node:stream'
import type { Minor } from '@sluice/core/foundation/money.ts'
import { localTime } from '@sluice/core/foundation/zones.ts'
import type { PdfColumn } from '@sluice/pdf/document.ts'
import { type Statement, statementName, totalOf } from '../statement.ts'
import type { BalancedLine, StatementDocument } from './document.ts'
import { loadPdf } from './pdf-part.ts'
import { amountIn, partyBlock, TEST_NOTE, timeIn } from './pdf-texts.ts'

/** About eighty pages. */
export const MOST_ON_PDF = 2_000

export const writePdf = (document: StatementDocument): Readable =>
  Readable.from(pdfOf(document), { objectMode: false })

const amountColumn = (name: string, width: number): PdfColumn => ({ name, width, align: 'right' })
const COLUMNS: readonly PdfColumn[] = [
  { name: 'Date', width: 86, align: 'left' },
  { name: 'Kind', width: 76, align: 'left' },
  { name: 'ID', width: 180, align: 'left' },
  amountColumn('Gross', 90),
  amountColumn('Fee', 74),
  amountColumn('VAT', 74),
  amountColumn('Net', 90),
  amountColumn('Balance', 92),
]

async function* pdfOf(document: StatementDocument): AsyncGenerator<Uint8Array> {
  const { statement, lines, turn } = document
  const { currency, parties, issuedAt, merchantCode } = statement
  const { Pdf } = await loadPdf()
  const title = `Statement ${statementName(statement)}, ${merchantCode}`
  const author = parties.issuer?.name ?? 'Sluice'
  const pdf = new Pdf({ layout: 'landscape', title, author, at: issuedAt, turn })
  await pdf.paragraph(`Statement ${statementName(statement)}`, { size: 18 })
  if (statement.isTest) await pdf.paragraph(TEST_NOTE)
  pdf.space(8)
  await pdf.blocks([
    ['For', ...partyBlock(parties.recipient), `Merchant ${merchantCode}`],
    parties.issuer ? ['From', ...partyBlock(parties.issuer)] : [],
    ['Period', ...periodOf(statement), `Currency ${currency}`, `Issued ${timeIn(statement.zone, issuedAt)}`],
  ])
  pdf.space(10)
  await pdf.table(...balancesOf(statement))
  pdf.space(10)
  const all: BalancedLine[] = []
  for await (const some of lines()) all.push(...some)
  const amount = amountIn(statement)
  await pdf.table(
    COLUMNS,
    all.map((line) => rowOf(line, statement.zone, amount)),
  )
  if (all.length === 0) await pdf.paragraph('No money moved.')
  yield* await pdf.finish()
}

function periodOf({ zone, from, until }: Statement): readonly string[] {
  return [`From ${timeIn(zone, from)}`, `Until ${timeIn(zone, until)}`, `Time zone ${zone}`]
}

function balancesOf(statement: Statement): [readonly PdfColumn[], (readonly string[])[]] {
  const amount = amountIn(statement)
  const columns: readonly PdfColumn[] = [
    { name: 'Balance', width: 242, align: 'left' },
    ...['Available', 'Reserved', 'Total'].map((name) => amountColumn(name, 140)),
  ]
  const rows = (['opening', 'closing'] as const).map((which) => {
    const held = statement[which]
    const at = localTime(statement.zone, which === 'opening' ? statement.from : statement.until - 1)
    const amounts = [held.availableMinor, held.reservedMinor, totalOf(held)].map(amount)
    return [`${which === 'opening' ? 'Opening' : 'Closing'} balance, ${at.day}`, ...amounts]
  })
  return [columns, rows]
}

function rowOf(line: BalancedLine, zone: string, amount: (amountMinor: Minor) => string): readonly string[] {
  const { at, kind, id, method, reason, grossMinor, feeMinor, vatMinor, netMinor, balanceMinor } = line
  const amounts = [grossMinor, feeMinor, vatMinor, netMinor, balanceMinor].map(amount)
  const named = id === undefined ? (reason ?? '') : method === undefined ? id : `${id} (${method})`
  return [timeIn(zone, at), kind, named, ...amounts]
}
