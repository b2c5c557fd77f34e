/**
 * Prepares a settlement run. The gateway shows whom it would pay and how much, what is held back and who gets nothing, before anything is
 * stored. The address may name the merchants. Preparing pays nobody; payment starts from the run's own screen.
 */
import { FilterBar } from '@sluice/ui-kit/filters.tsx'
import { Button, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { Amount, moneyText } from '@sluice/ui-kit/money.tsx'
import { curlOf } from '@sluice/ui-kit/operation.ts'
import { Page } from '@sluice/ui-kit/page.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { Badge, Notice, SameByCommand } from '@sluice/ui-kit/small.tsx'
import { Answered, Empty } from '@sluice/ui-kit/states.tsx'
import { type Column, Table } from '@sluice/ui-kit/table.tsx'
import { useLocation } from 'preact-iso'
import { type AnswerOf, ask } from '../api.ts'
import { asking } from '../approval-requests.tsx'
import { placeOf, useView, type View } from '../places.ts'
import { may } from '../rights.ts'
import { counted, MerchantLink } from '../texts.tsx'
import { belowWords, CreditedUntil, HeldBack } from './settlement-run.tsx'

const PREVIEW = 'POST /admin/settlement-runs/!preview'
const usePreview = asking(PREVIEW)

type Preview = AnswerOf<typeof PREVIEW>

const FILTERS = [
  { name: 'merchantCodes', label: 'Merchants' },
  { name: 'currencyCode', label: 'Currency' },
] as const

/** Codes separated by commas or spaces. */
function wantedIn({ merchantCodes = '', currencyCode = '' }: View) {
  const codes = merchantCodes.split(/[\s,;]+/).filter(Boolean)
  return {
    ...(codes.length > 0 && { merchantCodes: codes }),
    ...(currencyCode && { currencyCode: currencyCode.toUpperCase() }),
  }
}

const COLUMNS: readonly Column<Preview['data'][number]>[] = [
  { name: 'Merchant', cell: ({ merchantCode }) => <MerchantLink code={merchantCode} /> },
  { name: 'Credited until', cell: (row) => <CreditedUntil {...row} /> },
  { name: 'Available', cell: ({ available }) => <Amount money={available} />, atEnd: true },
  { name: 'Held back', cell: (row) => <HeldBack {...row} />, atEnd: true },
  { name: 'Payout', cell: ({ planned }) => <Amount money={planned} />, atEnd: true },
  {
    name: 'Result',
    cell: ({ isEnough, planned, minimum }) =>
      isEnough ? (
        <Badge tone="good">Will be paid</Badge>
      ) : (
        <>
          <Badge tone="plain">Not paid</Badge>
          <span class="quiet beneath">{belowWords(planned, minimum)}</span>
        </>
      ),
  },
]

export function NewSettlement() {
  const { view, show } = useView()
  return (
    <Page title="Prepare settlement run" above={<a href={placeOf.settlements}>Settlements</a>}>
      {may('settlements:act') ? (
        <>
          <p>
            Leave merchants empty to settle all merchants that are due. Merchants that you select are settled
            now, regardless of their schedule. Nothing is paid until the run is started.
          </p>
          <FilterBar label="Selection" filters={FILTERS} view={view} onShow={show} />
          <Looked body={wantedIn(view)} />
        </>
      ) : (
        <Notice tone="warn">You need the permission “settlements:act” to prepare a run.</Notice>
      )}
    </Page>
  )
}

function Looked({ body }: { readonly body: ReturnType<typeof wantedIn> }) {
  const preview = usePreview({ body })
  const curl = curlOf(PREVIEW, {}, ['Authorization: Bearer $SLUICE_ADMIN_TOKEN'], JSON.stringify(body))
  return (
    <>
      <Answered of={preview} rows={6}>
        {(found) =>
          found.settlements === 0 ? (
            <Empty
              title={
                body.merchantCodes
                  ? 'The selected merchants have no settlement terms'
                  : 'No merchants are due'
              }
            >
              <p>
                {body.merchantCodes
                  ? 'Set the terms for each currency on the merchant’s page.'
                  : 'All ended periods are settled. Select merchants to settle them now.'}
              </p>
            </Empty>
          ) : (
            <Plan found={found} body={body} />
          )
        }
      </Answered>
      <SameByCommand curl={curl} />
    </>
  )
}

interface PlanProps {
  readonly found: Preview
  readonly body: ReturnType<typeof wantedIn>
}

function Plan({ found: { settlements, toBePaid, totals, data }, body }: PlanProps) {
  const { route } = useLocation()
  const action = useAction()
  const paid = totals.filter((total) => total.toBePaid > 0)
  const sum = paid.map(({ planned }) => moneyText(planned)).join(' + ')
  const prepare = (): void =>
    void action.run(
      () => ask('POST /admin/settlement-runs', { body }),
      ({ id }) => {
        refresh()
        route(placeOf.settlement(id))
      },
    )
  return (
    <>
      <div class="headline">
        <p class="big totals">
          {paid.map(({ planned }) => (
            <Amount key={planned.currencyCode} money={planned} />
          ))}
        </p>
        <span class="quiet">
          {counted(toBePaid, 'settlement')}
          {settlements > toBePaid && `, ${settlements - toBePaid} not paid`}
        </span>
      </div>
      <Refused refusal={action.now.refusal} />
      {toBePaid === 0 ? (
        <Notice tone="info">No merchant reaches the minimum. Nothing to pay.</Notice>
      ) : (
        <p class="row-acts">
          <Button tone="primary" acting={action.now} onClick={prepare}>
            Prepare run of {counted(toBePaid, 'settlement')}, {sum}
          </Button>
        </p>
      )}
      <Table
        label="Settlements in this run"
        rows={data}
        keyOf={({ merchantCode, planned }) => `${merchantCode} ${planned.currencyCode}`}
        columns={COLUMNS}
      />
      {settlements > data.length && (
        <p class="quiet">
          The first {data.length} of {settlements} shown. The totals and the run include all.
        </p>
      )}
    </>
  )
}
