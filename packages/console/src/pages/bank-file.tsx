/** One bank file for review before money leaves: sums by account, every payout, the payees in the file, and its hash. */
import type { ReadonlySignal } from '@preact/signals'
import { Button, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { addressOf } from '@sluice/ui-kit/http.ts'
import { Amount, moneyText } from '@sluice/ui-kit/money.tsx'
import { AnsweredPage, Page, Pager } from '@sluice/ui-kit/page.tsx'
import { type Loaded, refresh } from '@sluice/ui-kit/query.ts'
import { Badge, Copy, Facts, Notice, Section } from '@sluice/ui-kit/small.tsx'
import { Answered, Empty } from '@sluice/ui-kit/states.tsx'
import { type Column, Table } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { useRoute } from 'preact-iso'
import { type AnswerOf, ask } from '../api.ts'
import { asking, ByCommand, LIVE_MS } from '../approval-requests.tsx'
import { placeOf, useView } from '../places.ts'
import { may, myName } from '../rights.ts'
import { counted, MerchantLink, Status } from '../texts.tsx'

const useFile = asking('GET /admin/bank-files/{id}', LIVE_MS)
const PAYOUTS = 'GET /admin/bank-files/{id}/payouts'
const usePayouts = asking(PAYOUTS, LIVE_MS)

type File = AnswerOf<'GET /admin/bank-files/{id}'>
type Payout = AnswerOf<typeof PAYOUTS>['data'][number]

export function BankFile() {
  const { params } = useRoute()
  const { view } = useView()
  const path = { id: params.id ?? '' }
  const file = useFile({ path })
  const payouts = usePayouts({ path, query: { limit: '100', ...view } })
  return (
    <AnsweredPage of={file} rows={6} title="Bank file" above={<a href={placeOf.bankFiles}>Bank files</a>}>
      {(found) => (
        <Page
          title={found.messageId}
          above={<a href={placeOf.bankFiles}>Bank files</a>}
          actions={<Copy text={found.id} label="Copy ID" />}
        >
          {found.isTest && <Notice tone="warn">Test file. Do not send it to a bank.</Notice>}
          <Headline file={found} />
          <Release file={found} />
          <TheFile file={found} />
          <Payouts of={payouts} count={found.payments} />
          <ByCommand name="GET /admin/bank-files/{id}" requested={{ path }} />
        </Page>
      )}
    </AnsweredPage>
  )
}

function Headline({ file }: { readonly file: File }) {
  return (
    <div class="headline">
      <p class="big">
        {file.batches.map(({ id, total }) => (
          <Amount key={id} money={total} />
        ))}
      </p>
      <Status status={file.status} />
      <span class="quiet">{counted(file.payments, 'payout')}</span>
      {file.newPayees !== undefined && file.newPayees > 0 && (
        <Badge tone="warn">{counted(file.newPayees, 'new payee')}</Badge>
      )}
    </div>
  )
}

/** Left out: not done yet. */
const byWhom = (name: string, who: string | undefined, at: string | undefined) =>
  who === undefined
    ? undefined
    : {
        name,
        value: (
          <>
            {who}
            {at !== undefined && (
              <>
                , <Time at={at} />
              </>
            )}
          </>
        ),
      }

function TheFile({ file }: { readonly file: File }) {
  return (
    <Section title="The file">
      <Facts
        facts={[
          ...file.batches.map(({ id, accountId, payments, total, executionDate }) => ({
            name: `From ${accountId}`,
            value: (
              <span key={id}>
                <Amount money={total} /> in {counted(payments, 'payout')}, to be executed on {executionDate}
              </span>
            ),
          })),
          { name: 'Format', value: file.format },
          { name: 'SHA-256', value: <code class="breaks">{file.sha256}</code> },
          byWhom('Prepared', file.preparedBy, file.preparedAt),
          byWhom('Released', file.releasedBy, file.releasedAt),
          byWhom('Cancelled', file.cancelledBy, file.cancelledAt),
          { name: 'Downloads', value: file.downloads },
        ]}
      />
    </Section>
  )
}

const PAYOUT_COLUMNS: readonly Column<Payout>[] = [
  {
    name: 'Payout',
    whole: true,
    cell: ({ line, idPayout }) => (
      <span class="name">
        {line}. {idPayout}
      </span>
    ),
  },
  { name: 'Amount', cell: ({ money }) => <Amount money={money} />, atEnd: true },
  {
    name: 'Payee',
    cell: ({ payeeName, accountName, isNewPayee }) => (
      <>
        {payeeName} {isNewPayee && <Badge tone="warn">new payee</Badge>}
        {accountName !== undefined && accountName !== payeeName && (
          <span class="quiet"> (given as {accountName})</span>
        )}
      </>
    ),
  },
  {
    name: 'Account',
    cell: ({ accountNumber, bankCode }) => (
      <code class="breaks">{[bankCode, accountNumber].filter(Boolean).join(' ') || '–'}</code>
    ),
  },
  {
    name: 'Merchant',
    cell: ({ merchantCode }) => <MerchantLink code={merchantCode} />,
  },
  {
    name: 'Status',
    cell: ({ status, bankStatus }) => (
      <>
        <Status status={status} /> {bankStatus !== undefined && <Badge tone="plain">{bankStatus}</Badge>}
      </>
    ),
  },
  { name: 'Reference', cell: ({ reference }) => <code>{reference}</code>, minor: true },
]

interface PayoutsProps {
  readonly of: ReadonlySignal<Loaded<AnswerOf<typeof PAYOUTS>>>
  readonly count: number
}

function Payouts({ of: payouts, count }: PayoutsProps) {
  return (
    <Section title="Payouts" count={count}>
      <Answered of={payouts} rows={8}>
        {({ data, nextCursor }) =>
          data.length === 0 ? (
            <Empty title="No payouts in this file" />
          ) : (
            <>
              <Table
                label="Payouts in the file"
                rows={data}
                keyOf={({ line }) => String(line)}
                href={({ merchantCode, kind, idPayout }) =>
                  placeOf.payment({ merchantCode, kind, id: idPayout })
                }
                columns={PAYOUT_COLUMNS}
              />
              <Pager next={nextCursor} />
            </>
          )
        }
      </Answered>
    </Section>
  )
}

function Release({ file }: { readonly file: File }) {
  const action = useAction()
  const { id, status, payments, batches, sha256, preparedBy } = file
  const path = { id }
  if (!may('bank-files:act')) return null
  const sum = batches.map(({ total }) => moneyText(total)).join(' + ')
  const isMine = preparedBy === myName()
  if (status === 'RELEASED') {
    return (
      <p class="row-acts">
        <a class="button primary" href={addressOf('GET /admin/bank-files/{id}/content', { path })} download>
          Download bank file
        </a>
      </p>
    )
  }
  if (status !== 'PREPARED') return null
  return (
    <>
      <Refused refusal={action.now.refusal} />
      {isMine && <Notice tone="info">You prepared this file, so another operator must release it.</Notice>}
      <p class="row-acts">
        {!isMine && (
          <Button
            tone="primary"
            acting={action.now}
            onClick={() =>
              void action.run(
                () => ask('POST /admin/bank-files/{id}/!release', { path, body: { sha256 } }),
                refresh,
              )
            }
          >
            Release {counted(payments, 'payout')}, {sum}
          </Button>
        )}
        <Button
          tone="danger"
          acting={action.now}
          onClick={() => void action.run(() => ask('POST /admin/bank-files/{id}/!cancel', { path }), refresh)}
        >
          Cancel file
        </Button>
      </p>
    </>
  )
}
