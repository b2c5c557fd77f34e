/** Who may sign in, with what rights; and the links by which others come in. */

import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Drawer } from '../../../kit/drawer.tsx'
import { Button, Field, Form, Refused, useAction } from '../../../kit/form.tsx'
import { ListPage } from '../../../kit/list-page.tsx'
import { moneyText } from '../../../kit/money.tsx'
import { refresh } from '../../../kit/query.ts'
import type { Ways } from '../../../kit/sign-in/protocol.ts'
import { Badge, Section } from '../../../kit/small.tsx'
import { Answered } from '../../../kit/states.tsx'
import { Time } from '../../../kit/time.tsx'
import { ask } from '../api.ts'
import { approvalIn, WaitsForAnother } from '../approval-in.tsx'
import { asking, ByCommand, CALM_MS } from '../approval-requests.tsx'
import { type GivenLink, LinkGiven, LinkMail, mailIn, OpenLinks } from '../given-link.tsx'
import { placeOf } from '../places.ts'
import { may, myName } from '../rights.ts'
import { signIn } from '../sign-in.ts'
import { counted, plainWords } from '../texts.tsx'
import { Confirm, type Person, Recover, Rights, Sessions } from './person.tsx'
import { FormerPeople, Programs, RoleMatrix } from './programs.tsx'

const usePeople = asking('GET /admin/people', CALM_MS)

type Changing = 'rights' | 'sessions' | 'recover' | 'confirm'

const CHANGES: readonly (readonly [Changing, string])[] = [
  ['rights', 'Rights…'],
  ['sessions', 'Sessions…'],
  ['recover', 'Recovery…'],
  ['confirm', 'Confirm…'],
]

const ROLES = [
  ['VIEWER', 'Viewer: read only'],
  ['OPERATOR', 'Operator: settles cases and moves money'],
  ['ADMIN', 'Administrator: manages people and settings'],
] as const

/** What narrows the role, in a few words. */
function narrowed({ rights }: Person): string {
  const parts = [
    rights.capabilities && `only ${rights.capabilities.join(', ')}`,
    rights.merchants && `only for ${rights.merchants.join(', ')}`,
    rights.limits && `up to ${rights.limits.map(moneyText).join(', ')}`,
  ]
  return parts.filter(Boolean).join('; ') || 'full role'
}

function waysOf({ passkeys, hasTotp, issuer }: Person): string {
  const signInMethods = [passkeys > 0 && counted(passkeys, 'passkey'), hasTotp && 'authenticator app', issuer]
  return signInMethods.filter(Boolean).join(', ') || 'none yet'
}

export function People() {
  const isInviting = useSignal(false)
  const leaving = useSignal<Person | undefined>(undefined)
  const changing = useSignal<readonly [Changing, Person] | undefined>(undefined)
  const mayManage = may('people:manage')
  return (
    <ListPage
      title="People"
      path="/admin/people"
      answer={usePeople({})}
      keyOf={({ id }) => id}
      columns={[
        { name: 'Name', cell: ({ name }) => <span class="name">{name}</span> },
        {
          name: 'Role',
          cell: ({ role, isConfirmed }) => (
            <>
              <Badge tone="plain">{plainWords(role)}</Badge>
              {!isConfirmed && <Badge tone="warn">not confirmed</Badge>}
            </>
          ),
        },
        { name: 'Rights', cell: narrowed },
        { name: 'Sign-in method', cell: waysOf },
        { name: 'Sessions', cell: ({ sessions }) => sessions, atEnd: true },
        {
          name: 'Last seen',
          cell: ({ lastSeenAt }) => (lastSeenAt === undefined ? '–' : <Time at={lastSeenAt} brief />),
        },
        ...(mayManage
          ? [
              {
                name: 'Change',
                cell: (person: Person) => (
                  <span class="row-acts">
                    {CHANGES.filter(([what]) => what !== 'confirm' || !person.isConfirmed).map(
                      ([what, words]) => (
                        <button
                          key={what}
                          type="button"
                          class="as-link"
                          aria-label={`${words} ${person.name}`}
                          onClick={() => {
                            changing.value = [what, person]
                          }}
                        >
                          {words}
                        </button>
                      ),
                    )}
                  </span>
                ),
              },
              {
                name: 'Remove',
                cell: (person: Person) =>
                  person.name === myName() ? (
                    '–'
                  ) : (
                    <button
                      type="button"
                      class="as-link"
                      aria-label={`Remove ${person.name}`}
                      onClick={() => {
                        leaving.value = person
                      }}
                    >
                      Remove…
                    </button>
                  ),
              },
            ]
          : []),
      ]}
      nothing="No people yet. Programs use tokens"
      byCommand={
        <>
          <ByCommand name="GET /admin/people" requested={{}} />
          <OpenPeopleLinks />
          <FormerPeople />
          <Programs />
          <RoleMatrix />
        </>
      }
    >
      {mayManage && (
        <p class="row-acts">
          <Button
            tone="primary"
            onClick={() => {
              isInviting.value = true
            }}
          >
            Invite person
          </Button>
          <a href={placeOf.settings}>Your sign-in settings</a>
        </p>
      )}
      <IdentityProvider />
      {isInviting.value && (
        <Invite
          onClose={() => {
            isInviting.value = false
            refresh()
          }}
        />
      )}
      {changing.value && (
        <Change
          what={changing.value[0]}
          person={changing.value[1]}
          onClose={() => {
            changing.value = undefined
          }}
        />
      )}
      {leaving.value && (
        <End
          person={leaving.value}
          onClose={() => {
            leaving.value = undefined
          }}
        />
      )}
    </ListPage>
  )
}

