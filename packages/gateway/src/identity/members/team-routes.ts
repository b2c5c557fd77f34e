/** The team: who belongs to a merchant, and what they did. Only for its own people. A change needs a recent proof of identity. */
import { isUuid } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Static, type TSchema, Type } from 'typebox'
import { endpointsIn, type MerchantCall, type MerchantsContext } from '../../api/endpoint.ts'
import { pageSchema } from '../../api/list-endpoints.ts'
import { BY_KEY, pageOf } from '../../api/pages.ts'
import { httpProblem, type Problem, ProblemError, validationFailed } from '../../http/problems.ts'
import { NEW_OPERATOR_NAME } from '../operators/new-names.ts'
import type { PeopleContext } from '../people/context.ts'
import { type GivenLink, GivenLinkSchema, givenLinkBody, mailRefusal } from '../people/link-delivery.ts'
import { peopleProblem } from '../people/problems.ts'
import { ownOperationCall, readActivity } from './activity.ts'
import { giveMemberLink, openMemberLinks, withdrawCall } from './links.ts'
import { type MerchantPerson, membershipsOf } from './member.ts'
import {
  ActivitySchema,
  ChangeMember,
  InviteMember,
  type MemberRightsSchema,
  TeamMemberSchema,
  TeamSchema,
} from './protocol.ts'
import { isWholeOwner, type MemberRights } from './rights.ts'
import {
  changeTeamMember,
  endTeamMember,
  type NotChanged,
  noticeOfChange,
  type TeamMember,
  type TeamMemberChange,
  teamOf,
} from './team.ts'
import { invitationBody, memberRightsOf, teamMemberBody } from './views.ts'

export interface TeamContext extends MerchantsContext {
  readonly members: PeopleContext<MerchantPerson>
}

const endpoint = endpointsIn<TeamContext>()

const params = { id: Type.String({ description: 'The ID of the member in the team list.' }) }
const Done = Type.Null({ description: 'Done.' })
const TEAM = { tag: 'Team', forPeople: true } as const
const SAYS_WHO = {
  puts: 'RIGHTS',
  proof: true,
  can: 'invite people and change their roles',
} as const

type TeamCall = Pick<
  MerchantCall<TeamContext, unknown, unknown, TSchema>,
  'gateway' | 'caller' | 'person' | 'request'
>

const noteOf = ({ gateway, caller }: TeamCall, action: string, subject: string, detail: object) =>
  ownOperationCall(gateway.deps, caller, { action, subject, detail })

/** @throws ProblemError 404 */
async function memberOf({ gateway, caller }: TeamCall, id: string): Promise<TeamMember> {
  const team = isUuid(id) ? await teamOf(gateway.database, caller.profile.merchantCode) : []
  const found = team.find((each) => each.id === id)
  if (!found) throw absent()
  return found
}

/** The caller, who must be an owner that may change rights. @throws ProblemError 403 */
async function readOwner(call: TeamCall): Promise<TeamMember> {
  const member = await memberOf(call, call.person.id)
  if (isWholeOwner(member)) return member
  throw new ProblemError(httpProblem('SCOPE_EXCEEDED', 'only an owner without restrictions can do this'))
}

const read = endpoint({
  ...TEAM,
  route: 'GET /team',
  operationId: 'readTeam',
  summary: 'List the team and its open invitations',
  answers: { 200: TeamSchema },
  problems: ['NOT_FOUND'],
  async handle({ gateway, context, caller, person }) {
    const { merchantCode } = caller.profile
    const team = await teamOf(gateway.database, merchantCode)
    const links = await openMemberLinks(context.members, merchantCode)
    return {
      data: team.map((each) => teamMemberBody(each, person.id)),
      invitations: links.map(invitationBody),
    }
  },
})

