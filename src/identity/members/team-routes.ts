/** The team: who is at a merchant, and what they did. Asked by its own people alone; whoever changes it shows again that it is them. */
import type { onRequestHookHandler } from 'fastify'
import { type Static, Type } from 'typebox'
import { type Caller, readCaller, readPerson } from '../../api/caller.ts'
import type { Gateway } from '../../api/gateway.ts'
import { BY_KEY, NextCursor, PAGE_PARAMETERS, pageOf, readPageRequest } from '../../api/pages.ts'
import { READ_PROBLEMS, WRITE_PROBLEMS } from '../../api/schemas.ts'
import { isUuid } from '../../foundation/identifiers.ts'
import { isoTime } from '../../foundation/instants.ts'
import { describeOnly, problemResponsesOf } from '../../http/openapi.ts'
import {
  HTTP_PROBLEMS,
  httpProblem,
  type Problem,
  ProblemError,
  validationFailed,
} from '../../http/problems.ts'
import type { Server } from '../../http/server.ts'
import { NEW_OPERATOR_NAME } from '../operators/new-names.ts'
import type { PeopleContext } from '../people/context.ts'
import { type GivenLink, GivenLinkSchema, givenLinkBody, mailRefusal } from '../people/handing.ts'
import { PEOPLE_PROBLEMS, peopleProblem } from '../people/problems.ts'
import { bodyOf } from '../people/requests.ts'
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

type Query = Readonly<Record<string, unknown>>
interface ById {
  readonly Params: { readonly id: string }
}

const problems = problemResponsesOf({ ...HTTP_PROBLEMS, ...PEOPLE_PROBLEMS })
const IdSchema = Type.Object({ id: Type.String({ description: 'As the team shows it.' }) })
const Gone = Type.Null({ description: 'Done.' })

const described = (operationId: string, summary: string) => ({
  tags: ['Team'],
  operationId,
  summary,
  description: 'For somebody who is signed in at the dashboard; no token opens it.',
  security: [{ session: [] }],
})

