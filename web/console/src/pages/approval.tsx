/** One approval: what will be done, with how much and for whom, who asked, and until when it can be decided. */

import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { Button, Form, Refused, useAction } from '../../../kit/form.tsx'
import { AnsweredPage, Page } from '../../../kit/page.tsx'
import { refresh } from '../../../kit/query.ts'
import { setTo } from '../../../kit/set-to.ts'
import { Badge, Copy, Facts, Notice, Section } from '../../../kit/small.tsx'
import { type Earlier, Stale } from '../../../kit/stale.tsx'
import { Answered } from '../../../kit/states.tsx'
import { distanceText, Time } from '../../../kit/time.tsx'
import { type AnswerOf, ask } from '../api.ts'
import { asking, ByCommand, LIVE_MS } from '../approval-requests.tsx'
import { type Leaf, leavesOf } from '../document-leaves.ts'
import { Note } from '../forms/note.tsx'
import { placeOf } from '../places.ts'
import { may, myName } from '../rights.ts'
import { counted, plainWords, Status } from '../texts.tsx'
import { ApprovalChange, RunRequested, Sums } from './approval-change.tsx'

const useApproval = asking('GET /admin/approvals/{id}', LIVE_MS)

type Whole = AnswerOf<'GET /admin/approvals/{id}'>

export function Approval() {
  const { params } = useRoute()
  const path = { id: params.id ?? '' }
  const approval = useApproval({ path })
  const made = useSignal<readonly Leaf[] | undefined>(undefined)
  return (
    <AnsweredPage of={approval} rows={6} title="Approval" above={<a href={placeOf.approvals}>Approvals</a>}>
      {(found) => (
        <Page
          title={found.summary}
          above={<a href={placeOf.approvals}>Approvals</a>}
          actions={<Copy text={found.id} label="Copy ID" />}
        >
          <div class="headline">
            <Sums approval={found} />
            <Status status={found.status} />
            <span class="quiet">
              {found.requestedBy} asked <Time at={found.requestedAt} />
              {found.status === 'WAITING' && ` · ends ${distanceText(found.expiresAt, Date.now())}`}
            </span>
          </div>
          <div class="columns">
            <Section title="What will be done">
              <ApprovalChange approval={found} />
              {found.operation === 'bank-file.release' && <NewPayees id={found.id} />}
              {found.operation === 'settlement.run' && <RunRequested path={found.request.path} />}
            </Section>
            <Section title="How it can be checked">
              <Facts
                facts={[
                  { name: 'Request', value: <code class="breaks">{found.request.operation}</code> },
                  found.request.operation.endsWith(found.request.path)
                    ? undefined
                    : { name: 'Address', value: <code class="breaks">{found.request.path}</code> },
                  { name: 'SHA-256 of what was sent', value: <code class="breaks">{found.sha256}</code> },
                  found.decidedBy === undefined ? undefined : { name: 'Decided by', value: found.decidedBy },
                  found.decidedAt === undefined
                    ? undefined
                    : { name: 'Decided', value: <Time at={found.decidedAt} /> },
                  found.note === undefined ? undefined : { name: 'Why', value: found.note },
                  found.approvers.length === 0
                    ? undefined
                    : { name: 'Who may approve', value: found.approvers.join(', ') },
                  found.unconfirmed.length === 0
                    ? undefined
                    : { name: 'Who may, once confirmed', value: found.unconfirmed.join(', ') },
                ]}
              />
            </Section>
          </div>
          {(found.toCollect || made.value !== undefined) && <Collect id={found.id} made={made} />}
          <Decide approval={found} />
          <ByCommand name="GET /admin/approvals/{id}" requested={{ path }} />
        </Page>
      )}
    </AnsweredPage>
  )
}

const useFile = asking('GET /admin/bank-files/{id}')

/** Of a bank file, whose release has its ID: whom their merchants have never paid is what a second pair of eyes looks at first. */
function NewPayees({ id }: { readonly id: string }) {
  const file = useFile({ path: { id } })
  return (
    <Answered of={file} rows={1}>
      {({ newPayees = 0, payments }) =>
        newPayees === 0 ? (
          <p>All {counted(payments, 'payout')} go to accounts that their merchants have paid before.</p>
        ) : (
          <p>
            <Badge tone="warn">{counted(newPayees, 'new payee')}</Badge> {newPayees} of{' '}
            {counted(payments, 'payout')} go to accounts that their merchants have never paid.{' '}
            <a href={placeOf.bankFile(id)}>Look at them</a>
          </p>
        )
      }
    </Answered>
  )
}