const useLinks = asking('GET /admin/people-links', CALM_MS)

function OpenPeopleLinks() {
  const links = useLinks({})
  return (
    <Answered of={links} rows={1}>
      {({ data }) =>
        data.length === 0 ? null : (
          <Section title="Open links" count={data.length}>
            <OpenLinks
              links={data.map(({ requestedBy, approvedBy, ...link }) => ({
                ...link,
                by: requestedBy,
                approvedBy,
              }))}
              right="people:manage"
              withdraw={(link) => ask('DELETE /admin/people-links/{link}', { path: { link } })}
            />
          </Section>
        )
      }
    </Answered>
  )
}

/** Which one is believed stands in the gateway's own configuration: a screen says it, and cannot change it. */
function IdentityProvider() {
  const signInMethods = useSignal<Ways | undefined>(undefined)
  useEffect(() => {
    void signIn.signInMethods().then((answer) => {
      if (answer.ok) signInMethods.value = answer.value
    })
  }, [])
  if (signInMethods.value === undefined) return null
  const name = signInMethods.value.oidc?.name
  return (
    <p class="quiet">
      {name === undefined
        ? 'No identity provider is configured. People join by invitation link and sign in with a passkey or an authenticator app.'
        : `People sign in with ${name}. Their groups there define their role.`}
    </p>
  )
}

function Change(props: {
  readonly what: Changing
  readonly person: Person
  readonly onClose: () => void
}): ComponentChildren {
  const { what, person, onClose } = props
  switch (what) {
    case 'rights':
      return <Rights person={person} onClose={onClose} />
    case 'sessions':
      return <Sessions person={person} onClose={onClose} />
    case 'recover':
      return <Recover person={person} onClose={onClose} />
    case 'confirm':
      return <Confirm operator={person} onClose={onClose} />
  }
}

function Invite({ onClose }: { readonly onClose: () => void }) {
  const action = useAction()
  const name = useSignal('')
  const role = useSignal('VIEWER')
  const mail = useSignal('')
  const given = useSignal<GivenLink | undefined>(undefined)
  const waiting = useSignal<string | undefined>(undefined)
  const invite = (): void =>
    void action.run(
      () =>
        ask('POST /admin/people/!invite', {
          body: { name: name.value.trim(), role: role.value, ...mailIn(mail) },
        }),
      (made) => {
        waiting.value = approvalIn(made)
        if (!('approval' in made)) given.value = made
      },
    )
  return (
    <Drawer title="Invite person" onClose={onClose}>
      {waiting.value !== undefined ? (
        <WaitsForAnother approval={waiting.value} />
      ) : given.value !== undefined ? (
        <LinkGiven name={name.value} given={given.value} />
      ) : (
        <Form label="Invite person" onSend={invite}>
          <Refused refusal={action.now.refusal} />
          <Field
            label="Name"
            value={name}
            fault={action.faultAt('name')}
            hint="Shown in the audit log."
            maxLength={64}
            required
          />
          <Field label="Role" value={role} choices={ROLES} />
          <LinkMail value={mail} fault={action.faultAt('mail')} />
          <Button type="submit" tone="primary" acting={action.now}>
            Create link
          </Button>
        </Form>
      )}
    </Drawer>
  )
}

function End({
  person: { id, name, role },
  onClose,
}: {
  readonly person: Person
  readonly onClose: () => void
}) {
  const action = useAction()
  const end = (): void =>
    void action.run(
      () => ask('DELETE /admin/people/{id}', { path: { id } }),
      () => {
        onClose()
        refresh()
      },
    )
  return (
    <Drawer title={`Remove ${name}`} kind="question" onClose={onClose}>
      <p>
        {name} ({plainWords(role)}) is signed out on every device immediately. Past actions stay in the audit
        log.
      </p>
      <Refused refusal={action.now.refusal} />
      <p class="row-acts">
        <Button tone="danger" acting={action.now} onClick={end}>
          Remove {name}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </p>
    </Drawer>
  )
}
