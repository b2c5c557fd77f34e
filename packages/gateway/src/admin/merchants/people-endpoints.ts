/**
 * A merchant's own people as operators see them. Operators invite the first owner, and restore access for people who
 * have lost every way to sign in.
 */
import { isMerchantCode, type MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { changeAndNote } from '@sluice/database/noted.ts'
import { Type } from 'typebox'
import { activityCall } from '../../identity/members/activity.ts'
import { giveMemberLink, openMemberLinks, withdrawCall } from '../../identity/members/links.ts'
import { membershipsOf } from '../../identity/members/member.ts'
import {
  InvitationSchema,
  MemberRoleSchema,
  OwnerMailSchema,
  TeamMemberSchema,
} from '../../identity/members/protocol.ts'
import {
  changeTeamMember,
  endTeamMember,
  type NotChanged,
  noticeOfChange,
  type TeamMember,
  teamOf,
} from '../../identity/members/team.ts'
import { invitationBody, teamMemberBody } from '../../identity/members/views.ts'
import { auditCall } from '../../identity/operators/audit.ts'
import { NEW_OPERATOR_NAME, NEW_OPERATOR_NAME_WANTED } from '../../identity/operators/new-names.ts'
import { GivenLinkSchema, LinkMailSchema } from '../../identity/people/link-delivery.ts'
import { findMerchant } from '../../merchants/store.ts'
import { fingerprintOf, mustBeJudged } from '../approval-requests.ts'
import type { BackOffice } from '../back-office.ts'
import { invalid, MerchantCodeParam, notFound, refuse } from '../context.ts'
import { type Call, endpoint } from '../endpoint.ts'
import { mayTouchAll } from '../entitled.ts'
import { formed } from '../fields.ts'
import { deliveryText, linkBody } from '../links.ts'
import { adminProblem } from '../problems.ts'

interface ById {
  readonly merchantCode: string
  readonly id: string
}

const id = Type.String({ description: 'The ID in the list of the team.' })
const guide = 'people.md#the-people-of-merchants'

/** @throws ProblemError 404 */
async function merchantFor({ gateway: { database } }: BackOffice, code: string) {
  const record = isMerchantCode(code) ? await findMerchant(database, code) : undefined
  if (!record) throw notFound('merchant')
  return record.merchant
}

/** @throws ProblemError 404 */
async function memberOf(
  { gateway: { database } }: BackOffice,
  code: MerchantCode,
  wanted: string,
): Promise<TeamMember> {
  const found = (await teamOf(database, code)).find((each) => each.id === wanted)
  if (!found) throw notFound('person of this merchant')
  return found
}

const COMING_BACK = 'merchant.keys'

/**
 * The holder of the link is that person everywhere, so requester and approver need rights for every merchant of theirs.
 * @throws ProblemError 403, 404
 */
async function comingBack({
  backOffice,
  operator,
  params,
}: Pick<Call<ById, unknown, unknown>, 'backOffice' | 'operator' | 'params'>) {
  const { code } = await merchantFor(backOffice, params.merchantCode)
  const member = await memberOf(backOffice, code, params.id)
  const { merchants, text } = await membershipsOf(backOffice.gateway.database, member.id)
  mayTouchAll(operator, merchants)
  const everywhere = await Promise.all(merchants.map((each) => merchantFor(backOffice, each)))
  const isTest = everywhere.every((merchant) => merchant.isTest)
  return { ...member, code, merchants, memberships: text, isTest, about: fingerprintOf(member.id, text) }
}

/** Requester and approver as they were then; the link records both. */
const makersOf = ({
  requestedBy,
  approvedBy,
}: Pick<Call<unknown, unknown, unknown>, 'requestedBy' | 'approvedBy'>) => ({
  maker: { ...requestedBy, isOperator: true },
  approver: approvedBy,
})

/** A person of a live merchant can move its money, like the holder of a key. */
const approvalRequestOf = (
  { code, isTest }: { readonly code: string; readonly isTest: boolean },
  what: string,
  about: string,
) => (isTest ? undefined : ({ operation: 'merchant.keys', summary: `${what} ${code}`, about } as const))

const list = endpoint({
  route: 'GET /admin/merchants/:merchantCode/people',
  role: 'VIEWER',
  summary: "List a merchant's team",
  guide,
  params: { merchantCode: MerchantCodeParam },
  answers: { 200: Type.Object({ data: Type.Array(TeamMemberSchema) }) },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { code } = await merchantFor(call.backOffice, call.params.merchantCode)
    const team = await teamOf(call.backOffice.gateway.database, code)
    return { data: team.map((each) => teamMemberBody(each, undefined)) }
  },
})

