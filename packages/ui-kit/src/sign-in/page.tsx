/**
 * The sign-in page: by passkey or by the other methods available here. A user with a link creates an account
 * (`link.tsx`).
 */
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Button, Field, Form, Refused, useAction } from '../form.tsx'
import type { Answer } from '../result.ts'
import { TextButton } from '../small.tsx'
import { Failed, Loading } from '../states.tsx'
import { say } from '../texts.ts'
import { takeLinkFromAddress } from './further.tsx'
import { JoinByLink } from './link.tsx'
import { hasPasskeys } from './passkey.ts'
import type { AnySession, AvailableMethods, Link } from './protocol.ts'
import type { SignIn } from './sign-in.ts'
import { SignInGate } from './sign-in-gate.tsx'

interface AtProps<Session extends AnySession> {
  readonly at: SignIn<Session>
}

interface SignInPageProps<Session extends AnySession> extends AtProps<Session> {
  /** Shown while there is no account yet. */
  readonly beforeTheFirst: ComponentChildren
  /** The role that the link gives. */
  readonly willBe: (link: Link) => string
  /**
   * Why a user who returned from the identity provider was refused, by the code in the address; missing: there is no
   * identity provider.
   */
  readonly whyNot?: (refused: string) => string | undefined
}

/** Removed from the address, so that it is read once. */
function refusalInAddress(): string | undefined {
  const why = new URLSearchParams(location.search).get('refused') ?? undefined
  if (why !== undefined) history.replaceState(null, '', location.pathname)
  return why
}

export function SignInPage<Session extends AnySession>(props: SignInPageProps<Session>) {
  const { at, willBe, whyNot } = props
  const refused = useSignal(refusalInAddress())
  const link = useSignal(takeLinkFromAddress())
  const signInMethods = useSignal<Answer<AvailableMethods> | undefined>(undefined)
  useEffect(() => {
    void at.signInMethods().then((answer) => {
      signInMethods.value = answer
    })
  }, [at])
  if (link.value !== undefined) return <JoinByLink at={at} willBe={willBe} secret={link.value} />
  const known = signInMethods.value
  const why = refused.value === undefined ? undefined : whyNot?.(refused.value)
  return (
    <SignInGate title={say('signIn')}>
      {why !== undefined && (
        <p class="banner warn" role="alert">
          {why}
        </p>
      )}
      {known === undefined ? (
        <Loading rows={2} />
      ) : known.ok ? (
        <Choices {...props} signInMethods={known.value} />
      ) : (
        <Failed refusal={known.refusal} />
      )}
    </SignInGate>
  )
}

interface ChoicesProps<Session extends AnySession> extends SignInPageProps<Session> {
  readonly signInMethods: AvailableMethods
}

function Choices<Session extends AnySession>({ at, beforeTheFirst, signInMethods }: ChoicesProps<Session>) {
  const chosen = useSignal<'passkey' | 'totp' | 'recovery'>('passkey')
  if (signInMethods.closed !== undefined) return <p class="banner warn">{signInMethods.closed}</p>
  if (signInMethods.isFirst)
    return (
      <>
        {beforeTheFirst}
        {signInMethods.oidc && <ByProvider at={at} name={signInMethods.oidc.name} />}
      </>
    )
  return (
    <>
      {chosen.value === 'passkey' && <ByPasskey at={at} isOffered={signInMethods.passkey} />}
      {chosen.value === 'totp' && <ByTotp at={at} />}
      {chosen.value === 'recovery' && <ByRecovery at={at} />}
      {signInMethods.oidc && <ByProvider at={at} name={signInMethods.oidc.name} />}
      <div class="other-ways">
        {chosen.value !== 'passkey' && (
          <Way words={say('usePasskey')} choose={() => (chosen.value = 'passkey')} />
        )}
        {chosen.value !== 'totp' && signInMethods.totp && (
          <Way words={say('useCode')} choose={() => (chosen.value = 'totp')} />
        )}
        {chosen.value !== 'recovery' && (
          <Way words={say('useRecovery')} choose={() => (chosen.value = 'recovery')} />
        )}
      </div>
    </>
  )
}

function Way({ words, choose }: { readonly words: string; readonly choose: () => void }) {
  return <TextButton onClick={choose}>{words}</TextButton>
}

function useSigningIn<Session extends AnySession>(at: SignIn<Session>) {
  const action = useAction()
  return {
    action,
    by: (signInMethod: () => Promise<Answer<Session>>) => void action.run(signInMethod, at.enter),
  }
}

function ByPasskey<Session extends AnySession>({
  at,
  isOffered,
}: AtProps<Session> & { readonly isOffered: boolean }) {
  const { action, by } = useSigningIn(at)
  if (!isOffered || !hasPasskeys()) return <p class="banner warn">{say('noPasskeys')}</p>
  return (
    <>
      <Refused refusal={action.now.refusal} />
      <Button tone="primary" acting={action.now} onClick={() => by(() => at.byPasskey())}>
        {say('byPasskey')}
      </Button>
      <p class="hint">{say('byPasskeyHint')}</p>
    </>
  )
}

/** The browser goes to the identity provider and returns to the same place. */
function ByProvider<Session extends AnySession>({ at, name }: AtProps<Session> & { readonly name: string }) {
  const action = useAction()
  const go = (url: string): void => location.assign(url)
  return (
    <>
      <Refused refusal={action.now.refusal} />
      <Button
        acting={action.now}
        onClick={() => void action.run(() => at.toProvider(location.pathname + location.search), go)}
      >
        {say('continueWith', { name })}
      </Button>
    </>
  )
}

function ByTotp<Session extends AnySession>({ at }: AtProps<Session>) {
  const { action, by } = useSigningIn(at)
  const name = useSignal('')
  const code = useSignal('')
  return (
    <Form label={say('byCode')} onSend={() => by(() => at.byTotp(name.value.trim(), code.value.trim()))}>
      <Refused refusal={action.now.refusal} />
      <Field label={say('yourNameHere')} value={name} autocomplete="username" required />
      <Field label={say('appCode')} value={code} inputMode="numeric" autocomplete="one-time-code" required />
      <Button tone="primary" type="submit" acting={action.now}>
        {say('signIn')}
      </Button>
    </Form>
  )
}

function ByRecovery<Session extends AnySession>({ at }: AtProps<Session>) {
  const { action, by } = useSigningIn(at)
  const code = useSignal('')
  return (
    <Form label={say('byRecovery')} onSend={() => by(() => at.byRecovery(code.value.trim()))}>
      <Refused refusal={action.now.refusal} />
      <Field label={say('recoveryCode')} value={code} hint={say('recoveryHint')} required />
      <Button tone="primary" type="submit" acting={action.now}>
        {say('signIn')}
      </Button>
    </Form>
  )
}
