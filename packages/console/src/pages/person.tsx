/** Actions on one person: role and rights, sessions, and recovery for somebody who has lost every way to sign in. */
import { useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { Button, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { Question } from '@sluice/ui-kit/question.tsx'
import { Device } from '@sluice/ui-kit/sign-in/device.tsx'
import { Answered, Empty } from '@sluice/ui-kit/states.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { type AnswerOf, ask } from '../api.ts'
import { approvalIn, WaitsForAnother } from '../approval-in.tsx'
import { asking, LIVE_MS } from '../approval-requests.tsx'
import { type GivenLink, LinkGiven, LinkMail, mailIn } from '../given-link.tsx'
import { plainWords } from '../texts.tsx'
import { SetupForm } from './setup-list.tsx'

export type Person = AnswerOf<'GET /admin/people'>['data'][number]

interface OfPerson {
  readonly person: Person
  readonly onClose: () => void
}

export function Rights({ person: { id, name, role, rights }, onClose }: OfPerson) {
  return (
    <SetupForm
      name="PATCH /admin/people/{id}"
      path={{ id }}
      title={`Permissions of ${name}`}
      start={{ role, rights }}
      customs={{
        role: {
          hint: 'Viewers can only read. Operators can also move money. Administrators can also manage people and settings.',
        },
        rights: { label: 'Restrictions', hint: 'Leave empty for the full role.' },
      }}
      effect={`Applies immediately, on every device of ${name}.`}
      button={`Save permissions of ${name}`}
      onClose={onClose}
    />
  )
}

const useSessions = asking('GET /admin/people/{id}/sessions', LIVE_MS)

export function Sessions({ person: { id, name }, onClose }: OfPerson) {
  const action = useAction()
  const sessions = useSessions({ path: { id } })
  const end = (session: string): void =>
    void action.run(
      () => ask('DELETE /admin/people/{id}/sessions/{session}', { path: { id, session } }),
      refresh,
    )
  return (
    <Drawer title={`Sessions of ${name}`} onClose={onClose}>
      <Refused refusal={action.now.refusal} />
      <Answered of={sessions} rows={3}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No sessions" />
          ) : (
            <ul class="items">
              {data.map((session) => (
                <li key={session.id}>
                  <Device text={session.device || 'Unknown browser'} />
                  <span class="quiet">
                    by {plainWords(session.signInMethod).toLowerCase()}, since{' '}
                    <Time at={session.signedInAt} brief />
                  </span>{' '}
                  <Button acting={action.now} onClick={() => end(session.id)}>
                    End session of {name}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </Drawer>
  )
}

export function Recover({ person: { id, name }, onClose }: OfPerson) {
  const action = useAction()
  const mail = useSignal('')
  const given = useSignal<GivenLink | undefined>(undefined)
  const waiting = useSignal<string | undefined>(undefined)
  const make = (): void =>
    void action.run(
      () => ask('POST /admin/people/{id}/!recover', { path: { id }, body: mailIn(mail) }),
      (made) => {
        waiting.value = approvalIn(made)
        if (!('approval' in made)) given.value = made
      },
    )
  return (
    <Drawer title={`Account recovery for ${name}`} onClose={onClose}>
      {waiting.value !== undefined ? (
        <WaitsForAnother approval={waiting.value} />
      ) : given.value !== undefined ? (
        <LinkGiven name={name} given={given.value} />
      ) : (
        <>
          <p>
            For people who have lost all their sign-in methods. The person who opens the link signs in as{' '}
            {name}, as a new operator with the same role and permissions. All earlier sign-in methods stop
            working. Make sure that the request really comes from {name}.
          </p>
          <Refused refusal={action.now.refusal} />
          <LinkMail value={mail} fault={action.faultAt('mail')} />
          <p class="row-acts">
            <Button tone="danger" acting={action.now} onClick={make}>
              Create link for {name}
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </p>
        </>
      )}
    </Drawer>
  )
}

interface ConfirmProps {
  readonly operator: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

/** Until they are confirmed, they count as one person with those who invited and approved them. */
export function Confirm({ operator: { id, name }, onClose }: ConfirmProps) {
  return (
    <Question
      title={`Confirm ${name}`}
      button={`I met ${name}: confirm`}
      tone="primary"
      action={() => ask('POST /admin/operators/{id}/!confirm', { path: { id } })}
      onClose={onClose}
    >
      <p>
        {name} joined by a link that the person who created it could have opened. Until you confirm {name},
        this account cannot approve requests from the people who invited or approved it.
      </p>
      <p>
        Confirm only if you have met {name} and saw them sign in here. The confirmation is recorded in the
        audit log.
      </p>
      <p>
        Confirm only if you have met {name}and saw them sign in here. The confirmation is recorded in the
        audit log.
      </p>
    </Question>
  )
}
