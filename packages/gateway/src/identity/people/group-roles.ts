/** Which role a person gets from their groups at the identity provider. Pure. */
import { mayAct, type OperatorRole, ROLES } from '../operators/rights.ts'

/** A group, by the name or ID that the provider sends, and the role that it grants. */
export interface GroupRole {
  readonly group: string
  readonly role: OperatorRole
}

const MAX_GROUPS = 100
const MAX_GROUP_CHARACTERS = 256
/** A provider sends some hundreds at most. Any further groups are ignored. */
const MAX_REPORTED = 2_000

/** Standard claims of OpenID Connect that people can edit themselves: with one of these, they could choose their own role. */
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

/** @returns undefined if this claim cannot hold groups */
export const claimOfGroups = (text: string): string | undefined =>
  /^[\x21-\x7e]{1,256}$/.test(text) && !THEIR_OWN_WORDS.includes(text) ? text : undefined

/** `finance=OPERATOR, it-admins=ADMIN`. @returns undefined if it has another form, or names a group twice */
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

/** The highest role that one of these groups grants. @param reported the content of the claim: a text, or a list of texts */
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
