/**
 * What may be done at a merchant: by one of its own people, or with a key or secret of theirs. Pure.
 *
 * A capability is an area and a level. A request is judged by what it asks for, its method and the first part of its path: an endpoint
 * that no area holds is closed to whoever has capabilities, because nothing is open that nobody thought of.
 */

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

/** To look at all that is no matter of who acts for the merchant. */
export const PAYMENT_READS: readonly MemberCapability[] = areas()
  .filter((area) => !MANAGED.includes(area))
  .map((area): MemberCapability => `${area}:read`)

export const isMemberCapability = (text: string): text is MemberCapability =>
  MEMBER_CAPABILITIES.some((capability) => capability === text)

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

/** The right that a request takes and that is not among these; undefined: it may. @param path whole and decoded */
export function lackedOf(
  held: readonly MemberCapability[],
  path: string,
  isRead: boolean,
): MemberCapability | 'of a token' | undefined {
  const needed = memberCapabilityFor(path, isRead)
  if (needed === 'nothing' || (needed !== undefined && held.includes(needed))) return undefined
  return needed ?? 'of a token'
}
