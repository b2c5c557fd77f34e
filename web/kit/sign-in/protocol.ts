/**
 * What a browser and the gateway say to each other while somebody signs in, as far as it is the same for everybody: the types of the
 * server's own schemas, and nothing of their code. What a session holds besides its person is its application's.
 */
import type { Static } from 'typebox'
import type {
  LinkSchema,
  OwnSchema,
  StepUpSchema,
  WaysSchema,
} from '../../../src/identity/people/protocol.ts'

export interface AnySession {
  readonly person: { readonly id: string; readonly name: string }
}

export interface Joined<Session extends AnySession> {
  readonly session: Session
  readonly recoveryCodes: readonly string[]
}

export type Ways = Static<typeof WaysSchema>
export type Own = Static<typeof OwnSchema>

/** What the browser's own functions take stands in no schema of ours. */
export type Link = Omit<Static<typeof LinkSchema>, 'passkey' | 'role'> & {
  /** Left out: it brings somebody back, who stays what they are. */
  readonly role?: string
  /** Left out: it leads to the whole gateway. */
  readonly merchant?: { readonly name: string }
  readonly passkey: PublicKeyCredentialCreationOptionsJSON
}
export type StepUpMethods = Omit<Static<typeof StepUpSchema>, 'passkey'> & {
  readonly passkey?: PublicKeyCredentialRequestOptionsJSON
}
