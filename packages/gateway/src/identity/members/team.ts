/**
 * The people of a merchant: listed, changed and ended, under a lock of the whole team. If both a person and a team are locked,
 * the person is locked first.
 *
 * One owner without restrictions always stays, so that a merchant never loses the last person who can invite others. Someone who
 * leaves their last merchant is deleted, with everything they could sign in with.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { type Database, type RowOf, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import type { NotifyOwners } from '../../merchants/owner-notices.ts'
import { removeSignInMethods } from '../people/people.ts'
import { lastSeenOf } from '../people/sessions.ts'
import { deleteMember, lockPerson, memberRightsFrom, storedMemberRights } from './member.ts'
import { isWholeOwner, type Membership } from './rights.ts'

export interface TeamMember extends Membership {
  readonly id: string
  readonly name: string
  readonly joinedAt: Instant
  /** Where they get mails as an owner, if they do. */
  readonly mail: string | undefined
  readonly lastSeenAt: Instant | undefined
  /** How many other merchants they belong to. */
  readonly elsewhere: number
  /** Replaced with each change of role or rights; undefined if unchanged since before revisions existed. */
  readonly revision: string | undefined
}

/** More than a shop has. Larger companies have a directory of their own. */
export const MAX_TEAM = 200

const COLUMNS = `m.person, p.name, m.role, m.rights, m.mail, m.joined_at, m.revision,
  ${lastSeenOf('m.person')} as seen_at,
  (select count(*)::integer from merchant_member e where e.person = m.person and e.merchant_id <> m.merchant_id) as elsewhere`
const LIST = sqlStatement({
  name: 'merchant_member_list',
  text: `select ${COLUMNS} from merchant_member m join merchant_person p on p.id = m.person
    where m.merchant_id = $1 order by p.name limit ${MAX_TEAM}`,
})
const LOCK = sqlStatement({
  name: 'merchant_member_lock',
  text: 'select person from merchant_member where merchant_id = $1 order by person for update',
})
const INSERT = sqlStatement({
  name: 'merchant_member_insert',
  text: `insert into merchant_member (merchant_id, person, role, rights, joined_at, revision)
    values ($1, $2, $3, $4::text::jsonb, $5, $6)`,
})
/**
 * How long the previous address still gets every mail: an attacker may use the owner's session for minutes, while the owner reads
 * mail once a week. After several changes within that time the first address is kept; otherwise two changes would drop it.
 */
const REPORTED_AS_BEFORE_MS = 7 * 24 * 3_600_000
const REPLACES_MAIL = `(mail is not null and mail is distinct from $5 and (mail_before_until is null or mail_before_until <= $6::timestamptz))`
const CHANGE = sqlStatement({
  name: 'merchant_member_change',
  text: `update merchant_member set role = $3, rights = $4::text::jsonb, revision = coalesce($8::uuid, revision), mail = $5,
      mail_before = case when ${REPLACES_MAIL} then mail else mail_before end,
      mail_before_until = case when ${REPLACES_MAIL} then $7::timestamptz else mail_before_until end
    where merchant_id = $1 and person = $2`,
})
const DELETE = sqlStatement({
  name: 'merchant_member_delete',
  text: 'delete from merchant_member where merchant_id = $1 and person = $2',
})

const rowToMember = (row: RowOf<'merchant_member_list'>): TeamMember => ({
  id: row.person,
  name: row.name,
  role: row.role,
  rights: memberRightsFrom(row.rights),
  joinedAt: row.joined_at,
  mail: row.mail ?? undefined,
  lastSeenAt: row.seen_at ?? undefined,
  elsewhere: Number(row.elsewhere),
  revision: row.revision ?? undefined,
})

export const teamOf = async (
  database: Database,
  merchantCode: MerchantCode,
): Promise<readonly TeamMember[]> => (await database.run(LIST, [merchantCode])).map(rowToMember)

/**
 * For the first round trip of a transaction: nobody can join, change or leave before it is over. Read the team afterwards
 * (`readTeam`): a statement that waits for a lock still sees the state from before it waited.
 */
