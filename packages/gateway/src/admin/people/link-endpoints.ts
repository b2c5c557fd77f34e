/**
 * The links that create a person as operator or restore their access: requested, listed, withdrawn.
 * `identity/people/links.ts` says what they promise.
 */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { changeAndNote } from '@sluice/database/noted.ts'
import { type Static, Type } from 'typebox'
import { auditCall } from '../../identity/operators/audit.ts'
import { NEW_OPERATOR_NAME, NEW_OPERATOR_NAME_WANTED } from '../../identity/operators/new-names.ts'
import { ROLES } from '../../identity/operators/rights.ts'
import { giveLink } from '../../identity/people/directory.ts'
import { GivenLinkSchema, LinkMailSchema } from '../../identity/people/link-delivery.ts'
import { openLinks, type SignInLink, withdrawCall } from '../../identity/people/links.ts'
import { peopleProblem } from '../../identity/people/problems.ts'
import { RightsSchema } from '../../identity/people/protocol.ts'
import { rightsBody } from '../../identity/people/views.ts'
import { fingerprintOf } from '../approval-requests.ts'
import { instant, notFound, refuse } from '../context.ts'
import { type Call, endpoint } from '../endpoint.ts'
import { choice, formed } from '../fields.ts'
import { deliveryText, linkBody } from '../links.ts'
import { personOf, reported, rightsIn } from './endpoints.ts'

const RoleSchema = choice(ROLES)
const OpenLinkSchema = Type.Object({
  id: Type.String(),
  purpose: choice(['INVITE', 'RECOVER']),
  name: Type.String({ description: 'The name of the person.' }),
  role: RoleSchema,
  rights: RightsSchema,
  requestedBy: Type.String(),
  approvedBy: Type.Optional(
    Type.String({ description: 'Who approved it. Absent if no approval was needed.' }),
  ),
  expiresAt: instant(),
})
const id = Type.String({ description: 'The ID in the list of people.' })

const openLinkBody = (link: SignInLink): readonly Static<typeof OpenLinkSchema>[] =>
  link.purpose === 'FIRST'
    ? []
    : [
        {
          id: link.id,
          purpose: link.purpose,
          name: link.name,
          role: link.role,
          rights: rightsBody(link.rights),
          requestedBy: link.maker.name,
          ...(link.approver && { approvedBy: link.approver.name }),
          expiresAt: isoTime(link.expiresAt),
        },
      ]

/** Requester and approver as they were then; the link records both. */
const makersOf = ({
  requestedBy,
  approvedBy,
}: Pick<Call<unknown, unknown, unknown>, 'requestedBy' | 'approvedBy'>) => ({
  maker: requestedBy,
  approver: approvedBy,
})

const invite = endpoint({
  route: 'POST /admin/people/!invite',
  role: 'ADMIN',
  stepUp: true,
  summary: 'Create a link that invites a person as an operator',
  guide: 'people.md',
  body: Type.Object({
    name: formed(NEW_OPERATOR_NAME, NEW_OPERATOR_NAME_WANTED, { maxLength: 64 }),
    role: RoleSchema,
    rights: Type.Optional(RightsSchema),
    mail: Type.Optional(LinkMailSchema),
  }),
  example: {
    name: 'Anna',
    role: 'OPERATOR',
    rights: { merchants: ['SIAM-SHOP'], limits: [{ amount: '10000', currencyCode: 'THB' }] },
  },
  answers: { 201: GivenLinkSchema },
  answerFor: 'asker',
  problems: ['SIGN_IN_CLOSED'],
  operations: ['operator.create'],
  operation(call) {
    const { name, role, rights, mail } = call.body()
    rightsIn(rights)
    return {
      operation: 'operator.create',
      summary: `Invite ${name}${deliveryText(call.backOffice.people, mail)} as an operator with the role ${role}`,
      about: '',
    }
  },
  async handle(call) {
    const { name, role, rights, mail } = call.body()
    deliveryText(call.backOffice.people, mail)
    const narrowed = rightsIn(rights)
    const line = call.audit({
      action: 'person.invite',
      subject: `operator ${name}`,
      detail: reported(role, narrowed),
    })
    const wanted = { purpose: 'INVITE', name, role, rights: narrowed, ...makersOf(call) } as const
    return linkBody(await giveLink(call.backOffice.people, wanted, line, mail))
  },
})

const recover = endpoint({
  route: 'POST /admin/people/:id/!recover',
  role: 'ADMIN',
  stepUp: true,
  summary:
    'Create a recovery link for a person who cannot sign in; they become a new operator with the same name',
  guide: 'people.md#recover-access',
  params: { id },
  body: Type.Object({ mail: Type.Optional(LinkMailSchema) }),
  example: {},
  bodyOptional: true,
  answers: { 201: GivenLinkSchema },
  answerFor: 'asker',
  problems: ['NOT_FOUND', 'SIGN_IN_CLOSED', 'OTHER_SIGN_IN_METHOD'],
  operations: ['operator.create'],
  async operation(call) {
    const { operator, issuer } = await personOf(call.backOffice, call.params.id)
    if (issuer !== undefined)
      throw refuse(
        peopleProblem(
          'OTHER_SIGN_IN_METHOD',
          `they sign in with ${issuer}, and a link would remain valid when their groups there change`,
        ),
      )
    return {
      operation: 'operator.create',
      summary: `Let ${operator.name} recover the account${deliveryText(call.backOffice.people, call.body().mail)} with the role ${operator.role}: anyone with the link becomes ${operator.name}`,
      about: fingerprintOf(operator.id, operator.role, operator.revision),
    }
  },
  async handle(call) {
    const { operator } = await personOf(call.backOffice, call.params.id)
    const { name, role, rights, revision } = operator
    const { mail } = call.body()
    deliveryText(call.backOffice.people, mail)
    const line = call.audit({
      action: 'person.recover-link',
      subject: `operator ${name}`,
      detail: { id: operator.id, ...reported(role, rights) },
    })
    const replaces = { id: operator.id, revision }
    const wanted = { purpose: 'RECOVER', replaces, name, role, rights, ...makersOf(call) } as const
    return linkBody(await giveLink(call.backOffice.people, wanted, line, mail))
  },
})

const links = endpoint({
  route: 'GET /admin/people-links',
  role: 'VIEWER',
  summary: 'List the open invitation and recovery links of operators',
  guide: 'people.md#open-links',
  answers: { 200: Type.Object({ data: Type.Array(OpenLinkSchema) }) },
  async handle(call) {
    return { data: (await openLinks(call.backOffice.people)).flatMap(openLinkBody) }
  },
})

const withdraw = endpoint({
  route: 'DELETE /admin/people-links/:link',
  role: 'ADMIN',
  stepUp: true,
  summary: 'Revoke an unused link',
  guide: 'people.md#open-links',
  params: { link: Type.String({ description: 'The ID in the list of links.' }) },
  answers: { 204: Type.Null({ description: 'The link no longer works.' }) },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const wanted = (await openLinks(call.backOffice.people)).find(({ id }) => id === call.params.link)
    const [shown] = wanted ? openLinkBody(wanted) : []
    if (!shown) throw notFound('open link')
    const { id, name, role, purpose } = shown
    const line = call.audit({
      action: 'person.link.revoke',
      subject: `operator ${name}`,
      detail: { id, role, purpose },
    })
    await changeAndNote(call.backOffice.gateway.database, withdrawCall(id), auditCall(line))
    return null
  },
})

export const PEOPLE_LINK_ENDPOINTS = [links, withdraw, invite, recover]
