/** The team: members' roles, invitations, recovery links, and removal. */
import { useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { Button, Field, Form, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { CALM_MS } from '@sluice/ui-kit/operation.ts'
import { Page } from '@sluice/ui-kit/page.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { Question } from '@sluice/ui-kit/question.tsx'
import { Badge, Copy, Section, TextButton } from '@sluice/ui-kit/small.tsx'
import { Answered } from '@sluice/ui-kit/states.tsx'
import { Table } from '@sluice/ui-kit/table.tsx'
import { say } from '@sluice/ui-kit/texts.ts'
import { Time } from '@sluice/ui-kit/time.tsx'
import { type AnswerOf, ask, asking } from '../api.ts'
import { t, wordOf } from '../language.ts'
import { may } from '../merchant.ts'
import { useView } from '../places.ts'

const useTeam = asking('GET /team', CALM_MS)

type Team = AnswerOf<'GET /team'>
type Member = Team['data'][number]

const ROLES = ['OWNER', 'FINANCE', 'SUPPORT', 'DEVELOPER'] as const
const roles = () => ROLES.map((role) => [role, `${wordOf(role)}: ${t(`role${role}`)}`] as const)

type Requested = { readonly what: 'role' | 'mail' | 'back' | 'out'; readonly member: Member }

export function Team() {
  const team = useTeam({})
  const { view, show } = useView()
  const requested = useSignal<Requested | undefined>(undefined)
  const mayManage = may('team:manage')
  const close = (): void => {
    requested.value = undefined
  }
  const mailOf = (member: Member) =>
    member.role === 'OWNER' && (
      <TextButton onClick={() => (requested.value = { what: 'mail', member })}>{t('ownerMail')}</TextButton>
    )
  const actions = (member: Member) =>
    member.isYou ? (
      mailOf(member) || '–'
    ) : (
      <span class="row-acts">
        {mailOf(member)}
        <TextButton onClick={() => (requested.value = { what: 'role', member })}>
          {t('changeRole')}
        </TextButton>
        <TextButton onClick={() => (requested.value = { what: 'back', member })}>{t('bringBack')}</TextButton>
        <TextButton onClick={() => (requested.value = { what: 'out', member })}>{t('takeOut')}</TextButton>
      </span>
    )
  return (
    <Page
      title={t('team')}
      actions={
        mayManage && (
          <Button tone="primary" onClick={() => show({ open: 'invite' })}>
            {t('invite')}
          </Button>
        )
      }
    >
      <Answered of={team} rows={6}>
        {({ data, invitations }) => (
          <>
            <Table
              label={t('team')}
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                {
                  name: t('name'),
                  cell: ({ name, isYou }) => (
                    <>
                      <span class="name">{name}</span> {isYou && <Badge tone="busy">{t('you')}</Badge>}
                    </>
                  ),
                },
                { name: t('role'), cell: ({ role }) => wordOf(role), whole: true },
                { name: t('joined'), cell: ({ joinedAt }) => <Time at={joinedAt} brief />, minor: true },
                {
                  name: say('lastSeen'),
                  cell: ({ lastSeenAt }) => (lastSeenAt === undefined ? '–' : <Time at={lastSeenAt} brief />),
                },
                ...(mayManage ? [{ name: t('change'), cell: actions }] : []),
              ]}
            />
            {invitations.length > 0 && <Invitations invitations={invitations} />}
          </>
        )}
      </Answered>
      {view.open === 'invite' && mayManage && (
        <Invite
          onClose={() => {
            show({ open: undefined })
            refresh()
          }}
        />
      )}
      {requested.value?.what === 'role' && <ChangeRole member={requested.value.member} onClose={close} />}
      {requested.value?.what === 'mail' && <OwnerMail member={requested.value.member} onClose={close} />}
      {requested.value?.what === 'back' && <BringBack member={requested.value.member} onClose={close} />}
      {requested.value?.what === 'out' && <TakeOut member={requested.value.member} onClose={close} />}
    </Page>
  )
}

