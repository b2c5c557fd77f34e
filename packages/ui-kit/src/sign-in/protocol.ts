/**
 * The messages between browser and gateway during sign-in that all applications share: the types of the server's
 * schemas, without their code. Each application adds its own session data.
 */
import type {
  AvailableMethodsSchema,
  LinkSchema,
  OwnSchema,
  StepUpSchema,
} from '@sluice/gateway/identity/people/protocol.ts'
import type { Static } from 'typebox'

export interface AnySession {
  readonly person: { readonly id: string; readonly name: string }
}

export interface Joined<Session extends AnySession> {
  readonly session: Session
  readonly recoveryCodes: readonly string[]
}

export type AvailableMethods = Static<typeof AvailableMethodsSchema>
export type Own = Static<typeof OwnSchema>

/** The browser's own passkey options have no schema of ours. */
export type Link = Omit<Static<typeof LinkSchema>, 'passkey' | 'role'> & {
  /** Missing: the link restores access, without changing the role. */
  readonly role?: string
  /** Missing: the link is for the whole gateway. */
  readonly merchant?: { readonly name: string }
  readonly passkey: PublicKeyCredentialCreationOptionsJSON
}
export type StepUpMethods = Omit<Static<typeof StepUpSchema>, 'passkey'> & {
  readonly passkey?: PublicKeyCredentialRequestOptionsJSON
}
