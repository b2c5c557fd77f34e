/** People who may sign in, with their rights, and the open invitation links. */
import { useSignal } from '@preact/signals'
import { Button } from '@sluice/ui-kit/form.tsx'
import { ListPage } from '@sluice/ui-kit/list-page.tsx'
import { moneyText } from '@sluice/ui-kit/money.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { Question } from '@sluice/ui-kit/question.tsx'
import { setTo } from '@sluice/ui-kit/set-to.ts'
import type { AvailableMethods } from '@sluice/ui-kit/sign-in/protocol.ts'
import { Badge, Notice, Section, TextButton } from '@sluice/ui-kit/small.tsx'
import { Answered } from '@sluice/ui-kit/states.tsx'
import type { Column } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { ask } from '../api.ts'
import { asking, ByCommand, CALM_MS } from '../approval-requests.tsx'
import { Invite, OpenLinks } from '../given-link.tsx'
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

/** Limits of the role, in a few words. */
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

const COLUMNS: readonly Column<Person>[] = [
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
]

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
        ...COLUMNS,
        ...(mayManage
          ? [
              {
                name: 'Change',
                cell: (person: Person) => (
                  <span class="row-acts">
                    {CHANGES.filter(([what]) => what !== 'confirm' || !person.isConfirmed).map(
                      ([what, words]) => (
                        <TextButton
                          key={what}
                          label={`${words} ${person.name}`}
                          onClick={setTo(changing, [what, person])}
                        >
                          {words}
                        </TextButton>
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
                    <TextButton label={`Remove ${person.name}`} onClick={setTo(leaving, person)}>
                      Remove…
                    </TextButton>
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
          <Button tone="primary" onClick={setTo(isInviting, true)}>
            Invite person
          </Button>
          <a href={placeOf.settings}>Your sign-in settings</a>
        </p>
      )}
      <IdentityProvider />
      {isInviting.value && (
        <Invite
          title="Invite person"
          roles={ROLES}
          first="VIEWER"
          nameHint="Shown in the audit log."
          ask={(body) => ask('POST /admin/people/!invite', { body })}
          onClose={() => {
            isInviting.value = false
            refresh()
          }}
        >
          <Notice tone="info">
            With two operators who can move money or change access, each such operation needs both: one
            requests it, the other approves it under Approvals.
          </Notice>
        </Invite>
      )}
      {changing.value && (
        <Change what={changing.value[0]} person={changing.value[1]} onClose={setTo(changing, undefined)} />
      )}
      {leaving.value && <End person={leaving.value} onClose={setTo(leaving, undefined)} />}
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

/** The identity provider is set in the gateway's configuration, so this screen only shows it. */
function IdentityProvider() {
  const signInMethods = useSignal<AvailableMethods | undefined>(undefined)
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

function End({
  person: { id, name, role },
  onClose,
}: {
  readonly person: Person
  readonly onClose: () => void
}) {
  return (
    <Question
      title={`Remove ${name}`}
      action={() => ask('DELETE /admin/people/{id}', { path: { id } })}
      onClose={onClose}
    >
      <p>
        {name} ({plainWords(role)}) is signed out on every device immediately. Past actions stay in the audit
        log.
      </p>
    </Question>
  )
}
