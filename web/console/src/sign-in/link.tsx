/** Whoever comes with a link: the first person, an invited one, or one who has lost every other way in. */
import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { renderSVG } from 'uqr'
import { Button, Field, Form, Refused, useAct } from '../../../kit/form.tsx'
import type { Answer } from '../../../kit/result.ts'
import { Copy } from '../../../kit/small.tsx'
import { Failed, Loading } from '../../../kit/states.tsx'
import { request } from '../api.ts'
import { Door } from './door.tsx'
import { hasPasskeys, makePasskey } from './passkey.ts'
import type { Joined, Link } from './protocol.ts'
import { enter } from './session.ts'

const TITLES = { FIRST: 'Welcome to Sluice', INVITE: 'Join', RECOVER: 'Find your way back in' } as const

export function JoinByLink({ secret }: { readonly secret: string }) {
  const link = useSignal<Answer<Link> | undefined>(undefined)
  const joined = useSignal<Joined | undefined>(undefined)
  useEffect(() => {
    void request<Link>('POST', '/sign-in/link', { link: secret }).then((answer) => {
      link.value = answer
    })
  }, [secret])
  if (joined.value) return <KeepCodes joined={joined.value} />
  const known = link.value
  if (known === undefined)
    return (
      <Door title="One moment">
        <Loading rows={2} />
      </Door>
    )
  if (!known.ok) {
    return (
      <Door title="This link does not lead in">
        <Failed refusal={known.refusal} />
        <p class="hint">A link holds once and for a short time. Ask whoever gave it to you for another.</p>
      </Door>
    )
  }
  return <Join secret={secret} link={known.value} onJoined={(value) => (joined.value = value)} />
}

interface JoinProps {
  readonly secret: string
  readonly link: Link
  readonly onJoined: (joined: Joined) => void
}

function Join({ secret, link, onJoined }: JoinProps) {
  const act = useAct()
  const name = useSignal(link.name ?? '')
  const withApp = useSignal(!hasPasskeys())
  const said = () => ({ link: secret, ...(link.name === undefined && { name: name.value.trim() }) })
  const byPasskey = async (): Promise<Answer<Joined>> => {
    // The passkey is made for the name that it will have.
    const named = link.name === undefined ? await request<Link>('POST', '/sign-in/link', said()) : undefined
    if (named && !named.ok) return named
    const made = await makePasskey(named?.value.passkey ?? link.passkey)
    if (!made.ok) return made
    return request<Joined>('POST', '/sign-in/link/passkey', { ...said(), credential: made.value })
  }
  return (
    <Door title={TITLES[link.purpose]}>
      <p>
        {link.purpose === 'FIRST'
          ? 'You are the first one here. Make your account: you sign in with a passkey, and there is no password to lose.'
          : `${link.name ?? 'You'} will be ${ROLE_WORDS[link.role]}.`}
      </p>
      <Refused refusal={act.now.refusal} />
      {withApp.value ? (
        <WithApp secret={secret} link={link} name={name} onJoined={onJoined} />
      ) : (
        <Form label="Make your account" onSend={() => void act.run(byPasskey, onJoined)}>
          {link.name === undefined && <YourName name={name} fault={act.faultAt('name')} />}
          <Button tone="primary" type="submit" acting={act.now}>
            Make a passkey
          </Button>
        </Form>
      )}
      <div class="other-ways">
        <button type="button" class="as-link" onClick={() => (withApp.value = !withApp.value)}>
          {withApp.value ? 'Use a passkey instead' : 'No passkey on this device? Use an authenticator app'}
        </button>
      </div>
    </Door>
  )
}

const ROLE_WORDS = {
  VIEWER: 'a viewer: sees everything, and moves nothing',
  OPERATOR: 'an operator: settles cases, and moves money',
  ADMIN: 'an administrator: says who may do what, and where money arrives',
} as const

type Text = Signal<string>

function YourName({ name, fault }: { readonly name: Text; readonly fault: string | undefined }) {
  const hint = 'As the audit log will have it, such as “anna”.'
  return (
    <Field
      label="Your name"
      value={name}
      fault={fault}
      hint={hint}
      autocomplete="username"
      maxLength={64}
      required
    />
  )
}

function WithApp({ secret, link, name, onJoined }: JoinProps & { readonly name: Text }) {
  const act = useAct()
  const code = useSignal('')
  const { uri, secret: typed, enrolment } = link.totp
  const join = () => {
    const named = link.name === undefined ? { name: name.value.trim() } : {}
    const body = { link: secret, ...named, enrolment, code: code.value.trim() }
    return request<Joined>('POST', '/sign-in/link/totp', body)
  }
  return (
    <Form label="Make your account with an app" onSend={() => void act.run(join, onJoined)}>
      <Refused refusal={act.now.refusal} />
      {link.name === undefined && <YourName name={name} fault={act.faultAt('name')} />}
      <img
        class="qr"
        alt="QR code for your authenticator app"
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`}
      />
      <p class="hint">
        Scan it with your app, or type <code class="breaks">{typed}</code>
      </p>
      <Field
        label="Code that the app shows"
        value={code}
        fault={act.faultAt('code')}
        inputMode="numeric"
        autocomplete="one-time-code"
        required
      />
      <Button tone="primary" type="submit" acting={act.now}>
        Make the account
      </Button>
    </Form>
  )
}

function KeepCodes({ joined }: { readonly joined: Joined }) {
  const { recoveryCodes, session } = joined
  const file = `data:text/plain,${encodeURIComponent(`${recoveryCodes.join('\n')}\n`)}`
  return (
    <Door title="Keep your recovery codes">
      <p>If your passkey is lost, each of these lets you in once. They are shown now, and never again.</p>
      <ul class="codes">
        {recoveryCodes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p class="row-acts">
        <Copy text={recoveryCodes.join('\n')} label="Copy all" />
        <a class="copy" href={file} download="sluice-recovery-codes.txt">
          Save as a file
        </a>
      </p>
      <Button tone="primary" onClick={() => enter(session)}>
        I have kept them
      </Button>
    </Door>
  )
}