/** As it was collected: each part by its name. */
type Collected = { value: readonly Leaf[] | undefined }

/** What it made is for who asked for it alone: whoever approved it never sees it. @param made stays on the page once it is shown */
function Collect({ id, made }: { readonly id: string; readonly made: Collected }) {
  const action = useAction()
  const collect = (): void =>
    void action.run(
      () => ask('POST /admin/approvals/{id}/!collect', { path: { id } }),
      ({ body }) => {
        made.value = leavesOf(body ?? {})
      },
    )
  return (
    <Section title="What it made for you">
      {made.value === undefined ? (
        <>
          <p>It is shown once, and within a day of the approval. Whoever approved it has not seen it.</p>
          <Refused refusal={action.now.refusal} />
          <Button tone="primary" acting={action.now} onClick={collect}>
            Show it
          </Button>
        </>
      ) : (
        <>
          <Notice tone="warn">Keep it now, or give it to whom it is for: it is not shown again.</Notice>
          <Facts
            facts={made.value.map(({ path, text }) => ({
              name: path,
              value: (
                <>
                  <code class="breaks">{text}</code> <Copy text={text} label={`Copy: ${path}`} />
                </>
              ),
            }))}
          />
        </>
      )}
    </Section>
  )
}

/** Undefined: its time was over before anybody decided. */
const earlierOf = ({ decidedBy, decidedAt, status }: Whole): Earlier | undefined =>
  decidedBy !== undefined && decidedAt !== undefined
    ? { who: decidedBy, what: plainWords(status), at: decidedAt }
    : undefined

function Decide({ approval }: { readonly approval: Whole }) {
  const action = useAction()
  const note = useSignal('')
  const isRejecting = useSignal(false)
  const path = { id: approval.id }
  const { refusal } = action.now
  const isBeaten = refusal?.kind === 'refused' && refusal.code === 'APPROVAL_DECIDED'
  useEffect(() => {
    if (isBeaten) refresh()
  }, [isBeaten])
  const isMine = approval.requestedBy === myName()
  const isOpen = approval.status === 'WAITING'
  const mayApprove = approval.approvers.includes(myName() ?? '')
  // What was typed stays, though somebody else has decided.
  if (!isOpen && !isBeaten && note.value.trim() === '') return null
  if (!may('approvals:act'))
    return (
      <Notice tone="info">
        You may read approvals. To decide about them you need the right “approvals:act”.
      </Notice>
    )
  const approve = (): void =>
    void action.run(() => ask('POST /admin/approvals/{id}/!approve', { path }), refresh)
  const reject = (): void => {
    if (!isOpen) return
    void action.run(
      () => ask('POST /admin/approvals/{id}/!reject', { path, body: { note: note.value.trim() } }),
      () => {
        note.value = ''
        refresh()
      },
    )
  }
  return (
    <Section title="Decide">
      {isOpen ? <Refused refusal={refusal} /> : <Stale earlier={earlierOf(approval)} />}
      {isOpen && isMine && (
        <Notice tone="info">
          You have asked for it, so somebody else must approve it. You can take it back.
        </Notice>
      )}
      {isOpen && !isMine && !mayApprove && (
        <Notice tone="info">
          {approval.unconfirmed.includes(myName() ?? '')
            ? `${approval.requestedBy} and you count as one person, because one of you came by a link of the other, or both by the same person's. Somebody else must approve it, or confirm on the page of people that you are two.`
            : 'You are not among those who may approve it.'}
        </Notice>
      )}
      {isRejecting.value ? (
        <Form label="Reject" onSend={reject}>
          <Note value={note} fault={action.faultAt('note')} />
          <p class="row-acts">
            {isOpen && (
              <Button type="submit" tone="danger" acting={action.now}>
                {isMine ? 'Take it back' : 'Reject it'}
              </Button>
            )}
            <Button
              onClick={() => {
                isRejecting.value = false
                note.value = ''
                action.forget()
              }}
            >
              Leave it
            </Button>
          </p>
        </Form>
      ) : (
        <p class="row-acts" hidden={!isOpen}>
          {mayApprove && (
            <Button tone="primary" acting={action.now} onClick={approve}>
              Approve: {approval.summary}
            </Button>
          )}
          <Button onClick={setTo(isRejecting, true)}>{isMine ? 'Take it back…' : 'Reject…'}</Button>
        </p>
      )}
    </Section>
  )
}
