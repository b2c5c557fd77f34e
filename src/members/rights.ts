/**
 * Rights of a merchant's own people: what one may do at one merchant, and up to how much. Pure.
 *
 * As in the back office (`operators/rights.ts`) a capability is an area and a level, a role is a preset of them, and what narrows a role
 * never widens it. Two things differ. A person has a role at each merchant separately, and no role means nothing at all. And a request is
 * judged by what it asks for, its method and the first part of its path: an endpoint that no area holds is closed to every person,
 * because nothing is open that nobody thought of.
 */
import type { CurrencyCode, Minor, Money } from '../foundation/money.ts'
import { mayMove } from '../operators/rights.ts'

export const MEMBER_ROLES = ['OWNER', 'FINANCE', 'SUPPORT', 'DEVELOPER'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/** What each area holds: the first part of a path of the merchants' API. */
const AREAS = {
  payins: ['payins'],
  payouts: ['payouts', 'payout-batches'],
  refunds: ['refunds'],
  links: ['payment-links'],
  balances: ['balances', 'fx-rates', 'fx-rate-pairs', 'topup-options'],
  statements: ['statements', 'invoices', 'credit-notes', 'settlements'],
  reports: ['reports'],
  callbacks: ['callbacks'],
  developers: ['request-log', 'credentials', 'keys', 'secrets', 'callback-secrets'],
  team: ['team'],
  settings: ['settings'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** What anybody of a merchant's may read: its name, what there is, and what a search or the stream of changes may name to them. */
const COMMON = ['merchant-info', 'currencies', 'payment-operators', 'search', 'live'] as const

type Area = keyof typeof AREAS
/** Reads; acts on payments and what belongs to them; says who may act, and by what. */
type Level = 'read' | 'act' | 'manage'
export type MemberCapability = `${Area}:${Level}`

const areas = (): readonly Area[] =>
  Object.keys(AREAS).filter((name): name is Area => Object.hasOwn(AREAS, name))

/** Areas in which there is nothing to do but look. */
const READ_ONLY: readonly Area[] = ['balances', 'statements', 'reports']
/** Areas where whoever acts decides who may act for the merchant, by what, or where its secrets go. */
const MANAGED: readonly Area[] = ['developers', 'team', 'settings']

export const MEMBER_CAPABILITIES: readonly MemberCapability[] = areas().flatMap(
  (area): readonly MemberCapability[] =>
    READ_ONLY.includes(area)
      ? [`${area}:read`]
      : MANAGED.includes(area)
        ? [`${area}:read`, `${area}:manage`]
        : [`${area}:read`, `${area}:act`],
)

const READS: readonly MemberCapability[] = areas()
  .filter((area) => !MANAGED.includes(area))
  .map((area): MemberCapability => `${area}:read`)

export const PRESETS: Readonly<Record<MemberRole, readonly MemberCapability[]>> = {
  OWNER: MEMBER_CAPABILITIES,
  FINANCE: [...READS, 'payouts:act', 'refunds:act', 'links:act', 'team:read', 'settings:read'],
  SUPPORT: ['payins:read', 'payouts:read', 'refunds:read', 'refunds:act', 'links:read', 'links:act'],
  DEVELOPER: [
    ...READS,
    'payins:act',
    'links:act',
    'callbacks:act',
    'developers:read',
    'developers:manage',
    'settings:read',
    'settings:manage',
  ],
}

export const isMemberCapability = (text: string): text is MemberCapability =>
  MEMBER_CAPABILITIES.some((capability) => capability === text)
export const isMemberRole = (text: unknown): text is MemberRole => MEMBER_ROLES.some((role) => role === text)

const AREA_OF: ReadonlyMap<string, Area> = new Map(
  areas().flatMap((area) => AREAS[area].map((resource) => [resource, area] as const)),
)

/** What a request takes: `nothing` for what anybody of the merchant's may read; undefined: no person may ask it. */
export function memberCapabilityFor(
  route: string,
  isRead: boolean,
): MemberCapability | 'nothing' | undefined {
  const resource = route.split('/')[1] ?? ''
  if (isRead && COMMON.some((each) => each === resource)) return 'nothing'
  const area = AREA_OF.get(resource)
  if (area === undefined) return undefined
  if (isRead) return `${area}:read`
  if (READ_ONLY.includes(area)) return undefined
  return MANAGED.includes(area) ? `${area}:manage` : `${area}:act`
}

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
