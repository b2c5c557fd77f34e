/** Issued statements with each merchant's opening and closing balances, and their PDFs. */
import { addressOf } from '@sluice/ui-kit/http.ts'
import { ListPage } from '@sluice/ui-kit/list-page.tsx'
import { Amount } from '@sluice/ui-kit/money.tsx'
import { AnsweredPage, Page } from '@sluice/ui-kit/page.tsx'
import { Facts, Notice, Section } from '@sluice/ui-kit/small.tsx'
import { Table } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { useRoute } from 'preact-iso'
import { asking, ByCommand, CALM_MS } from '../approval-requests.tsx'
import { DAYS } from '../days.ts'
import { noneOf } from '../listed.ts'
import { placeOf, useView } from '../places.ts'
import { MerchantLink, plainWords } from '../texts.tsx'

const useStatements = asking('GET /admin/statements', CALM_MS)
const useStatement = asking('GET /admin/statements/{merchantCode}/{idStatement}')

export function Statements() {
  const { view } = useView()
  const requested = { query: { limit: '50', ...view } }
  return (
    <ListPage
      title="Statements"
      path="/admin/statements"
      filters={[
        { name: 'merchantCode', label: 'Merchant' },
        { name: 'currencies', label: 'Currency' },
        ...DAYS,
      ]}
      answer={useStatements(requested)}
      keyOf={({ merchantCode, idStatement }) => `${merchantCode} ${idStatement}`}
      href={({ merchantCode, idStatement }) => placeOf.statement(merchantCode, idStatement)}
      columns={[
        { name: 'Statement', cell: ({ idStatement }) => <span class="name">{idStatement}</span> },
        { name: 'Merchant', cell: ({ merchantCode }) => <MerchantLink code={merchantCode} /> },
        { name: 'Until', cell: ({ until }) => <Time at={until} brief /> },
        { name: 'Opening', cell: ({ opening }) => <Amount money={opening.total} />, atEnd: true },
        { name: 'Closing', cell: ({ closing }) => <Amount money={closing.total} />, atEnd: true },
        { name: 'Lines', cell: ({ entries }) => entries, atEnd: true, minor: true },
      ]}
      nothing={noneOf('statement', view)}
      byCommand={<ByCommand name="GET /admin/statements" requested={requested} />}
    />
  )
}

export function Statement() {
  const { params } = useRoute()
  const path = { merchantCode: params.merchantCode ?? '', idStatement: params.idStatement ?? '' }
  const statement = useStatement({ path })
  const file = (format: string): string =>
    addressOf('GET /admin/statements/{merchantCode}/{idStatement}', { path, query: { format } })
  return (
    <AnsweredPage
      of={statement}
      rows={8}
      title="Statement"
      above={<a href={placeOf.statements}>Statements</a>}
    >
      {(found) => (
        <Page
          title={`Statement ${found.idStatement}`}
          above={<a href={placeOf.statements}>Statements</a>}
          actions={
            <span class="row-acts">
              {['pdf', 'xlsx', 'csv'].map((format) => (
                <a key={format} class="button" href={file(format)} download>
                  {format.toUpperCase()}
                </a>
              ))}
            </span>
          }
        >
          {found.isTest && <Notice tone="warn">Test merchant. No real money.</Notice>}
          <div class="columns">
            <Section title="Balance">
              <Facts
                facts={[
                  {
                    name: 'Period',
                    value: (
                      <>
                        <Time at={found.from} /> to <Time at={found.until} />
                      </>
                    ),
                  },
                  { name: 'Opening', value: <Amount money={found.opening.total} /> },
                  {
                    name: 'Closing',
                    value: (
                      <strong>
                        <Amount money={found.closing.total} />
                      </strong>
                    ),
                  },
                  { name: 'Available', value: <Amount money={found.closing.available} /> },
                  { name: 'Reserved', value: <Amount money={found.closing.reserved} /> },
                ]}
              />
            </Section>
            <Section title="Parties">
              <Facts
                facts={[
                  found.parties.issuer && { name: 'From', value: found.parties.issuer.name },
                  { name: 'To', value: found.parties.recipient.name },
                  { name: 'Merchant', value: <MerchantLink code={found.merchantCode} /> },
                  { name: 'Issued', value: <Time at={found.issuedAt} /> },
                  { name: 'Time zone', value: found.zone },
                ]}
              />
            </Section>
          </div>
          {found.totals && (
            <Section title="By kind">
              <Table
                label="Totals by kind"
                rows={found.totals}
                keyOf={({ kind }) => kind}
                columns={[
                  { name: 'Kind', cell: ({ kind }) => plainWords(kind) },
                  { name: 'Lines', cell: ({ entries }) => entries, atEnd: true },
                  { name: 'Gross', cell: ({ gross }) => <Amount money={gross} />, atEnd: true },
                  { name: 'Fee', cell: ({ fee }) => <Amount money={fee} />, atEnd: true },
                  { name: 'VAT', cell: ({ vat }) => <Amount money={vat} />, atEnd: true },
                  { name: 'Net', cell: ({ net }) => <Amount money={net} signed />, atEnd: true },
                ]}
              />
            </Section>
          )}
          <ByCommand name="GET /admin/statements/{merchantCode}/{idStatement}" requested={{ path }} />
        </Page>
      )}
    </AnsweredPage>
  )
}
