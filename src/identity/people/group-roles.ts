/** Which role the groups of an identity provider give. Pure. */
import { mayAct, type OperatorRole, ROLES } from '../operators/rights.ts'

/** A group, by the name or id that the provider tells, and the role that it gives. */
export interface GroupRole {
  readonly group: string
  readonly role: OperatorRole
}

const MAX_GROUPS = 100
const MAX_GROUP_CHARACTERS = 256
/** A provider tells some hundreds at most; what is beyond gives nobody anything. */
const MAX_REPORTED = 2_000

/** Claims of OpenID Connect in which people say what they like: who may choose one would choose their role. */
const THEIR_OWN_WORDS = [
  ...[
    'name',
    'given_name',
    'family_name',
    'middle_name',
    'nickname',
    'preferred_username',
    'gender',
    'birthdate',
  ],
  ...['profile', 'picture', 'website', 'zoneinfo', 'locale', 'address', 'phone_number'],
]

/** @returns undefined where it is no claim that can hold groups */
export const claimOfGroups = (text: string): string | undefined =>
  /^[\x21-\x7e]{1,256}$/.test(text) && !THEIR_OWN_WORDS.includes(text) ? text : undefined

/** `finance=OPERATOR, it-admins=ADMIN`. @returns undefined where it is not so written, or names a group twice */
export function groupRolesIn(text: string): readonly GroupRole[] | undefined {
  const read = text.split(',').map((part): GroupRole | undefined => {
    const at = part.lastIndexOf('=')
    const group = part.slice(0, Math.max(at, 0)).trim()
    const role = ROLES.find((each) => each === part.slice(at + 1).trim())
    return role && group !== '' && group.length <= MAX_GROUP_CHARACTERS ? { group, role } : undefined
  })
  const all = read.filter((each) => each !== undefined)
  const isWhole = all.length === read.length && all.length <= MAX_GROUPS
  return isWhole && new Set(all.map(({ group }) => group)).size === all.length ? all : undefined
}

/** The highest role that one of these groups gives. @param told what stands in the claim: a text, or a list of them */
export function roleOf(reported: unknown, roles: readonly GroupRole[]): OperatorRole | undefined {
  const listed =
    typeof reported === 'string' ? [reported] : Array.isArray(reported) ? reported.slice(0, MAX_REPORTED) : []
  const groups = new Set(listed)
  return roles
    .filter(({ group }) => groups.has(group))
    .map(({ role }) => role)
    .reduce<OperatorRole | undefined>(
      (highest, role) => (highest !== undefined && mayAct(highest, role) ? highest : role),
      undefined,
    )
}
