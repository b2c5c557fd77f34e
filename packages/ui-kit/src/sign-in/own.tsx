/** The user's own sign-in: sessions, passkeys, and the number of recovery codes left. */
import { useSignal } from '@preact/signals'
import { plainWords } from '../codes.ts'
import { Button, Refused, useAction } from '../form.tsx'
import { Page } from '../page.tsx'
import { Memory, refresh, useQuery } from '../query.ts'
import { Badge, Copy, Notice, Section } from '../small.tsx'
import { Answered } from '../states.tsx'
import { Table } from '../table.tsx'
import { say } from '../texts.ts'
import { Time } from '../time.tsx'
import { Device, deviceWords } from './device.tsx'
import type { AnySession, Own } from './protocol.ts'
import type { SignIn } from './sign-in.ts'

const memory = new Memory<Own>()

interface AtProps<Session extends AnySession> {
  readonly at: SignIn<Session>
}

type PartProps<Session extends AnySession, Part extends keyof Own> = AtProps<Session> & Pick<Own, Part>

export function OwnSignIn<Session extends AnySession>({ at }: AtProps<Session>) {
  const own = useQuery({ key: at.base, memory, load: (signal) => at.own(signal) })
  return (
    <Page title={say('yourSignIn')}>
      <Answered of={own} rows={8}>
        {(known) => (
          <>
            {known.vouchedBy !== undefined ? (
              <Notice tone="info">{say('vouched', { name: known.vouchedBy })}</Notice>
            ) : (
              <>
                <Passkeys at={at} {...known} />
                <RecoveryCodes at={at} {...known} />
              </>
            )}
            <Sessions at={at} {...known} />
          </>
        )}
      </Answered>
    </Page>
  )
}

function Passkeys<Session extends AnySession>(props: PartProps<Session, 'passkeys' | 'hasTotp'>) {
  const { at, passkeys, hasTotp } = props
  const action = useAction()
  const remove = (id: string): void => void action.run(() => at.end('passkeys', id), refresh)
  return (
    <Section
      title={say('passkeys')}
      count={passkeys.length}
      aside={
        <Button acting={action.now} onClick={() => void action.run(() => at.addPasskey(), refresh)}>
          {say('addPasskey')}
        </Button>
      }
    >
      <Refused refusal={action.now.refusal} />
      {hasTotp && <Notice tone="info">{say('hasApp')}</Notice>}
      <Table
        nothing={say('noPasskey')}
        label={say('passkeys')}
        rows={passkeys}
        keyOf={({ id }) => id}
        columns={[
          { name: say('passkey'), cell: ({ label }) => label || say('withoutName') },
          {
            name: say('kept'),
            cell: ({ isSynced }) => say(isSynced ? 'keptEverywhere' : 'keptHere'),
          },
          { name: say('made'), cell: ({ createdAt }) => <Time at={createdAt} brief /> },
          {
            name: say('lastUsed'),
            cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? '–' : <Time at={lastUsedAt} brief />),
          },
          {
            name: say('remove'),
            cell: ({ id, label }) => (
              <Remove
                words={say('removeThe', { what: label || say('withoutName') })}
                acting={action.now.isBusy}
                onRemove={() => remove(id)}
              />
            ),
          },
        ]}
      />
    </Section>
  )
}

function Remove({
  words,
  acting,
  onRemove,
}: {
  readonly words: string
  readonly acting: boolean
  readonly onRemove: () => void
}) {
  return (
    <button type="button" class="as-link" aria-label={words} aria-disabled={acting} onClick={onRemove}>
      {say('remove')}
    </button>
  )
}

function RecoveryCodes<Session extends AnySession>(props: PartProps<Session, 'recoveryCodesLeft'>) {
  const { at, recoveryCodesLeft: left } = props
  const action = useAction()
  const fresh = useSignal<readonly string[] | undefined>(undefined)
  const renew = (): void =>
    void action.run(
      () => at.renewCodes(),
      ({ recoveryCodes }) => {
        fresh.value = recoveryCodes
      },
    )
  return (
    <Section title={say('recoveryCodes')} count={fresh.value?.length ?? left}>
      <Refused refusal={action.now.refusal} />
      {fresh.value ? (
        <>
          <p>{say('newCodes')}</p>
          <ul class="codes">
            {fresh.value.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <Copy text={fresh.value.join('\n')} label={say('copyAll')} />
        </>
      ) : (
        <p class="row-acts">
          {say('codesLeft', { count: String(left) })}{' '}
          <Button acting={action.now} onClick={renew}>
            {say('makeNewCodes')}
          </Button>
        </p>
      )}
    </Section>
  )
}

function Sessions<Session extends AnySession>({
  at,
  sessions,
  vouchedBy,
}: PartProps<Session, 'sessions' | 'vouchedBy'>) {
  const action = useAction()
  const end = (id: string): void => void action.run(() => at.end('sessions', id), refresh)
  return (
    <Section title={say('sessions')} count={sessions.length}>
      <Refused refusal={action.now.refusal} />
      <Table
        label={say('sessions')}
        rows={sessions}
        keyOf={({ id }) => id}
        columns={[
          {
            name: say('device'),
            cell: ({ device, isThis }) => (
              <>
                <Device text={device} /> {isThis && <Badge tone="good">{say('thisDevice')}</Badge>}
              </>
            ),
          },
          {
            name: say('by'),
            cell: ({ signInMethod }) => (signInMethod === 'OIDC' && vouchedBy) || plainWords(signInMethod),
          },
          { name: say('since'), cell: ({ signedInAt }) => <Time at={signedInAt} brief /> },
          { name: say('lastSeen'), cell: ({ seenAt }) => <Time at={seenAt} brief /> },
          { name: say('ends'), cell: ({ endsAt }) => <Time at={endsAt} brief /> },
          {
            name: say('end'),
            cell: ({ id, isThis, device }) =>
              isThis ? (
                '–'
              ) : (
                <Remove
                  words={say('endThe', { device: deviceWords(device) })}
                  acting={action.now.isBusy}
                  onRemove={() => end(id)}
                />
              ),
          },
        ]}
      />
    </Section>
  )
}