function Invitations({ invitations }: Pick<Team, 'invitations'>) {
  const action = useAction()
  const withdraw = (id: string): void =>
    void action.run(() => ask('POST /team/{id}/!withdraw', { path: { id } }), refresh)
  return (
    <div class="after-table">
      <Section title={t('invitations')} count={invitations.length}>
        <Refused refusal={action.now.refusal} />
        <Table
          label={t('invitations')}
          rows={invitations}
          keyOf={({ id }) => id}
          columns={[
            { name: t('name'), cell: ({ name }) => <span class="name">{name}</span> },
            {
              name: t('role'),
              cell: ({ role, purpose }) => (purpose === 'RECOVER' ? t('bringBack') : wordOf(role)),
            },
            { name: t('invitedBy'), cell: ({ invitedBy }) => invitedBy, minor: true },
            { name: t('expires'), cell: ({ expiresAt }) => <Time at={expiresAt} brief /> },
            ...(may('team:manage')
              ? [
                  {
                    name: t('withdraw'),
                    cell: ({ id, name }: Team['invitations'][number]) => (
                      <TextButton label={`${t('withdraw')}: ${name}`} onClick={() => withdraw(id)}>
                        {t('withdraw')}
                      </TextButton>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </Section>
    </div>
  )
}

function Invite({ onClose }: { readonly onClose: () => void }) {
  const action = useAction()
  const name = useSignal('')
  const role = useSignal<string>('SUPPORT')
  const link = useSignal<string | undefined>(undefined)
  const invite = (): void =>
    void action.run(
      () => ask('POST /team/!invite', { body: { name: name.value.trim(), role: role.value } }),
      (made) => {
        link.value = made.link ?? ''
      },
    )
  return (
    <Drawer title={t('invite')} onClose={onClose}>
      {link.value === undefined ? (
        <Form label={t('invite')} onSend={invite}>
          <Refused refusal={action.now.refusal} />
          <Field label={t('name')} value={name} fault={action.faultAt('name')} maxLength={64} required />
          <Field label={t('role')} value={role} choices={roles()} />
          <Button type="submit" tone="primary" acting={action.now}>
            {t('inviteAction')}
          </Button>
        </Form>
      ) : (
        <GiveLink name={name.value.trim()} link={link.value} />
      )}
    </Drawer>
  )
}

function GiveLink({ name, link }: { readonly name: string; readonly link: string }) {
  return (
    <>
      <p>{t('inviteGive', { name })}</p>
      <div class="command-line">
        <code>{link}</code>
        <Copy text={link} />
      </div>
    </>
  )
}

interface OfMemberProps {
  readonly member: Member
  readonly onClose: () => void
}

function ChangeRole({ member: { id, name, role: before }, onClose }: OfMemberProps) {
  const action = useAction()
  const role = useSignal<string>(before)
  const change = (): void =>
    void action.run(
      () => ask('PATCH /team/{id}', { path: { id }, body: { role: role.value } }),
      () => {
        onClose()
        refresh()
      },
    )
  return (
    <Drawer title={`${name}: ${t('role')}`} kind="question" onClose={onClose}>
      <Form label={t('role')} onSend={change}>
        <Refused refusal={action.now.refusal} />
        <Field label={t('role')} value={role} choices={roles()} />
        <Button type="submit" tone="primary" acting={action.now}>
          {t('changeRoleAction', { name, role: wordOf(role.value) })}
        </Button>
      </Form>
    </Drawer>
  )
}

function OwnerMail({ member: { id, name, mail = '' }, onClose }: OfMemberProps) {
  const action = useAction()
  const address = useSignal(mail)
  const change = (): void => {
    const wished = address.value.trim()
    void action.run(
      () => ask('PATCH /team/{id}', { path: { id }, body: { mail: wished === '' ? null : wished } }),
      () => {
        onClose()
        refresh()
      },
    )
  }
  return (
    <Drawer title={`${name}: ${t('ownerMail')}`} kind="question" onClose={onClose}>
      <Form label={t('ownerMail')} onSend={change}>
        <Refused refusal={action.now.refusal} />
        <Field
          label={t('emailAddress')}
          value={address}
          hint={t('ownerMailText', { name })}
          fault={action.faultAt('mail')}
          autocomplete="email"
          maxLength={320}
        />
        <Button type="submit" tone="primary" acting={action.now}>
          {t('saveAddress')}
        </Button>
      </Form>
    </Drawer>
  )
}

function BringBack({ member: { id, name }, onClose }: OfMemberProps) {
  const action = useAction()
  const link = useSignal<string | undefined>(undefined)
  const make = (): void =>
    void action.run(
      () => ask('POST /team/{id}/!recover', { path: { id } }),
      (made) => {
        link.value = made.link ?? ''
      },
    )
  return (
    <Drawer title={`${name}: ${t('bringBack')}`} kind="question" onClose={onClose}>
      {link.value === undefined ? (
        <>
          <p>{t('bringBackText', { name })}</p>
          <Refused refusal={action.now.refusal} />
          <Button tone="primary" acting={action.now} onClick={make}>
            {t('bringBackAction', { name })}
          </Button>
        </>
      ) : (
        <GiveLink name={name} link={link.value} />
      )}
    </Drawer>
  )
}

function TakeOut({ member: { id, name }, onClose }: OfMemberProps) {
  return (
    <Question
      title={t('takeOutAction', { name })}
      action={() => ask('DELETE /team/{id}', { path: { id } })}
      onClose={onClose}
    >
      <p>{t('takeOutText', { name })}</p>
    </Question>
  )
}
