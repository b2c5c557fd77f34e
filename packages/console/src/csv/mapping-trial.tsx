/** Shows a sample, and how its first lines would be read: each movement, and each fault at its line. */
import type { Currency } from '@sluice/core/catalogue/currencies.ts'
import { dayText, isoTime } from '@sluice/core/foundation/instants.ts'
import { amountText } from '@sluice/core/foundation/money.ts'
import type { TriedRow } from '@sluice/gateway/reconciliation/csv.ts'
import type { CsvLine } from '@sluice/gateway/reconciliation/csv-layout.ts'
import { Amount } from '@sluice/ui-kit/money.tsx'
import { Badge, Notice } from '@sluice/ui-kit/small.tsx'
import { type Column, Table } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { counted } from '../texts.tsx'
import type { SampleRows } from './sample.ts'
import type { Tried } from './trying.ts'

const LINES_SHOWN = 4
const LONGEST_CELL = 60

/** The heads and the first lines below them, unchanged. */
export function FirstLines({ rows }: { readonly rows: SampleRows }) {
  const { lines, headsAt, firstAt, fieldCount } = rows
  const heads = headsAt === undefined ? [] : (lines[headsAt]?.record ?? [])
  const shown = lines.slice(firstAt, firstAt + LINES_SHOWN)
  const line: Column<CsvLine> = { name: 'Line', cell: ({ info }) => info.lines, atEnd: true }
  const fields = Array.from(
    { length: fieldCount },
    (_, place): Column<CsvLine> => ({
      name: `${place + 1}${heads[place]?.trim() ? `: ${heads[place].trim()}` : ''}`,
      cell: ({ record }) => (record[place] ?? '').trim().slice(0, LONGEST_CELL) || '–',
    }),
  )
  return (
    <Table
      label="First lines of the sample"
      columns={[line, ...fields]}
      rows={shown}
      keyOf={({ info }) => String(info.lines)}
    />
  )
}

const ROWS_SHOWN = 12

const columnsIn = ({ code, ledgerDigits }: Currency): readonly Column<TriedRow>[] => [
  { name: 'Line', cell: ({ line }) => line, atEnd: true },
  {
    name: 'Booked',
    cell: ({ entry }) =>
      entry &&
      (entry.bookedPrecision === 'day' ? (
        <span class="unbroken">{dayText(entry.bookedAt)}</span>
      ) : (
        <Time at={isoTime(entry.bookedAt)} />
      )),
  },
  {
    name: 'Amount',
    cell: ({ entry }) =>
      entry && (
        <Amount money={{ amount: amountText(entry.money.amountMinor, ledgerDigits), currencyCode: code }} />
      ),
    atEnd: true,
  },
  {
    name: 'Direction',
    cell: ({ entry, faults }) =>
      entry ? (
        <>
          <Badge tone={entry.direction === 'credit' ? 'good' : 'plain'}>
            {entry.direction === 'credit' ? 'Money in' : 'Money out'}
          </Badge>{' '}
          {entry.reversal && <Badge tone="warn">reversal</Badge>}
        </>
      ) : faults.length > 0 ? (
        <Badge tone="bad">Rejected</Badge>
      ) : (
        <Badge tone="plain">Skipped</Badge>
      ),
  },
  {
    name: 'Reference',
    cell: ({ entry }) => entry && (entry.reference ?? entry.utr ?? entry.endToEndId ?? '–'),
  },
  {
    name: 'Sender',
    cell: ({ entry }) => entry && (entry.sender?.name ?? entry.sender?.account ?? '–'),
  },
  {
    name: 'Payment description or error',
    cell: ({ entry, faults }) =>
      entry ? (
        entry.remittance || '–'
      ) : faults.length > 0 ? (
        <span class="fault">{faults.map(({ message }) => capital(message)).join('. ')}</span>
      ) : (
        <span class="quiet">no transaction</span>
      ),
  },
]

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Brings the first faulty rows into view even if many correct rows come before them. */
function shownOf(read: readonly TriedRow[]): readonly TriedRow[] {
  const first = read.slice(0, ROWS_SHOWN)
  const wrong = read.slice(ROWS_SHOWN).filter(({ faults }) => faults.length > 0)
  return [...first, ...wrong.slice(0, ROWS_SHOWN)]
}

export function Trial({ tried, currency }: { readonly tried: Tried; readonly currency: Currency }) {
  const { read, wrong } = tried
  return (
    <>
      <div aria-live="polite">
        {wrong.map((message) => (
          <Notice key={message} tone="bad">
            {message}
          </Notice>
        ))}
        {read && <Summary read={read} />}
        {!read && wrong.length === 0 && (
          <p class="hint">A preview of the first lines appears once the marked fields are complete.</p>
        )}
      </div>
      {read && read.length > 0 && (
        <Table
          label="Preview of the first lines"
          columns={columnsIn(currency)}
          rows={shownOf(read)}
          keyOf={({ line }) => String(line)}
        />
      )}
    </>
  )
}

function Summary({ read }: { readonly read: readonly TriedRow[] }) {
  const movements = read.filter(({ entry }) => entry !== undefined)
  const wrong = read.filter(({ faults }) => faults.length > 0).length
  const out = read.length - movements.length - wrong
  const credits = movements.filter(({ entry }) => entry?.direction === 'credit').length
  const parts = [
    `${credits} in`,
    `${movements.length - credits} out`,
    out > 0 && `${out} skipped`,
    wrong > 0 && `${wrong} refused`,
  ]
  return (
    <Notice tone={wrong > 0 || movements.length === 0 ? 'warn' : 'info'}>
      Of the first {counted(read.length, 'line')}: {parts.filter(Boolean).join(' · ')}.
      {wrong > 0 && ' If one line is rejected, the whole file is rejected.'}
    </Notice>
  )
}
