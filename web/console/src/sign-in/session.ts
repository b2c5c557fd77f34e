/**
 * Who is here. The browser's cookie says it, which no script can read; what is known of it here only decides what is shown, and every
 * request is judged anew by the gateway.
 */
import { signal } from '@preact/signals'
import { forgetAll } from '../../../kit/query.ts'
import type { Answer, Refusal } from '../../../kit/result.ts'
import { hearSignedOut, request } from '../api.ts'
import { showPasskey } from './passkey.ts'
import type { Session } from './protocol.ts'

export type Presence =
  | { readonly state: 'asking' }
  | { readonly state: 'out' }
  | { readonly state: 'in'; readonly session: Session }
  | { readonly state: 'unknown'; readonly refusal: Refusal }

export const presence = signal<Presence>({ state: 'asking' })

export function enter(session: Session): void {
  forgetAll()
  presence.value = { state: 'in', session }
}

function leave(): void {
  forgetAll()
  presence.value = { state: 'out' }
}

export async function lookWhoIsHere(): Promise<void> {
  hearSignedOut(leave)
  const answer = await request<Session>('GET', '/sign-in/session')
  if (answer.ok) enter(answer.value)
  else if (answer.refusal.kind !== 'signed-out')
    presence.value = { state: 'unknown', refusal: answer.refusal }
}

export async function signOut(): Promise<void> {
  const answer = await request<undefined>('POST', '/sign-in/out', {})
  if (answer.ok) leave()
}

export async function signInByPasskey(): Promise<Answer<Session>> {
  const options = await request<PublicKeyCredentialRequestOptionsJSON>('POST', '/sign-in/passkey/options', {})
  if (!options.ok) return options
  const shown = await showPasskey(options.value)
  if (!shown.ok) return shown
  return request<Session>('POST', '/sign-in/passkey', { credential: shown.value })
}

export const signInByTotp = (name: string, code: string): Promise<Answer<Session>> =>
  request<Session>('POST', '/sign-in/totp', { name, code })

export const signInByRecovery = (code: string): Promise<Answer<Session>> =>
  request<Session>('POST', '/sign-in/recovery', { code })
