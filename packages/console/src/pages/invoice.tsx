/** One invoice or credit note: its lines by VAT rate, its parties, the statements behind it, and its PDF. */
import { Button } from '@sluice/ui-kit/form.tsx'
import { addressOf } from '@sluice/ui-kit/http.ts'
import { Amount } from '@sluice/ui-kit/money.tsx'
import { AnsweredPage, Page } from '@sluice/ui-kit/page.tsx'
import { Copy, type Fact, Facts, Notice, Section } from '@sluice/ui-kit/small.tsx'
import { Table } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import type { ComponentChildren } from 'preact'
import { useRoute } from 'preact-iso'
import type { AnswerOf } from '../api.ts'
import { asking, ByCommand } from '../approval-requests.tsx'
import { percentText } from '../percent.ts'
import { placeOf, viewOf } from '../places.ts'
import { MerchantLink } from '../texts.tsx'

const useInvoice = asking('GET /admin/invoices/{merchantCode}/{idInvoice}')
const useCreditNote = asking('GET /admin/credit-notes/{merchantCode}/{idCreditNote}')

type Found = Omit<AnswerOf<'GET /admin/invoices/{merchantCode}/{idInvoice}'>, 'idInvoice'>
type Party = Found['parties']['recipient']

const PDF = { format: 'pdf' }

export function Invoice() {
  const { params } = useRoute()
  const path = { merchantCode: params.merchantCode ?? '', idInvoice: params.idInvoice ?? '' }
  return (
    <AnsweredPage
      of={useInvoice({ path })}
      rows={8}
      title="Invoice"
      above={<a href={placeOf.invoices}>Invoices</a>}
    >
      {(found) => (
        <Page
          title={`Invoice ${found.idInvoice}`}
          above={<a href={placeOf.invoices}>Invoices</a>}
          actions={
            <Pdfs
              id={found.idInvoice}
              file={addressOf('GET /admin/invoices/{merchantCode}/{idInvoice}', { path, query: PDF })}
            />
          }
        >
          <Content
            found={found}
            note="Already deducted from the balance when the fees were charged. No payment is due."
            more={{
              name: 'Refunded',
              value: (
                <a
                  href={viewOf(placeOf.creditNotes, {
                    merchantCode: found.merchantCode,
                    month: found.month,
                  })}
                >
                  Credit notes of this month
                </a>
              ),
            }}
          />
          <ByCommand name="GET /admin/invoices/{merchantCode}/{idInvoice}" requested={{ path }} />
        </Page>
      )}
    </AnsweredPage>
  )
}

export function CreditNote() {
  const { params } = useRoute()
  const path = { merchantCode: params.merchantCode ?? '', idCreditNote: params.idCreditNote ?? '' }
  return (
    <AnsweredPage
      of={useCreditNote({ path })}
      rows={8}
      title="Credit note"
      above={<a href={placeOf.creditNotes}>Credit notes</a>}
    >
      {(found) => (
        <Page
          title={`Credit note ${found.idCreditNote}`}
          above={<a href={placeOf.creditNotes}>Credit notes</a>}
          actions={
            <Pdfs
              id={found.idCreditNote}
              file={addressOf('GET /admin/credit-notes/{merchantCode}/{idCreditNote}', {
                path,
                query: PDF,
              })}
            />
          }
        >
          <Content
            found={found}
            note="More fees were refunded this month than charged at these rates. The amount was already credited to the balance."
            more={{
              name: 'Corrects',
              value:
                found.corrects.length === 0 ? (
                  'Charges without an invoice'
                ) : (
                  <ul class="plain-list">
                    {found.corrects.map((each) => (
                      <li key={each}>
                        <a href={placeOf.invoice(found.merchantCode, each)}>{each}</a>
                      </li>
                    ))}
                  </ul>
                ),
            }}
          />
          <ByCommand name="GET /admin/credit-notes/{merchantCode}/{idCreditNote}" requested={{ path }} />
        </Page>
      )}
    </AnsweredPage>
  )
}

function Pdfs({ id, file }: { readonly id: string; readonly file: string }) {
  return (
    <>
      <Copy text={id} label="Copy number" />
      <a class="button" href={file} download data-export>
        PDF
      </a>
      <Button onClick={() => print()}>Print</Button>
    </>
  )
}

interface ContentProps {
  readonly found: Found
  readonly note: string
  readonly more: Fact
}

function Content({ found, note, more }: ContentProps) {
  const { merchantCode, month, total, fee, vat, lines, statements, parties, issuedAt, isTest } = found
  return (
    <>
      {isTest && <Notice tone="warn">Test merchant. No real money.</Notice>}
      <div class="headline">
        <p class="big">
          <Amount money={total} />
        </p>
        <span class="quiet">{note}</span>
      </div>
      <div class="columns">
        <Section title="Details">
          <Facts
            facts={[
              { name: 'Month', value: month },
              {
                name: 'Statements',
                value: <Between of={statements.map((id) => statementLink(merchantCode, id))} />,
              },
              { name: 'Issued', value: <Time at={issuedAt} /> },
              more,
            ]}
          />
        </Section>
        <Section title="Parties">
          <Facts
            facts={[
              parties.issuer && { name: 'From', value: <PartyLines party={parties.issuer} /> },
              { name: 'To', value: <PartyLines party={parties.recipient} /> },
              { name: 'Merchant', value: <MerchantLink code={merchantCode} /> },
            ]}
          />
        </Section>
      </div>
      <Section title="Lines" count={lines.length}>
        <Table
          label="Fees by rate of VAT"
          rows={[
            ...lines.map((line) => ({ ...line, name: rateWords(line.vatRate) })),
            { vatRate: '', name: 'Total', fee, vat },
          ]}
          keyOf={({ name }) => name}
          columns={[
            { name: 'VAT rate', cell: ({ name }) => name },
            { name: 'Fees', cell: (line) => <Amount money={line.fee} />, atEnd: true },
            { name: 'VAT', cell: (line) => <Amount money={line.vat} />, atEnd: true },
          ]}
        />
      </Section>
    </>
  )
}

const statementLink = (merchantCode: string, id: string) => (
  <a key={id} href={placeOf.statement(merchantCode, id)}>
    {id}
  </a>
)

/** From the first to the last. */
function Between({ of: [first, last] }: { readonly of: readonly ComponentChildren[] }) {
  if (last === undefined) return <>{first}</>
  return (
    <>
      {first} to {last}
    </>
  )
}

function PartyLines({ party: { name, address = [], country, taxId } }: { readonly party: Party }) {
  return (
    <>
      {name}
      {[...address, country, taxId && `Tax ID ${taxId}`].map(
        (line) =>
          line && (
            <span class="quiet beneath" key={line}>
              {line}
            </span>
          ),
      )}
    </>
  )
}

const rateWords = (rate: string): string => percentText(rate) ?? 'A rate no longer in use'
