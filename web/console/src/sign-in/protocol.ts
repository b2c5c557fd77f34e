/** What a browser and the gateway say to each other while somebody signs in: the types of the server's own schemas, and nothing of their code. */
import type { Static } from 'typebox'
import type {
  JoinedSchema,
  LinkSchema,
  OwnSchema,
  SessionSchema,
  StepUpSchema,
  WaysSchema,
} from '../../../../src/people/protocol.ts'

export type Session = Static<typeof SessionSchema>
export type Role = Session['role']
export type Capability = Session['capabilities'][number]
export type Ways = Static<typeof WaysSchema>
export type Joined = Static<typeof JoinedSchema>
export type Own = Static<typeof OwnSchema>

/** What the browser's own functions take stands in no schema of ours. */
export type Link = Omit<Static<typeof LinkSchema>, 'passkey'> & {
  readonly passkey: PublicKeyCredentialCreationOptionsJSON
}
export type StepUpWays = Omit<Static<typeof StepUpSchema>, 'passkey'> & {
  readonly passkey?: PublicKeyCredentialRequestOptionsJSON
}
