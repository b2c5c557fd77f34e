/** One bank file, as it is looked at before money leaves: sums by account, every payout, payees that the file names, and the hash of it. */

import { useRoute } from 'preact-iso'
import { Button, Refused, useAction } from '../../../kit/form.tsx'
import { addressOf } from '../../../kit/http.ts'
import { Amount, moneyText } from '../../../kit/money.tsx'
import { AnsweredPage, Page, Pager } from '../../../kit/page.tsx'
import { refresh } from '../../../kit/query.ts'
import { Badge, Copy, Facts, Notice, Section } from '../../../kit/small.tsx'
import { Answered, Empty } from '../../../kit/states.tsx'
import { Table } from '../../../kit/table.tsx'
import { Time } from '../../../kit/time.tsx'
import { type AnswerOf, ask } from '../api.ts'
import { asking, ByCommand, LIVE_MS } from '../approval-requests.tsx'
import { placeOf, useView } from '../places.ts'
import { may, myName } from '../rights.ts'
import { counted, MerchantLink, Status } from '../texts.tsx'

const useFile = asking('GET /admin/bank-files/{id}', LIVE_MS)
const usePayouts = asking('GET /admin/bank-files/{id}/payouts', LIVE_MS)

type File = AnswerOf<'GET /admin/bank-files/{id}'>

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
          <div class="headline">
            <p class="big">
              {found.batches.map(({ id, total }) => (
                <Amount key={id} money={total} />
              ))}
            </p>
            <Status status={found.status} />
            <span class="quiet">{counted(found.payments, 'payout')}</span>
            {found.newPayees !== undefined && found.newPayees > 0 && (
              <Badge tone="warn">{counted(found.newPayees, 'new payee')}</Badge>
            )}
          </div>
          <Release file={found} />
          <Section title="The file">
            <Facts
              facts={[
                ...found.batches.map(({ id, accountId, payments, total, executionDate }) => ({
                  name: `From ${accountId}`,
                  value: (
                    <span key={id}>
                      <Amount money={total} /> in {counted(payments, 'payout')}, to be executed on{' '}
                      {executionDate}
                    </span>
                  ),
                })),
                { name: 'Format', value: found.format },
                { name: 'SHA-256', value: <code class="breaks">{found.sha256}</code> },
                {
                  name: 'Prepared',
                  value: (
                    <>
                      {found.preparedBy}, <Time at={found.preparedAt} />
                    </>
                  ),
                },
                found.releasedBy === undefined
                  ? undefined
                  : {
                      name: 'Released',
                      value: (
                        <>
                          {found.releasedBy}
                          {found.releasedAt !== undefined && (
                            <>
                              , <Time at={found.releasedAt} />
                            </>
                          )}
                        </>
                      ),
                    },
                found.cancelledBy === undefined
                  ? undefined
                  : {
                      name: 'Cancelled',
                      value: (
                        <>
                          {found.cancelledBy}
                          {found.cancelledAt !== undefined && (
                            <>
                              , <Time at={found.cancelledAt} />
                            </>
                          )}
                        </>
                      ),
                    },
                { name: 'Downloads', value: found.downloads },
              ]}
            />
          </Section>
          <Section title="Payouts" count={found.payments}>
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
                      columns={[
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
                            <code class="breaks">
                              {[bankCode, accountNumber].filter(Boolean).join(' ') || '–'}
                            </code>
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
                              <Status status={status} />{' '}
                              {bankStatus !== undefined && <Badge tone="plain">{bankStatus}</Badge>}
                            </>
                          ),
                        },
                        { name: 'Reference', cell: ({ reference }) => <code>{reference}</code>, minor: true },
                      ]}
                    />
                    <Pager next={nextCursor} />
                  </>
                )
              }
            </Answered>
          </Section>
          <ByCommand name="GET /admin/bank-files/{id}" requested={{ path }} />
        </Page>
      )}
    </AnsweredPage>
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
