/** Passkeys of the browser: a created or used one in the form that is sent, or why there is none. */
import type { Answer } from '../result.ts'

const refused = (text: string) =>
  ({
    ok: false,
    refusal: { kind: 'refused', status: 0, code: 'NO_PASSKEY', title: text, text, faults: [] },
  }) as const

/** A user who closes the browser's dialog has decided; any other error is shown unchanged. */
function whyNot(error: unknown): Answer<never> {
  const isClosed = error instanceof DOMException && error.name === 'NotAllowedError'
  if (isClosed) return refused('No passkey was used. The request was cancelled or timed out.')
  if (error instanceof DOMException && error.name === 'InvalidStateError')
    return refused('This device already has one of your passkeys.')
  return refused(`The browser could not request a passkey: ${error instanceof Error ? error.message : error}`)
}

async function made(asking: () => Promise<Credential | null>): Promise<Answer<unknown>> {
  try {
    const credential = await asking()
    if (credential instanceof PublicKeyCredential) return { ok: true, value: credential.toJSON() }
    return refused('The browser returned no passkey.')
  } catch (error) {
    return whyNot(error)
  }
}

export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

export const makePasskey = (options: PublicKeyCredentialCreationOptionsJSON) =>
  made(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  )

export const showPasskey = (options: PublicKeyCredentialRequestOptionsJSON) =>
  made(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  )