const invite = endpoint({
  route: 'POST /admin/merchants/:merchantCode/people/!invite',
  role: 'ADMIN',
  stepUp: true,
  summary: "Create a link that invites a person to a merchant's team",
  guide,
  params: { merchantCode: MerchantCodeParam },
  body: Type.Object({
    name: formed(NEW_OPERATOR_NAME, NEW_OPERATOR_NAME_WANTED, { maxLength: 64 }),
    role: Type.Optional(MemberRoleSchema),
    mail: Type.Optional(LinkMailSchema),
  }),
  example: { name: 'Anna', role: 'OWNER' },
  answers: { 201: GivenLinkSchema },
  answerFor: 'asker',
  problems: ['NOT_FOUND', 'SIGN_IN_CLOSED'],
  operations: ['merchant.keys'],
  async operation(call) {
    const merchant = await merchantFor(call.backOffice, call.params.merchantCode)
    const { name, role = 'OWNER', mail } = call.body()
    return approvalRequestOf(
      merchant,
      `Invite ${name}${deliveryText(call.backOffice.members, mail)} as ${role} of`,
      '',
    )
  },
  async handle(call) {
    const { code } = await merchantFor(call.backOffice, call.params.merchantCode)
    const { name, role = 'OWNER', mail } = call.body()
    deliveryText(call.backOffice.members, mail)
    const line = call.audit({ action: 'member.invite', subject: `merchant ${code}`, detail: { name, role } })
    const wanted = {
      merchantCode: code,
      purpose: 'INVITE',
      name,
      role,
      rights: {},
      ...makersOf(call),
    } as const
    return linkBody(await giveMemberLink(call.backOffice.members, wanted, mail, auditCall(line)))
  },
})

const recover = endpoint({
  route: 'POST /admin/merchants/:merchantCode/people/:id/!recover',
  role: 'ADMIN',
  stepUp: true,
  summary: "Create a recovery link for a member of a merchant's team who cannot sign in",
  guide,
  params: { merchantCode: MerchantCodeParam, id },
  body: Type.Object({ mail: Type.Optional(LinkMailSchema) }),
  example: {},
  bodyOptional: true,
  answers: { 201: GivenLinkSchema },
  answerFor: 'asker',
  problems: ['NOT_FOUND', 'SIGN_IN_CLOSED'],
  operations: ['merchant.keys'],
  async operation(call) {
    const { merchants, isTest, name, about } = await comingBack(call)
    if (isTest) return undefined
    const delivery = deliveryText(call.backOffice.members, call.body().mail)
    const summary = `Let ${name} recover the account${delivery} at ${merchants.join(', ')}: anyone with the link becomes ${name} there`
    return { operation: COMING_BACK, summary, about, merchants }
  },
  async handle(call) {
    const { members, gateway } = call.backOffice
    const { id: person, name, role, rights, code, isTest, about, ...now } = await comingBack(call)
    const { merchants, memberships } = now
    call.still(about)
    const { mail } = call.body()
    deliveryText(call.backOffice.members, mail)
    // The person may have joined a live merchant since it was judged whether an approval is needed.
    mustBeJudged(call, isTest ? undefined : { operation: COMING_BACK, summary: '', about })
    const line = call.audit({
      action: 'member.recover-link',
      subject: `merchant ${code}`,
      detail: { person, name, merchants },
    })
    const reported = merchants.flatMap((merchantCode) => [
      activityCall(gateway.deps, {
        ...{ merchantCode, person: undefined, name: 'operator' },
        ...{ action: 'team.recover', subject: `person ${name}`, detail: {} },
      }),
      ...gateway.notifyOwners({
        ...{ merchantCode, what: 'person.recover-link', about: name },
        by: `operator ${call.requestedBy.name}`,
      }),
    ])
    const whom = { merchantCode: code, person, name, role, rights, memberships }
    const wanted = { purpose: 'RECOVER', ...whom, ...makersOf(call) } as const
    return linkBody(await giveMemberLink(members, wanted, mail, auditCall(line), ...reported))
  },
})

