/** The first screen: the sign-in page, why the user is unknown, or the application itself. */
import type { ComponentChildren } from 'preact'
import { Page } from '../page.tsx'
import { Failed } from '../states.tsx'
import { say } from '../texts.ts'
import type { AnySession } from './protocol.ts'
import type { SignIn } from './sign-in.ts'
import { SignInGate } from './sign-in-gate.tsx'

interface EntranceProps<Session extends AnySession> {
  readonly at: SignIn<Session>
  /** Shown to users who are not signed in. */
  readonly out: ComponentChildren
  readonly children: (session: Session) => ComponentChildren
}

export function Entrance<Session extends AnySession>({ at, out, children }: EntranceProps<Session>) {
  const here = at.presence.value
  switch (here.state) {
    case 'asking':
      return <p class="hidden">{say('loading')}</p>
    case 'out':
      return out
    case 'unknown':
      return (
        <SignInGate title={say('oneMoment')}>
          <Failed refusal={here.refusal} again={() => void at.lookWhoIsHere()} />
        </SignInGate>
      )
    case 'in':
      return children(here.session)
  }
}

/** An address without a screen. */
export function Nowhere() {
  return (
    <Page title={say('nowhere')}>
      <Failed refusal={{ kind: 'absent', text: '' }} />
    </Page>
  )
}
