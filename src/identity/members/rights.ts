/**
 * Rights of a merchant's own people: what one may do at one merchant, and up to how much. Pure.
 *
 * As in the back office (`identity/operators/rights.ts`) a role is a preset of capabilities (`merchants/capabilities.ts`), and what narrows a role
 * never widens it. One thing differs: a person has a role at each merchant separately, and no role means nothing at all.
 */
import type { CurrencyCode, Minor, Money } from '../../foundation/money.ts'
import { MEMBER_CAPABILITIES, type MemberCapability, PAYMENT_READS } from '../../merchants/capabilities.ts'
import { mayMove } from '../operators/rights.ts'

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

/** What narrows a role; what is left out narrows nothing. */
export interface MemberRights {
  readonly capabilities?: readonly MemberCapability[] | undefined
  /** The most that one act may move; in any other currency, nothing. */
  readonly limits?: ReadonlyMap<CurrencyCode, Minor> | undefined
}

export interface Membership {
  readonly role: MemberRole
  readonly rights: MemberRights
}

/** All that somebody has, in the order of the areas. */
export const memberCapabilities = ({ role, rights }: Membership): readonly MemberCapability[] =>
  MEMBER_CAPABILITIES.filter(
    (capability) => PRESETS[role].includes(capability) && (rights.capabilities?.includes(capability) ?? true),
  )

export const memberMayMove = ({ rights: { limits } }: Membership, money: Money): boolean =>
  mayMove({ limits }, money)

/**
 * May say who else acts, and how far: whoever is narrowed could lift that, or have somebody invited who may more. At least one of a
 * merchant's people always is one.
 */
export const isWholeOwner = ({ role, rights }: Membership): boolean =>
  role === 'OWNER' && rights.capabilities === undefined && rights.limits === undefined
