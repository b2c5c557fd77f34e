/** One approval: the operation, its amount and payee, who requested it, and until when it can be decided. */
import { useSignal } from '@preact/signals'
import { Button, Form, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { AnsweredPage, Page } from '@sluice/ui-kit/page.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { setTo } from '@sluice/ui-kit/set-to.ts'
import { Badge, Copy, Facts, Notice, Section } from '@sluice/ui-kit/small.tsx'
import { type Earlier, Stale } from '@sluice/ui-kit/stale.tsx'
import { Answered } from '@sluice/ui-kit/states.tsx'
import { distanceText, Time } from '@sluice/ui-kit/time.tsx'
import { useEffect } from 'preact/hooks'
import { useRoute } from 'preact-iso'
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
              {found.requestedBy} requested <Time at={found.requestedAt} />
              {found.status === 'WAITING' && ` · expires ${distanceText(found.expiresAt, Date.now())}`}
            </span>
          </div>
          <div class="columns">
            <Section title="What will happen">
              <ApprovalChange approval={found} />
              {found.operation === 'bank-file.release' && <NewPayees id={found.id} />}
              {found.operation === 'settlement.run' && <RunRequested path={found.request.path} />}
            </Section>
            <Section title="Verification">
              <Facts
                facts={[
                  { name: 'Request', value: <code class="breaks">{found.request.operation}</code> },
                  found.request.operation.endsWith(found.request.path)
                    ? undefined
                    : { name: 'Endpoint', value: <code class="breaks">{found.request.path}</code> },
                  { name: 'SHA-256 of the request body', value: <code class="breaks">{found.sha256}</code> },
                  found.decidedBy === undefined ? undefined : { name: 'Decided by', value: found.decidedBy },
                  found.decidedAt === undefined
                    ? undefined
                    : { name: 'Decided', value: <Time at={found.decidedAt} /> },
                  found.note === undefined ? undefined : { name: 'Reason', value: found.note },
                  found.approvers.length === 0
                    ? undefined
                    : { name: 'Can approve', value: found.approvers.join(', ') },
                  found.unconfirmed.length === 0
                    ? undefined
                    : { name: 'Can approve after confirmation', value: found.unconfirmed.join(', ') },
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

/** New payees in a bank file, found by the file's ID: payees that their merchants have never paid before are the first thing to check. */
function NewPayees({ id }: { readonly id: string }) {
  const file = useFile({ path: { id } })
  return (
    <Answered of={file} rows={1}>
      {({ newPayees = 0, payments }) =>
        newPayees === 0 ? (
          <p>All {counted(payments, 'payout')} go to known payees.</p>
        ) : (
          <p>
            <Badge tone="warn">{counted(newPayees, 'new payee')}</Badge> {newPayees} of{' '}
            {counted(payments, 'payout')} go to new payees. <a href={placeOf.bankFile(id)}>View payouts</a>
          </p>
        )
      }
    </Answered>
  )
}

/** The values shown after collection, by name. */
type Collected = { value: readonly Leaf[] | undefined }

/**
 * Only the person who requested the operation can collect its result, not the one who approved it. @param made stays on the page once it is
 * shown
 */
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
    <Section title="Result">
      {made.value === undefined ? (
        <>
          <p>Shown once, within a day of the approval. The approver cannot see it.</p>
          <Refused refusal={action.now.refusal} />
          <Button tone="primary" acting={action.now} onClick={collect}>
            Show result
          </Button>
        </>
      ) : (
        <>
          <Notice tone="warn">Save it now. It will not be shown again.</Notice>
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

/** Undefined: it expired before anybody decided. */
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
  // Text that was typed stays even if somebody else has decided.
  if (!isOpen && !isBeaten && note.value.trim() === '') return null
  if (!may('approvals:act'))
    return (
      <Notice tone="info">
        You can view approvals. To approve or reject, you need the permission “approvals:act”.
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
          You requested this, so another operator must approve it. You can withdraw the request.
        </Notice>
      )}
      {isOpen && !isMine && !mayApprove && (
        <Notice tone="info">
          {approval.unconfirmed.includes(myName() ?? '')
            ? `You and ${approval.requestedBy} count as one person, because one of you invited the other or the same person invited both. Another operator must approve this, or confirm on the People page that you are two people.`
            : 'You cannot approve this request.'}
        </Notice>
      )}
      {isRejecting.value ? (
        <Form label="Reject" onSend={reject}>
          <Note value={note} fault={action.faultAt('note')} />
          <p class="row-acts">
            {isOpen && (
              <Button type="submit" tone="danger" acting={action.now}>
                {isMine ? 'Withdraw request' : 'Reject request'}
              </Button>
            )}
            <Button
              onClick={() => {
                isRejecting.value = false
                note.value = ''
                action.forget()
              }}
            >
              Cancel
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
          <Button onClick={setTo(isRejecting, true)}>{isMine ? 'Withdraw…' : 'Reject…'}</Button>
        </p>
      )}
    </Section>
  )
}
