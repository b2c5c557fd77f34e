/** For a signed-in user who opens a link: it gives them another role, not a second account. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button, Refused, useAction } from '../form.tsx'
import type { Answer } from '../result.ts'
import { TextButton } from '../small.tsx'
import { Failed, Loading } from '../states.tsx'
import { say } from '../texts.ts'
import type { AnySession, Link } from './protocol.ts'
import type { SignIn } from './sign-in.ts'
import { SignInGate } from './sign-in-gate.tsx'
import { StepUp } from './step-up.tsx'

const SECRET = /^#([A-Za-z0-9_-]+)$/

/** The secret behind the `#` of a link, while it is in the address. */
export const linkInAddress = (): string | undefined => SECRET.exec(location.hash)?.[1]

/** Removes the secret from the address immediately, because the history would keep it. */
export function takeLinkFromAddress(): string | undefined {
  const secret = linkInAddress()
  if (secret !== undefined) history.replaceState(null, '', location.pathname + location.search)
  return secret
}

interface FurtherProps<Session extends AnySession> {
  readonly at: SignIn<Session>
  readonly secret: string
  readonly willBe: (link: Link) => string
}

export function JoinFurther<Session extends AnySession>({ at, secret, willBe }: FurtherProps<Session>) {
  const link = useSignal<Answer<Link> | undefined>(undefined)
  const action = useAction()
  useEffect(() => {
    void at.openLink({ link: secret }).then((answer) => {
      link.value = answer
    })
  }, [at, secret])
  const leave = (): void => {
    takeLinkFromAddress()
    void at.lookWhoIsHere()
  }
  const join = (session: Session): void => {
    takeLinkFromAddress()
    at.enter(session)
  }
  const known = link.value
  if (known === undefined) {
    return (
      <SignInGate title={say('oneMoment')}>
        <Loading rows={2} />
      </SignInGate>
    )
  }
  return (
    <SignInGate title={say(known.ok ? 'join' : 'linkDead')}>
      {known.ok ? <p>{willBe(known.value)}</p> : <Failed refusal={known.refusal} />}
      <Refused refusal={action.now.refusal} />
      {known.ok && (
        <Button
          tone="primary"
          acting={action.now}
          onClick={() => void action.run(() => at.acceptLink(secret), join)}
        >
          {say('join')}
        </Button>
      )}
      <TextButton onClick={leave}>{say('leaveIt')}</TextButton>
      {/* This page has no frame of its own. */}
      <StepUp at={at} />
    </SignInGate>
  )
}
