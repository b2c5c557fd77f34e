/** Payins, payouts and refunds, the newest first. */
import { Button } from '@sluice/ui-kit/form.tsx'
import { ListPage } from '@sluice/ui-kit/list-page.tsx'
import { Amount } from '@sluice/ui-kit/money.tsx'
import { LIVE_MS } from '@sluice/ui-kit/operation.ts'
import type { Column } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import type { ComponentChildren } from 'preact'
import { type AnswerOf, asking } from '../api.ts'
import { ByCommand } from '../by-command.tsx'
import { t, wordOf } from '../language.ts'
import { may } from '../merchant.ts'
import { placeOf, useView } from '../places.ts'
import { choiceFilter, daysFilter, Exports, methodName, Status } from '../texts.tsx'
import { PayOut } from './pay-out.tsx'

const usePayins = asking('GET /payins', LIVE_MS)
const usePayouts = asking('GET /payouts', LIVE_MS)
const useRefunds = asking('GET /refunds', LIVE_MS)

type PayinLine = AnswerOf<'GET /payins'>['data'][number]
type PayoutLine = AnswerOf<'GET /payouts'>['data'][number]
type RefundLine = AnswerOf<'GET /refunds'>['data'][number]

const ENDS = ['NEW', 'PENDING', 'SUCCESS', 'REFUSED', 'FAILED', 'EXPIRED']

interface Common {
  readonly process: { readonly status: string; readonly createdAt: string }
}

const status = <Row extends Common>(): Column<Row> => ({
  name: t('status'),
  cell: ({ process }) => <Status status={process.status} />,
})
const created = <Row extends Common>(): Column<Row> => ({
  name: t('created'),
  cell: ({ process }) => <Time at={process.createdAt} />,
})
const id = (text: string): ComponentChildren => <span class="name">{text}</span>

export const payinColumns = (): readonly Column<PayinLine>[] => [
  { name: t('payment'), cell: ({ paymentMethodResponse }) => id(paymentMethodResponse.idPayin) },
  status(),
  {
    name: t('amount'),
    cell: ({ paymentRequested }) => <Amount money={paymentRequested.money} />,
    atEnd: true,
  },
  { name: t('fee'), cell: ({ fee }) => <Amount money={fee} />, atEnd: true, minor: true },
  {
    name: t('method'),
    cell: ({ paymentMethodResponse }) => methodName(paymentMethodResponse.paymentMethodCode),
    minor: true,
  },
  created(),
]

const view = (given: Readonly<Record<string, string>>) => ({ query: { limit: '50', ...given } })

export function Payins() {
  const requested = view(useView().view)
  return (
    <ListPage
      title={t('payments')}
      actions={<Exports path="/payins" />}
      filters={[choiceFilter('status', t('status'), ENDS), ...daysFilter()]}
      answer={usePayins(requested)}
      columns={payinColumns()}
      keyOf={({ paymentMethodResponse }) => paymentMethodResponse.idPayin}
      href={({ paymentMethodResponse }) => placeOf.payment('payin', paymentMethodResponse.idPayin)}
      nothing={t('noPayments')}
      byCommand={
        <ByCommand
          name="GET /payins"
          requested={requested}
          client="for await (const payin of sluice.payins.list()) console.log(payin)"
        />
      }
    />
  )
}

export function Payouts() {
  const { view: given, show } = useView()
  const { open, ...filters } = given
  const requested = view(filters)
  const isPaying = open === 'new'
  return (
    <ListPage<PayoutLine>
      title={t('payouts')}
      actions={<Exports path="/payouts" />}
      filters={[choiceFilter('status', t('status'), ENDS), ...daysFilter()]}
      answer={usePayouts(requested)}
      columns={[
        { name: t('payout'), cell: ({ paymentMethodResponse }) => id(paymentMethodResponse.idPayout) },
        status(),
        {
          name: t('amount'),
          cell: ({ paymentRequested }) => <Amount money={paymentRequested.money} />,
          atEnd: true,
        },
        { name: t('fee'), cell: ({ fee }) => <Amount money={fee} />, atEnd: true, minor: true },
        {
          name: t('method'),
          cell: ({ paymentMethodResponse }) => methodName(paymentMethodResponse.paymentMethodCode),
          minor: true,
        },
        created(),
      ]}
      keyOf={({ paymentMethodResponse }) => paymentMethodResponse.idPayout}
      href={({ paymentMethodResponse }) => placeOf.payment('payout', paymentMethodResponse.idPayout)}
      nothing={t('noPayouts')}
      byCommand={
        <ByCommand
          name="GET /payouts"
          requested={requested}
          client="for await (const payout of sluice.payouts.list()) console.log(payout)"
        />
      }
    >
      {may('payouts:act') && (
        <p class="row-acts">
          <Button tone="primary" onClick={() => show({ open: 'new' })}>
            {t('newPayout')}
          </Button>
          <a class="button" href={placeOf.payoutFile()}>
            {t('byFile')}
          </a>
        </p>
      )}
      {isPaying && <PayOut onClose={() => show({ open: undefined })} />}
    </ListPage>
  )
}

export function Refunds() {
  const requested = view(useView().view)
  return (
    <ListPage<RefundLine>
      title={t('refunds')}
      actions={<Exports path="/refunds" />}
      filters={[
        choiceFilter('status', t('status'), [
          'NEW',
          'PENDING',
          'AWAITING_PAYEE',
          'SUCCESS',
          'FAILED',
          'EXPIRED',
        ]),
        ...daysFilter(),
      ]}
      answer={useRefunds(requested)}
      columns={[
        { name: t('refund'), cell: ({ idRefund }) => id(idRefund) },
        status(),
        { name: t('amount'), cell: ({ money }) => <Amount money={money} />, atEnd: true },
        {
          name: t('payment'),
          cell: ({ idPayin }) => (
            <a class="name" href={placeOf.payment('payin', idPayin)}>
              {idPayin}
            </a>
          ),
        },
        { name: t('way'), cell: ({ route }) => wordOf(route), minor: true },
        created(),
      ]}
      keyOf={({ idRefund }) => idRefund}
      href={({ idRefund }) => placeOf.payment('refund', idRefund)}
      nothing={t('noRefunds')}
      byCommand={
        <ByCommand
          name="GET /refunds"
          requested={requested}
          client="for await (const refund of sluice.refunds.list()) console.log(refund)"
        />
      }
    />
  )
}
