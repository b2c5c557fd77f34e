/** Where operators sign in. */
import type { Static } from 'typebox'
import type { NOT_VOUCHED, SessionSchema } from '../../../src/identity/people/protocol.ts'
import type { Link } from '../../kit/sign-in/protocol.ts'
import { SignIn } from '../../kit/sign-in/sign-in.ts'

export type Session = Static<typeof SessionSchema>
export type Capability = Session['capabilities'][number]

export const signIn = new SignIn<Session>('/sign-in')

const ROLE_WORDS: Readonly<Record<string, string>> = {
  VIEWER: 'a viewer: sees everything, and moves nothing',
  OPERATOR: 'an operator: settles cases, and moves money',
  ADMIN: 'an administrator: says who may do what, and where money arrives',
} satisfies Readonly<Record<Session['role'], string>>

/** What whoever comes with the link becomes. */
export const willBe = ({ name = 'You', role = '' }: Link): string =>
  `${name} will be ${ROLE_WORDS[role] ?? role}.`

const NOT_VOUCHED_WORDS: Readonly<Record<string, string>> = {
  NOT_PROVED: 'Your identity provider’s answer did not fit what was asked, or came too late. Begin again.',
  NO_ROLE:
    'Your identity provider knows you, but none of your groups may come in here. Ask whoever runs this gateway which one may.',
  ENDED: 'An administrator has ended your access. Ask them for an invitation.',
  NAME_TAKEN:
    'Somebody else here has the name that your identity provider tells. Ask an administrator to end the one of you who has left.',
  NO_NAME:
    'Your identity provider tells no name for you that can be used here, nor a mail address that it has verified.',
  ANOTHER: 'That was somebody else’s account. Sign in there as yourself.',
  NOT_ANEW: 'Your identity provider has not asked you again who you are, or does not say when it did.',
  TOO_MANY: 'There were too many tries from your network. Wait a moment, then try again.',
} satisfies Readonly<Record<(typeof NOT_VOUCHED)[number], string>>

/** Why nobody was let in who came back from the identity provider. */
export const whyNotVouched = (refused: string): string | undefined =>
  // It stands in the address of the page, where anybody may write it.
  Object.hasOwn(NOT_VOUCHED_WORDS, refused) ? NOT_VOUCHED_WORDS[refused] : undefined
