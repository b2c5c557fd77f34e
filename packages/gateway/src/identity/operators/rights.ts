/**
 * Rights: what an operator may do, for which merchants, and up to which amounts. Pure.
 *
 * A capability is an area of the operators' API and a level: `cases:act`. Each level includes those below it. A role is a preset
 * of capabilities. Rights restrict a role and never extend it: to some capabilities, some merchants, some amounts. A request that
 * does not say which merchant or amount it is about is closed to operators with such a restriction, so nothing is open by
 * oversight.
 */
import { type CurrencyCode, type Minor, type Money, minor } from '@sluice/core/foundation/money.ts'
import { assert } from '@sluice/core/foundation/result.ts'

/**
 * Each includes those before it. VIEWER reads. OPERATOR moves and settles money. ADMIN decides who has access and where money
 * goes.
 */
export const ROLES = ['VIEWER', 'OPERATOR', 'ADMIN'] as const
export type OperatorRole = (typeof ROLES)[number]

export const mayAct = (role: OperatorRole, needed: OperatorRole): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(needed)

/** The resources of each area: the first part of a path of the operators' API. */
const AREAS = {
  payments: ['payments', 'sandbox', 'search', 'live'],
  refunds: ['refunds'],
  cases: ['cases'],
  balances: ['balances'],
  settlements: ['settlement-runs', 'settlement-calendars'],
  statements: ['statements', 'invoices', 'credit-notes', 'billing'],
  reports: ['reports'],
  bank: ['bank-feeds', 'csv-mappings', 'reconciliations'],
  'bank-files': ['bank-files', 'debtor-accounts'],
  callbacks: ['callbacks'],
  merchants: ['merchants'],
  routes: [
    'accounts',
    'payment-methods',
    'connectors',
    'providers',
    'networks',
    'processors',
    'fx-rate-pairs',
  ],
  approvals: ['approvals', 'approval-policy'],
  people: ['people', 'people-links', 'operators', 'audit'],
  privacy: ['privacy'],
  gateway: ['doctor', 'invariants', 'backups', 'master-key', 'signing-keys', 'alerts'],
} as const satisfies Readonly<Record<string, readonly string[]>>

type Area = keyof typeof AREAS
type Level = 'read' | 'act' | 'manage'
export type Capability = `${Area}:${Level}`

const LEVEL_OF: Readonly<Record<OperatorRole, Level>> = { VIEWER: 'read', OPERATOR: 'act', ADMIN: 'manage' }

const AREA_OF: ReadonlyMap<string, Area> = new Map(
  areas().flatMap((area) => AREAS[area].map((resource) => [resource, area] as const)),
)

function areas(): readonly Area[] {
  return Object.keys(AREAS).filter((name): name is Area => Object.hasOwn(AREAS, name))
}

export const CAPABILITIES: readonly Capability[] = capabilitiesOf('ADMIN')

export const isCapability = (text: string): text is Capability =>
  CAPABILITIES.some((capability) => capability === text)

/** All capabilities of a role. */
export function capabilitiesOf(role: OperatorRole): readonly Capability[] {
  const levels = ROLES.filter((each) => mayAct(role, each)).map((each) => LEVEL_OF[each])
  return areas().flatMap((area) => levels.map((level): Capability => `${area}:${level}`))
}

/** The area of a resource of the operators' API, if it is one. */
export const areaOf = (resource: string): Area | undefined => AREA_OF.get(resource)

/** The capability that an endpoint needs: `/admin/cases/:id/!close` for the role OPERATOR is `cases:act`. */
export function capabilityFor(path: string, role: OperatorRole): Capability {
  const resource = path.split('/')[2] ?? ''
  const area = AREA_OF.get(resource)
  assert(area, `${resource} belongs to an area of rights`)
  return `${area}:${LEVEL_OF[role]}`
}

/** What restricts a role. A missing property restricts nothing. */
export interface Rights {
  readonly capabilities?: readonly Capability[] | undefined
  /** By code. */
  readonly merchants?: readonly string[] | undefined
  /** The maximum for each operation. Other currencies are not allowed. */
  readonly limits?: ReadonlyMap<CurrencyCode, Minor> | undefined
}

export interface Entitled {
  readonly role: OperatorRole
  readonly rights: Rights
}

const HELD_BY: Readonly<Record<OperatorRole, ReadonlySet<Capability>>> = {
  VIEWER: new Set(capabilitiesOf('VIEWER')),
  OPERATOR: new Set(capabilitiesOf('OPERATOR')),
  ADMIN: new Set(capabilitiesOf('ADMIN')),
}

export const hasCapability = ({ role, rights }: Entitled, needed: Capability): boolean =>
  HELD_BY[role].has(needed) && (rights.capabilities?.includes(needed) ?? true)

/** All capabilities that someone has, in the order of the areas. */
export const capabilitiesHeld = ({ role, rights }: Entitled): readonly Capability[] =>
  capabilitiesOf(role).filter((capability) => rights.capabilities?.includes(capability) ?? true)

/** @param merchant undefined: the request is about all merchants, or does not name one */
export const mayTouch = ({ merchants }: Rights, merchant: string | undefined): boolean =>
  merchants === undefined || (merchant !== undefined && merchants.includes(merchant))

/** @returns whether a single operation may move this amount */
export function mayMove({ limits }: Rights, { amountMinor, currency }: Money): boolean {
  if (limits === undefined) return true
  const limitMinor = limits.get(currency)
  return limitMinor !== undefined && (amountMinor < 0n ? -amountMinor : amountMinor) <= limitMinor
}

/** The stored form; null if nothing restricts the role. */
export function storedRights({ capabilities, merchants, limits }: Rights): string | null {
  if (!capabilities && !merchants && !limits) return null
  const amounts = limits && Object.fromEntries(Array.from(limits, ([code, minor]) => [code, String(minor)]))
  return JSON.stringify({ capabilities, merchants, limits: amounts })
}

/** Unreadable rights allow nothing, so never more than was granted. */
export function rightsFrom(stored: unknown): Rights {
  if (stored === null || stored === undefined) return {}
  const { capabilities, merchants, limits }: Readonly<Record<string, unknown>> = { ...stored }
  return {
    ...(capabilities !== undefined && { capabilities: texts(capabilities).filter(isCapability) }),
    ...(merchants !== undefined && { merchants: texts(merchants) }),
    ...(limits !== undefined && { limits: amountsFrom(limits) }),
  }
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

const amountsFrom = (value: unknown): ReadonlyMap<CurrencyCode, Minor> =>
  new Map(
    Object.entries({ ...(typeof value === 'object' ? value : undefined) }).map(([code, amount]) => [
      code as CurrencyCode,
      minor(BigInt(String(amount))),
    ]),
  )

export const isNarrowed = (rights: Rights): boolean => storedRights(rights) !== null