export const lockTeam = (merchantCode: MerchantCode): SqlCall => ({ statement: LOCK, values: [merchantCode] })
export const readTeam = (merchantCode: MerchantCode): SqlCall<'merchant_member_list'> => ({
  statement: LIST,
  values: [merchantCode],
})
export const teamIn = (rows: readonly RowOf<'merchant_member_list'>[] | undefined): readonly TeamMember[] =>
  (rows ?? []).map(rowToMember)

export const joinCall = (
  merchantCode: MerchantCode,
  person: string,
  { role, rights }: Membership,
  { at, revision }: { readonly at: Instant; readonly revision: string },
): SqlCall => ({
  statement: INSERT,
  values: [merchantCode, person, role, storedMemberRights(rights), isoTime(at), revision],
})

export type NotChanged = 'NOT_FOUND' | 'LAST_OWNER'

export interface TeamMemberChange extends Partial<Membership> {
  /** Null: they get no more mails. */
  readonly mail?: string | null
}

/** Statements for the same commit: `before` notifies the owners before the change, `after` those after it. */
export interface WithChange {
  readonly before: readonly SqlCall[]
  readonly after: readonly SqlCall[]
}

export function changeTeamMember(
  database: Database,
  merchantCode: MerchantCode,
  id: string,
  { mail, ...change }: TeamMemberChange,
  { at, revision, ...withIt }: WithChange & { readonly at: Instant; readonly revision: string },
): Promise<Result<TeamMember, NotChanged>> {
  const reads = [lockTeam(merchantCode), readTeam(merchantCode)] as const
  return database.transact<Result<TeamMember, NotChanged>, typeof reads>(reads, ([, rows]) => {
    const team = teamIn(rows)
    const before = team.find((each) => each.id === id)
    if (!before) return { calls: [], outcome: fail('NOT_FOUND') }
    const after = { ...before, ...change, ...(mail !== undefined && { mail: mail ?? undefined }) }
    if (![...team.filter((each) => each.id !== id), after].some(isWholeOwner))
      return { calls: [], outcome: fail('LAST_OWNER') }
    const reported = [after.mail ?? null, isoTime(at), isoTime(at + REPORTED_AS_BEFORE_MS)]
    const isOther = change.role !== undefined || change.rights !== undefined
    const rights = storedMemberRights(after.rights)
    const values = [merchantCode, id, after.role, rights, ...reported, isOther ? revision : null]
    const calls = [...withIt.before, { statement: CHANGE, values }, ...withIt.after]
    return { calls, outcome: succeed(after) }
  })
}

/** They lose access with their next request. */
export function endTeamMember(
  database: Database,
  merchantCode: MerchantCode,
  id: string,
  ...notes: readonly SqlCall[]
): Promise<Result<TeamMember, NotChanged>> {
  const reads = [lockPerson(id), lockTeam(merchantCode), readTeam(merchantCode)] as const
  return database.transact<Result<TeamMember, NotChanged>, typeof reads>(reads, ([, , rows]) => {
    const team = teamIn(rows)
    const gone = team.find((each) => each.id === id)
    if (!gone) return { calls: [], outcome: fail('NOT_FOUND') }
    if (!team.filter((each) => each.id !== id).some(isWholeOwner))
      return { calls: [], outcome: fail('LAST_OWNER') }
    const altogether = gone.elsewhere === 0 ? [...removeSignInMethods(id), deleteMember(id)] : []
    const calls = [...notes, { statement: DELETE, values: [merchantCode, id] }, ...altogether]
    return { calls, outcome: succeed(gone) }
  })
}

/** The previous address is notified too, so that an unwanted change is noticed. */
export function noticeOfChange(
  notifyOwners: NotifyOwners,
  merchantCode: MerchantCode,
  by: string,
  { name }: Pick<TeamMember, 'name'>,
  { role, rights, mail }: TeamMemberChange,
): WithChange {
  const about = role === undefined ? name : `${name}, ${role}`
  const notify = (what: 'person.change' | 'mail.change') => notifyOwners({ merchantCode, what, by, about })
  // The same mail before and after the change: nobody gets it twice.
  const ofMail = mail === undefined ? [] : notify('mail.change')
  return {
    before: [...(role !== undefined || rights !== undefined ? notify('person.change') : []), ...ofMail],
    after: ofMail,
  }
}
