/**
 * Showing again that it is you, where an act wants it: the act waits, and is sent again by itself. Whoever closes the question has the act's
 * refusal.
 */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Drawer } from '../drawer.tsx'
import { Button, Field, Form, Refused, useAct } from '../form.tsx'
import type { Answer } from '../result.ts'
import { Failed, Loading } from '../states.tsx'
import { say } from '../words.ts'
import type { AnySession, StepUpWays } from './protocol.ts'
import type { SignIn } from './sign-in.ts'

/** Where a window ends in which somebody has shown to their identity provider that it is them. */
export const SHOWN = '/console/shown'

interface AtProps<Session extends AnySession> {
  readonly at: SignIn<Session>
}

export function StepUp<Session extends AnySession>({ at }: AtProps<Session>) {
  if (!at.waiting.value) return null
  return (
    <Drawer title={say('stepUp')} kind="question" onClose={() => at.answerStepUp(false)}>
      <Ways at={at} />
    </Drawer>
  )
}

function Ways<Session extends AnySession>({ at }: AtProps<Session>) {
  const ways = useSignal<Answer<StepUpWays> | undefined>(undefined)
  const code = useSignal('')
  const act = useAct()
  useEffect(() => {
    void at.stepUpWays().then((told) => {
      ways.value = told
    })
  }, [at])
  const known = ways.value
  if (known === undefined) return <Loading rows={1} />
  if (!known.ok) return <Failed refusal={known.refusal} />
  const { passkey, totp, oidc } = known.value
  const shown = (session: Session): void => at.hasShown(session)
  const byCode = () => at.stepUpByCode(code.value.trim())
  return (
    <>
      <p>{say('stepUpText')}</p>
      <Refused refusal={act.now.refusal} />
      {passkey && (
        <Button
          tone="primary"
          acting={act.now}
          onClick={() => void act.run(() => at.stepUpByPasskey(passkey), shown)}
        >
          {say('useYourPasskey')}
        </Button>
      )}
      {totp && (
        <Form label={say('useTheCode')} onSend={() => void act.run(byCode, shown)}>
          <Field
            label={say('appCode')}
            value={code}
            inputMode="numeric"
            autocomplete="one-time-code"
            required
          />
          <Button type="submit" acting={act.now}>
            {say('useTheCode')}
          </Button>
        </Form>
      )}
      {oidc && (
        <Button
          tone="primary"
          acting={act.now}
          onClick={() => void act.run(() => at.stepUpByProvider(SHOWN), shown)}
        >
          {say('againAtCompany')}
        </Button>
      )}
    </>
  )
}
