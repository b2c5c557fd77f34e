/** The sign-in of merchants' people. */
import type { MemberSessionSchema } from '@sluice/gateway/identity/members/protocol.ts'
import type { Link } from '@sluice/ui-kit/sign-in/protocol.ts'
import { SignIn } from '@sluice/ui-kit/sign-in/sign-in.ts'
import type { Static } from 'typebox'
import { t, wordOf } from './language.ts'

export type Session = Static<typeof MemberSessionSchema>
/** A merchant that the person belongs to, and their rights there. */
export type Belonging = Session['merchants'][number]
export type Capability = Belonging['capabilities'][number]

export const signIn = new SignIn<Session>('/dashboard/sign-in')

/** The name and role that the link gives. */
export const willBe = ({ purpose, name = '', role, merchant }: Link): string =>
  purpose === 'RECOVER' || role === undefined
    ? t('comesBack', { name })
    : t('willBe', { name, role: wordOf(role), merchant: merchant?.name ?? '' })
