/**
 * Using a link (`links.ts`): someone joins a merchant's people, recovers their access, or joins a further merchant as the person
 * they are.
 *
 * The person and everything that the link depends on are checked under the lock of that person and of the merchant's team. A
 * recovery affects all their merchants, so each of them has it in its log, and its owners are notified by mail.
 */
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { isViolationOf, type SqlCall } from '@sluice/database/port.ts'
import type { Merchants } from '../../merchants/directory.ts'
import type { NotifyOwners } from '../../merchants/owner-notices.ts'
import { OPERATOR_NAME } from '../operators/operators.ts'
import type { PeopleContext } from '../people/context.ts'
import type { Joined, Joining, NotJoined } from '../people/joining.ts'
import { arrive, removeSignInMethods, type Visitor } from '../people/people.ts'
import { newRecoveryCodes } from '../people/recovery-codes.ts'
import { lockSession, type PersonSession } from '../people/sessions.ts'
import { activityCall } from './activity.ts'
import { endRecoveriesCall, findMemberLink, type MemberLink, memberLinkIn, useMemberLink } from './links.ts'
import {
  insertMember,
  lockPerson,
  type MerchantPerson,
  membershipsIn,
  membershipsOf,
  readMemberships,
} from './member.ts'
import { joinCall, lockTeam, MAX_TEAM, readTeam, teamIn } from './team.ts'

type Context = PeopleContext<MerchantPerson> & {
  readonly merchants: Merchants
  readonly notifyOwners: NotifyOwners
}

export const membersJoining = (context: Context): Joining<MerchantPerson> => ({
  async open(secret, said) {
    const link = await findMemberLink(context, secret)
    if (!link) return fail('LINK_OVER')
    const name = nameFor(link, said)
    if (name === undefined) return fail('NAME_WRONG')
    const { hash, person, purpose, role, expiresAt, merchantCode } = link
    const profile = await context.merchants.find(merchantCode)
    const merchant = profile && { merchantCode, name: profile.merchant.name, isTest: profile.isTest }
    return succeed({ hash, person, name, expiresAt, makes: { purpose, role, ...(merchant && { merchant }) } })
  },
  join: (secret, said, visitor, signInMethod) => join(context, secret, said, visitor, signInMethod),
})

/** A new person may choose another name than the invitation's, as names are unique and their own. */
function nameFor(link: MemberLink, said: string | undefined): string | undefined {
  const name = link.purpose === 'INVITE' ? (said ?? link.name) : link.name
  return OPERATOR_NAME.test(name) ? name : undefined
}

async function join(
  context: Context,
  secret: string,
  said: string | undefined,
  visitor: Visitor,
  signInMethod: SqlCall,
): Promise<Result<Joined<MerchantPerson>, NotJoined>> {
  const { database, deps } = context
  const now = deps.clock.now()
  const found = await findMemberLink(context, secret)
  if (!found) return fail('LINK_OVER')
  const { merchantCode } = found
  const locks = [lockPerson(found.person), lockTeam(merchantCode)] as const
  const reads = [
    ...locks,
    useMemberLink(secret, now),
    readTeam(merchantCode),
    readMemberships(found.person),
  ] as const
  try {
    return await database.transact<Result<Joined<MerchantPerson>, NotJoined>, typeof reads>(
      reads,
      ([, , used, rows, belongs]) => {
        const link = memberLinkIn(used)
        const name = link && nameFor(link, said)
        const team = teamIn(rows)
        if (!link || name === undefined || (link.purpose === 'INVITE' && team.length >= MAX_TEAM))
          return { calls: [], outcome: fail('LINK_OVER') }
        const { role, rights, person } = link
        const before = team.find(({ id }) => id === person)
        const at = new Map([[merchantCode, before ?? { role, rights }]])
        const member: MerchantPerson = { id: person, name, createdAt: now, at }
        const joined = { at: now, revision: deps.randomness.uuidV7(now) }
        const made =
          link.purpose === 'RECOVER'
            ? removeSignInMethods(person)
            : [insertMember(member), joinCall(merchantCode, person, link, joined)]
        const { codes, calls } = newRecoveryCodes(deps, person, now)
        const begun = arrive(context, member, 'LINK', visitor)
        const { merchants } = membershipsIn(belongs)
        const reported = (link.purpose === 'RECOVER' ? merchants : [merchantCode]).flatMap((code) =>
          reportedAt(context, code, link, name),
        )
        return {
          calls: [...made, signInMethod, ...calls, ...reported, ...begun.calls],
          outcome: succeed({ begun, recoveryCodes: codes }),
        }
      },
    )
  } catch (error) {
    if (isViolationOf(error, 'merchant_person_name_key')) return fail('NAME_TAKEN')
    throw error
  }
}

/** The line in a merchant's log, and the mail to its owners. */
function reportedAt(
  { deps, notifyOwners }: Context,
  merchantCode: MerchantCode,
  { merchantCode: home, purpose, person, role, madeBy, approvedBy }: MemberLink,
  name: string,
): readonly SqlCall[] {
  const what = purpose === 'RECOVER' ? 'person.recover' : 'person.join'
  const note = activityCall(deps, {
    merchantCode,
    person,
    name,
    action: what,
    subject: `person ${name}`,
    detail: { ...(merchantCode === home && { role }), invitedBy: madeBy, approvedBy },
  })
  const by = `${name}, by a link that ${madeBy} requested`
  // Their role at another merchant is none of this merchant's business.
  const about = merchantCode === home ? `${name}, ${role}` : name
  return [note, ...notifyOwners({ merchantCode, what, by, about })]
}

export type NotAccepted = 'LINK_OVER' | 'ALREADY_THERE' | 'SESSION_OVER'

/** Adds the role of an invitation at a further merchant for someone who is signed in, and still is at the commit. */
export async function acceptInvitation(
  context: Context,
  session: Pick<PersonSession<MerchantPerson>, 'operator' | 'hash'>,
  secret: string,
): Promise<Result<undefined, NotAccepted>> {
  const { database, deps } = context
  const { id, name } = session.operator
  const now = deps.clock.now()
  const found = await findMemberLink(context, secret)
  if (found?.purpose !== 'INVITE') return fail('LINK_OVER')
  const { merchantCode } = found
  // The link is not used up if they are already there.
  if ((await membershipsOf(database, id)).merchants.includes(merchantCode)) return fail('ALREADY_THERE')
  const locks = [lockPerson(id), lockTeam(merchantCode), lockSession(session, now)] as const
  const reads = [...locks, useMemberLink(secret, now), readTeam(merchantCode)] as const
  return database.transact<Result<undefined, NotAccepted>, typeof reads>(
    reads,
    ([person, , open, used, rows]) => {
      const link = memberLinkIn(used)
      const team = teamIn(rows)
      // Someone else may be using this person's account by now.
      if (open?.length !== 1) return { calls: [], outcome: fail('SESSION_OVER') }
      if (!link || person?.length !== 1 || team.length >= MAX_TEAM)
        return { calls: [], outcome: fail('LINK_OVER') }
      if (team.some((each) => each.id === id)) return { calls: [], outcome: fail('ALREADY_THERE') }
      const calls = [
        joinCall(merchantCode, id, link, { at: now, revision: deps.randomness.uuidV7(now) }),
        endRecoveriesCall(id),
        ...reportedAt(context, merchantCode, { ...link, person: id }, name),
      ]
      return { calls, outcome: succeed(undefined) }
    },
  )
}
