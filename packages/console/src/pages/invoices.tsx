/** Invoices for fees and credit notes for refunded fees, by month and merchant, and this month's amounts so far. */
import { ListPage } from '@sluice/ui-kit/list-page.tsx'
import { Amount, isNil } from '@sluice/ui-kit/money.tsx'
import { Exports } from '@sluice/ui-kit/page.tsx'
import { Badge, Notice, Section } from '@sluice/ui-kit/small.tsx'
import { Answered } from '@sluice/ui-kit/states.tsx'
import { type Column, Table } from '@sluice/ui-kit/table.tsx'
import { Time, zone } from '@sluice/ui-kit/time.tsx'
import { totalsOf } from '@sluice/ui-kit/totals.ts'
import type { AnswerOf } from '../api.ts'
import { asking, ByCommand, CALM_MS } from '../approval-requests.tsx'
import { DAYS } from '../days.ts'
import { noneOf } from '../listed.ts'
import { placeOf, useView, type View, viewOf } from '../places.ts'
import { may } from '../rights.ts'
import { MerchantLink } from '../texts.tsx'

const useInvoices = asking('GET /admin/invoices', CALM_MS)
const useCreditNotes = asking('GET /admin/credit-notes', CALM_MS)
const useBilling = asking('GET /admin/billing')
const useVolume = asking('GET /admin/reports/volume', CALM_MS)

type InvoiceLine = AnswerOf<'GET /admin/invoices'>['data'][number]
type NoteLine = AnswerOf<'GET /admin/credit-notes'>['data'][number]
type Common = Omit<InvoiceLine, 'idInvoice'>

const FILTERS = [
  { name: 'merchantCode', label: 'Merchant' },
  { name: 'month', label: 'Month (such as 2026-11)' },
  ...DAYS.map((day) => ({ ...day, label: `Issued ${day.label.toLowerCase().replace('utc', 'UTC')}` })),
]

/** Columns that both kinds share. */
const facts = <Row extends Common>(): readonly Column<Row>[] => [
  {
    name: 'Merchant',
    cell: ({ merchantCode, isTest }) => (
      <>
        <MerchantLink code={merchantCode} /> {isTest && <Badge tone="warn">test</Badge>}
      </>
    ),
  },
  { name: 'Month', cell: ({ month }) => month },
]
const sums = <Row extends Common>(): readonly Column<Row>[] => [
  { name: 'Fees', cell: ({ fee }) => <Amount money={fee} />, atEnd: true },
  { name: 'VAT', cell: ({ vat }) => <Amount money={vat} />, atEnd: true },
  { name: 'Total', cell: ({ total }) => <Amount money={total} />, atEnd: true },
  { name: 'Issued', cell: ({ issuedAt }) => <Time at={issuedAt} brief />, minor: true },
]

function Actions({ path, view }: { readonly path: string; readonly view: View }) {
  const { merchantCode, month } = view
  return (
    <>
      {may('statements:act') && (
        <a class="button primary" href={viewOf(placeOf.newInvoice, { merchantCode, month })}>
          Issue monthly invoice
        </a>
      )}
      <Exports path={path} view={view} zone={zone.value} />
    </>
  )
}

export function Invoices() {
  const { view } = useView()
  const requested = { query: { limit: '50', ...view } }
  return (
    <ListPage<InvoiceLine>
      title="Invoices"
      actions={<Actions path="/admin/invoices" view={view} />}
      filters={FILTERS}
      answer={useInvoices(requested)}
      keyOf={({ merchantCode, idInvoice }) => `${merchantCode} ${idInvoice}`}
      href={({ merchantCode, idInvoice }) => placeOf.invoice(merchantCode, idInvoice)}
      columns={[
        { name: 'Invoice', cell: ({ idInvoice }) => <span class="name">{idInvoice}</span> },
        ...facts<InvoiceLine>(),
        ...sums<InvoiceLine>(),
      ]}
      nothing={noneOf('invoice', view)}
      byCommand={<ByCommand name="GET /admin/invoices" requested={requested} />}
    >
      <WhoIssues />
      {may('reports:read') && !view.cursor && !view.month && <SoFar merchantCode={view.merchantCode} />}
    </ListPage>
  )
}

