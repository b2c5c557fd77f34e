/**
 * Asks for a fresh proof of identity if an operation needs it. The operation waits and is then sent again
 * automatically. If the user closes the dialog, the operation is refused.
 */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Drawer } from '../drawer.tsx'
import { Button, Field, Form, Refused, useAction } from '../form.tsx'
import type { Answer } from '../result.ts'
import { Failed, Loading } from '../states.tsx'
import { say } from '../texts.ts'
import type { AnySession, StepUpMethods } from './protocol.ts'
import type { SignIn } from './sign-in.ts'

/** The page on which a proof by an identity provider ends. */
export const SHOWN = '/console/shown'

interface AtProps<Session extends AnySession> {
  readonly at: SignIn<Session>
}

export function StepUp<Session extends AnySession>({ at }: AtProps<Session>) {
  if (!at.waiting.value) return null
  return (
    <Drawer title={say('stepUp')} kind="question" onClose={() => at.answerStepUp(false)}>
      <AvailableMethods at={at} />
    </Drawer>
  )
}

function AvailableMethods<Session extends AnySession>({ at }: AtProps<Session>) {
  const signInMethods = useSignal<Answer<StepUpMethods> | undefined>(undefined)
  const code = useSignal('')
  const action = useAction()
  useEffect(() => {
    void at.stepUpMethods().then((reported) => {
      signInMethods.value = reported
    })
  }, [at])
  const known = signInMethods.value
  if (known === undefined) return <Loading rows={1} />
  if (!known.ok) return <Failed refusal={known.refusal} />
  const { passkey, totp, oidc } = known.value
  const shown = (session: Session): void => at.hasShown(session)
  const byCode = () => at.stepUpByCode(code.value.trim())
  return (
    <>
      <p>{say('stepUpText')}</p>
      <Refused refusal={action.now.refusal} />
      {passkey && (
        <Button
          tone="primary"
          acting={action.now}
          onClick={() => void action.run(() => at.stepUpByPasskey(passkey), shown)}
        >
          {say('useYourPasskey')}
        </Button>
      )}
      {totp && (
        <Form label={say('useTheCode')} onSend={() => void action.run(byCode, shown)}>
          <Field
            label={say('appCode')}
            value={code}
            inputMode="numeric"
            autocomplete="one-time-code"
            required
          />
          <Button type="submit" acting={action.now}>
            {say('useTheCode')}
          </Button>
        </Form>
      )}
      {oidc && (
        <Button
          tone="primary"
          acting={action.now}
          onClick={() => void action.run(() => at.stepUpByProvider(SHOWN), shown)}
        >
          {say('againAtCompany')}
        </Button>
      )}
    </>
  )
}
