/** One's own sign-in: where one is signed in, by which passkeys, and how many recovery codes are left. */
import { useSignal } from '@preact/signals'
import { Button, Refused, useAct } from '../../../kit/form.tsx'
import { Memory, refresh, useQuery } from '../../../kit/query.ts'
import type { Answer } from '../../../kit/result.ts'
import { Badge, Copy, Notice, Section } from '../../../kit/small.tsx'
import { Answered, Empty } from '../../../kit/states.tsx'
import { Table } from '../../../kit/table.tsx'
import { Time } from '../../../kit/time.tsx'
import { request } from '../api.ts'
import { Page } from '../page.tsx'
import { makePasskey } from '../sign-in/passkey.ts'
import type { Own } from '../sign-in/protocol.ts'
import { counted, plainWords } from '../words.tsx'

const OWN = '/sign-in/own'
const memory = new Memory<Own>()
const useOwn = () =>
  useQuery({ key: OWN, memory, load: (signal) => request<Own>('GET', OWN, undefined, signal) })

export function OwnSignIn() {
  const own = useOwn()
  return (
    <Page title="Your sign-in">
      <Answered of={own} rows={8}>
        {(known) => (
          <>
            <Passkeys own={known} />
            <RecoveryCodes left={known.recoveryCodesLeft} />
            <Sessions sessions={known.sessions} />
          </>
        )}
      </Answered>
    </Page>
  )
}

async function addPasskey(): Promise<Answer<Own>> {
  const options = await request<PublicKeyCredentialCreationOptionsJSON>('POST', `${OWN}/passkeys/options`, {})
  if (!options.ok) return options
  const made = await makePasskey(options.value)
  return made.ok ? request<Own>('POST', `${OWN}/passkeys`, { credential: made.value }) : made
}

function Passkeys({ own: { passkeys, hasTotp } }: { readonly own: Own }) {
  const act = useAct()
  const remove = (id: string): void =>
    void act.run(() => request<undefined>('DELETE', `${OWN}/passkeys/${encodeURIComponent(id)}`), refresh)
  return (
    <Section
      title="Passkeys"
      count={passkeys.length}
      aside={
        <Button acting={act.now} onClick={() => void act.run(addPasskey, refresh)}>
          Add a passkey
        </Button>
      }
    >
      <Refused refusal={act.now.refusal} />
      {hasTotp && <Notice tone="info">You can also sign in with the codes of your authenticator app.</Notice>}
      {passkeys.length === 0 ? (
        <Empty title="You have no passkey" />
      ) : (
        <Table
          label="Passkeys"
          rows={passkeys}
          keyOf={({ id }) => id}
          columns={[
            { name: 'Passkey', cell: ({ label }) => label || 'Without a name' },
            {
              name: 'Kept',
              cell: ({ isSynced }) => (isSynced ? 'by your account on your devices' : 'on one device'),
            },
            { name: 'Made', cell: ({ createdAt }) => <Time at={createdAt} brief /> },
            {
              name: 'Last used',
              cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? '–' : <Time at={lastUsedAt} brief />),
            },
            {
              name: 'Remove',
              cell: ({ id, label }) => (
                <Remove what={`the passkey ${label}`} acting={act.now.isBusy} onRemove={() => remove(id)} />
              ),
            },
          ]}
        />
      )}
    </Section>
  )
}

function Remove({
  what,
  acting,
  onRemove,
}: {
  readonly what: string
  readonly acting: boolean
  readonly onRemove: () => void
}) {
  return (
    <button
      type="button"
      class="as-link"
      aria-label={`Remove ${what}`}
      aria-disabled={acting}
      onClick={onRemove}
    >
      Remove
    </button>
  )
}

function RecoveryCodes({ left }: { readonly left: number }) {
  const act = useAct()
  const fresh = useSignal<readonly string[] | undefined>(undefined)
  const renew = (): void =>
    void act.run(
      () => request<{ readonly recoveryCodes: readonly string[] }>('POST', `${OWN}/recovery-codes`, {}),
      ({ recoveryCodes }) => {
        fresh.value = recoveryCodes
      },
    )
  return (
    <Section title="Recovery codes" count={fresh.value?.length ?? left}>
      <Refused refusal={act.now.refusal} />
      {fresh.value ? (
        <>
          <p>These take the place of those before. They are shown now, and never again.</p>
          <ul class="codes">
            {fresh.value.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <Copy text={fresh.value.join('\n')} label="Copy all" />
        </>
      ) : (
        <p class="row-acts">
          {counted(left, 'code')} left.{' '}
          <Button acting={act.now} onClick={renew}>
            Make new ones
          </Button>
        </p>
      )}
    </Section>
  )
}

function Sessions({ sessions }: Pick<Own, 'sessions'>) {
  const act = useAct()
  const end = (id: string): void =>
    void act.run(() => request<undefined>('DELETE', `${OWN}/sessions/${encodeURIComponent(id)}`), refresh)
  return (
    <Section title="Where you are signed in" count={sessions.length}>
      <Refused refusal={act.now.refusal} />
      <Table
        label="Sessions"
        rows={sessions}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'Device',
            cell: ({ device, isThis }) => (
              <>
                {device} {isThis && <Badge tone="good">this one</Badge>}
              </>
            ),
          },
          { name: 'By', cell: ({ way }) => plainWords(way) },
          { name: 'Since', cell: ({ signedInAt }) => <Time at={signedInAt} brief /> },
          { name: 'Last seen', cell: ({ seenAt }) => <Time at={seenAt} brief /> },
          { name: 'Ends', cell: ({ endsAt }) => <Time at={endsAt} brief /> },
          {
            name: 'End',
            cell: ({ id, isThis, device }) =>
              isThis ? (
                '–'
              ) : (
                <Remove what={`the session on ${device}`} acting={act.now.isBusy} onRemove={() => end(id)} />
              ),
          },
        ]}
      />
    </Section>
  )
}