export function CreditNotes() {
  const { view } = useView()
  const requested = { query: { limit: '50', ...view } }
  return (
    <ListPage<NoteLine>
      title="Credit notes"
      actions={<Actions path="/admin/credit-notes" view={view} />}
      filters={FILTERS}
      answer={useCreditNotes(requested)}
      keyOf={({ merchantCode, idCreditNote }) => `${merchantCode} ${idCreditNote}`}
      href={({ merchantCode, idCreditNote }) => placeOf.creditNote(merchantCode, idCreditNote)}
      columns={[
        { name: 'Credit note', cell: ({ idCreditNote }) => <span class="name">{idCreditNote}</span> },
        ...facts<NoteLine>(),
        { name: 'Corrects', cell: ({ corrects }) => corrects.join(', ') || '–', minor: true },
        ...sums<NoteLine>(),
      ]}
      nothing={noneOf('credit note', view)}
      byCommand={<ByCommand name="GET /admin/credit-notes" requested={requested} />}
    >
      <p>
        A credit note is issued with the monthly invoice if more fees were refunded than charged at a VAT
        rate.
      </p>
      <WhoIssues />
    </ListPage>
  )
}

/** Explains why there are none, and whether they are issued automatically. */
export function WhoIssues() {
  const requested = useBilling({}).value
  if (requested.state !== 'ready') return null
  const { issuer, monthly } = requested.value
  if (issuer && monthly) return null
  return (
    <Notice tone="warn">
      {issuer
        ? 'Automatic billing is off. Issue each month by hand. '
        : 'No invoices are issued until you set an issuer. '}
      <a href={placeOf.billing}>Billing</a>
    </Notice>
  )
}

/** More than anybody reads here. */
const MOST_SHOWN = 5

/** A preview of the next invoices, before the month is over. */
function SoFar({ merchantCode }: { readonly merchantCode: string | undefined }) {
  const firstDay = `${new Date().toISOString().slice(0, 7)}-01`
  const query = { by: 'merchant', firstDay, ...(merchantCode && { merchantCode }) }
  const volume = useVolume({ query })
  return (
    <Answered of={volume} rows={2}>
      {({ data }) => {
        const charged = data.filter(({ fee, vat }) => !isNil(fee) || !isNil(vat))
        const rows = [
          ...Map.groupBy(charged, (row) => `${row.merchantCode ?? ''} ${row.fee.currencyCode}`).values(),
        ].flatMap((kinds) => {
          const [fee] = totalsOf(kinds.map((row) => row.fee))
          const [vat] = totalsOf(kinds.map((row) => row.vat))
          return fee && vat ? [{ merchantCode: kinds[0]?.merchantCode ?? merchantCode ?? '', fee, vat }] : []
        })
        if (rows.length === 0) return null
        return (
          <Section
            title="This month so far"
            count={rows.length}
            aside={<a href={viewOf(placeOf.reports, query)}>Reports</a>}
          >
            <p class="quiet">
              Fees of payments created since {firstDay} that succeeded, as counted in reports. After the month
              ends, the invoice is made from its statements, less refunded fees.
            </p>
            <Table
              label="Fees of this month so far"
              rows={rows.slice(0, MOST_SHOWN)}
              keyOf={(row) => `${row.merchantCode} ${row.fee.currencyCode}`}
              columns={[
                { name: 'Merchant', cell: (row) => <MerchantLink code={row.merchantCode} /> },
                { name: 'Fees', cell: ({ fee }) => <Amount money={fee} />, atEnd: true },
                { name: 'VAT', cell: ({ vat }) => <Amount money={vat} />, atEnd: true },
              ]}
            />
            {rows.length > MOST_SHOWN && (
              <p class="quiet">
                {MOST_SHOWN} of {rows.length} shown. Reports show all.
              </p>
            )}
          </Section>
        )
      }}
    </Answered>
  )
}
