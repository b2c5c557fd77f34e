/** The operators' sign-in. */
import type { NOT_VOUCHED, SessionSchema } from '@sluice/gateway/identity/people/protocol.ts'
import type { Link } from '@sluice/ui-kit/sign-in/protocol.ts'
import { SignIn } from '@sluice/ui-kit/sign-in/sign-in.ts'
import type { Static } from 'typebox'

export type Session = Static<typeof SessionSchema>
export type Capability = Session['capabilities'][number]

export const signIn = new SignIn<Session>('/sign-in')

const ROLE_WORDS: Readonly<Record<string, string>> = {
  VIEWER: 'a viewer, with read-only access',
  OPERATOR: 'an operator, who settles cases and moves money',
  ADMIN: 'an administrator, who manages people and settings',
} satisfies Readonly<Record<Session['role'], string>>

/** The name and role that the link gives. */
export const willBe = ({ name = 'You', role = '' }: Link): string =>
  `${name} will be ${ROLE_WORDS[role] ?? role}.`

const NOT_VOUCHED_WORDS: Readonly<Record<string, string>> = {
  NOT_PROVED:
    'Your identity provider’s response did not match the request, or arrived too late. Start again.',
  NO_ROLE:
    'None of your groups at the identity provider has access. Ask your administrator which group you need.',
  ENDED: 'An administrator removed your access. Ask them for a new invitation.',
  NAME_TAKEN:
    'Another person here already uses the name that your identity provider sends. Ask an administrator to remove the person who left.',
  NO_NAME: 'Your identity provider sends neither a usable name nor a verified email address.',
  ANOTHER: 'You signed in with a different account. Sign in as yourself.',
  NOT_ANEW: 'Your identity provider did not ask you to sign in again, or did not report when you did.',
  TOO_MANY: 'Too many attempts from your network. Wait a moment and try again.',
} satisfies Readonly<Record<(typeof NOT_VOUCHED)[number], string>>

/** Why sign-in by the identity provider was refused. */
export const whyNotVouched = (refused: string): string | undefined =>
  // The code comes from the address of the page, which anybody may have written.
  Object.hasOwn(NOT_VOUCHED_WORDS, refused) ? NOT_VOUCHED_WORDS[refused] : undefined
