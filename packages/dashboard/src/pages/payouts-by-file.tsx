/** Many payouts from one CSV file: a dry run of each line first, then all of them by one button that shows the total. */
import { useSignal } from '@preact/signals'
import { csvOf } from '@sluice/ui-kit/csv.ts'
import { keepFile } from '@sluice/ui-kit/download.tsx'
import { Button, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { Amount, moneyText } from '@sluice/ui-kit/money.tsx'
import { Page } from '@sluice/ui-kit/page.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import type { Answer } from '@sluice/ui-kit/result.ts'
import { Badge, Notice, Section, type Tone } from '@sluice/ui-kit/small.tsx'
import { Table } from '@sluice/ui-kit/table.tsx'
import { useId } from 'preact/hooks'
import { type AnswerOf, ask } from '../api.ts'
import { ByCommand } from '../by-command.tsx'
import { t, wordOf } from '../language.ts'
import { placeOf } from '../places.ts'

type Preview = AnswerOf<'POST /payout-batches/!preview'>
type Row = Preview['rows'][number]
type Result = Omit<AnswerOf<'POST /payout-batches/{fingerprint}'>, 'nextRow'>

const TONES: Readonly<Record<string, Tone>> = {
  VALID: 'good',
  INVALID: 'bad',
  DUPLICATE: 'warn',
  EXISTS: 'warn',
  MADE: 'good',
  MADE_BEFORE: 'plain',
  REFUSED: 'bad',
  UNKNOWN: 'warn',
}
const COLUMNS = 'id, amount, currency, method, operator, account_name, account_number, bank_code, branch_code'
const EXAMPLE = `id,amount,currency,method,account_name,account_number,bank_code
salary-1,1500.50,THB,BANK_TRANSFER,Somchai Jaidee,1234567890,004
`

interface Looked {
  readonly file: Blob
  readonly preview: Preview
}

export function PayoutsByFile() {
  const action = useAction()
  const looked = useSignal<Looked | undefined>(undefined)
  const result = useSignal<Result | undefined>(undefined)
  const id = useId()
  const look = (chosen: File): void => {
    const file = new Blob([chosen], { type: 'text/csv' })
    looked.value = undefined
    result.value = undefined
    void action.run(
      () => ask('POST /payout-batches/!preview', { body: file }),
      (preview) => {
        looked.value = { file, preview }
      },
    )
  }
  return (
    <Page title={t('byFile')} above={<a href={placeOf.list('payout')}>{t('payouts')}</a>}>
      <Section title={t('chooseFile')}>
        <p>{t('byFileText')}</p>
        <p class="hint">{t('columns', { names: COLUMNS })}</p>
        <p class="row-acts file-row">
          <label for={id} class="hidden">
            {t('chooseFile')}
          </label>
          <input
            id={id}
            type="file"
            accept=".csv,text/csv"
            onChange={({ currentTarget }) => {
              const [chosen] = currentTarget.files ?? []
              if (chosen) look(chosen)
            }}
          />
          <a class="button" href={`data:text/csv,${encodeURIComponent(EXAMPLE)}`} download="payouts.csv">
            {t('template')}
          </a>
        </p>
        <Refused refusal={action.now.refusal} />
      </Section>
      {result.value ? (
        <Outcome result={result.value} />
      ) : (
        looked.value && (
          <Looks
            looked={looked.value}
            onPaid={(paid) => {
              result.value = paid
              refresh()
            }}
          />
        )
      )}
      <ByCommand name="POST /payout-batches/!preview" requested={{}} />
    </Page>
  )
}

interface LooksProps {
  readonly looked: Looked
  readonly onPaid: (result: Result) => void
}

/** Rows that have a fault or are not paid unchanged. */
const isFaulty = ({ fate }: Row): boolean => fate !== 'VALID' && fate !== 'MADE_BEFORE'

/** Sends the file in batches, one request after the other. @param reported called for each row that is done */
async function payAll(
  file: Blob,
  fingerprint: string,
  reported: (count: number) => void,
): Promise<Answer<Result>> {
  const rows: Result['rows'][number][] = []
  let from: string | undefined
  do {
    const query = from === undefined ? {} : { from }
    const answer = await ask('POST /payout-batches/{fingerprint}', {
      path: { fingerprint },
      query,
      body: file,
    })
    if (!answer.ok) return answer
    const { nextRow, rows: paid } = answer.value
    rows.push(...paid)
    reported(rows.length)
    const isUnknown = paid.some(({ outcome }) => outcome === 'UNKNOWN')
    from = nextRow === undefined || isUnknown ? undefined : String(nextRow)
  } while (from !== undefined)
  const count = (wanted: string) => rows.filter(({ outcome }) => outcome === wanted).length
  return { ok: true, value: { rows, made: count('MADE'), refused: count('REFUSED') } }
}

function Looks({ looked: { file, preview }, onPaid }: LooksProps) {
  const { rows, totals, isGood, fingerprint } = preview
  const action = useAction()
  const done = useSignal(0)
  const faulty = rows.filter(isFaulty)
  const onlyFaults = useSignal(faulty.length > 0)
  const shown = onlyFaults.value ? faulty : rows
  const pay = (): void =>
    void action.run(() => payAll(file, fingerprint, (count) => (done.value = count)), onPaid)
  return (
    <>
      <div class="cards totals-cards">
        {totals.map(({ money, fee, available, suffices, beyondLimit, rows: count }) => (
          <section class="card" key={money.currencyCode}>
            <header>
              <h2>{money.currencyCode}</h2>
              <Badge tone={suffices && !beyondLimit ? 'good' : 'bad'}>
                {beyondLimit
                  ? t('beyondLimit')
                  : suffices
                    ? t('suffices')
                    : t('tooLittle', { amount: moneyText(available) })}
              </Badge>
            </header>
            <p class="big">
              <Amount money={money} />
            </p>
            <p class="quiet">
              {t('rows')}: {count} · {t('fees')}: {moneyText(fee)}
            </p>
          </section>
        ))}
      </div>
      {isGood ? (
        <div class="after">
          <Refused refusal={action.now.refusal} />
          <Button tone="primary" acting={action.now} onClick={pay}>
            {t('payAll', {
              count: String(rows.filter(({ fate }) => fate === 'VALID').length),
              sums: totals.map(({ money }) => moneyText(money)).join(', '),
            })}
          </Button>
          <p role="status">
            {action.now.isBusy && t('payProgress', { done: String(done.value), all: String(rows.length) })}
          </p>
        </div>
      ) : (
        faulty.length > 0 && <Notice tone="warn">{t('mendFirst')}</Notice>
      )}
      {faulty.length > 0 && (
        <p class="row-acts after">
          {([true, false] as const).map((only) => (
            <button
              key={String(only)}
              type="button"
              class="button"
              aria-pressed={onlyFaults.value === only}
              onClick={() => (onlyFaults.value = only)}
            >
              {only
                ? t('onlyFaults', { count: String(faulty.length) })
                : t('allRows', { count: String(rows.length) })}
            </button>
          ))}
        </p>
      )}
      <Table
        label={t('rows')}
        rows={shown}
        keyOf={({ row }) => String(row)}
        columns={[
          { name: t('row'), cell: ({ line }) => line },
          { name: t('fate'), cell: (row) => <Fate row={row} /> },
          { name: t('payout'), cell: ({ idPayout }) => <span class="name">{idPayout ?? '–'}</span> },
          {
            name: t('payee'),
            cell: ({ accountName, accountNumber }) =>
              [accountName, accountNumber].filter(Boolean).join(' · ') || '–',
          },
          { name: t('amount'), cell: ({ money }) => (money ? <Amount money={money} /> : '–'), atEnd: true },
          {
            name: t('fee'),
            cell: ({ fee }) => (fee ? <Amount money={fee} /> : '–'),
            atEnd: true,
            minor: true,
          },
        ]}
      />
    </>
  )
}

function Fate({ row: { fate, duplicateOf, errors = [] } }: { readonly row: Row }) {
  return (
    <>
      <Badge tone={TONES[fate] ?? 'plain'}>{wordOf(fate)}</Badge>{' '}
      {duplicateOf !== undefined && <span class="quiet">{t('sameAs', { row: String(duplicateOf) })}</span>}
      {errors.map(({ column, code, message }) => (
        <span key={`${column} ${code}`} class="fault block">
          {column === undefined ? '' : `${column} `}
          {message}
        </span>
      ))}
    </>
  )
}

function Outcome({ result: { rows, made, refused } }: { readonly result: Result }) {
  return (
    <>
      <Notice tone={refused > 0 ? 'warn' : 'info'}>
        {t('paidAll', { made: String(made), refused: String(refused) })}
      </Notice>
      <p class="after">
        <Button onClick={() => keepFile({ name: 'payouts-result.csv', file: resultFile(rows) })}>CSV</Button>
      </p>
      <Table
        label={t('payouts')}
        rows={rows}
        keyOf={({ row }) => String(row)}
        columns={[
          { name: t('row'), cell: ({ row }) => row },
          {
            name: t('payout'),
            cell: ({ idPayout, outcome }) =>
              outcome === 'REFUSED' ? idPayout : <a href={placeOf.payment('payout', idPayout)}>{idPayout}</a>,
          },
          {
            name: t('fate'),
            cell: ({ outcome, problem }) => (
              <>
                <Badge tone={TONES[outcome] ?? 'plain'}>{wordOf(outcome)}</Badge>{' '}
                {problem && <span class="fault block">{problem.detail ?? problem.code}</span>}
              </>
            ),
          },
        ]}
      />
    </>
  )
}

const resultFile = (rows: Result['rows']): Blob => {
  const heads = ['row', 'id', 'outcome', 'code', 'detail']
  const text = csvOf(
    heads,
    rows.map(({ row, idPayout, outcome, problem }) => [
      String(row),
      idPayout,
      outcome,
      problem?.code ?? '',
      problem?.detail ?? '',
    ]),
  )
  return new Blob([text], { type: 'text/csv' })
}
