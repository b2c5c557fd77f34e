/** Personal data: a person's payments found and erased, the receipts of requests, and legal holds. */
import { useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { Button } from '@sluice/ui-kit/form.tsx'
import { ListPage } from '@sluice/ui-kit/list-page.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { Question } from '@sluice/ui-kit/question.tsx'
import { setTo } from '@sluice/ui-kit/set-to.ts'
import { Copy, Section, TextButton } from '@sluice/ui-kit/small.tsx'
import { Answered } from '@sluice/ui-kit/states.tsx'
import { Table } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { type AnswerOf, ask } from '../api.ts'
import { asking, ByCommand } from '../approval-requests.tsx'
import { placeOf, useView } from '../places.ts'
import { may } from '../rights.ts'
import { MerchantLink, plainWords } from '../texts.tsx'
import { FindPerson } from './privacy-find.tsx'
import { SetupForm } from './setup-list.tsx'

const useRequests = asking('GET /admin/privacy/requests')

export function Privacy() {
  const { view } = useView()
  const { cursor } = view
  const requested = { query: { ...(cursor && { cursor }) } }
  const isFinding = useSignal(false)
  const receipt = useSignal<string | undefined>(undefined)
  return (
    <ListPage
      title="Personal data"
      actions={
        may('privacy:act') && (
          <Button tone="primary" onClick={setTo(isFinding, true)}>
            Find a person…
          </Button>
        )
      }
      answer={useRequests(requested)}
      keyOf={({ id }) => id}
      columns={[
        { name: 'Requested', cell: ({ requestedAt }) => <Time at={requestedAt} /> },
        { name: 'By', cell: ({ requestedBy }) => requestedBy },
        {
          name: 'Merchant',
          cell: ({ merchantCode }) =>
            merchantCode === undefined ? 'All merchants' : <MerchantLink code={merchantCode} />,
        },
        { name: 'Payments', cell: ({ found }) => found },
        { name: 'Erased', cell: ({ erased }) => erased },
        {
          name: 'Receipt',
          cell: ({ id }) => (
            <TextButton label={`Receipt ${id}`} onClick={setTo(receipt, id)}>
              Receipt
            </TextButton>
          ),
        },
      ]}
      nothing="No person has requested erasure yet"
      byCommand={<ByCommand name="GET /admin/privacy/requests" requested={requested} />}
    >
      <p class="quiet">
        Requests of persons to erase their data. How long data is kept is in{' '}
        <a href={placeOf.privacyTerms}>Settings</a>.
      </p>
      <Holds />
      {isFinding.value && (
        <FindPerson
          onClose={() => {
            isFinding.value = false
            refresh()
          }}
        />
      )}
      {receipt.value !== undefined && <Receipt id={receipt.value} onClose={setTo(receipt, undefined)} />}
    </ListPage>
  )
}

const useReceipt = asking('GET /admin/privacy/requests/{id}')

function Receipt({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  return (
    <Drawer title="Receipt" onClose={onClose}>
      <Answered of={useReceipt({ path: { id } })} rows={6}>
        {({ text }) => (
          <>
            <pre>{text}</pre>
            <p class="row-acts">
              <Copy text={text} />
              <a
                class="button"
                href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
                download={`receipt-${id}.txt`}
              >
                Save as text
              </a>
            </p>
          </>
        )}
      </Answered>
    </Drawer>
  )
}

const useHolds = asking('GET /admin/privacy/holds')

type Hold = AnswerOf<'GET /admin/privacy/holds'>['data'][number]

function Holds() {
  const holds = useHolds({ query: { active: true } })
  const isSetting = useSignal(false)
  const releasing = useSignal<Hold | undefined>(undefined)
  return (
    <Section
      title="Legal holds"
      aside={may('privacy:act') && <Button onClick={setTo(isSetting, true)}>Set legal hold…</Button>}
    >
      <Answered of={holds} rows={2}>
        {({ data }) => (
          <Table
            label="Legal holds"
            nothing="No legal holds"
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              { name: 'Merchant', cell: ({ merchantCode }) => <MerchantLink code={merchantCode} /> },
              {
                name: 'Payment',
                cell: ({ kind, paymentId }) =>
                  paymentId === undefined ? 'All payments' : `${plainWords(kind ?? '')} ${paymentId}`,
              },
              { name: 'Reason', cell: ({ reason }) => reason },
              { name: 'Set by', cell: ({ setBy }) => setBy },
              { name: 'Since', cell: ({ setAt }) => <Time at={setAt} brief /> },
              ...(may('privacy:manage')
                ? [
                    {
                      name: 'Release',
                      cell: (hold: Hold) => (
                        <TextButton label={`Release ${hold.id}`} onClick={setTo(releasing, hold)}>
                          Release…
                        </TextButton>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Answered>
      {isSetting.value && (
        <SetupForm
          name="POST /admin/privacy/holds"
          title="Set legal hold"
          customs={{ reason: { hint: 'Kept permanently. Do not enter personal data.' } }}
          effect="Personal data of these payments is not erased until two operators have released the hold."
          button="Set legal hold"
          onClose={() => {
            isSetting.value = false
            refresh()
          }}
        />
      )}
      {releasing.value && <Release hold={releasing.value} onClose={setTo(releasing, undefined)} />}
    </Section>
  )
}

function Release({ hold, onClose }: { readonly hold: Hold; readonly onClose: () => void }) {
  const { id, merchantCode, reason } = hold
  return (
    <Question
      title="Release legal hold"
      action={() => ask('POST /admin/privacy/holds/{id}/!release', { path: { id }, body: {} })}
      onClose={onClose}
    >
      <p>
        {merchantCode}: {reason}. Personal data is erased when its time has come.
      </p>
    </Question>
  )
}
