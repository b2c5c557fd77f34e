/** What is changed of one person: role and rights, where they are signed in, and the way back for who has lost every way in. */
import { useSignal } from '@preact/signals'
import { Drawer } from '../../../kit/drawer.tsx'
import { Button, Refused, useAction } from '../../../kit/form.tsx'
import { refresh } from '../../../kit/query.ts'
import { Question } from '../../../kit/question.tsx'
import { Device } from '../../../kit/sign-in/device.tsx'
import { Answered, Empty } from '../../../kit/states.tsx'
import { Time } from '../../../kit/time.tsx'
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
      title={`What ${name} may do`}
      start={{ role, rights }}
      customs={{
        role: {
          hint: 'A viewer sees, an operator moves money besides, an administrator says who may what besides.',
        },
        rights: { label: 'Narrower than the role', hint: 'Nothing chosen narrows nothing.' },
      }}
      effect={`It holds from the next request of ${name} on, on every device.`}
      button={`Change what ${name} may do`}
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
    <Drawer title={`Where ${name} is signed in`} onClose={onClose}>
      <Refused refusal={action.now.refusal} />
      <Answered of={sessions} rows={3}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="Nowhere" />
          ) : (
            <ul class="items">
              {data.map((session) => (
                <li key={session.id}>
                  <Device text={session.device || 'A browser that does not say which'} />
                  <span class="quiet">
                    by {plainWords(session.signInMethod).toLowerCase()}, since{' '}
                    <Time at={session.signedInAt} brief />
                  </span>{' '}
                  <Button acting={action.now} onClick={() => end(session.id)}>
                    End this session of {name}
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
    <Drawer title={`The way back for ${name}`} onClose={onClose}>
      {waiting.value !== undefined ? (
        <WaitsForAnother approval={waiting.value} />
      ) : given.value !== undefined ? (
        <LinkGiven name={name} given={given.value} />
      ) : (
        <>
          <p>
            For who has lost every way in. Whoever opens the link becomes {name}, as a new operator of the
            same role and rights; what opened the way in before ends with it. Make sure that it is really{' '}
            {name} who asks.
          </p>
          <Refused refusal={action.now.refusal} />
          <LinkMail value={mail} fault={action.faultAt('mail')} />
          <p class="row-acts">
            <Button tone="danger" acting={action.now} onClick={make}>
              Make a link for {name}
            </Button>
            <Button onClick={onClose}>Leave it</Button>
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

/** Until then they count as one person with whoever invited and approved them. */
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
        {name} came by a link, which whoever asked for it could have opened. Until somebody confirms them,
        they cannot approve what whoever invited or approved them asks for.
      </p>
      <p>Confirm only if you have met {name}, and saw them sign in here. It stands in the audit log.</p>
    </Question>
  )
}
