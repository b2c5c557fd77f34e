/** A merchant's own people, as operators see them: the first owner is theirs to invite, and who has lost every way in theirs to bring back. */
import { Type } from 'typebox'
import { isMerchantCode, type MerchantCode } from '../../foundation/identifiers.ts'
import { isoTime } from '../../foundation/instants.ts'
import { activityCall } from '../../members/activity.ts'
import { type GivenMemberLink, giveMemberLink } from '../../members/links.ts'
import {
  GivenLinkSchema,
  MemberRoleSchema,
  OwnerMailSchema,
  TeamMemberSchema,
} from '../../members/protocol.ts'
import {
  changeTeamMember,
  endTeamMember,
  type NotChanged,
  newsOfChange,
  type TeamMember,
  teamOf,
} from '../../members/team.ts'
import { teamMemberBody } from '../../members/views.ts'
import { findMerchant } from '../../merchants/store.ts'
import { auditCall } from '../../operators/audit.ts'
import { OPERATOR_NAME } from '../../operators/operators.ts'
import { peopleProblem } from '../../people/problems.ts'
import { fingerprintOf } from '../asking.ts'
import type { BackOffice } from '../back-office.ts'
import { invalid, MerchantCodeParam, notFound, refuse } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { formed } from '../fields.ts'
import { adminProblem } from '../problems.ts'

const id = Type.String({ description: 'As merchants people shows it.' })
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

const linkBody = (given: GivenMemberLink | undefined) => {
  if (!given)
    throw refuse(peopleProblem('SIGN_IN_CLOSED', 'set SLUICE_PUBLIC_URL to the https address of the gateway'))
  return { link: given.url, expiresAt: isoTime(given.expiresAt) }
}

/** Who signs in for a live merchant moves its money: it is a key of another kind. */
const stakeOf = (
  { code, isTest }: { readonly code: string; readonly isTest: boolean },
  what: string,
  about: string,
) => (isTest ? undefined : ({ act: 'merchant.keys', summary: `${what} ${code}`, about } as const))

const list = endpoint({
  route: 'GET /admin/merchants/:merchantCode/people',
  role: 'VIEWER',
  summary: "List a merchant's own people",
  guide,
  params: { merchantCode: MerchantCodeParam },
  answers: { 200: Type.Object({ data: Type.Array(TeamMemberSchema) }) },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { code } = await merchantFor(call.office, call.params.merchantCode)
    const team = await teamOf(call.office.gateway.database, code)
    return { data: team.map((each) => teamMemberBody(each, undefined)) }
  },
})

const invite = endpoint({
  route: 'POST /admin/merchants/:merchantCode/people/!invite',
  role: 'ADMIN',
  stepUp: true,
  summary: "Make a link by which somebody becomes one of a merchant's people",
  guide,
  params: { merchantCode: MerchantCodeParam },
  body: Type.Object({
    name: formed(
      OPERATOR_NAME,
      'must be 1 to 64 letters, digits, spaces and . _ @ -, beginning and ending with a letter or digit',
      { maxLength: 64 },
    ),
    role: Type.Optional(MemberRoleSchema),
  }),
  example: { name: 'Anna', role: 'OWNER' },
  answers: { 201: GivenLinkSchema },
  problems: ['NOT_FOUND', 'SIGN_IN_CLOSED'],
  acts: ['merchant.keys'],
  async act(call) {
    const merchant = await merchantFor(call.office, call.params.merchantCode)
    const { name, role = 'OWNER' } = call.body()
    return stakeOf(merchant, `Invite ${name} as ${role} of`, '')
  },
  async handle(call) {
    const { code } = await merchantFor(call.office, call.params.merchantCode)
    const { name, role = 'OWNER' } = call.body()
    const line = call.audit({ action: 'member.invite', subject: `merchant ${code}`, detail: { name, role } })
    const wanted = { merchantCode: code, purpose: 'INVITE', name, role, rights: {} } as const
    return linkBody(
      await giveMemberLink(call.office.members, { ...wanted, madeBy: call.operator.name }, auditCall(line)),
    )
  },
})

