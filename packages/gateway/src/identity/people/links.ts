/**
 * Links that create a person: the first one, one whom an ADMIN invites, or one who can no longer sign in.
 *
 * A link's secret is random and stands behind the `#`; only its hash is stored. It is valid once, for a short time. A recovered
 * person is a new operator with the old one's name; the old one ends, with everything they could sign in with. So recovering
 * someone does not help to approve earlier requests, because the new operator did not exist then.
 *
 * A link is only valid while the requester, the approver and the person it recovers are active and have the same role and rights
 * as when it was made. This is checked whenever the link is read, and under the lock of all operators when it is used.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type RowOf, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import type { GatewayOperator } from '../operators/operators.ts'
import { type OperatorRole, type Rights, rightsFrom, storedRights } from '../operators/rights.ts'
import { isUnchanged } from '../operators/second-person.ts'
import type { PeopleContext } from './context.ts'
import { hashText } from './sealed.ts'

/** An operator involved in making a link, as they were at that time. */
export type LinkMaker = Pick<GatewayOperator, 'id' | 'name' | 'revision'>

interface LinkParts {
  readonly role: OperatorRole
  readonly rights: Rights
}

interface RequestedLink {
  readonly name: string
  /** The requester. */
  readonly maker: LinkMaker
  /** Undefined if no approval was needed. */
  readonly approver: LinkMaker | undefined
}

/** What a link is for. */
export type WantedLink = LinkParts &
  (
    | { readonly purpose: 'FIRST' }
    | ({ readonly purpose: 'INVITE' } & RequestedLink)
    | ({
        readonly purpose: 'RECOVER'
        readonly replaces: Pick<GatewayOperator, 'id' | 'revision'>
      } & RequestedLink)
  )

export type SignInLink = WantedLink & {
  /** As listed. */
  readonly id: string
  readonly hash: string
  /** The ID that the operator will have. */
  readonly person: string
  readonly expiresAt: Instant
}

/** The gateway's own name in the audit log. */
const GATEWAY = 'gateway'
const HOUR_MS = 3_600_000
const LASTS_MS = { FIRST: HOUR_MS / 2, INVITE: 24 * HOUR_MS, RECOVER: 24 * HOUR_MS } as const
const SECRET_BYTES = 32

const COLUMNS = `l.id, l.hash, l.person, l.purpose, l.name, l.role, l.rights, l.replaces, l.replaces_revision, l.maker, l.made_by,
  l.maker_revision, l.approver, l.approver_name, l.approver_revision, l.expires_at`
/** It is unused, and the operators involved are unchanged. */
const HOLDS = `l.used_at is null and (l.purpose = 'FIRST' or ${isUnchanged('l.maker', 'l.maker_revision')})
  and (l.approver is null or ${isUnchanged('l.approver', 'l.approver_revision')})
  and (l.replaces is null or ${isUnchanged('l.replaces', 'l.replaces_revision')})`
