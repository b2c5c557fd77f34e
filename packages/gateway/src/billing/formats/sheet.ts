/** A statement as a table: opening balance, lines, closing balance. Amounts are decimal text. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { Minor } from '@sluice/core/foundation/money.ts'
import type { Sheet, SheetColumn } from '../../http/spreadsheet/sheet.ts'
import { lineReference, statementName, totalOf } from '../statement.ts'
import { type BalancedLine, type StatementDocument, textIn } from './document.ts'

interface Balance {
  readonly type: 'opening' | 'closing'
  readonly at: Instant
  readonly balanceMinor: Minor
}

type StatementRow = Balance | ({ readonly type: 'line' } & BalancedLine)

/** @param currency of all amounts */
function columnsIn(
  text: (amountMinor: Minor) => string,
  currency: string,
): readonly SheetColumn<StatementRow>[] {
  const ofLine = (read: (line: BalancedLine) => string | undefined) => (row: StatementRow) =>
    row.type === 'line' ? read(row) : undefined
  const moneyOf = (name: string, read: (line: BalancedLine) => Minor): SheetColumn<StatementRow> => ({
    name,
    kind: 'money',
    of: ofLine((line) => text(read(line))),
  })
  return [
    { name: 'at', kind: 'instant', of: ({ at }) => at },
    { name: 'kind', kind: 'text', of: (row) => (row.type === 'line' ? row.kind : row.type) },
    { name: 'id', kind: 'text', of: ofLine(({ id }) => id) },
    { name: 'method', kind: 'text', of: ofLine(({ method }) => method) },
    { name: 'reason', kind: 'text', of: ofLine(({ reason }) => reason) },
    { name: 'currency', kind: 'text', of: () => currency },
    moneyOf('gross', ({ grossMinor }) => grossMinor),
    moneyOf('fee', ({ feeMinor }) => feeMinor),
    moneyOf('vat', ({ vatMinor }) => vatMinor),
    moneyOf('net', ({ netMinor }) => netMinor),
    moneyOf('available', ({ change }) => change.availableMinor),
    moneyOf('reserved', ({ change }) => change.reservedMinor),
    { name: 'balance', kind: 'money', of: ({ balanceMinor }) => text(balanceMinor) },
    { name: 'reference', kind: 'text', of: ofLine(lineReference) },
  ]
}

export const sheetOf = (document: StatementDocument): Sheet<StatementRow> => ({
  columns: columnsIn(textIn(document.statement), document.statement.currency),
  rows: rowsOf(document),
  zone: document.statement.zone,
  title: statementName(document.statement),
})

async function* rowsOf({ statement, lines }: StatementDocument): AsyncGenerator<StatementRow> {
  const { from, until, opening, closing } = statement
  yield { type: 'opening', at: from, balanceMinor: totalOf(opening) }
  for await (const some of lines()) for (const line of some) yield { ...line, type: 'line' }
  yield { type: 'closing', at: until, balanceMinor: totalOf(closing) }
}