export function registerTeamRoutes(
  app: Server,
  gateway: Gateway,
  bearer: onRequestHookHandler,
  members: PeopleContext<MerchantPerson>,
): void {
  const { database, deps } = gateway
  const common = { onRequest: bearer, validatorCompiler: describeOnly }
  const noteOf = (caller: Caller, action: string, subject: string, detail: object) =>
    ownOperationCall(deps, caller, { action, subject, detail })
  const memberOf = async ({ profile }: Caller, id: string) => {
    const team = isUuid(id) ? await teamOf(database, profile.merchantCode) : []
    const found = team.find((each) => each.id === id)
    if (!found) throw absent()
    return found
  }
  /** Whoever says who may what. @throws ProblemError 403 */
  const readOwner = async (caller: Caller) => {
    const person = readPerson(caller, 'fresh')
    const member = await memberOf(caller, person.id)
    if (isWholeOwner(member)) return member
    throw new ProblemError(httpProblem('SCOPE_EXCEEDED', 'this needs an owner whom nothing narrows'))
  }

  app.get(
    '/team',
    {
      ...common,
      schema: {
        ...described('readTeam', 'List who is at the merchant, and who is invited'),
        response: { 200: TeamSchema, ...problems(...READ_PROBLEMS) },
      },
    },
    async (request) => {
      const caller = await readCaller(gateway, request)
      const { id } = readPerson(caller)
      const { merchantCode } = caller.profile
      const team = await teamOf(database, merchantCode)
      const links = await openMemberLinks(members, merchantCode)
      return {
        data: team.map((each) => teamMemberBody(each, id)),
        invitations: links.map(invitationBody),
      }
    },
  )

  app.post(
    '/team/!invite',
    {
      ...common,
      config: { bodyRequired: true },
      schema: {
        ...described('inviteToTeam', 'Make a link by which somebody joins the team'),
        body: InviteMember,
        response: {
          201: GivenLinkSchema,
          ...problems(...WRITE_PROBLEMS, 'STEP_UP_NEEDED', 'SIGN_IN_CLOSED'),
        },
      },
    },
    async (request, reply) => {
      const caller = await readCaller(gateway, request)
      const person = await readOwner(caller)
      const { name, role, rights, mail } = bodyOf(InviteMember, request)
      const refusal = mailRefusal(members, mail)
      if (refusal) throw new ProblemError(refusal)
      if (!NEW_OPERATOR_NAME.test(name)) throw invalid('/name', 'must be a name')
      const membership = { role, rights: rightsIn(rights) }
      const note = noteOf(caller, 'team.invite', `person ${name}`, { role })
      const { merchantCode } = caller.profile
      const wanted = { ...membership, merchantCode, purpose: 'INVITE', name, ...makerOf(person) } as const
      return reply.code(201).send(linkBody(await giveMemberLink(members, wanted, mail, note)))
    },
  )

  app.post<ById>(
    '/team/:id/!withdraw',
    {
      ...common,
      schema: {
        ...described('withdrawInvitation', 'Take back an invitation that nobody has used'),
        params: IdSchema,
        response: { 204: Gone, ...problems(...READ_PROBLEMS) },
      },
    },
    async (request, reply) => {
      const caller = await readCaller(gateway, request)
      readPerson(caller)
      const { id } = request.params
      if (!isUuid(id)) throw absent()
      const call = withdrawCall(caller.profile.merchantCode, id)
      if ((await database.run(call.statement, call.values)).length === 0) throw absent()
      return reply.code(204).send()
    },
  )

  app.patch<ById>(
    '/team/:id',
    {
      ...common,
      config: { bodyRequired: true },
      schema: {
        ...described('changeTeamMember', 'Change what somebody may do, from their next request on'),
        params: IdSchema,
        body: ChangeMember,
        response: {
          200: TeamMemberSchema,
          ...problems(...WRITE_PROBLEMS, 'STEP_UP_NEEDED', 'LAST_SIGN_IN_METHOD'),
        },
      },
    },
    async (request) => {
      const caller = await readCaller(gateway, request)
      const person = await readOwner(caller)
      const before = await memberOf(caller, request.params.id)
      const { role, rights, mail } = bodyOf(ChangeMember, request)
      const change: TeamMemberChange = {
        ...(role !== undefined && { role }),
        ...(rights !== undefined && { rights: rightsIn(rights) }),
        ...(mail !== undefined && { mail }),
      }
      const note = noteOf(caller, 'team.change', `person ${before.name}`, {
        before: before.role,
        after: role,
        ...(mail !== undefined && { mail: 'changed' }),
      })
      const { merchantCode } = caller.profile
      const reported = noticeOfChange(gateway.notifyOwners, merchantCode, person.name, before, change)
      const at = deps.clock.now()
      const withIt = {
        ...reported,
        after: [note, ...reported.after],
        at,
        revision: deps.randomness.uuidV7(at),
      }
      const changed = await changeTeamMember(database, merchantCode, before.id, change, withIt)
      if (!changed.ok) throw new ProblemError(notChanged(changed.failure))
      return teamMemberBody(changed.value, person.id)
    },
  )

  app.delete<ById>(
    '/team/:id',
    {
      ...common,
      schema: {
        ...described('endTeamMember', 'End somebody: they are out with their next request'),
        params: IdSchema,
        response: { 204: Gone, ...problems(...READ_PROBLEMS, 'STEP_UP_NEEDED', 'LAST_SIGN_IN_METHOD') },
      },
    },
    async (request, reply) => {
      const caller = await readCaller(gateway, request)
      const person = await readOwner(caller)
      const gone = await memberOf(caller, request.params.id)
      const note = noteOf(caller, 'team.end', `person ${gone.name}`, { role: gone.role })
      const { merchantCode } = caller.profile
      const reported = gateway.notifyOwners({
        merchantCode,
        what: 'person.end',
        by: person.name,
        about: gone.name,
      })
      const ended = await endTeamMember(database, merchantCode, gone.id, note, ...reported)
      if (!ended.ok) throw new ProblemError(notChanged(ended.failure))
      return reply.code(204).send()
    },
  )

  app.post<ById>(
    '/team/:id/!recover',
    {
      ...common,
      schema: {
        ...described(
          'recoverTeamMember',
          'Make a link by which somebody comes back who has lost every way in',
        ),
        description:
          'For who is at this merchant alone; the gateway’s operators help everybody else. Used, it ends all that opened the way in before.',
        params: IdSchema,
        response: {
          201: GivenLinkSchema,
          ...problems(...READ_PROBLEMS, 'STEP_UP_NEEDED', 'SIGN_IN_CLOSED', 'SCOPE_EXCEEDED'),
        },
      },
    },
    async (request, reply) => {
      const caller = await readCaller(gateway, request)
      const person = await readOwner(caller)
      const { id, name, role, rights } = await memberOf(caller, request.params.id)
      const { merchantCode } = caller.profile
      const { merchants, text } = await membershipsOf(database, id)
      if (merchants.some((each) => each !== merchantCode))
        throw new ProblemError(
          httpProblem(
            'SCOPE_EXCEEDED',
            'this person is at other merchants, too: only an operator brings them back',
          ),
        )
      const note = noteOf(caller, 'team.recover', `person ${name}`, {})
      const reported = gateway.notifyOwners({
        merchantCode,
        what: 'person.recover-link',
        by: person.name,
        about: name,
      })
      const whom = { merchantCode, name, person: id, role, rights, memberships: text }
      const wanted = { purpose: 'RECOVER', ...whom, ...makerOf(person) } as const
      const given = await giveMemberLink(members, wanted, undefined, note, ...reported)
      return reply.code(201).send(linkBody(given))
    },
  )

  app.get<{ Querystring: Query }>(
    '/team/activity',
    {
      ...common,
      schema: {
        ...described('listTeamActivity', 'List what the merchant’s people did, newest first'),
        querystring: Type.Object(PAGE_PARAMETERS),
        response: {
          200: Type.Object({ data: Type.Array(ActivitySchema), nextCursor: NextCursor }),
          ...problems('VALIDATION_FAILED', ...READ_PROBLEMS),
        },
      },
    },
    async (request) => {
      const caller = await readCaller(gateway, request)
      readPerson(caller)
      const { from, to, after, limit } = readPageRequest(request.query, BY_KEY)
      const page = { from, to, after: after?.[0], limit: limit + 1 }
      const noted = await readActivity(database, caller.profile.merchantCode, page)
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
  )
}

/** An owner makes links alone. */
const makerOf = ({ id, name, revision }: TeamMember) => ({
  maker: { id, name, revision, isOperator: false },
  approver: undefined,
})

/** @throws ProblemError 400 */
function rightsIn(rights: Static<typeof MemberRightsSchema> | undefined): MemberRights {
  const read = memberRightsOf(rights ?? {})
  if (!read.ok) throw invalid(`/rights${read.failure}`, 'must name a currency once, and an amount of it')
  return read.value
}

const invalid = (path: string, message: string) =>
  new ProblemError(validationFailed([{ path, code: 'INVALID_FORMAT', message }]))
const absent = () =>
  new ProblemError(httpProblem('NOT_FOUND', 'there is nobody with this ID at your merchant'))

const notChanged = (why: NotChanged): Problem =>
  why === 'NOT_FOUND'
    ? httpProblem('NOT_FOUND', 'there is nobody with this ID at your merchant')
    : peopleProblem(
        'LAST_SIGN_IN_METHOD',
        'The last owner whom nothing narrows stays one: make another first.',
      )

export function linkBody(given: GivenLink | undefined) {
  if (!given)
    throw new ProblemError(
      peopleProblem('SIGN_IN_CLOSED', 'people sign in over https: the gateway has no such address'),
    )
  return givenLinkBody(given)
}
