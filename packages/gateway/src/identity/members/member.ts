/**
 * A merchant's own people: who they are, and what they may do where. Read this file first.
 *
 *   rights.ts    roles, capabilities, limits         links.ts           links to join or recover
 *   member.ts    who they are (`MEMBERS`)            session-access.ts  a session in place of a token
 *   team.ts      who belongs to a merchant           activity.ts        what they did
 *
 * They sign in by the methods of `people/`, in a realm of their own: none of their cookies, passkeys or codes work for the
 * operators' API, and none of an operator's work for a merchant. A person may belong to several merchants, with a role at each.
 * Someone who belongs to none has no access. Roles are read with every request, so a change on any node applies to the next one.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isMerchantCode, type MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, type Row, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { isMemberCapability } from '../../merchants/capabilities.ts'
import { auditCall } from '../operators/audit.ts'
import { rightsFrom, storedRights } from '../operators/rights.ts'
import type { Realm, Signer } from '../people/realm.ts'
import { isMemberRole, type MemberRights, type Membership } from './rights.ts'

export interface MerchantPerson extends Signer {
  readonly createdAt: Instant
  /** Their merchants, by code. */
  readonly at: ReadonlyMap<MerchantCode, Membership>
}

/**
 * In SQL: a text of everything a person is at every merchant. It changes whenever they join or leave a merchant or their role or
 * rights change, even if they are later changed back.
 */
export const membershipsText = (person: string): string =>
  `(select json_agg(json_build_array(m.merchant_id, m.role, m.rights, m.revision) order by m.merchant_id)::text
    from merchant_member m where m.person = ${person})`

/** Of a person `p`. */
const MEMBERSHIPS = `(select json_agg(json_build_object('merchant', m.merchant_id, 'role', m.role, 'rights', m.rights)
  order by m.merchant_id) from merchant_member m where m.person = p.id)`

const INSERT_PERSON = sqlStatement({
  name: 'merchant_person_insert',
  text: 'insert into merchant_person (id, name, created_at) values ($1, $2, $3)',
})
const DELETE_PERSON = sqlStatement({
  name: 'merchant_person_delete',
  text: 'delete from merchant_person where id = $1',
})
const NOTE_OF_PERSON = sqlStatement({
  name: 'merchant_activity_of_person',
  text: `insert into merchant_activity (merchant_id, id, at, person, name, action, subject, detail)
    select m.merchant_id, $2, $3, m.person, $4, $5, $6, $7::text::jsonb from merchant_member m where m.person = $1`,
})

const MEMBERSHIPS_OF = sqlStatement({
  name: 'merchant_member_memberships',
  text: `select ${membershipsText('$1')} as text, (select coalesce(json_agg(m.merchant_id order by m.merchant_id), '[]'::json)
    from merchant_member m where m.person = $1) as merchants`,
})
const LOCK_PERSON = sqlStatement({
  name: 'merchant_person_lock',
  text: 'select id from merchant_person where id = $1 for update',
})

/** All memberships of a person, as they were read. */
export interface Memberships {
  /** As `membershipsText` writes them. */
  readonly text: string
  readonly merchants: readonly MerchantCode[]
}

/**
 * For the first round trip of a transaction, before any team is locked: the person cannot join or leave a merchant before it is
 * over. Read their memberships afterwards, in a separate statement: one that waits for a lock still sees the state from before it
 * waited.
 */
export const lockPerson = (id: string): SqlCall => ({ statement: LOCK_PERSON, values: [id] })
export const readMemberships = (id: string): SqlCall => ({ statement: MEMBERSHIPS_OF, values: [id] })

export function membershipsIn(rows: readonly Row[] | undefined): Memberships {
  const [row] = rows ?? []
  const merchants = Array.isArray(row?.merchants) ? row.merchants.filter(isMerchantCode) : []
  return { text: String(row?.text ?? ''), merchants }
}

export async function membershipsOf(database: Database, id: string): Promise<Memberships> {
  const { statement, values } = readMemberships(id)
  return membershipsIn(await database.run(statement, values))
}

export const insertMember = ({ id, name, createdAt }: MerchantPerson): SqlCall => ({
  statement: INSERT_PERSON,
  values: [id, name, isoTime(createdAt)],
})
export const deleteMember = (id: string): SqlCall => ({ statement: DELETE_PERSON, values: [id] })

/** The stored form; null if nothing restricts the role. */
export function storedMemberRights({ capabilities, limits }: MemberRights): string | null {
  if (!capabilities && !limits) return null
  const amounts: object = limits ? JSON.parse(storedRights({ limits }) ?? '{}') : {}
  return JSON.stringify({ ...amounts, ...(capabilities && { capabilities }) })
}

/** Unreadable rights allow nothing. */
export function memberRightsFrom(stored: unknown): MemberRights {
  if (stored === null || stored === undefined) return {}
  const { capabilities }: { capabilities?: unknown } = { ...stored }
  const { limits } = rightsFrom(stored)
  const named = Array.isArray(capabilities) ? capabilities : []
  return {
    ...(capabilities !== undefined && {
      capabilities: named.filter((each) => typeof each === 'string').filter(isMemberCapability),
    }),
    ...(limits && { limits }),
  }
}

interface StoredMembership {
  readonly merchant: string
  readonly role: string
  readonly rights: unknown
}

function readMember(row: Row): MerchantPerson {
  const stored = (row.member_at ?? []) as readonly StoredMembership[]
  const at = new Map<MerchantCode, Membership>()
  for (const { merchant, role, rights } of stored)
    if (isMerchantCode(merchant) && isMemberRole(role))
      at.set(merchant, { role, rights: memberRightsFrom(rights) })
  return {
    id: row.member_id as string,
    name: row.member_name as string,
    createdAt: row.member_since as Instant,
    at,
  }
}

export const MEMBERS: Realm<MerchantPerson> = {
  prefix: 'members',
  inForce: `(select p.id, p.name, p.created_at, ${MEMBERSHIPS} as at from merchant_person p
    where exists (select from merchant_member m where m.person = p.id))`,
  columns: 'o.id as member_id, o.name as member_name, o.created_at as member_since, o.at as member_at',
  read: readMember,
  /** Logged at each of their merchants. Attempts by unknown people are in the gateway's log. */
  note({ clock, randomness }, { action, by, about, detail }) {
    const at = clock.now()
    const id = randomness.uuidV7(at)
    const subject = about === undefined ? 'people of merchants' : `person ${about}`
    if (!by) return auditCall({ id, at, operator: 'gateway', action, subject, detail })
    const values = [by.id, id, isoTime(at), by.name, action, subject, JSON.stringify(detail)]
    return { statement: NOTE_OF_PERSON, values }
  },
}
