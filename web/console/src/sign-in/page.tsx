/** Signing in: by passkey, or by whatever else there is here. Whoever comes with a link makes an account (`link.tsx`). */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button, Field, Form, Refused, useAct } from '../../../kit/form.tsx'
import type { Answer } from '../../../kit/result.ts'
import { Failed, Loading } from '../../../kit/states.tsx'
import { request } from '../api.ts'
import { Door } from './door.tsx'
import { JoinByLink } from './link.tsx'
import { hasPasskeys } from './passkey.ts'
import type { Session, Ways } from './protocol.ts'
import { enter, signInByPasskey, signInByRecovery, signInByTotp } from './session.ts'

/** Taken out of the address at once, where it would be kept in the history. */
function linkInAddress(): string | undefined {
  const [, secret = ''] = /^#([A-Za-z0-9_-]+)$/.exec(location.hash) ?? []
  if (secret === '') return undefined
  history.replaceState(null, '', location.pathname + location.search)
  return secret
}

export function SignInPage() {
  const link = useSignal(linkInAddress())
  const ways = useSignal<Answer<Ways> | undefined>(undefined)
  useEffect(() => {
    void request<Ways>('GET', '/sign-in/ways').then((answer) => {
      ways.value = answer
    })
  }, [])
  if (link.value !== undefined) return <JoinByLink secret={link.value} />
  const known = ways.value
  return (
    <Door title="Sign in">
      {known === undefined ? (
        <Loading rows={2} />
      ) : known.ok ? (
        <Choices ways={known.value} />
      ) : (
        <Failed refusal={known.refusal} />
      )}
    </Door>
  )
}

function Choices({ ways }: { readonly ways: Ways }) {
  const chosen = useSignal<'passkey' | 'totp' | 'recovery'>('passkey')
  if (ways.closed !== undefined) return <p class="banner warn">{ways.closed}</p>
  if (ways.isFirst) {
    return (
      <>
        <p>Nobody has an account here yet.</p>
        <p>
          Open the link that the gateway printed when it started: it makes the first account, and can be used
          once. Where it is over, <code>npx sluice people invite</code> prints another.
        </p>
      </>
    )
  }
  return (
    <>
      {chosen.value === 'passkey' && <ByPasskey isOffered={ways.passkey} />}
      {chosen.value === 'totp' && <ByTotp />}
      {chosen.value === 'recovery' && <ByRecovery />}
      {ways.oidc && (
        <a
          class="button wide"
          href={`/sign-in/oidc?to=${encodeURIComponent(location.pathname + location.search)}`}
        >
          Continue with {ways.oidc.name}
        </a>
      )}
      <div class="other-ways">
        {chosen.value !== 'passkey' && (
          <Way words="Use a passkey" choose={() => (chosen.value = 'passkey')} />
        )}
        {chosen.value !== 'totp' && ways.totp && (
          <Way words="Use a code of your app" choose={() => (chosen.value = 'totp')} />
        )}
        {chosen.value !== 'recovery' && (
          <Way words="Use a recovery code" choose={() => (chosen.value = 'recovery')} />
        )}
      </div>
    </>
  )
}

function Way({ words, choose }: { readonly words: string; readonly choose: () => void }) {
  return (
    <button type="button" class="as-link" onClick={choose}>
      {words}
    </button>
  )
}

function useSigningIn() {
  const act = useAct()
  return { act, by: (way: () => Promise<Answer<Session>>) => void act.run(way, enter) }
}

function ByPasskey({ isOffered }: { readonly isOffered: boolean }) {
  const { act, by } = useSigningIn()
  if (!isOffered || !hasPasskeys())
    return <p class="banner warn">This browser or this address has no passkeys.</p>
  return (
    <>
      <Refused refusal={act.now.refusal} />
      <Button tone="primary" acting={act.now} onClick={() => by(signInByPasskey)}>
        Sign in with a passkey
      </Button>
      <p class="hint">Your device asks for your fingerprint, face or PIN. There are no passwords here.</p>
    </>
  )
}

function ByTotp() {
  const { act, by } = useSigningIn()
  const name = useSignal('')
  const code = useSignal('')
  return (
    <Form
      label="Sign in with a code"
      onSend={() => by(() => signInByTotp(name.value.trim(), code.value.trim()))}
    >
      <Refused refusal={act.now.refusal} />
      <Field label="Your name here" value={name} autocomplete="username" required />
      <Field
        label="Code of your app"
        value={code}
        inputMode="numeric"
        autocomplete="one-time-code"
        required
      />
      <Button tone="primary" type="submit" acting={act.now}>
        Sign in
      </Button>
    </Form>
  )
}

function ByRecovery() {
  const { act, by } = useSigningIn()
  const code = useSignal('')
  return (
    <Form label="Sign in with a recovery code" onSend={() => by(() => signInByRecovery(code.value.trim()))}>
      <Refused refusal={act.now.refusal} />
      <Field
        label="Recovery code"
        value={code}
        hint="Each holds once. Make a new passkey right afterwards."
        required
      />
      <Button tone="primary" type="submit" acting={act.now}>
        Sign in
      </Button>
    </Form>
  )
}
