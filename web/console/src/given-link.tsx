/** Links that make somebody, or bring somebody back: as they are given once, and those that are open. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Drawer } from '../../kit/drawer.tsx'
import { Button, Field, Form, Refused, useAction } from '../../kit/form.tsx'
import { Question } from '../../kit/question.tsx'
import type { Answer } from '../../kit/result.ts'
import { setTo } from '../../kit/set-to.ts'
import { Copy, Notice, TextButton } from '../../kit/small.tsx'
import { Table } from '../../kit/table.tsx'
import { Time } from '../../kit/time.tsx'
import { approvalIn, WaitsForAnother } from './approval-in.tsx'
import { may } from './rights.ts'
import { plainWords } from './texts.tsx'

/** As the API gives one: shown, or sent to whom it is for. */
export interface GivenLink {
  readonly link?: string
  readonly sentTo?: string
}

/** @param at where they become somebody, if not here */
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
        The link is on its way to {given.sentTo}. Nobody else has seen it. It is good once, for a day.
      </Notice>
    )
  return (
    <>
      <Notice tone="warn">
        Give it to {name} and to nobody else: it is not shown again, and whoever opens it first becomes {name}
        {at}.
      </Notice>
      <div class="command-line">
        <code>{given.link}</code>
        <Copy text={given.link} label={`Copy the link for ${name}`} />
      </div>
    </>
  )
}

/** Where the link goes. Left empty: it is shown to who asked for it. */
export function LinkMail({
  value,
  fault,
}: {
  readonly value: { value: string }
  readonly fault: string | undefined
}) {
  return (
    <Field
      label="Mail address"
      value={value}
      fault={fault}
      maxLength={320}
      hint="Of the person: the link is sent there, and nobody else sees it. Left empty, it is shown to you once it is made."
    />
  )
}

/** As a body has it. */
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
  /** The right to take one back. */
  readonly right: Parameters<typeof may>[0]
  readonly withdraw: (id: string) => Promise<Answer<unknown>>
}

/** Those that could still be used. */
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
            name: 'What it does',
            cell: ({ purpose, role }) =>
              purpose === 'RECOVER' ? 'brings them back' : `makes them ${plainWords(role)}`,
          },
          { name: 'Asked by', cell: ({ by }) => by },
          { name: 'Approved by', cell: ({ approvedBy }) => approvedBy ?? '–' },
          { name: 'Until', cell: ({ expiresAt }) => <Time at={expiresAt} brief /> },
          ...(may(right)
            ? [
                {
                  name: 'Take back',
                  cell: (link: OpenLink) => (
                    <TextButton label={`Take back the link for ${link.name}`} onClick={setTo(leaving, link)}>
                      Take back…
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
      title={`Take back the link for ${name}`}
      button="Take it back"
      action={() => withdraw(id)}
      onClose={onClose}
    >
      <p>It opens nothing any more, whoever has it.</p>
    </Question>
  )
}

type Invitation = Readonly<{ name: string; role: string; mail?: string }>

interface InviteProps {
  readonly title: string
  readonly roles: readonly (readonly [role: string, words: string])[]
  readonly first: string
  readonly ask: (invitation: Invitation) => Promise<Answer<GivenLink | { readonly approval: unknown }>>
  /** Where they become somebody, if not here. */
  readonly at?: string
  readonly nameHint?: string
  readonly onClose: () => void
  /** What must be known before. */
  readonly children?: ComponentChildren
}

/** A form that makes a link for somebody who is not here yet. */
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
            Make the link
          </Button>
        </Form>
      )}
    </Drawer>
  )
}
