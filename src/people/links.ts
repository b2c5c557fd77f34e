/**
 * Links that make a person: for the very first, for whoever an ADMIN invites, and for whoever has lost every way in.
 *
 * A link's secret is random, stands behind the `#`, and only its hash is stored; it is good once, and not for long. A recovered person is
 * a new operator of the old one's name, and the old one ends with all that opened it. So nobody recovers another to approve what was
 * asked for before: they became an operator only now.
 */
import type { Row, SqlCall, SqlStatement } from '../database/port.ts'
import type { Deps, Instant } from '../foundation/deps.ts'
import { isoTime } from '../foundation/instants.ts'
import type { GatewayOperator } from '../operators/operators.ts'
import { type OperatorRole, type Rights, rightsFrom, storedRights } from '../operators/rights.ts'
import type { PeopleContext } from './context.ts'
import { hashText } from './sealed.ts'

interface LinkParts {
  readonly role: OperatorRole
  readonly rights: Rights
  /** The operator who made it, by name. */
  readonly madeBy: string
}

/** What a link is made for. */
export type WantedLink = LinkParts &
  (
    | { readonly purpose: 'FIRST' }
    | { readonly purpose: 'INVITE'; readonly name: string }
    | { readonly purpose: 'RECOVER'; readonly name: string; readonly replaces: string }
  )

export type SignInLink = WantedLink & {
  readonly hash: string
  /** The id that the operator will have. */
  readonly person: string
  readonly expiresAt: Instant
}

const HOUR_MS = 3_600_000
const LASTS_MS = { FIRST: HOUR_MS / 2, INVITE: 24 * HOUR_MS, RECOVER: 24 * HOUR_MS } as const
const SECRET_BYTES = 32

const COLUMNS = 'hash, person, purpose, name, role, rights, replaces, made_by, expires_at'
const INSERT: SqlStatement = {
  name: 'sign_in_link_insert',
  text: `insert into sign_in_link (hash, person, purpose, name, role, rights, replaces, made_by, made_at, expires_at)
    values ($1, $2, $3, $4, $5, $6::text::jsonb, $7, $8, $9, $10)`,
}
/** One link of a kind for one person at a time; and those whose time is long over go with it. */
const CLEAR: SqlStatement = {
  name: 'sign_in_link_clear',
  text: `delete from sign_in_link where (used_at is null and purpose = $1 and name is not distinct from $2) or expires_at < $3`,
}
const FIND: SqlStatement = {
  name: 'sign_in_link_find',
  text: `select ${COLUMNS} from sign_in_link where hash = $1 and used_at is null and expires_at > $2`,
}
const USE: SqlStatement = {
  name: 'sign_in_link_use',
  text: `update sign_in_link set used_at = $2 where hash = $1 and used_at is null and expires_at > $2 returning ${COLUMNS}`,
}

export interface MadeLink {
  /** For the address, once. */
  readonly secret: string
  readonly expiresAt: Instant
  /** In the place of an earlier one of the same kind for the same name. */
  readonly calls: readonly SqlCall[]
}

export function makeLink(
  { clock, randomness }: Pick<Deps, 'clock' | 'randomness'>,
  link: WantedLink,
): MadeLink {
  const now = clock.now()
  const secret = Buffer.from(randomness.bytes(SECRET_BYTES)).toString('base64url')
  const expiresAt = now + LASTS_MS[link.purpose]
  const name = link.purpose === 'FIRST' ? null : link.name
  const values = [
    hashText(secret),
    randomness.uuidV7(now),
    link.purpose,
    name,
    link.role,
    storedRights(link.rights),
    link.purpose === 'RECOVER' ? link.replaces : null,
    link.madeBy,
    isoTime(now),
    isoTime(expiresAt),
  ]
  const clear = { statement: CLEAR, values: [link.purpose, name, isoTime(now - 24 * HOUR_MS)] }
  return { secret, expiresAt, calls: [clear, { statement: INSERT, values }] }
}

export async function findLink(
  { database, deps }: PeopleContext,
  secret: string,
): Promise<SignInLink | undefined> {
  return linkIn(await database.run(FIND, [hashText(secret), isoTime(deps.clock.now())]))
}

/** For the first trip of the transaction in which it counts. No row: it is over. */
export const useLink = (secret: string, now: Instant): SqlCall => ({
  statement: USE,
  values: [hashText(secret), isoTime(now)],
})

export function linkIn(rows: readonly Row[] | undefined): SignInLink | undefined {
  const [row] = rows ?? []
  if (!row) return undefined
  const common = {
    hash: row.hash as string,
    person: row.person as string,
    role: row.role as OperatorRole,
    rights: rightsFrom(row.rights),
    madeBy: row.made_by as string,
    expiresAt: row.expires_at as Instant,
  }
  const name = row.name as string
  if (row.purpose === 'FIRST') return { ...common, purpose: 'FIRST' }
  return row.purpose === 'INVITE'
    ? { ...common, purpose: 'INVITE', name }
    : { ...common, purpose: 'RECOVER', name, replaces: row.replaces as string }
}

/** The operator that a link makes. @param name what the first person calls themselves */
export const operatorOfLink = (link: SignInLink, name: string, now: Instant): GatewayOperator => ({
  id: link.person,
  name: link.purpose === 'FIRST' ? name : link.name,
  role: link.role,
  rights: link.rights,
  isPerson: true,
  createdAt: now,
  revokedAt: undefined,
})
