/**
 * Links by which somebody becomes one of a merchant's people, or comes back after having lost every way in.
 *
 * As operators' links (`people/links.ts`) they are random, stand behind the `#`, are stored as a hash, and are good once and for a day.
 * Who is signed in already accepts an invitation as the person they are. Who comes back stays the same person, at all their merchants:
 * so a merchant's owner may bring back only who is at that merchant alone, or owners could take each other's people over.
 */
import { isViolationOf, type Row, type SqlCall, type SqlStatement } from '../database/port.ts'
import type { Instant } from '../foundation/deps.ts'
import type { MerchantCode } from '../foundation/identifiers.ts'
import { isoTime } from '../foundation/instants.ts'
import { fail, type Result, succeed } from '../foundation/result.ts'
import type { Merchants } from '../merchants/directory.ts'
import type { TellOwners } from '../merchants/owner-news.ts'
import { OPERATOR_NAME } from '../operators/operators.ts'
import type { PeopleContext } from '../people/context.ts'
import type { Joined, Joining, NotJoined } from '../people/joining.ts'
import { arrive, type Visitor, waysGone } from '../people/people.ts'
import { newRecoveryCodes } from '../people/recovery-codes.ts'
import { hashText } from '../people/sealed.ts'
import { activityCall } from './activity.ts'
import { insertMember, type MerchantPerson, memberRightsFrom, storedMemberRights } from './member.ts'
import type { MemberRole, Membership } from './rights.ts'
import { joinCall, lockTeam, MAX_TEAM, teamIn } from './team.ts'

export interface WantedMemberLink extends Membership {
  readonly merchantCode: MerchantCode
  readonly purpose: 'INVITE' | 'RECOVER'
  readonly name: string
  /** By name. */
  readonly madeBy: string
  /** Of whom it brings back. */
  readonly person?: string
}

export interface MemberLink extends Required<WantedMemberLink> {
  readonly id: string
  readonly hash: string
  readonly expiresAt: Instant
}

const LASTS_MS = 24 * 3_600_000
const SECRET_BYTES = 32
const COLUMNS = 'merchant_id, id, hash, purpose, person, name, role, rights, made_by, expires_at'
const INSERT: SqlStatement = {
  name: 'merchant_invitation_insert',
  text: `insert into merchant_invitation (merchant_id, id, hash, purpose, person, name, role, rights, made_by, made_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8::text::jsonb, $9, $10, $11)`,
}
/** One of a kind for one name at a time; and those whose time is long over go with it. */
const CLEAR: SqlStatement = {
  name: 'merchant_invitation_clear',
  text: `delete from merchant_invitation where merchant_id = $1 and ((used_at is null and purpose = $2 and name = $3) or expires_at < $4)`,
}
const FIND: SqlStatement = {
  name: 'merchant_invitation_find',
  text: `select ${COLUMNS} from merchant_invitation where hash = $1 and used_at is null and expires_at > $2`,
}
const USE: SqlStatement = {
  name: 'merchant_invitation_use',
  text: `update merchant_invitation set used_at = $2 where hash = $1 and used_at is null and expires_at > $2 returning ${COLUMNS}`,
}
const OPEN: SqlStatement = {
  name: 'merchant_invitation_list',
  text: `select ${COLUMNS} from merchant_invitation where merchant_id = $1 and used_at is null and expires_at > $2
    order by name, id limit ${MAX_TEAM}`,
}
const TAKE_BACK: SqlStatement = {
  name: 'merchant_invitation_delete',
  text: 'delete from merchant_invitation where merchant_id = $1 and id = $2 and used_at is null returning id',
}

const rowToLink = (row: Row): MemberLink => ({
  merchantCode: row.merchant_id as MerchantCode,
  id: row.id as string,
  hash: row.hash as string,
  purpose: row.purpose as MemberLink['purpose'],
  person: row.person as string,
  name: row.name as string,
  role: row.role as MemberRole,
  rights: memberRightsFrom(row.rights),
  madeBy: row.made_by as string,
  expiresAt: row.expires_at as Instant,
})