const invite = endpoint({
  ...TEAM,
  route: 'POST /team/!invite',
  operationId: 'inviteToTeam',
  summary: 'Create a link that invites a person to the team',
  person: SAYS_WHO,
  body: InviteMember,
  answers: { 201: GivenLinkSchema },
  problems: ['NOT_FOUND', 'STEP_UP_NEEDED', 'SIGN_IN_CLOSED'],
  async handle(call) {
    const { members } = call.context
    const person = await readOwner(call)
    const { name, role, rights, mail } = call.body()
    const refusal = mailRefusal(members, mail)
    if (refusal) throw new ProblemError(refusal)
    if (!NEW_OPERATOR_NAME.test(name)) throw invalid('/name', 'must be a name')
    const membership = { role, rights: rightsIn(rights) }
    const note = noteOf(call, 'team.invite', `person ${name}`, { role })
    const { merchantCode } = call.caller.profile
    const wanted = { ...membership, merchantCode, purpose: 'INVITE', name, ...makerOf(person) } as const
    return linkBody(await giveMemberLink(members, wanted, mail, note))
  },
})

const withdraw = endpoint({
  ...TEAM,
  route: 'POST /team/:id/!withdraw',
  operationId: 'withdrawInvitation',
  summary: 'Revoke an unused invitation',
  person: {
    why: 'CLOSES',
    can: 'revoke invitations',
    worst: 'A person has to be invited again.',
  },
  params,
  answers: { 204: Done },
  problems: ['NOT_FOUND'],
  async handle({ gateway, caller, params: { id } }) {
    if (!isUuid(id)) throw absent()
    const call = withdrawCall(caller.profile.merchantCode, id)
    if ((await gateway.database.run(call.statement, call.values)).length === 0) throw absent()
    return null
  },
})

const change = endpoint({
  ...TEAM,
  route: 'PATCH /team/:id',
  operationId: 'changeTeamMember',
  summary: "Change a member's role and rights, from their next request on",
  person: SAYS_WHO,
  params,
  body: ChangeMember,
  answers: { 200: TeamMemberSchema },
  problems: ['NOT_FOUND', 'STEP_UP_NEEDED', 'LAST_SIGN_IN_METHOD'],
  async handle(call) {
    const { database, deps, notifyOwners } = call.gateway
    const person = await readOwner(call)
    const before = await memberOf(call, call.params.id)
    const { role, rights, mail } = call.body()
    const change: TeamMemberChange = {
      ...(role !== undefined && { role }),
      ...(rights !== undefined && { rights: rightsIn(rights) }),
      ...(mail !== undefined && { mail }),
    }
    const note = noteOf(call, 'team.change', `person ${before.name}`, {
      before: before.role,
      after: role,
      ...(mail !== undefined && { mail: 'changed' }),
    })
    const { merchantCode } = call.caller.profile
    const reported = noticeOfChange(notifyOwners, merchantCode, person.name, before, change)
    const at = deps.clock.now()
    const withIt = { ...reported, after: [note, ...reported.after], at, revision: deps.randomness.uuidV7(at) }
    const changed = await changeTeamMember(database, merchantCode, before.id, change, withIt)
    if (!changed.ok) throw new ProblemError(notChanged(changed.failure))
    return teamMemberBody(changed.value, person.id)
  },
})

const end = endpoint({
  ...TEAM,
  route: 'DELETE /team/:id',
  operationId: 'endTeamMember',
  summary: 'Remove a member; their next request is refused',
  person: {
    why: 'CLOSES',
    proof: true,
    can: 'remove people from the team',
    worst: 'A colleague has no access until an owner invites them again. The last owner cannot be removed.',
  },
  params,
  answers: { 204: Done },
  problems: ['NOT_FOUND', 'STEP_UP_NEEDED', 'LAST_SIGN_IN_METHOD'],
  async handle(call) {
    const { database, notifyOwners } = call.gateway
    const person = await readOwner(call)
    const gone = await memberOf(call, call.params.id)
    const note = noteOf(call, 'team.end', `person ${gone.name}`, { role: gone.role })
    const { merchantCode } = call.caller.profile
    const reported = notifyOwners({ merchantCode, what: 'person.end', by: person.name, about: gone.name })
    const ended = await endTeamMember(database, merchantCode, gone.id, note, ...reported)
    if (!ended.ok) throw new ProblemError(notChanged(ended.failure))
    return null
  },
})

