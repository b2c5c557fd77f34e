/** How members, their sessions and their rights are shown, and how rights are read from a body. */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Static } from 'typebox'
import type { Merchants } from '../../merchants/directory.ts'
import type { PersonSession } from '../people/sessions.ts'
import { rightsBody, rightsOfBody, sessionTimes } from '../people/views.ts'
import type { MemberLink } from './links.ts'
import type { MerchantPerson } from './member.ts'
import type {
  InvitationSchema,
  MemberRightsSchema,
  MemberSessionSchema,
  TeamMemberSchema,
} from './protocol.ts'
import { type MemberRights, memberCapabilities } from './rights.ts'
import type { TeamMember } from './team.ts'

export const memberRightsBody = ({
  capabilities,
  limits,
}: MemberRights): Static<typeof MemberRightsSchema> => ({
  ...(capabilities && { capabilities: [...capabilities] }),
  ...(limits && { limits: rightsBody({ limits }).limits ?? [] }),
})

/** @returns which limit is wrong */
export function memberRightsOf({
  capabilities,
  limits,
}: Static<typeof MemberRightsSchema>): Result<MemberRights, string> {
  const read = rightsOfBody(limits ? { limits } : {})
  if (!read.ok) return read
  return succeed({
    ...(capabilities && { capabilities }),
    ...(read.value.limits && { limits: read.value.limits }),
  })
}

/** What a session's answer reports about its merchants. */
export interface ReportedMerchants {
  readonly merchants: Merchants
  /** The time zone in which each merchant's days are counted: `billing/billing.ts`. */
  readonly zonesOf: (codes: readonly string[]) => Promise<(code: string) => string>
  readonly isTrial: () => boolean
}

export async function memberSessionBody(
  { merchants, zonesOf, isTrial }: ReportedMerchants,
  session: PersonSession<MerchantPerson>,
): Promise<Static<typeof MemberSessionSchema>> {
  const { operator: member } = session
  const found = await Promise.all(
    Array.from(member.at, async ([merchantCode, membership]) => {
      const profile = await merchants.find(merchantCode)
      return profile?.status === 'ACTIVE' ? [{ profile, membership }] : []
    }),
  )
  const zoneOf = await zonesOf([...member.at.keys()])
  return {
    person: { id: member.id, name: member.name },
    merchants: found.flat().map(({ profile, membership }) => ({
      merchantCode: profile.merchantCode,
      name: profile.merchant.name,
      isTest: profile.isTest,
      zone: zoneOf(profile.merchantCode),
      role: membership.role,
      rights: memberRightsBody(membership.rights),
      capabilities: [...memberCapabilities(membership)],
    })),
    ...sessionTimes(session),
    gateway: { isTrial: isTrial() },
  }
}

export const invitationBody = (link: MemberLink): Static<typeof InvitationSchema> => ({
  id: link.id,
  purpose: link.purpose,
  name: link.name,
  role: link.role,
  invitedBy: link.madeBy,
  ...(link.approvedBy !== undefined && { approvedBy: link.approvedBy }),
  expiresAt: isoTime(link.expiresAt),
})

/** @param you the caller, if it is one of them */
export const teamMemberBody = (
  { id, name, role, rights, joinedAt, lastSeenAt, mail }: TeamMember,
  you: string | undefined,
): Static<typeof TeamMemberSchema> => ({
  id,
  name,
  role,
  rights: memberRightsBody(rights),
  capabilities: [...memberCapabilities({ role, rights })],
  joinedAt: isoTime(joinedAt),
  ...(lastSeenAt !== undefined && { lastSeenAt: isoTime(lastSeenAt) }),
  ...(mail !== undefined && { mail }),
  isYou: id === you,
})
