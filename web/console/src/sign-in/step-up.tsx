/**
 * Showing again that it is you, where an act wants it: the act waits, and is sent again by itself. Whoever closes the question has the act's
 * refusal.
 */
import { signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Drawer } from '../../../kit/drawer.tsx'
import { Button, Field, Form, Refused, useAct } from '../../../kit/form.tsx'
import type { Answer } from '../../../kit/result.ts'
import { Failed, Loading } from '../../../kit/states.tsx'
import { hearStepUp, request } from '../api.ts'
import { showPasskey } from './passkey.ts'
import type { Session, StepUpWays } from './protocol.ts'
import { presence } from './session.ts'

/** Who waits for the answer: was it shown? */
const waiting = signal<((isShown: boolean) => void) | undefined>(undefined)

hearStepUp(
  () =>
    new Promise((told) => {
      waiting.value?.(false)
      waiting.value = told
    }),
)

function answer(isShown: boolean): void {
  const told = waiting.value
  waiting.value = undefined
  told?.(isShown)
}

export function StepUp() {
  if (!waiting.value) return null
  return (
    <Drawer title="Show again that it is you" kind="question" onClose={() => answer(false)}>
      <Ways />
    </Drawer>
  )
}

function Ways() {
  const ways = useSignal<Answer<StepUpWays> | undefined>(undefined)
  const code = useSignal('')
  const act = useAct()
  useEffect(() => {
    void request<StepUpWays>('POST', '/sign-in/step-up/options', {}).then((told) => {
      ways.value = told
    })
  }, [])
  const known = ways.value
  if (known === undefined) return <Loading rows={1} />
  if (!known.ok) return <Failed refusal={known.refusal} />
  const { passkey, totp, oidc } = known.value
  const shown = (session: Session): void => {
    presence.value = { state: 'in', session }
    answer(true)
  }
  const byPasskey = async (options: PublicKeyCredentialRequestOptionsJSON): Promise<Answer<Session>> => {
    const made = await showPasskey(options)
    return made.ok ? request<Session>('POST', '/sign-in/step-up', { credential: made.value }) : made
  }
  const byCode = () => request<Session>('POST', '/sign-in/step-up', { code: code.value.trim() })
  return (
    <>
      <p>What you are about to do moves money or rights. It goes on by itself afterwards.</p>
      <Refused refusal={act.now.refusal} />
      {passkey && (
        <Button tone="primary" acting={act.now} onClick={() => void act.run(() => byPasskey(passkey), shown)}>
          Use your passkey
        </Button>
      )}
      {totp && (
        <Form label="Show a code" onSend={() => void act.run(byCode, shown)}>
          <Field
            label="Code of your app"
            value={code}
            inputMode="numeric"
            autocomplete="one-time-code"
            required
          />
          <Button type="submit" acting={act.now}>
            Use the code
          </Button>
        </Form>
      )}
      {oidc && (
        <a href={`/sign-in/oidc?again=1&to=${encodeURIComponent(location.pathname)}`}>
          Sign in again at your company
        </a>
      )}
    </>
  )
}
