/**
 * Links by which someone joins a merchant's people, or recovers their access when they can no longer sign in: making, listing and
 * withdrawing them. `joining.ts` uses them.
 *
 * Like operators' links (`identity/people/links.ts`) they are random, stand behind the `#`, are stored as a hash, and are valid
 * once, for a day. A link is only valid while nothing has changed about the people involved: the requester and the approver must
 * have the same role and rights as when it was made. A recovered person stays the same person at all their merchants. So the link
 * records their role at each of them at the time of the request, and any difference ends it.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type RowOf, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { isUnchanged } from '../operators/second-person.ts'
import type { PeopleContext } from '../people/context.ts'
import { type GivenLink, handOver } from '../people/link-delivery.ts'
import type { LinkMaker } from '../people/links.ts'
import { hashText } from '../people/sealed.ts'
import { type MerchantPerson, memberRightsFrom, membershipsText, storedMemberRights } from './member.ts'
import type { Membership } from './rights.ts'
import { MAX_TEAM } from './team.ts'

/** The requester of a link: an owner of the merchant, or an operator. */
export interface MemberLinkMaker extends LinkMaker {
  readonly isOperator: boolean
}

interface LinkParts extends Membership {
  readonly merchantCode: MerchantCode
  readonly name: string
  readonly maker: MemberLinkMaker
  /** The operator who approved it; undefined if no approval was needed. */
  readonly approver: LinkMaker | undefined
}

export type WantedMemberLink = LinkParts &
  (
    | { readonly purpose: 'INVITE' }
    /** @param memberships their roles at all their merchants when it was requested (`membershipsOf`) */
    | { readonly purpose: 'RECOVER'; readonly person: string; readonly memberships: string }
  )

export interface MemberLink extends Membership {
  readonly merchantCode: MerchantCode
  readonly id: string
  readonly purpose: WantedMemberLink['purpose']
  /** The ID that a new person will have, or the recovered person's. */
  readonly person: string
  readonly hash: string
  readonly name: string
  /** The requester's name. */
  readonly madeBy: string
  readonly approvedBy: string | undefined
  readonly expiresAt: Instant
}

const LASTS_MS = 24 * 3_600_000
const SECRET_BYTES = 32
const COLUMNS = `i.merchant_id, i.id, i.hash, i.purpose, i.person, i.name, i.role, i.rights, i.made_by, i.approver_name, i.expires_at`
/** It is unused, and the people involved are unchanged. */
const HOLDS = `i.used_at is null
  and case when i.maker_is_operator then ${isUnchanged('i.maker', 'i.maker_revision')}
    else exists (select from merchant_member w where w.merchant_id = i.merchant_id and w.person = i.maker
      and w.revision is not distinct from i.maker_revision) end
  and (i.approver is null or ${isUnchanged('i.approver', 'i.approver_revision')})
  and (i.purpose <> 'RECOVER' or i.memberships = ${membershipsText('i.person')})`