export interface GivenMemberLink {
  /** For the person, and nobody else. */
  readonly url: string
  readonly expiresAt: Instant
}

/** A link, made with its line in the log; undefined: nobody can sign in at this address. */
export async function giveMemberLink(
  { database, deps, address }: PeopleContext<MerchantPerson>,
  wanted: WantedMemberLink,
  note: SqlCall,
): Promise<GivenMemberLink | undefined> {
  const open = address()
  if (!open.ok) return undefined
  const { clock, randomness } = deps
  const now = clock.now()
  const secret = Buffer.from(randomness.bytes(SECRET_BYTES)).toString('base64url')
  const { merchantCode, purpose, name, role, rights, madeBy } = wanted
  const person = wanted.person ?? randomness.uuidV7(now)
  const expiresAt = now + LASTS_MS
  const made = [merchantCode, randomness.uuidV7(now), hashText(secret), purpose, person, name, role]
  const until = [isoTime(now), isoTime(expiresAt)]
  await database.batch([
    { statement: CLEAR, values: [merchantCode, purpose, name, isoTime(now - LASTS_MS)] },
    { statement: INSERT, values: [...made, storedMemberRights(rights), madeBy, ...until] },
    note,
  ])
  return { url: `${open.value.origins[0]}/dashboard/sign-in#${secret}`, expiresAt }
}

export const openInvitations = async (
  { database, deps }: Pick<PeopleContext<MerchantPerson>, 'database' | 'deps'>,
  merchantCode: MerchantCode,
): Promise<readonly MemberLink[]> =>
  (await database.run(OPEN, [merchantCode, isoTime(deps.clock.now())])).map(rowToLink)

/** One row where there was one that nobody had used. */
export const takeBackCall = (merchantCode: MerchantCode, id: string): SqlCall => ({
  statement: TAKE_BACK,
  values: [merchantCode, id],
})

type Context = PeopleContext<MerchantPerson> & {
  readonly merchants: Merchants
  readonly tellOwners: TellOwners
}

async function findLink({ database, deps }: Context, secret: string): Promise<MemberLink | undefined> {
  const [row] = await database.run(FIND, [hashText(secret), isoTime(deps.clock.now())])
  return row && rowToLink(row)
}

const useLink = (secret: string, now: Instant): SqlCall => ({
  statement: USE,
  values: [hashText(secret), isoTime(now)],
})

export const membersJoining = (context: Context): Joining<MerchantPerson> => ({
  async open(secret, said) {
    const link = await findLink(context, secret)
    if (!link) return fail('LINK_OVER')
    const name = nameFor(link, said)
    if (name === undefined) return fail('NAME_WRONG')
    const { hash, person, purpose, role, expiresAt, merchantCode } = link
    const profile = await context.merchants.find(merchantCode)
    const merchant = profile && { merchantCode, name: profile.merchant.name, isTest: profile.isTest }
    return succeed({ hash, person, name, expiresAt, makes: { purpose, role, ...(merchant && { merchant }) } })
  },
  join: (secret, said, visitor, wayIn) => join(context, secret, said, visitor, wayIn),
})

/** A new person may be called otherwise than who invited them wrote: names are unique, and theirs. */
function nameFor(link: MemberLink, said: string | undefined): string | undefined {
  const name = link.purpose === 'INVITE' ? (said ?? link.name) : link.name
  return OPERATOR_NAME.test(name) ? name : undefined
}

