/** A merchant's credentials: added and removed. A secret is shown once, when it is made. */
import { useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { Button, Field, Form, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { Question } from '@sluice/ui-kit/question.tsx'
import { setTo } from '@sluice/ui-kit/set-to.ts'
import { Notice, Section, TextButton } from '@sluice/ui-kit/small.tsx'
import { type Column, Table } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { type AnswerOf, ask } from '../api.ts'
import { approvalIn, WaitsForAnother } from '../approval-in.tsx'
import { may } from '../rights.ts'
import { Secret } from './merchant-new.tsx'

type Profile = AnswerOf<'GET /admin/merchants/{merchantCode}'>
export type KeyKind = 'key' | 'secret' | 'callback secret'

interface Line {
  readonly kind: KeyKind
  readonly what: string
  readonly id: string
  readonly createdAt: string
  readonly usedAt?: string | undefined
  readonly madeBy?: string | undefined
  /** For a token: what it allows. */
  readonly may?: string
  readonly proof: string | undefined
}

const madeOf = ({ id, createdAt, madeBy }: Profile['callbackSecrets'][number]) => ({ id, createdAt, madeBy })
const mayOf = ({ carries, confirmedBy }: Profile['secrets'][number]): string =>
  carries
    ? 'what its creator may do, until an owner confirms it'
    : confirmedBy === undefined
      ? 'everything'
      : `everything, confirmed by ${confirmedBy}`

const linesOf = ({ keys, secrets, callbackSecrets }: Profile): readonly Line[] => [
  ...keys.map(({ bits, fingerprint, ...key }) => ({
    ...{ kind: 'key' as const, ...madeOf(key), usedAt: key.usedAt, may: mayOf(key) },
    what: `Public key, ${bits} bits`,
    proof: fingerprint,
  })),
  ...secrets.map((secret) => ({
    ...{ kind: 'secret' as const, ...madeOf(secret), usedAt: secret.usedAt, may: mayOf(secret) },
    what: 'Secret',
    proof: undefined,
  })),
  ...callbackSecrets.map((secret) => ({
    ...{ kind: 'callback secret' as const, ...madeOf(secret) },
    what: 'Callback secret',
    proof: undefined,
  })),
]

interface KeysProps {
  readonly profile: Profile
  /** The kind that is being added. */
  readonly adding: { value: KeyKind | undefined }
}

export function Keys({ profile, adding }: KeysProps) {
  const { merchantCode, createdAt, updatedAt } = profile
  const leaving = useSignal<Line | undefined>(undefined)
  const mayManage = may('merchants:manage')
  const all = linesOf(profile)
  const columns: readonly Column<Line>[] = [
    { name: 'Key or secret', cell: ({ what }) => what },
    { name: 'ID', cell: ({ id }) => <code class="breaks">{id}</code> },
    { name: 'Created', cell: (each) => <Time at={each.createdAt} brief /> },
    { name: 'Created by', cell: ({ madeBy }) => madeBy ?? '–', minor: true },
    { name: 'Permissions', cell: (each) => each.may ?? '–', minor: true },
    {
      name: 'Last used',
      cell: ({ usedAt }) => (usedAt === undefined ? '–' : <Time at={usedAt} brief />),
      minor: true,
    },
    {
      name: 'SHA-256',
      cell: ({ proof }) => (proof === undefined ? '–' : <code class="breaks">{proof}</code>),
      minor: true,
    },
    ...(mayManage
      ? [
          {
            name: 'Remove',
            cell: (line: Line) => (
              <TextButton label={`Remove ${line.what} ${line.id}`} onClick={setTo(leaving, line)}>
                Remove…
              </TextButton>
            ),
          },
        ]
      : []),
  ]
  return (
    <Section title="Keys and secrets" count={all.length}>
      <Table
        nothing="No keys or secrets yet"
        label="Keys and secrets"
        rows={all}
        keyOf={({ what, id }) => `${what} ${id}`}
        columns={columns}
      />
      {mayManage && (
        <p class="row-acts">
          {(['key', 'secret', 'callback secret'] as const).map((kind) => (
            <Button key={kind} onClick={setTo(adding, kind)}>
              Add {kind === 'key' ? 'public key' : kind}…
            </Button>
          ))}
        </p>
      )}
      <p class="quiet">
        Merchant created <Time at={createdAt} brief />, changed <Time at={updatedAt} brief />
      </p>
      {adding.value && (
        <Add
          merchantCode={merchantCode}
          kind={adding.value}
          onClose={() => {
            adding.value = undefined
            refresh()
          }}
        />
      )}
      {leaving.value && (
        <TakeAway
          merchantCode={merchantCode}
          line={leaving.value}
          onClose={() => {
            leaving.value = undefined
            refresh()
          }}
        />
      )}
    </Section>
  )
}

interface AddProps {
  readonly merchantCode: string
  readonly kind: KeyKind
  readonly onClose: () => void
}

function Add({ merchantCode, kind, onClose }: AddProps) {
  const action = useAction()
  const publicKey = useSignal('')
  const made = useSignal<string | undefined>(undefined)
  const waiting = useSignal<string | undefined>(undefined)
  const path = { merchantCode }
  const words = kind === 'key' ? 'public key' : kind
  const answered = (answer: object): void => {
    waiting.value = approvalIn(answer)
    if (waiting.value !== undefined) return
    const secret: unknown = Reflect.get(answer, kind === 'secret' ? 'secret' : 'callbackSecret')
    if (typeof secret === 'string') made.value = secret
    else onClose()
  }
  const add = (): void =>
    void action.run<object>(
      () =>
        kind === 'key'
          ? ask('POST /admin/merchants/{merchantCode}/keys', { path, body: { publicKey: publicKey.value } })
          : kind === 'secret'
            ? ask('POST /admin/merchants/{merchantCode}/secrets', { path })
            : ask('POST /admin/merchants/{merchantCode}/callback-secrets', { path }),
      answered,
    )
  return (
    <Drawer title={`Add ${words} to ${merchantCode}`} onClose={onClose}>
      {waiting.value !== undefined ? (
        <WaitsForAnother approval={waiting.value} />
      ) : made.value !== undefined ? (
        <>
          <Notice tone="warn">Send it to the merchant now. It will not be shown again.</Notice>
          <Secret words={`The new ${words} of ${merchantCode}`} text={made.value} />
          <p class="row-acts">
            <Button tone="primary" onClick={onClose}>
              Done
            </Button>
          </p>
        </>
      ) : (
        <Form label={`Add ${words}`} onSend={add}>
          {kind === 'key' && (
            <Field
              label="Public key (PEM)"
              value={publicKey}
              lines={8}
              fault={action.faultAt('publicKey')}
              hint="The RSA public key from the merchant’s developers. They keep the private key."
              required
            />
          )}
          <p class="quiet">
            Several can be active at once. To rotate: add the new one, wait until the merchant uses it, then
            remove the old one.
          </p>
          <Refused refusal={action.now.refusal} />
          <Button type="submit" tone="primary" acting={action.now}>
            Add {words} to {merchantCode}
          </Button>
        </Form>
      )}
    </Drawer>
  )
}

interface TakeAwayProps {
  readonly merchantCode: string
  readonly line: Line
  readonly onClose: () => void
}

function TakeAway({ merchantCode, line: { kind, what, id }, onClose }: TakeAwayProps) {
  const path = { merchantCode, id }
  return (
    <Question
      title={`Remove ${what}`}
      button={`Remove from ${merchantCode}`}
      action={() =>
        kind === 'key'
          ? ask('DELETE /admin/merchants/{merchantCode}/keys/{id}', { path })
          : kind === 'secret'
            ? ask('DELETE /admin/merchants/{merchantCode}/secrets/{id}', { path })
            : ask('DELETE /admin/merchants/{merchantCode}/callback-secrets/{id}', { path })
      }
      onClose={onClose}
    >
      <p>
        {kind === 'callback secret'
          ? `Callbacks to ${merchantCode} are no longer signed with it.`
          : `Within seconds, ${merchantCode} can no longer request tokens with it, and tokens issued with it are revoked.`}
      </p>
      <p>
        <code class="breaks">{id}</code>
      </p>
    </Question>
  )
}