const change = endpoint({
  route: 'PATCH /admin/merchants/:merchantCode/people/:id',
  role: 'ADMIN',
  stepUp: true,
  summary: "Change a team member's role or notification address",
  guide,
  params: { merchantCode: MerchantCodeParam, id },
  body: Type.Object({ role: Type.Optional(MemberRoleSchema), mail: Type.Optional(OwnerMailSchema) }),
  example: { role: 'FINANCE' },
  answers: { 200: TeamMemberSchema },
  problems: ['NOT_FOUND', 'LAST_SIGN_IN_METHOD'],
  operations: ['merchant.keys'],
  async operation(call) {
    const merchant = await merchantFor(call.backOffice, call.params.merchantCode)
    const { name, role: before } = await memberOf(call.backOffice, merchant.code, call.params.id)
    const { role, mail } = call.body()
    if (role === undefined && mail === undefined)
      throw invalid('', 'REQUIRED', 'must name something to change: role, mail')
    const what =
      role === undefined
        ? `Change the notification address of ${name} for`
        : `Make ${name}, ${before}, ${role} of`
    return approvalRequestOf(merchant, what, fingerprintOf(call.params.id, before))
  },
  async handle(call) {
    const { gateway } = call.backOffice
    const { code } = await merchantFor(call.backOffice, call.params.merchantCode)
    const { id: person, name, role: before } = await memberOf(call.backOffice, code, call.params.id)
    const { role, mail } = call.body()
    const line = call.audit({
      action: 'member.change',
      subject: `merchant ${code}`,
      detail: { person, name, before, after: role, ...(mail !== undefined && { mail: 'changed' }) },
    })
    const change = { ...(role !== undefined && { role }), ...(mail !== undefined && { mail }) }
    const by = `operator ${call.operator.name}`
    const reported = noticeOfChange(gateway.notifyOwners, code, by, { name }, change)
    const revision = gateway.deps.randomness.uuidV7(line.at)
    const withIt = { ...reported, after: [auditCall(line), ...reported.after], at: line.at, revision }
    const changed = await changeTeamMember(gateway.database, code, person, change, withIt)
    if (!changed.ok) throw refuseChange(changed.failure)
    return teamMemberBody(changed.value, undefined)
  },
})

const end = endpoint({
  route: 'DELETE /admin/merchants/:merchantCode/people/:id',
  role: 'ADMIN',
  stepUp: true,
  summary: "Remove a member of a merchant's team; their next request is refused",
  guide,
  params: { merchantCode: MerchantCodeParam, id },
  answers: { 204: Type.Null({ description: 'Removed.' }) },
  problems: ['NOT_FOUND', 'LAST_SIGN_IN_METHOD'],
  async handle(call) {
    const { database, deps, notifyOwners } = call.backOffice.gateway
    const { code } = await merchantFor(call.backOffice, call.params.merchantCode)
    const { id: person, name, role } = await memberOf(call.backOffice, code, call.params.id)
    const reported = { merchantCode: code, person: undefined, name: 'operator', subject: `person ${name}` }
    const note = activityCall(deps, { ...reported, action: 'team.end', detail: { role } })
    const line = call.audit({
      action: 'member.end',
      subject: `merchant ${code}`,
      detail: { person, name, role },
    })
    const by = `operator ${call.operator.name}`
    const notice = notifyOwners({ merchantCode: code, what: 'person.end', by, about: name })
    const ended = await endTeamMember(database, code, person, note, auditCall(line), ...notice)
    if (!ended.ok) throw refuseChange(ended.failure)
    return null
  },
})

const refuseChange = (why: NotChanged) =>
  why === 'NOT_FOUND'
    ? notFound('person of this merchant')
    : refuse(
        adminProblem(
          'LAST_SIGN_IN_METHOD',
          'The last owner without restrictions must stay one. Invite another first.',
        ),
      )

const links = endpoint({
  route: 'GET /admin/merchants/:merchantCode/people-links',
  role: 'VIEWER',
  summary: "List the open invitation and recovery links of a merchant's team",
  guide: 'people.md#open-links',
  params: { merchantCode: MerchantCodeParam },
  answers: { 200: Type.Object({ data: Type.Array(InvitationSchema) }) },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { code } = await merchantFor(call.backOffice, call.params.merchantCode)
    return { data: (await openMemberLinks(call.backOffice.members, code)).map(invitationBody) }
  },
})

const withdraw = endpoint({
  route: 'DELETE /admin/merchants/:merchantCode/people-links/:link',
  role: 'ADMIN',
  stepUp: true,
  summary: "Revoke an unused link to a merchant's team",
  guide: 'people.md#open-links',
  params: {
    merchantCode: MerchantCodeParam,
    link: Type.String({ description: 'The ID in the list of links.' }),
  },
  answers: { 204: Type.Null({ description: 'The link no longer works.' }) },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { code } = await merchantFor(call.backOffice, call.params.merchantCode)
    const open = await openMemberLinks(call.backOffice.members, code)
    const wanted = open.find(({ id }) => id === call.params.link)
    if (!wanted) throw notFound('open link')
    const { id, name, role, purpose } = wanted
    const line = call.audit({
      action: 'member.link.revoke',
      subject: `merchant ${code}`,
      detail: { id, name, role, purpose },
    })
    await changeAndNote(call.backOffice.gateway.database, withdrawCall(code, id), auditCall(line))
    return null
  },
})

export const MERCHANT_PEOPLE_ENDPOINTS = [list, links, withdraw, invite, recover, change, end]
