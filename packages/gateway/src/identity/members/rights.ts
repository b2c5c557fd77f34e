/**
 * Rights of a merchant's own people: what a person may do at a merchant, and up to which amounts. Pure.
 *
 * As for operators (`identity/operators/rights.ts`), a role is a preset of capabilities (`merchants/capabilities.ts`), and
 * restrictions never extend a role. One thing differs: a person has a separate role at each merchant, and no access without a
 * role.
 */
import type { CurrencyCode, Minor } from '@sluice/core/foundation/money.ts'
import { MEMBER_CAPABILITIES, type MemberCapability, PAYMENT_READS } from '../../merchants/capabilities.ts'

export const MEMBER_ROLES = ['OWNER', 'FINANCE', 'SUPPORT', 'DEVELOPER'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

export const PRESETS: Readonly<Record<MemberRole, readonly MemberCapability[]>> = {
  OWNER: MEMBER_CAPABILITIES,
  FINANCE: [...PAYMENT_READS, 'payouts:act', 'refunds:act', 'links:act', 'team:read', 'settings:read'],
  SUPPORT: ['payins:read', 'payouts:read', 'refunds:read', 'refunds:act', 'links:read', 'links:act'],
  DEVELOPER: [
    ...PAYMENT_READS,
    'payins:act',
    'links:act',
    'callbacks:act',
    'developers:read',
    'developers:manage',
    'settings:read',
    'settings:manage',
  ],
}

export const isMemberRole = (text: unknown): text is MemberRole => MEMBER_ROLES.some((role) => role === text)

/** What restricts a role. A missing property restricts nothing. */
export interface MemberRights {
  readonly capabilities?: readonly MemberCapability[] | undefined
  /** The maximum for each operation. Other currencies are not allowed. */
  readonly limits?: ReadonlyMap<CurrencyCode, Minor> | undefined
}

export interface Membership {
  readonly role: MemberRole
  readonly rights: MemberRights
}

/** All capabilities that someone has, in the order of the areas. */
export const memberCapabilities = ({ role, rights }: Membership): readonly MemberCapability[] =>
  MEMBER_CAPABILITIES.filter(
    (capability) => PRESETS[role].includes(capability) && (rights.capabilities?.includes(capability) ?? true),
  )

/**
 * May decide who else has access: an owner with restrictions could lift them, or invite someone with more rights. A merchant
 * always has at least one owner without restrictions.
 */
export const isWholeOwner = ({ role, rights }: Membership): boolean =>
  role === 'OWNER' && rights.capabilities === undefined && rights.limits === undefined
