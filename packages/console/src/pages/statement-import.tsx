/**
 * Imports a bank statement. A dry run first shows what would happen to each line; then the file is imported, whole or not at all. The CSV
 * mapping is set here, beside the first lines of the file.
 */
import { useSignal } from '@preact/signals'
import { FileDrop } from '@sluice/ui-kit/file-drop.tsx'
import { Button, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { addressOf, request } from '@sluice/ui-kit/http.ts'
import { Amount } from '@sluice/ui-kit/money.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { setTo } from '@sluice/ui-kit/set-to.ts'
import { Badge, Notice, Section } from '@sluice/ui-kit/small.tsx'
import { type Column, Table } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import type { AnswerOf } from '../api.ts'
import { approvalIn, WaitsForAnother } from '../approval-in.tsx'
import { placeOf, viewOf } from '../places.ts'
import { may } from '../rights.ts'
import { counted, PaymentLink, plainWords, Status } from '../texts.tsx'
import { CsvMapping, type FedAccount } from './csv-mapping.tsx'

const TAKE = 'POST /admin/bank-feeds/{account}/statements'

type Reported = AnswerOf<typeof TAKE>
/** The result of an import or dry run, but not of an import that waits for approval. */
type Taken = Exclude<Reported, { readonly approval: unknown }>
type Line = Taken['data'][number]

interface Held {
  readonly name: string
  /** The bytes without a type, so that the browser does not guess one. */
  readonly bytes: Blob
  readonly firstLines: readonly string[]
}

const LINES_SHOWN = 5
const BYTES_LOOKED_AT = 4_096

async function held(file: File): Promise<Held> {
  const bytes = new Blob([await file.arrayBuffer()], { type: 'application/octet-stream' })
  const text = await file.slice(0, BYTES_LOOKED_AT).text()
  return { name: file.name, bytes, firstLines: text.split(/\r?\n/).slice(0, LINES_SHOWN) }
}

const isCsv = ({ firstLines: [first = ''] }: Held): boolean => !/^\s*(?:<|\{1:|:20:)/.test(first)

interface HowSent {
  /** Reports the result without storing anything. */
  readonly dryRun: boolean
  /** Import although the file names another account. */
  readonly anyAccount: boolean
}

function sendStatement(account: string, bytes: Blob | undefined, { dryRun, anyAccount }: HowSent) {
  const query = { ...(dryRun && { dryRun: 'true' }), ...(anyAccount && { anyAccount: 'true' }) }
  return request<Reported>('POST', addressOf(TAKE, { path: { account }, query }), bytes)
}

export function StatementImport({ account: fed }: { readonly account: FedAccount }) {
  const { id: account } = fed
  const action = useAction()
  const file = useSignal<Held | undefined>(undefined)
  const reported = useSignal<Taken | undefined>(undefined)
  const waiting = useSignal<string | undefined>(undefined)
  const isMapping = useSignal(false)
  if (!may('bank:act')) return null
  const send = (dryRun: boolean, anyAccount = false): void => {
    void action.run(
      () => sendStatement(account, file.peek()?.bytes, { dryRun, anyAccount }),
      (answer) => {
        waiting.value = approvalIn(answer)
        if ('approval' in answer) return
        reported.value = answer
        if (!dryRun) refresh()
      },
    )
  }
  const take = async (chosen: File): Promise<void> => {
    reported.value = undefined
    waiting.value = undefined
    file.value = await held(chosen)
    send(true)
  }
  const isOther =
    action.now.refusal?.kind === 'refused' &&
    action.now.refusal.faults.some(({ message }) => message.includes('anyAccount'))
  const { value: answer } = reported
  const csv = file.value && isCsv(file.value) ? file.value : undefined
  return (
    <>
      <Section title="Import statement">
        <FileDrop
          label="Bank statement"
          hint="camt.053, camt.054, MT940 or CSV as the bank provides it, up to 16 MiB. You see a preview before you import. A statement that does not follow from the last one needs dual approval. Importing the same file again changes nothing."
          accept=".xml,.csv,.txt,.sta,.mt940,.940"
          onFile={(chosen) => void take(chosen)}
        />
        {file.value && (
          <>
            <p aria-live="polite">
              {action.now.isBusy ? 'Reading ' : ''}
              <span class="name">{file.value.name}</span>
            </p>
            <Refused refusal={action.now.refusal} />
            {csv && !isMapping.value && <FirstLines lines={csv.firstLines} />}
          </>
        )}
        {isOther && (
          <p class="row-acts">
            <Button acting={action.now} onClick={() => send(true, true)}>
              Preview although it names another account
            </Button>
          </p>
        )}
        {!isMapping.value && (csv || !file.value) && (
          <p class="row-acts">
            <Button onClick={setTo(isMapping, true)}>Set CSV format…</Button>
          </p>
        )}
        <div aria-live="polite">
          {answer && (
            <>
              <Outcome taken={answer} account={account} />
              {waiting.value !== undefined && <WaitsForAnother approval={waiting.value} />}
              {answer.kept === false && waiting.value === undefined && (
                <p class="row-acts">
                  <Button tone="primary" acting={action.now} onClick={() => send(false, isOther)}>
                    Import {counted(answer.summary.new, 'new line')}
                  </Button>
                </p>
              )}
            </>
          )}
        </div>
      </Section>
      {isMapping.value && (
        <Section title="CSV format of this bank">
          <CsvMapping
            account={fed}
            sample={csv}
            onDone={() => {
              isMapping.value = false
              if (file.peek()) send(true)
            }}
            onClose={setTo(isMapping, false)}
          />
        </Section>
      )}
    </>
  )
}

function FirstLines({ lines }: { readonly lines: readonly string[] }) {
  return <pre class="first-lines">{lines.join('\n')}</pre>
}

const COLUMNS: readonly Column<Line>[] = [
  { name: 'Bank’s reference', cell: ({ reference }) => <span class="name">{reference}</span> },
  {
    name: 'Amount',
    cell: ({ money, direction }) => (
      <>
        {direction === 'DEBIT' && '− '}
        <Amount money={money} />
      </>
    ),
    atEnd: true,
  },
  { name: 'Booked', cell: ({ bookedAt }) => <Time at={bookedAt} brief /> },
  { name: 'Sender', cell: ({ sender }) => sender?.name ?? sender?.accountNumber ?? '–' },
  {
    name: 'Outcome',
    cell: ({ result, outcome, state, payment, reason }) => (
      <>
        {result !== 'NEW' && <Badge tone={result === 'KNOWN' ? 'plain' : 'bad'}>{plainWords(result)}</Badge>}{' '}
        {(outcome ?? state) !== undefined && <Status status={outcome ?? state ?? ''} />}{' '}
        {payment && <PaymentLink payment={payment} />}
        {reason !== undefined && <span class="quiet"> {plainWords(reason)}</span>}
      </>
    ),
  },
]

const BALANCES = {
  COMPARED: 'Complete: the lines add up to the balances.',
  NOT_IN_FILE: 'The file has no balances, so Sluice cannot check that it is complete.',
  NOT_PROVIDED_BY_BANK:
    'This bank’s balances are not reliable, so Sluice cannot check that the file is complete.',
} as const

function Outcome({
  taken: { data, summary, balances, kept },
  account,
}: {
  readonly taken: Taken
  readonly account: string
}) {
  const { entries, known, conflict, skipped, outcomes } = summary
  const cases = Number(outcomes.CASE ?? 0)
  return (
    <>
      <Notice tone={conflict > 0 || cases > 0 ? 'warn' : 'info'}>
        {kept ? 'Imported: ' : 'Preview: '}
        {[
          counted(entries, 'line'),
          `${summary.new} new`,
          known > 0 && `${known} already imported`,
          conflict > 0 && `${conflict} in conflict`,
          skipped > 0 && `${skipped} skipped`,
          ...Object.entries(outcomes).map(
            ([outcome, many]) => `${plainWords(outcome).toLowerCase()} ${many}`,
          ),
        ]
          .filter(Boolean)
          .join(' · ')}
        . {BALANCES[balances]}{' '}
        {kept && cases > 0 && <a href={viewOf(placeOf.cases, { open: 'true' })}>View open cases</a>}
      </Notice>
      <Table
        nothing="The file has no booked lines"
        label={`Statement lines of ${account}`}
        columns={COLUMNS}
        rows={data}
        keyOf={({ reference }) => reference}
      />
    </>
  )
}
