/** Where a merchant's people sign in. */
import type { Static } from 'typebox'
import type { MemberSessionSchema } from '../../../src/identity/members/protocol.ts'
import type { Link } from '../../kit/sign-in/protocol.ts'
import { SignIn } from '../../kit/sign-in/sign-in.ts'
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
