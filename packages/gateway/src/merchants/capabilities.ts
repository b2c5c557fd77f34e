/**
 * What a member of a merchant may do, in person or with a key or secret that they made. Pure.
 *
 * A capability is an area and a level. A request is checked by its method and the first part of its path. An endpoint that
 * belongs to no area is closed to everyone with capabilities, so a forgotten endpoint is never open by accident.
 */

/** The endpoints of each area, by the first part of their path in the merchants' API. */
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

/**
 * What every member may read: the merchant's name, the catalogue, and the parts of searches and live changes that they may see.
 */
const COMMON = ['merchant-info', 'currencies', 'payment-operators', 'search', 'live'] as const

type Area = keyof typeof AREAS
/**
 * `read`: view. `act`: operate on payments and what belongs to them. `manage`: decide who may act for the merchant and with what.
 */
type Level = 'read' | 'act' | 'manage'
export type MemberCapability = `${Area}:${Level}`

const areas = (): readonly Area[] =>
  Object.keys(AREAS).filter((name): name is Area => Object.hasOwn(AREAS, name))

/** Areas in which there is nothing to do but view. */
const READ_ONLY: readonly Area[] = ['balances', 'statements', 'reports']
/** Areas in which every operation decides who may act for the merchant, with what, or where its secrets are sent. */
const MANAGED: readonly Area[] = ['developers', 'team', 'settings']

export const MEMBER_CAPABILITIES: readonly MemberCapability[] = areas().flatMap(
  (area): readonly MemberCapability[] =>
    READ_ONLY.includes(area)
      ? [`${area}:read`]
      : MANAGED.includes(area)
        ? [`${area}:read`, `${area}:manage`]
        : [`${area}:read`, `${area}:act`],
)

/** Viewing everything that has nothing to do with who acts for the merchant. */
export const PAYMENT_READS: readonly MemberCapability[] = areas()
  .filter((area) => !MANAGED.includes(area))
  .map((area): MemberCapability => `${area}:read`)

export const isMemberCapability = (text: string): text is MemberCapability =>
  MEMBER_CAPABILITIES.some((capability) => capability === text)

const AREA_OF: ReadonlyMap<string, Area> = new Map(
  areas().flatMap((area) => AREAS[area].map((resource) => [resource, area] as const)),
)

/** The capability that a request needs. `nothing`: every member may read it. Undefined: no person may call it. */
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

/**
 * The capability that a request needs and these do not include; undefined if the request is allowed.
 * @param path whole and decoded
 */
export function lackedOf(
  held: readonly MemberCapability[],
  path: string,
  isRead: boolean,
): MemberCapability | 'of a token' | undefined {
  const needed = memberCapabilityFor(path, isRead)
  if (needed === 'nothing' || (needed !== undefined && held.includes(needed))) return undefined
  return needed ?? 'of a token'
}