async function join(
  context: Context,
  secret: string,
  said: string | undefined,
  visitor: Visitor,
  wayIn: SqlCall,
): Promise<Result<Joined<MerchantPerson>, NotJoined>> {
  const { database, deps } = context
  const now = deps.clock.now()
  const found = await findLink(context, secret)
  if (!found) return fail('LINK_OVER')
  const reads = [lockTeam(found.merchantCode), useLink(secret, now)]
  try {
    return await database.transact<Result<Joined<MerchantPerson>, NotJoined>>(reads, ([rows, used]) => {
      const link = used?.[0] && rowToLink(used[0])
      const name = link && nameFor(link, said)
      if (!link || name === undefined) return { calls: [], outcome: fail('LINK_OVER') }
      const team = teamIn(rows)
      const before = team.find(({ id }) => id === link.person)
      // Whoever has left meanwhile does not come back by an old link.
      if (link.purpose === 'RECOVER' ? !before : team.length >= MAX_TEAM)
        return { calls: [], outcome: fail('LINK_OVER') }
      const { merchantCode, role, rights, person } = link
      const at = new Map([[merchantCode, before ?? { role, rights }]])
      const member: MerchantPerson = { id: person, name, createdAt: now, at }
      const made = before
        ? waysGone(person)
        : [insertMember(member), joinCall(merchantCode, person, link, now)]
      const { codes, calls } = newRecoveryCodes(deps, person, now)
      const begun = arrive(context, member, 'LINK', visitor)
      const note = noteOf(context, link, name)
      return {
        calls: [...made, wayIn, ...calls, note, ...newsOf(context, link, name), ...begun.calls],
        outcome: succeed({ begun, recoveryCodes: codes }),
      }
    })
  } catch (error) {
    if (isViolationOf(error, 'merchant_person_name_key')) return fail('NAME_TAKEN')
    throw error
  }
}

const noteOf = ({ deps }: Context, link: MemberLink, name: string): SqlCall =>
  activityCall(deps, {
    merchantCode: link.merchantCode,
    person: link.person,
    name,
    action: link.purpose === 'RECOVER' ? 'person.recover' : 'person.join',
    subject: `person ${name}`,
    detail: { role: link.role, invitedBy: link.madeBy },
  })

const newsOf = (
  { tellOwners }: Context,
  { merchantCode, purpose, role, madeBy }: MemberLink,
  name: string,
): readonly SqlCall[] =>
  tellOwners({
    merchantCode,
    what: purpose === 'RECOVER' ? 'person.recover' : 'person.join',
    by: `${name}, by a link that ${madeBy} made`,
    about: `${name}, ${role}`,
  })

/** Whoever is signed in takes the role of an invitation at one more merchant. */
export async function acceptInvitation(
  context: Context,
  { id, name }: MerchantPerson,
  secret: string,
): Promise<Result<undefined, 'LINK_OVER' | 'ALREADY_THERE'>> {
  const { database, deps } = context
  const now = deps.clock.now()
  const found = await findLink(context, secret)
  if (found?.purpose !== 'INVITE') return fail('LINK_OVER')
  const { merchantCode } = found
  if ((await database.run(MEMBER_AT, [merchantCode, id])).length > 0) return fail('ALREADY_THERE')
  const reads = [LOCK_PERSON(id), lockTeam(merchantCode), useLink(secret, now)]
  return database.transact<Result<undefined, 'LINK_OVER' | 'ALREADY_THERE'>>(
    reads,
    ([person, rows, used]) => {
      const link = used?.[0] && rowToLink(used[0])
      const team = teamIn(rows)
      if (!link || person?.length !== 1 || team.length >= MAX_TEAM)
        return { calls: [], outcome: fail('LINK_OVER') }
      if (team.some((each) => each.id === id)) return { calls: [], outcome: fail('ALREADY_THERE') }
      const calls = [
        joinCall(merchantCode, id, link, now),
        noteOf(context, { ...link, person: id }, name),
        ...newsOf(context, link, name),
      ]
      return { calls, outcome: succeed(undefined) }
    },
  )
}

const MEMBER_AT: SqlStatement = {
  name: 'merchant_member_at',
  text: 'select person from merchant_member where merchant_id = $1 and person = $2',
}
const LOCK_PERSON_ROW: SqlStatement = {
  name: 'merchant_person_lock',
  text: 'select id from merchant_person where id = $1 for update',
}
const LOCK_PERSON = (id: string): SqlCall => ({ statement: LOCK_PERSON_ROW, values: [id] })
