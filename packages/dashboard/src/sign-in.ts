/** Where a merchant's people sign in. */
import type { MemberSessionSchema } from '@sluice/gateway/identity/members/protocol.ts'
import type { Link } from '@sluice/ui-kit/sign-in/protocol.ts'
import { SignIn } from '@sluice/ui-kit/sign-in/sign-in.ts'
import type { Static } from 'typebox'
import { t, wordOf } from './language.ts'

export type Session = Static<typeof MemberSessionSchema>
/** A merchant where whoever is here belongs, and what they may there. */
export type Belonging = Session['merchants'][number]
export type Capability = Belonging['capabilities'][number]

export const signIn = new SignIn<Session>('/dashboard/sign-in')

/** What whoever comes with the link becomes. */
export const willBe = ({ purpose, name = '', role, merchant }: Link): string =>
  purpose === 'RECOVER' || role === undefined
    ? t('comesBack', { name })
    : t('willBe', { name, role: wordOf(role), merchant: merchant?.name ?? '' })
