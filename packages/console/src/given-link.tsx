/** Invitation and recovery links: a new link, shown once, and the links that are still open. */
import { useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { Button, Field, Form, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { Question } from '@sluice/ui-kit/question.tsx'
import type { Answer } from '@sluice/ui-kit/result.ts'
import { setTo } from '@sluice/ui-kit/set-to.ts'
import { Copy, Notice, TextButton } from '@sluice/ui-kit/small.tsx'
import { Table } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import type { ComponentChildren } from 'preact'
import { approvalIn, WaitsForAnother } from './approval-in.tsx'
import { may } from './rights.ts'
import { plainWords } from './texts.tsx'

/** As the API returns one: shown, or sent to the person it is for. */
export interface GivenLink {
  readonly link?: string
  readonly sentTo?: string
}

/** @param at the place that the link signs in to, if not this console */
export function LinkGiven({
  name,
  given,
  at = '',
}: {
  readonly name: string
  readonly given: GivenLink
  readonly at?: string
}) {
  if (given.link === undefined)
    return (
      <Notice tone="info">
        The link was emailed to {given.sentTo} and to no one else. It works once and expires in a day.
      </Notice>
    )
  return (
    <>
      <Notice tone="warn">
        Give this link to {name} only. It is not shown again, and the first person who opens it signs in as{' '}
        {name} {at}.
      </Notice>
      <div class="command-line">
        <code>{given.link}</code>
        <Copy text={given.link} label={`Copy the link for ${name}`} />
      </div>
    </>
  )
}

/** The e-mail address to send the link to. If left empty, the link is shown to the person who made it. */
export function LinkMail({
  value,
  fault,
}: {
  readonly value: { value: string }
  readonly fault: string | undefined
}) {
  return (
    <Field
      label="Email address"
      value={value}
      fault={fault}
      maxLength={320}
      hint="The link is emailed to this address only. Leave empty to see the link here instead."
    />
  )
}

/** As the request body has it. */
export const mailIn = ({ value }: { readonly value: string }) =>
  value.trim() === '' ? {} : { mail: value.trim() }

export interface OpenLink {
  readonly id: string
  readonly purpose: string
  readonly name: string
  readonly role: string
  readonly by: string
  readonly approvedBy: string | undefined
  readonly expiresAt: string
}

interface OpenLinksProps {
  readonly links: readonly OpenLink[]
  /** The right to withdraw a link. */
  readonly right: Parameters<typeof may>[0]
  readonly withdraw: (id: string) => Promise<Answer<unknown>>
}

/** Links that can still be used. */
export function OpenLinks({ links, right, withdraw }: OpenLinksProps) {
  const leaving = useSignal<OpenLink | undefined>(undefined)
  return (
    <>
      <Table
        label="Open links"
        rows={links}
        keyOf={({ id }) => id}
        columns={[
          { name: 'For', cell: ({ name }) => <span class="name">{name}</span> },
          {
            name: 'Purpose',
            cell: ({ purpose, role }) =>
              purpose === 'RECOVER' ? 'account recovery' : `invitation as ${plainWords(role)}`,
          },
          { name: 'Requested by', cell: ({ by }) => by },
          { name: 'Approved by', cell: ({ approvedBy }) => approvedBy ?? '–' },
          { name: 'Expires', cell: ({ expiresAt }) => <Time at={expiresAt} brief /> },
          ...(may(right)
            ? [
                {
                  name: 'Revoke',
                  cell: (link: OpenLink) => (
                    <TextButton label={`Revoke the link for ${link.name}`} onClick={setTo(leaving, link)}>
                      Revoke…
                    </TextButton>
                  ),
                },
              ]
            : []),
        ]}
      />
      {leaving.value && (
        <Withdraw link={leaving.value} withdraw={withdraw} onClose={setTo(leaving, undefined)} />
      )}
    </>
  )
}

interface WithdrawProps extends Pick<OpenLinksProps, 'withdraw'> {
  readonly link: OpenLink
  readonly onClose: () => void
}

function Withdraw({ link: { id, name }, withdraw, onClose }: WithdrawProps): ComponentChildren {
  return (
    <Question
      title={`Revoke the link for ${name}`}
      button="Revoke link"
      action={() => withdraw(id)}
      onClose={onClose}
    >
      <p>The link stops working immediately.</p>
    </Question>
  )
}

type Invitation = Readonly<{ name: string; role: string; mail?: string }>

interface InviteProps {
  readonly title: string
  readonly roles: readonly (readonly [role: string, words: string])[]
  readonly first: string
  readonly ask: (invitation: Invitation) => Promise<Answer<GivenLink | { readonly approval: unknown }>>
  /** The place that the link signs in to, if not this console. */
  readonly at?: string
  readonly nameHint?: string
  readonly onClose: () => void
  /** Notes to read before inviting. */
  readonly children?: ComponentChildren
}

/** A form that makes an invitation link for a new person. */
export function Invite({ title, roles, first, ask, at, nameHint, onClose, children }: InviteProps) {
  const action = useAction()
  const name = useSignal('')
  const role = useSignal(first)
  const mail = useSignal('')
  const given = useSignal<GivenLink | undefined>(undefined)
  const waiting = useSignal<string | undefined>(undefined)
  const invite = (): void =>
    void action.run(
      () => ask({ name: name.value.trim(), role: role.value, ...mailIn(mail) }),
      (made) => {
        waiting.value = approvalIn(made)
        if (!('approval' in made)) given.value = made
      },
    )
  return (
    <Drawer title={title} onClose={onClose}>
      {waiting.value !== undefined ? (
        <WaitsForAnother approval={waiting.value} />
      ) : given.value !== undefined ? (
        <LinkGiven name={name.value} given={given.value} {...(at !== undefined && { at })} />
      ) : (
        <Form label={title} onSend={invite}>
          <Refused refusal={action.now.refusal} />
          <Field
            label="Name"
            value={name}
            fault={action.faultAt('name')}
            {...(nameHint !== undefined && { hint: nameHint })}
            maxLength={64}
            required
          />
          <Field label="Role" value={role} fault={action.faultAt('role')} choices={roles} />
          <LinkMail value={mail} fault={action.faultAt('mail')} />
          {children}
          <Button type="submit" tone="primary" acting={action.now}>
            Create link
          </Button>
        </Form>
      )}
    </Drawer>
  )
}