const INSERT = sqlStatement({
  name: 'sign_in_link_insert',
  text: `insert into sign_in_link (hash, person, purpose, name, role, rights, replaces, made_by, made_at, expires_at,
      id, maker, maker_revision, approver, approver_name, approver_revision, replaces_revision)
    values ($1, $2, $3, $4, $5, $6::text::jsonb, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
})
/** Deletes other links of the same kind for the same person, and those that expired long ago. */
const CLEAR = sqlStatement({
  name: 'sign_in_link_clear',
  text: `delete from sign_in_link where (used_at is null and purpose = $1 and name is not distinct from $2) or expires_at < $3`,
})
const FIND = sqlStatement({
  name: 'sign_in_link_find',
  text: `select ${COLUMNS} from sign_in_link l where l.hash = $1 and l.expires_at > $2 and ${HOLDS}`,
})
const USE = sqlStatement({
  name: 'sign_in_link_use',
  text: `update sign_in_link l set used_at = $2 where l.hash = $1 and l.expires_at > $2 and ${HOLDS} returning ${COLUMNS}`,
})
const LIST = sqlStatement({
  name: 'sign_in_link_list',
  text: `select ${COLUMNS} from sign_in_link l where l.expires_at > $1 and l.purpose <> 'FIRST' and ${HOLDS} order by l.expires_at desc, l.id limit 1000`,
})
const WITHDRAW = sqlStatement({
  name: 'sign_in_link_delete',
  text: `delete from sign_in_link where id = $1 and used_at is null returning id`,
})

export interface MadeLink {
  /** For the address, shown once. */
  readonly secret: string
  readonly expiresAt: Instant
  /** Replaces an earlier one of the same kind for the same name. */
  readonly calls: readonly SqlCall[]
}

export function makeLink(
  { clock, randomness }: Pick<Deps, 'clock' | 'randomness'>,
  link: WantedLink,
): MadeLink {
  const now = clock.now()
  const secret = Buffer.from(randomness.bytes(SECRET_BYTES)).toString('base64url')
  const expiresAt = now + LASTS_MS[link.purpose]
  const requested = link.purpose === 'FIRST' ? undefined : link
  const replaces = link.purpose === 'RECOVER' ? link.replaces : undefined
  const name = requested?.name ?? null
  const values = [
    hashText(secret),
    randomness.uuidV7(now),
    link.purpose,
    name,
    link.role,
    storedRights(link.rights),
    replaces?.id ?? null,
    requested?.maker.name ?? GATEWAY,
    isoTime(now),
    isoTime(expiresAt),
    randomness.uuidV7(now),
    requested?.maker.id ?? null,
    requested?.maker.revision ?? null,
    requested?.approver?.id ?? null,
    requested?.approver?.name ?? null,
    requested?.approver?.revision ?? null,
    replaces?.revision ?? null,
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

/** For the first round trip of the transaction that uses it. No row: it is over. */
export const useLink = (secret: string, now: Instant): SqlCall<'sign_in_link_use'> => ({
  statement: USE,
  values: [hashText(secret), isoTime(now)],
})

export function linkIn(rows: readonly RowOf<'sign_in_link_use'>[] | undefined): SignInLink | undefined {
  const [row] = rows ?? []
  if (!row) return undefined
  return rowToLink(row)
}

function rowToLink(row: RowOf<'sign_in_link_list'>): SignInLink {
  const common = {
    id: row.id as string,
    hash: row.hash,
    person: row.person,
    role: row.role,
    rights: rightsFrom(row.rights),
    expiresAt: row.expires_at,
  }
  if (row.purpose === 'FIRST') return { ...common, purpose: 'FIRST' }
  const requested = {
    name: row.name as string,
    maker: {
      id: row.maker as string,
      name: row.made_by,
      revision: row.maker_revision ?? undefined,
    },
    approver:
      row.approver === null
        ? undefined
        : {
            id: row.approver,
            name: row.approver_name as string,
            revision: row.approver_revision ?? undefined,
          },
  }
  if (row.purpose === 'INVITE') return { ...common, ...requested, purpose: 'INVITE' }
  const replaces = { id: row.replaces as string, revision: row.replaces_revision ?? undefined }
  return { ...common, ...requested, purpose: 'RECOVER', replaces }
}

/** Valid links, newest first. */
export async function openLinks({ database, deps }: PeopleContext): Promise<readonly SignInLink[]> {
  return (await database.run(LIST, [isoTime(deps.clock.now())])).map(rowToLink)
}

/** One row if there was an unused link. */
export const withdrawCall = (id: string): SqlCall => ({ statement: WITHDRAW, values: [id] })

/** The IDs of the requester and approver, and of the recovered person, who may be unconfirmed as well. */
export function broughtBy(link: SignInLink): readonly string[] {
  if (link.purpose === 'FIRST') return []
  const { maker, approver } = link
  const replaced = link.purpose === 'RECOVER' ? [link.replaces.id] : []
  return [maker.id, ...(approver ? [approver.id] : []), ...replaced]
}

/** The operator that a link creates. @param name the name that the first person chooses */
export const operatorOfLink = (link: SignInLink, name: string, now: Instant): GatewayOperator => ({
  id: link.person,
  name: link.purpose === 'FIRST' ? name : link.name,
  role: link.role,
  rights: link.rights,
  isPerson: true,
  createdAt: now,
  revokedAt: undefined,
  revision: undefined,
  isConfirmed: link.purpose === 'FIRST',
})
