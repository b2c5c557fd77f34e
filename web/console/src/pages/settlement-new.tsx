/**
 * Preparing a settlement run: whom it would pay and how much, what is held back and who gets nothing, all said by the gateway before
 * anything is stored. Whom it is for stands in the address. Preparing pays nobody: that is the run's own screen.
 */
import { useLocation } from 'preact-iso'
import { FilterBar } from '../../../kit/filters.tsx'
import { Button, Refused, useAction } from '../../../kit/form.tsx'
import { Amount, moneyText } from '../../../kit/money.tsx'
import { curlOf } from '../../../kit/operation.ts'
import { Page } from '../../../kit/page.tsx'
import { refresh } from '../../../kit/query.ts'
import { Badge, Notice, SameByCommand } from '../../../kit/small.tsx'
import { Answered, Empty } from '../../../kit/states.tsx'
import { type Column, Table } from '../../../kit/table.tsx'
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

/** Codes as somebody types them, with commas or blanks between. */
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
  { name: 'To pay', cell: ({ planned }) => <Amount money={planned} />, atEnd: true },
  {
    name: 'What becomes of it',
    cell: ({ isEnough, planned, minimum }) =>
      isEnough ? (
        <Badge tone="good">Is paid</Badge>
      ) : (
        <>
          <Badge tone="plain">Is not paid</Badge>
          <span class="quiet beneath">{belowWords(planned, minimum)}</span>
        </>
      ),
  },
]

export function NewSettlement() {
  const { view, show } = useView()
  return (
    <Page title="Prepare a settlement run" above={<a href={placeOf.settlements}>Settlements</a>}>
      {may('settlements:act') ? (
        <>
          <p>
            With no merchant named it is for all whose period has ended and was not settled yet. Those that
            you name are settled now, whatever their schedule says. Nothing is paid before the run is started.
          </p>
          <FilterBar label="Whom to settle" filters={FILTERS} view={view} onShow={show} />
          <Looked body={wantedIn(view)} />
        </>
      ) : (
        <Notice tone="warn">Preparing a run takes the right settlements:act.</Notice>
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
                body.merchantCodes ? 'Nobody named has terms of settlement' : 'Nobody is due to be settled'
              }
            >
              <p>
                {body.merchantCodes
                  ? 'Terms are agreed on a merchant’s own screen, for each currency.'
                  : 'No period has ended that was not settled yet. Name merchants to settle them now.'}
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
        <Notice tone="info">Nobody here reaches the minimum: there is nothing to pay.</Notice>
      ) : (
        <p class="row-acts">
          <Button tone="primary" acting={action.now} onClick={prepare}>
            Prepare a run of {counted(toBePaid, 'settlement')}, {sum}
          </Button>
        </p>
      )}
      <Table
        label="Whom the run would settle"
        rows={data}
        keyOf={({ merchantCode, planned }) => `${merchantCode} ${planned.currencyCode}`}
        columns={COLUMNS}
      />
      {settlements > data.length && (
        <p class="quiet">
          The first {data.length} of {settlements} are shown. The sums count them all, and the run has them
          all.
        </p>
      )}
    </>
  )
}
