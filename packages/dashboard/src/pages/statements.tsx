/** Issued statements, and one with all its lines: on the screen, as PDF and as a file. */
import { Download } from '@sluice/ui-kit/download.tsx'
import { addressOf } from '@sluice/ui-kit/http.ts'
import { ListPage } from '@sluice/ui-kit/list-page.tsx'
import { Amount } from '@sluice/ui-kit/money.tsx'
import { CALM_MS } from '@sluice/ui-kit/operation.ts'
import { AnsweredPage, Page } from '@sluice/ui-kit/page.tsx'
import { Facts, Section } from '@sluice/ui-kit/small.tsx'
import { Table } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { useRoute } from 'preact-iso'
import { type AnswerOf, asking } from '../api.ts'
import { ByCommand, quoted } from '../by-command.tsx'
import { t, wordOf } from '../language.ts'
import { placeOf, useView } from '../places.ts'
import { daysFilter } from '../texts.tsx'

const useStatements = asking('GET /statements', CALM_MS)
const useStatement = asking('GET /statements/{idStatement}')

type Line = AnswerOf<'GET /statements'>['data'][number]
type Full = AnswerOf<'GET /statements/{idStatement}'>

const Period = ({ from, until }: { readonly from: string; readonly until: string }) => (
  <>
    <Time at={from} brief /> – <Time at={until} brief />
  </>
)

export function Statements() {
  const requested = { query: { limit: '50', ...useView().view } }
  return (
    <ListPage<Line>
      title={t('statements')}
      filters={[{ name: 'currencies', label: t('currency') }, ...daysFilter()]}
      answer={useStatements(requested)}
      keyOf={({ idStatement }) => idStatement}
      href={({ idStatement }) => placeOf.statement(idStatement)}
      columns={[
        { name: t('statements'), cell: ({ idStatement }) => <span class="name">{idStatement}</span> },
        { name: t('period'), cell: (row) => <Period {...row} /> },
        { name: t('opening'), cell: ({ opening }) => <Amount money={opening.total} />, atEnd: true },
        { name: t('closing'), cell: ({ closing }) => <Amount money={closing.total} />, atEnd: true },
        { name: t('linesOf'), cell: ({ entries }) => entries, atEnd: true, minor: true },
      ]}
      nothing={t('noStatements')}
      byCommand={<ByCommand name="GET /statements" requested={requested} />}
    />
  )
}

export function Statement() {
  const { params } = useRoute()
  const path = { idStatement: params.id ?? '' }
  const statement = useStatement({ path })
  const file = (format: string): string =>
    addressOf('GET /statements/{idStatement}', { path, query: { format } })
  return (
    <AnsweredPage
      of={statement}
      rows={8}
      title={t('statement', { id: path.idStatement })}
      above={<a href={placeOf.statements()}>{t('statements')}</a>}
    >
      {(found) => (
        <Page
          title={t('statement', { id: found.idStatement })}
          above={<a href={placeOf.statements()}>{t('statements')}</a>}
          actions={
            <span class="row-acts">
              <Download href={file('pdf')} words="PDF" isExport />
              <Download href={file('xlsx')} words="XLSX" />
              <Download href={file('csv')} words="CSV" />
            </span>
          }
        >
          <div class="columns">
            <Section title={t('balance')}>
              <Facts
                facts={[
                  { name: t('period'), value: <Period {...found} /> },
                  { name: t('opening'), value: <Amount money={found.opening.total} /> },
                  {
                    name: t('closing'),
                    value: (
                      <strong>
                        <Amount money={found.closing.total} />
                      </strong>
                    ),
                  },
                  { name: t('available'), value: <Amount money={found.closing.available} /> },
                  { name: t('reserved'), value: <Amount money={found.closing.reserved} /> },
                ]}
              />
            </Section>
            <Section title={t('details')}>
              <Facts
                facts={[
                  found.parties.issuer && { name: t('issuedBy'), value: found.parties.issuer.name },
                  { name: t('issuedTo'), value: found.parties.recipient.name },
                  { name: t('created'), value: <Time at={found.issuedAt} /> },
                ]}
              />
            </Section>
          </div>
          {found.totals && <Totals totals={found.totals} />}
          <Lines statement={found} />
          <ByCommand
            name="GET /statements/{idStatement}"
            requested={{ path }}
            client={`await sluice.statements.get(${quoted(path.idStatement)})`}
          />
        </Page>
      )}
    </AnsweredPage>
  )
}

function Totals({ totals }: { readonly totals: NonNullable<Full['totals']> }) {
  return (
    <Section title={t('byKind')}>
      <Table
        label={t('byKind')}
        rows={totals}
        keyOf={({ kind }) => kind}
        columns={[
          { name: t('kind'), cell: ({ kind }) => wordOf(kind) },
          { name: t('linesOf'), cell: ({ entries }) => entries, atEnd: true },
          { name: t('gross'), cell: ({ gross }) => <Amount money={gross} />, atEnd: true },
          { name: t('fee'), cell: ({ fee }) => <Amount money={fee} />, atEnd: true },
          { name: t('vat'), cell: ({ vat }) => <Amount money={vat} />, atEnd: true },
          { name: t('netSum'), cell: ({ net }) => <Amount money={net} signed />, atEnd: true },
        ]}
      />
    </Section>
  )
}

/** The most lines shown on the screen; the files have all. */
const MOST_LINES = 500

function Lines({ statement: { lines, currencyCode } }: { readonly statement: Full }) {
  if (lines.length === 0) return null
  const money = (amount: string) => <Amount money={{ amount, currencyCode }} />
  return (
    <Section title={t('linesOf')} count={lines.length}>
      <Table
        label={t('linesOf')}
        rows={lines.slice(0, MOST_LINES)}
        keyOf={(line) => `${line.at} ${line.kind} ${line.reference} ${line.balance}`}
        columns={[
          { name: t('time'), cell: ({ at }) => <Time at={at} brief /> },
          { name: t('kind'), cell: ({ kind }) => wordOf(kind) },
          { name: t('payment'), cell: ({ id, reference }) => <span class="name">{id ?? reference}</span> },
          { name: t('gross'), cell: ({ gross }) => money(gross), atEnd: true },
          { name: t('fee'), cell: ({ fee }) => money(fee), atEnd: true, minor: true },
          { name: t('netSum'), cell: ({ net }) => money(net), atEnd: true },
          { name: t('balance'), cell: ({ balance }) => money(balance), atEnd: true },
        ]}
      />
    </Section>
  )
}