const recover = endpoint({
  route: 'POST /admin/merchants/:merchantCode/people/:id/!recover',
  role: 'ADMIN',
  stepUp: true,
  summary: "Make a link by which one of a merchant's people comes back who has lost every way in",
  guide,
  params: { merchantCode: MerchantCodeParam, id },
  answers: { 201: GivenLinkSchema },
  problems: ['NOT_FOUND', 'SIGN_IN_CLOSED'],
  acts: ['merchant.keys'],
  async act(call) {
    const merchant = await merchantFor(call.office, call.params.merchantCode)
    const { name, role, elsewhere } = await memberOf(call.office, merchant.code, call.params.id)
    const isTest = merchant.isTest && elsewhere === 0
    return stakeOf({ ...merchant, isTest }, `Let ${name} come back to`, fingerprintOf(call.params.id, role))
  },
  async handle(call) {
    const { code } = await merchantFor(call.office, call.params.merchantCode)
    const { id: person, name, role, rights } = await memberOf(call.office, code, call.params.id)
    const line = call.audit({
      action: 'member.recover-link',
      subject: `merchant ${code}`,
      detail: { person, name },
    })
    const wanted = { merchantCode: code, purpose: 'RECOVER', person, name, role, rights } as const
    return linkBody(
      await giveMemberLink(call.office.members, { ...wanted, madeBy: call.operator.name }, auditCall(line)),
    )
  },
})

const change = endpoint({
  route: 'PATCH /admin/merchants/:merchantCode/people/:id',
  role: 'ADMIN',
  stepUp: true,
  summary: "Change the role of one of a merchant's people, or where they are told by mail",
  guide,
  params: { merchantCode: MerchantCodeParam, id },
  body: Type.Object({ role: Type.Optional(MemberRoleSchema), mail: Type.Optional(OwnerMailSchema) }),
  example: { role: 'FINANCE' },
  answers: { 200: TeamMemberSchema },
  problems: ['NOT_FOUND', 'LAST_WAY_IN'],
  acts: ['merchant.keys'],
  async act(call) {
    const merchant = await merchantFor(call.office, call.params.merchantCode)
    const { name, role: before } = await memberOf(call.office, merchant.code, call.params.id)
    const { role, mail } = call.body()
    if (role === undefined && mail === undefined)
      throw invalid('', 'REQUIRED', 'must name something to change: role, mail')
    const what =
      role === undefined ? `Change where ${name} is told by mail of` : `Make ${name}, ${before}, ${role} of`
    return stakeOf(merchant, what, fingerprintOf(call.params.id, before))
  },
  async handle(call) {
    const { gateway } = call.office
    const { code } = await merchantFor(call.office, call.params.merchantCode)
    const { id: person, name, role: before } = await memberOf(call.office, code, call.params.id)
    const { role, mail } = call.body()
    const line = call.audit({
      action: 'member.change',
      subject: `merchant ${code}`,
      detail: { person, name, before, after: role, ...(mail !== undefined && { mail: 'changed' }) },
    })
    const change = { ...(role !== undefined && { role }), ...(mail !== undefined && { mail }) }
    const by = `operator ${call.operator.name}`
    const told = newsOfChange(gateway.tellOwners, code, by, { name }, change)
    const withIt = { ...told, after: [auditCall(line), ...told.after], at: line.at }
    const changed = await changeTeamMember(gateway.database, code, person, change, withIt)
    if (!changed.ok) throw refuseChange(changed.failure)
    return teamMemberBody(changed.value, undefined)
  },
})

const end = endpoint({
  route: 'DELETE /admin/merchants/:merchantCode/people/:id',
  role: 'ADMIN',
  stepUp: true,
  summary: "End one of a merchant's people: they are out with their next request",
  guide,
  params: { merchantCode: MerchantCodeParam, id },
  answers: { 204: Type.Null({ description: 'Ended.' }) },
  problems: ['NOT_FOUND', 'LAST_WAY_IN'],
  async handle(call) {
    const { database, deps, tellOwners } = call.office.gateway
    const { code } = await merchantFor(call.office, call.params.merchantCode)
    const { id: person, name, role } = await memberOf(call.office, code, call.params.id)
    const told = { merchantCode: code, person: undefined, name: 'operator', subject: `person ${name}` }
    const note = activityCall(deps, { ...told, action: 'team.end', detail: { role } })
    const line = call.audit({
      action: 'member.end',
      subject: `merchant ${code}`,
      detail: { person, name, role },
    })
    const by = `operator ${call.operator.name}`
    const news = tellOwners({ merchantCode: code, what: 'person.end', by, about: name })
    const ended = await endTeamMember(database, code, person, note, auditCall(line), ...news)
    if (!ended.ok) throw refuseChange(ended.failure)
    return null
  },
})

const refuseChange = (why: NotChanged) =>
  why === 'NOT_FOUND'
    ? notFound('person of this merchant')
    : refuse(
        adminProblem('LAST_WAY_IN', 'The last owner whom nothing narrows stays one: invite another first.'),
      )

export const MERCHANT_PEOPLE_ENDPOINTS = [list, invite, recover, change, end]
