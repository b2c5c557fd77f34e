/** For a user with a link: the first person, an invited one, or one who has lost every other way to sign in. */
import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { renderSVG } from 'uqr'
import { Button, Field, Form, Refused, useAction } from '../form.tsx'
import type { Answer } from '../result.ts'
import { Copy, TextButton } from '../small.tsx'
import { Failed, Loading } from '../states.tsx'
import { say } from '../texts.ts'
import { hasPasskeys } from './passkey.ts'
import type { AnySession, Joined, Link } from './protocol.ts'
import type { SignIn } from './sign-in.ts'
import { SignInGate } from './sign-in-gate.tsx'

const TITLES = { FIRST: 'welcome', INVITE: 'join', RECOVER: 'returnLink' } as const

interface ByLinkProps<Session extends AnySession> {
  readonly at: SignIn<Session>
  /** From the link. */
  readonly secret: string
  /** The role that the link gives. */
  readonly willBe: (link: Link) => string
}

export function JoinByLink<Session extends AnySession>({ at, secret, willBe }: ByLinkProps<Session>) {
  const link = useSignal<Answer<Link> | undefined>(undefined)
  const joined = useSignal<Joined<Session> | undefined>(undefined)
  useEffect(() => {
    void at.openLink({ link: secret }).then((answer) => {
      link.value = answer
    })
  }, [at, secret])
  if (joined.value) return <KeepCodes at={at} joined={joined.value} />
  const known = link.value
  if (known === undefined)
    return (
      <SignInGate title={say('oneMoment')}>
        <Loading rows={2} />
      </SignInGate>
    )
  if (!known.ok) {
    return (
      <SignInGate title={say('linkDead')}>
        <Failed refusal={known.refusal} />
        <p class="hint">{say('linkDeadText')}</p>
      </SignInGate>
    )
  }
  return (
    <Join
      at={at}
      secret={secret}
      willBe={willBe}
      link={known.value}
      onJoined={(value) => (joined.value = value)}
    />
  )
}

interface JoinProps<Session extends AnySession> extends ByLinkProps<Session> {
  readonly link: Link
  readonly onJoined: (joined: Joined<Session>) => void
}

function Join<Session extends AnySession>(props: JoinProps<Session>) {
  const { at, secret, willBe, link, onJoined } = props
  const action = useAction()
  const name = useSignal(link.name ?? '')
  const withApp = useSignal(!hasPasskeys())
  const said = () => ({ link: secret, ...(link.name === undefined && { name: name.value.trim() }) })
  const byPasskey = async (): Promise<Answer<Joined<Session>>> => {
    // A passkey is created for the account's final name.
    const named = link.name === undefined ? await at.openLink(said()) : undefined
    if (named && !named.ok) return named
    return at.joinByPasskey(said(), named?.value.passkey ?? link.passkey)
  }
  return (
    <SignInGate title={say(TITLES[link.purpose])}>
      <p>{link.purpose === 'FIRST' ? say('welcomeText') : willBe(link)}</p>
      <Refused refusal={action.now.refusal} />
      {withApp.value ? (
        <WithApp {...props} name={name} />
      ) : (
        <Form label={say('makeAccount')} onSend={() => void action.run(byPasskey, onJoined)}>
          {link.name === undefined && <YourName name={name} fault={action.faultAt('name')} />}
          <Button tone="primary" type="submit" acting={action.now}>
            {say('makePasskey')}
          </Button>
        </Form>
      )}
      <div class="other-ways">
        <TextButton onClick={() => (withApp.value = !withApp.value)}>
          {say(withApp.value ? 'passkeyInstead' : 'appInstead')}
        </TextButton>
      </div>
    </SignInGate>
  )
}

type Text = Signal<string>

function YourName({ name, fault }: { readonly name: Text; readonly fault: string | undefined }) {
  return (
    <Field
      label={say('yourName')}
      value={name}
      fault={fault}
      hint={say('yourNameHint')}
      autocomplete="username"
      maxLength={64}
      required
    />
  )
}

interface WithAppProps<Session extends AnySession> extends JoinProps<Session> {
  readonly name: Text
}

function WithApp<Session extends AnySession>({ at, secret, link, name, onJoined }: WithAppProps<Session>) {
  const action = useAction()
  const code = useSignal('')
  const { uri, secret: typed, enrolment } = link.totp
  const join = () => {
    const named = link.name === undefined ? { name: name.value.trim() } : {}
    return at.joinByApp({ link: secret, ...named }, enrolment, code.value.trim())
  }
  return (
    <Form label={say('makeAccountWithApp')} onSend={() => void action.run(join, onJoined)}>
      <Refused refusal={action.now.refusal} />
      {link.name === undefined && <YourName name={name} fault={action.faultAt('name')} />}
      <img
        class="qr"
        alt={say('appQr')}
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`}
      />
      <p class="hint">
        {say('appScan')} <code class="breaks">{typed}</code>
      </p>
      <Field
        label={say('appShows')}
        value={code}
        fault={action.faultAt('code')}
        inputMode="numeric"
        autocomplete="one-time-code"
        required
      />
      <Button tone="primary" type="submit" acting={action.now}>
        {say('makeIt')}
      </Button>
    </Form>
  )
}

interface KeepCodesProps<Session extends AnySession> {
  readonly at: SignIn<Session>
  readonly joined: Joined<Session>
}

function KeepCodes<Session extends AnySession>({ at, joined }: KeepCodesProps<Session>) {
  const { recoveryCodes, session } = joined
  const file = `data:text/plain,${encodeURIComponent(`${recoveryCodes.join('\n')}\n`)}`
  return (
    <SignInGate title={say('keepCodes')}>
      <p>{say('keepCodesText')}</p>
      <ul class="codes">
        {recoveryCodes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p class="row-acts">
        <Copy text={recoveryCodes.join('\n')} label={say('copyAll')} />
        <a class="copy" href={file} download="sluice-recovery-codes.txt">
          {say('saveAsFile')}
        </a>
      </p>
      <Button tone="primary" onClick={() => at.enter(session)}>
        {say('haveKept')}
      </Button>
    </SignInGate>
  )
}