const recover = endpoint({
  ...TEAM,
  route: 'POST /team/:id/!recover',
  operationId: 'recoverTeamMember',
  summary: 'Create a recovery link for a person who cannot sign in',
  description:
    "Only for a person who belongs to this merchant alone; the gateway's operators help everyone else. Using the link ends all earlier sign-in methods.",
  person: SAYS_WHO,
  params,
  answers: { 201: GivenLinkSchema },
  problems: ['NOT_FOUND', 'STEP_UP_NEEDED', 'SIGN_IN_CLOSED'],
  async handle(call) {
    const { database, notifyOwners } = call.gateway
    const maker = await readOwner(call)
    const { id, name, role, rights } = await memberOf(call, call.params.id)
    const { merchantCode } = call.caller.profile
    const { merchants, text } = await membershipsOf(database, id)
    if (merchants.some((each) => each !== merchantCode)) throw new ProblemError(AT_OTHERS)
    const note = noteOf(call, 'team.recover', `person ${name}`, {})
    const reported = notifyOwners({ merchantCode, what: 'person.recover-link', by: maker.name, about: name })
    const whom = { merchantCode, name, person: id, role, rights, memberships: text }
    const wanted = { purpose: 'RECOVER', ...whom, ...makerOf(maker) } as const
    return linkBody(await giveMemberLink(call.context.members, wanted, undefined, note, ...reported))
  },
})

const AT_OTHERS = httpProblem(
  'SCOPE_EXCEEDED',
  'this person also belongs to other merchants, so only an operator can recover the account',
)

const activity = endpoint({
  ...TEAM,
  route: 'GET /team/activity',
  operationId: 'listTeamActivity',
  summary: "List the activity of the merchant's team, newest first",
  pages: 'by time',
  answers: { 200: pageSchema(ActivitySchema) },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { from, to, after, limit } = call.page(BY_KEY)
    const page = { from, to, after: after?.[0], limit: limit + 1 }
    const noted = await readActivity(call.gateway.database, call.caller.profile.merchantCode, page)
    return pageOf(
      noted,
      limit,
      ({ id }) => [id],
      ({ at, name, action, subject, requestId }) => ({
        at: isoTime(at),
        person: name,
        action,
        subject,
        ...(requestId !== undefined && { requestId }),
      }),
    )
  },
})

export const TEAM_ENDPOINTS = [read, invite, withdraw, change, end, recover, activity] as const

/** An owner makes links without approval. */
const makerOf = ({ id, name, revision }: TeamMember) => ({
  maker: { id, name, revision, isOperator: false },
  approver: undefined,
})

/** @throws ProblemError 400 */
function rightsIn(rights: Static<typeof MemberRightsSchema> | undefined): MemberRights {
  const read = memberRightsOf(rights ?? {})
  if (!read.ok) throw invalid(`/rights${read.failure}`, 'must contain each currency once with an amount')
  return read.value
}

const invalid = (path: string, message: string) =>
  new ProblemError(validationFailed([{ path, code: 'INVALID_FORMAT', message }]))
const absent = () => new ProblemError(httpProblem('NOT_FOUND', 'your team has no member with this ID'))

const notChanged = (why: NotChanged): Problem =>
  why === 'NOT_FOUND'
    ? httpProblem('NOT_FOUND', 'your team has no member with this ID')
    : peopleProblem(
        'LAST_SIGN_IN_METHOD',
        'The last owner without restrictions must stay one. Make another person owner first.',
      )

export function linkBody(given: GivenLink | undefined) {
  if (!given)
    throw new ProblemError(
      peopleProblem('SIGN_IN_CLOSED', 'sign-in needs https, and the gateway has no https address'),
    )
  return givenLinkBody(given)
}