const INSERT = sqlStatement({
  name: 'merchant_invitation_insert',
  text: `insert into merchant_invitation (merchant_id, id, hash, purpose, person, name, role, rights, made_by, made_at, expires_at,
      maker, maker_is_operator, maker_revision, approver, approver_name, approver_revision, memberships)
    values ($1, $2, $3, $4, $5, $6, $7, $8::text::jsonb, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
})
/** Deletes other links of the same kind for the same name, and those that expired long ago. */
const CLEAR = sqlStatement({
  name: 'merchant_invitation_clear',
  text: `delete from merchant_invitation where merchant_id = $1 and ((used_at is null and purpose = $2 and name = $3) or expires_at < $4)`,
})
const FIND = sqlStatement({
  name: 'merchant_invitation_find',
  text: `select ${COLUMNS} from merchant_invitation i where i.hash = $1 and i.expires_at > $2 and ${HOLDS}`,
})
const USE = sqlStatement({
  name: 'merchant_invitation_use',
  text: `update merchant_invitation i set used_at = $2 where i.hash = $1 and i.expires_at > $2 and ${HOLDS} returning ${COLUMNS}`,
})
const OPEN = sqlStatement({
  name: 'merchant_invitation_list',
  text: `select ${COLUMNS} from merchant_invitation i where i.merchant_id = $1 and i.expires_at > $2 and ${HOLDS}
    order by i.name, i.id limit ${MAX_TEAM}`,
})
const WITHDRAW = sqlStatement({
  name: 'merchant_invitation_delete',
  text: 'delete from merchant_invitation where merchant_id = $1 and id = $2 and used_at is null returning id',
})
const END_RECOVERIES = sqlStatement({
  name: 'merchant_invitation_end_recoveries',
  text: `delete from merchant_invitation where person = $1 and purpose = 'RECOVER' and used_at is null`,
})

const rowToLink = (row: RowOf<'merchant_invitation_list'>): MemberLink => ({
  merchantCode: row.merchant_id,
  id: row.id,
  hash: row.hash,
  purpose: row.purpose,
  person: row.person,
  name: row.name,
  role: row.role,
  rights: memberRightsFrom(row.rights),
  madeBy: row.made_by,
  approvedBy: row.approver_name ?? undefined,
  expiresAt: row.expires_at,
})

type Context = Pick<PeopleContext<MerchantPerson>, 'database' | 'deps' | 'address' | 'mailLink'>

/**
 * Makes a link, with lines in the logs.
 * @param mail where it is sent; undefined to show it
 * @returns undefined if nobody can sign in at this address
 */
export async function giveMemberLink(
  context: Context,
  wanted: WantedMemberLink,
  mail: string | undefined,
  ...notes: readonly SqlCall[]
): Promise<GivenLink | undefined> {
  const { database, deps, address } = context
  const open = address()
  if (!open.ok) return undefined
  const { clock, randomness } = deps
  const now = clock.now()
  const secret = Buffer.from(randomness.bytes(SECRET_BYTES)).toString('base64url')
  const { merchantCode, purpose, name, role, rights, maker, approver } = wanted
  const back = wanted.purpose === 'RECOVER' ? wanted : undefined
  const person = back?.person ?? randomness.uuidV7(now)
  const expiresAt = now + LASTS_MS
  const made = [merchantCode, randomness.uuidV7(now), hashText(secret), purpose, person, name, role]
  const until = [isoTime(now), isoTime(expiresAt)]
  const standsOn = [
    ...[maker.id, maker.isOperator, maker.revision ?? null],
    ...[approver?.id ?? null, approver?.name ?? null, approver?.revision ?? null],
    back?.memberships ?? null,
  ]
  const handed = handOver(context, mail, {
    url: `${open.value.origins[0]}/dashboard/sign-in#${secret}`,
    name,
    makes: `${role} of the merchant ${merchantCode}`,
    by: maker.name,
    expiresAt,
  })
  await database.batch([
    { statement: CLEAR, values: [merchantCode, purpose, name, isoTime(now - LASTS_MS)] },
    { statement: INSERT, values: [...made, storedMemberRights(rights), maker.name, ...until, ...standsOn] },
    ...handed.calls,
    ...notes,
  ])
  return handed.given
}

/** Those that are valid now. */
export const openMemberLinks = async (
  { database, deps }: Pick<Context, 'database' | 'deps'>,
  merchantCode: MerchantCode,
): Promise<readonly MemberLink[]> =>
  (await database.run(OPEN, [merchantCode, isoTime(deps.clock.now())])).map(rowToLink)

/** One row if there was an unused link. */
export const withdrawCall = (merchantCode: MerchantCode, id: string): SqlCall => ({
  statement: WITHDRAW,
  values: [merchantCode, id],
})

/** In the commit in which someone joins a further merchant: recovery links from before did not cover it, so they end. */
export const endRecoveriesCall = (person: string): SqlCall => ({
  statement: END_RECOVERIES,
  values: [person],
})

export async function findMemberLink(
  { database, deps }: Pick<Context, 'database' | 'deps'>,
  secret: string,
): Promise<MemberLink | undefined> {
  const [row] = await database.run(FIND, [hashText(secret), isoTime(deps.clock.now())])
  return row && rowToLink(row)
}

/** For the first round trip of the transaction that uses it, after its locks. No row: it is over. */
export const useMemberLink = (secret: string, now: Instant): SqlCall<'merchant_invitation_use'> => ({
  statement: USE,
  values: [hashText(secret), isoTime(now)],
})

export const memberLinkIn = (
  rows: readonly RowOf<'merchant_invitation_use'>[] | undefined,
): MemberLink | undefined => {
  const [row] = rows ?? []
  return row && rowToLink(row)
}
