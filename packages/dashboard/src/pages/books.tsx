/** Accounting: balances and what changed them, settlements, invoices for fees, and credit notes for refunded fees. */
import { Download } from '@sluice/ui-kit/download.tsx'
import { ListPage } from '@sluice/ui-kit/list-page.tsx'
import { Amount } from '@sluice/ui-kit/money.tsx'
import { CALM_MS, LIVE_MS } from '@sluice/ui-kit/operation.ts'
import type { Column } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { type AnswerOf, asking } from '../api.ts'
import { ByCommand } from '../by-command.tsx'
import { t, wordOf } from '../language.ts'
import { placeOf, useView } from '../places.ts'
import { choiceFilter, daysFilter, Exports, methodName, Status } from '../texts.tsx'
import { BalanceCards } from './home.tsx'

const useEntries = asking('GET /balances/entries', LIVE_MS)
const useSettlements = asking('GET /settlements', CALM_MS)
const useInvoices = asking('GET /invoices', CALM_MS)
const useCreditNotes = asking('GET /credit-notes', CALM_MS)

type Entry = AnswerOf<'GET /balances/entries'>['data'][number]
type Settlement = AnswerOf<'GET /settlements'>['data'][number]
type Invoice = AnswerOf<'GET /invoices'>['data'][number]
type CreditNote = AnswerOf<'GET /credit-notes'>['data'][number]

/** A link to the payment or settlement that changed the balance. */
function Cause({ entry: { idPayin, idPayout, idRefund, idSettlement } }: { readonly entry: Entry }) {
  if (idPayin !== undefined) return <a href={placeOf.payment('payin', idPayin)}>{idPayin}</a>
  if (idPayout !== undefined) return <a href={placeOf.payment('payout', idPayout)}>{idPayout}</a>
  if (idRefund !== undefined) return <a href={placeOf.payment('refund', idRefund)}>{idRefund}</a>
  return <>{idSettlement ?? '–'}</>
}

export function Balances() {
  const requested = { query: { limit: '50', ...useView().view } }
  const columns: readonly Column<Entry>[] = [
    { name: t('time'), cell: ({ at }) => <Time at={at} /> },
    { name: t('kind'), cell: ({ kind }) => wordOf(kind) },
    { name: t('payment'), cell: (entry) => <Cause entry={entry} /> },
    // The amount alone does not show whether a payout was accepted or refused.
    { name: t('reason'), cell: ({ reason }) => (reason === undefined ? '–' : wordOf(reason)) },
    { name: t('amount'), cell: ({ money }) => <Amount money={money} signed />, atEnd: true },
  ]
  return (
    <ListPage<Entry>
      title={t('balances')}
      actions={<Exports path="/balances/entries" />}
      filters={[{ name: 'currencies', label: t('currency') }, ...daysFilter()]}
      answer={useEntries(requested)}
      columns={columns}
      keyOf={({ at, kind, money, idPayin, idPayout, idRefund, idSettlement, reason }) =>
        [at, kind, money.amount, idPayin, idPayout, idRefund, idSettlement, reason].join(' ')
      }
      nothing={t('noEntries')}
      byCommand={<ByCommand name="GET /balances/entries" requested={requested} />}
    >
      <BalanceCards />
      <h2 class="after">{t('entries')}</h2>
    </ListPage>
  )
}

export function Settlements() {
  const requested = { query: { limit: '50', ...useView().view } }
  return (
    <ListPage<Settlement>
      title={t('settlements')}
      actions={<Exports path="/settlements" />}
      filters={[
        choiceFilter('status', t('status'), ['NEW', 'PENDING', 'SUCCESS', 'FAILED']),
        ...daysFilter(),
      ]}
      answer={useSettlements(requested)}
      keyOf={({ idSettlement }) => idSettlement}
      columns={[
        { name: t('settlement'), cell: ({ idSettlement }) => <span class="name">{idSettlement}</span> },
        { name: t('status'), cell: ({ process }) => <Status status={process.status} /> },
        { name: t('day'), cell: ({ day }) => <Time at={day} /> },
        { name: t('amount'), cell: ({ money }) => <Amount money={money} />, atEnd: true },
        { name: t('method'), cell: ({ paymentMethodCode }) => methodName(paymentMethodCode), minor: true },
        { name: t('created'), cell: ({ process }) => <Time at={process.createdAt} />, minor: true },
      ]}
      nothing={t('noSettlements')}
      byCommand={<ByCommand name="GET /settlements" requested={requested} />}
    />
  )
}

export function Invoices() {
  const requested = { query: { limit: '50', ...useView().view } }
  return (
    <ListPage<Invoice>
      title={t('invoices')}
      actions={<Exports path="/invoices" />}
      filters={daysFilter()}
      answer={useInvoices(requested)}
      keyOf={({ idInvoice }) => idInvoice}
      columns={[
        { name: t('invoices'), cell: ({ idInvoice }) => <span class="name">{idInvoice}</span> },
        { name: t('month'), cell: ({ month }) => month },
        { name: t('fee'), cell: ({ fee }) => <Amount money={fee} />, atEnd: true, minor: true },
        { name: t('vat'), cell: ({ vat }) => <Amount money={vat} />, atEnd: true, minor: true },
        { name: t('total'), cell: ({ total }) => <Amount money={total} />, atEnd: true },
        {
          name: 'PDF',
          cell: ({ idInvoice }) => (
            <Download href={`/invoices/${encodeURIComponent(idInvoice)}?format=pdf`} words="PDF" />
          ),
        },
      ]}
      nothing={t('noInvoices')}
      byCommand={<ByCommand name="GET /invoices" requested={requested} />}
    />
  )
}

export function CreditNotes() {
  const requested = { query: { limit: '50', ...useView().view } }
  return (
    <ListPage<CreditNote>
      title={t('creditNotes')}
      actions={<Exports path="/credit-notes" />}
      filters={daysFilter()}
      answer={useCreditNotes(requested)}
      keyOf={({ idCreditNote }) => idCreditNote}
      columns={[
        { name: t('creditNotes'), cell: ({ idCreditNote }) => <span class="name">{idCreditNote}</span> },
        { name: t('month'), cell: ({ month }) => month },
        { name: t('invoices'), cell: ({ corrects }) => corrects.join(', ') || '–', minor: true },
        { name: t('fee'), cell: ({ fee }) => <Amount money={fee} />, atEnd: true, minor: true },
        { name: t('vat'), cell: ({ vat }) => <Amount money={vat} />, atEnd: true, minor: true },
        { name: t('total'), cell: ({ total }) => <Amount money={total} />, atEnd: true },
        {
          name: 'PDF',
          cell: ({ idCreditNote }) => (
            <Download href={`/credit-notes/${encodeURIComponent(idCreditNote)}?format=pdf`} words="PDF" />
          ),
        },
      ]}
      nothing={t('noCreditNotes')}
      byCommand={<ByCommand name="GET /credit-notes" requested={requested} />}
    />
  )
}
