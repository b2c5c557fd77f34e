/** Many payouts by one CSV file: first what would become of each line, then all of them by one button that says how much leaves. */
import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Button, Refused, useAct } from '../../../kit/form.tsx'
import { Amount, moneyText } from '../../../kit/money.tsx'
import { Page } from '../../../kit/page.tsx'
import { refresh } from '../../../kit/query.ts'
import { Badge, Notice, Section, type Tone } from '../../../kit/small.tsx'
import { Table } from '../../../kit/table.tsx'
import { type AnswerOf, ask } from '../api.ts'
import { ByCommand } from '../by-command.tsx'
import { t, wordOf } from '../language.ts'
import { placeOf } from '../places.ts'
import { newId } from '../words.tsx'

type Preview = AnswerOf<'POST /payout-batches/!preview'>
type Row = Preview['rows'][number]
type Result = AnswerOf<'POST /payout-batches/{idBatch}'>

const TONES: Readonly<Record<string, Tone>> = {
  VALID: 'good',
  INVALID: 'bad',
  DUPLICATE: 'warn',
  EXISTS: 'warn',
  MADE: 'good',
  MADE_BEFORE: 'plain',
  REFUSED: 'bad',
}
const COLUMNS = 'id, amount, currency, method, operator, account_name, account_number, bank_code, branch_code'
const EXAMPLE = `id,amount,currency,method,account_name,account_number,bank_code
salary-1,1500.50,THB,BANK_TRANSFER,Somchai Jaidee,1234567890,004
`

interface Looked {
  readonly file: Blob
  /** Of this file: confirmed twice, it is paid once. */
  readonly idBatch: string
  readonly preview: Preview
}

export function PayoutsByFile() {
  const act = useAct()
  const looked = useSignal<Looked | undefined>(undefined)
  const result = useSignal<Result | undefined>(undefined)
  const id = useId()
  const look = (chosen: File): void => {
    const file = new Blob([chosen], { type: 'text/csv' })
    looked.value = undefined
    result.value = undefined
    void act.run(
      () => ask('POST /payout-batches/!preview', { body: file }),
      (preview) => {
        looked.value = { file, idBatch: newId('batch'), preview }
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
        <Refused refusal={act.now.refusal} />
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
      <ByCommand name="POST /payout-batches/!preview" asked={{}} />
    </Page>
  )
}

interface LooksProps {
  readonly looked: Looked
  readonly onPaid: (result: Result) => void
}

function Looks({ looked: { file, idBatch, preview }, onPaid }: LooksProps) {
  const { rows, totals, isGood, fingerprint } = preview
  const act = useAct()
  const onlyFaults = useSignal(!isGood && rows.some(({ fate }) => fate !== 'VALID'))
  const faulty = rows.filter(({ fate }) => fate !== 'VALID')
  const shown = onlyFaults.value ? faulty : rows
  const pay = (): void =>
    void act.run(
      () => ask('POST /payout-batches/{idBatch}', { path: { idBatch }, query: { fingerprint }, body: file }),
      onPaid,
    )
  return (
    <>
      <div class="cards totals-cards">
        {totals.map(({ money, fee, available, suffices, rows: count }) => (
          <section class="card" key={money.currencyCode}>
            <header>
              <h2>{money.currencyCode}</h2>
              <Badge tone={suffices ? 'good' : 'bad'}>
                {suffices ? t('suffices') : t('tooLittle', { amount: moneyText(available) })}
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
          <Refused refusal={act.now.refusal} />
          <Button tone="primary" acting={act.now} onClick={pay}>
            {t('payAll', {
              count: String(rows.length),
              sums: totals.map(({ money }) => moneyText(money)).join(', '),
            })}
          </Button>
        </div>
      ) : (
        <Notice tone="warn">{t('mendFirst')}</Notice>
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
          { name: t('row'), cell: ({ row }) => row },
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
