/** People who sign in to the console: their rights and sessions. `link-endpoints.ts` has the links that create them. */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { changeAndNote } from '@sluice/database/noted.ts'
import { type Static, Type } from 'typebox'
import { auditCall } from '../../identity/operators/audit.ts'
import { PERSON_CHANGE } from '../../identity/operators/changes.ts'
import { changeOperator, revokeOperator } from '../../identity/operators/operators.ts'
import { type OperatorRole, type Rights, ROLES } from '../../identity/operators/rights.ts'
import { findPerson, type ListedPerson, listPeople } from '../../identity/people/directory.ts'
import { removeSignInMethods } from '../../identity/people/people.ts'
import { peopleProblem } from '../../identity/people/problems.ts'
import { ListedSessionSchema, RightsSchema } from '../../identity/people/protocol.ts'
import { endSessionCall, sessionsOf } from '../../identity/people/sessions.ts'
import { listedSession, rightsBody, rightsOfBody } from '../../identity/people/views.ts'
import { fingerprintOf } from '../approval-requests.ts'
import type { BackOffice } from '../back-office.ts'
import { instant, invalid, notFound, refuse } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { ConfirmedSchema, choice } from '../fields.ts'
import { adminProblem } from '../problems.ts'

const RoleSchema = choice(ROLES)
const PersonSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  role: RoleSchema,
  rights: RightsSchema,
  isConfirmed: ConfirmedSchema,
  createdAt: instant(),
  passkeys: Type.Integer({ description: 'Number of passkeys.' }),
  hasTotp: Type.Boolean({ description: 'Whether they have an authenticator app.' }),
  issuer: Type.Optional(Type.String({ description: 'The identity provider of their single sign-on.' })),
  sessions: Type.Integer({ description: 'Number of browsers in which they are signed in.' }),
  lastSeenAt: Type.Optional(instant()),
})
const id = Type.String({ description: 'The ID in the list of people.' })

const personBody = ({ operator, lastSeenAt, ...held }: ListedPerson): Static<typeof PersonSchema> => ({
  id: operator.id,
  name: operator.name,
  role: operator.role,
  rights: rightsBody(operator.rights),
  isConfirmed: operator.isConfirmed,
  createdAt: isoTime(operator.createdAt),
  passkeys: held.passkeys,
  hasTotp: held.hasTotp,
  ...(held.issuer !== undefined && { issuer: held.issuer }),
  sessions: held.sessions,
  ...(lastSeenAt !== undefined && { lastSeenAt: isoTime(lastSeenAt) }),
})

/** @throws ProblemError 404 */
export async function personOf(
  { gateway: { database, deps } }: BackOffice,
  wanted: string,
): Promise<ListedPerson> {
  const person = await findPerson(database, wanted, deps.clock.now())
  if (!person) throw notFound('active person')
  return person
}

/** @throws ProblemError 400 */
export function rightsIn(rights: Static<typeof RightsSchema> | undefined): Rights {
  const read = rightsOfBody(rights ?? {})
  if (!read.ok)
    throw invalid(`/rights${read.failure}`, 'UNKNOWN_VALUE', 'must contain each currency once with an amount')
  return read.value
}

export const reported = (role: OperatorRole, rights: Rights) => ({ role, ...rightsBody(rights) })

const list = endpoint({
  route: 'GET /admin/people',
  role: 'VIEWER',
  summary: 'List the people who can sign in',
  guide: 'people.md',
  answers: { 200: Type.Object({ data: Type.Array(PersonSchema) }) },
  async handle(call) {
    const { database, deps } = call.backOffice.gateway
    return { data: (await listPeople(database, deps.clock.now())).map(personBody) }
  },
})

const change = endpoint({
  route: 'PATCH /admin/people/:id',
  role: 'ADMIN',
  stepUp: true,
  summary: "Change a person's role and rights, from their next request on",
  guide: 'people.md#roles-and-rights',
  params: { id },
  body: Type.Object({ role: Type.Optional(RoleSchema), rights: Type.Optional(RightsSchema) }),
  example: { role: 'VIEWER' },
  answers: { 200: PersonSchema },
  problems: ['NOT_FOUND', 'LAST_SIGN_IN_METHOD', 'OTHER_SIGN_IN_METHOD'],
  operations: ['operator.create'],
  async operation(call) {
    const { operator, issuer } = await personOf(call.backOffice, call.params.id)
    const { role, rights } = call.body()
    if (role !== undefined && role !== operator.role && issuer !== undefined)
      throw refuse(
        peopleProblem('OTHER_SIGN_IN_METHOD', `the role follows the groups at ${issuer}: change them there`),
      )
    if (role === undefined && rights === undefined) return undefined
    rightsIn(rights)
    return {
      operation: 'operator.create',
      summary: `Give ${operator.name} the role ${role ?? operator.role}${rights ? ' and other rights' : ''}`,
      about: fingerprintOf(operator.id, operator.role, rightsBody(operator.rights)),
    }
  },
  async handle(call) {
    const { database, deps } = call.backOffice.gateway
    const { operator } = await personOf(call.backOffice, call.params.id)
    const { role, rights } = call.body()
    const wanted = {
      revision: deps.randomness.uuidV7(deps.clock.now()),
      ...(role !== undefined && { role }),
      ...(rights !== undefined && { rights: rightsIn(rights) }),
    }
    const changed = await changeOperator(database, operator.id, wanted, (before, after) =>
      call.audit({
        action: PERSON_CHANGE,
        subject: `operator ${before.name}`,
        detail: {
          id: before.id,
          before: reported(before.role, before.rights),
          after: reported(after.role, after.rights),
        },
      }),
    )
    if (!changed.ok && changed.failure === 'NOT_FOUND') throw notFound('active person')
    if (!changed.ok) throw refuse(lastAdmin())
    return personBody(await personOf(call.backOffice, operator.id))
  },
})

const lastAdmin = () =>
  adminProblem('LAST_SIGN_IN_METHOD', 'The last ADMIN without restrictions must stay one.')

const remove = endpoint({
  route: 'DELETE /admin/people/:id',
  role: 'ADMIN',
  stepUp: true,
  summary: 'Remove a person; their next request is refused',
  guide: 'people.md',
  params: { id },
  answers: { 204: Type.Null({ description: 'Removed.' }) },
  problems: ['NOT_FOUND', 'LAST_SIGN_IN_METHOD'],
  async handle(call) {
    const { database, deps } = call.backOffice.gateway
    const { operator } = await personOf(call.backOffice, call.params.id)
    const revoked = await revokeOperator(database, operator.id, deps.clock.now(), ({ name, role }) =>
      call.audit({
        action: 'person.remove',
        subject: `operator ${name}`,
        detail: { id: operator.id, before: { role, status: 'IN_FORCE' }, after: { role, status: 'REVOKED' } },
      }),
    )
    if (!revoked.ok && revoked.failure === 'NOT_FOUND') throw notFound('active person')
    if (!revoked.ok) throw refuse(lastAdmin())
    await database.batch(removeSignInMethods(operator.id))
    return null
  },
})

const sessions = endpoint({
  route: 'GET /admin/people/:id/sessions',
  role: 'ADMIN',
  summary: 'List the sessions of a person',
  guide: 'people.md',
  params: { id },
  answers: { 200: Type.Object({ data: Type.Array(ListedSessionSchema) }) },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { deps } = call.backOffice.gateway
    const { operator } = await personOf(call.backOffice, call.params.id)
    const open = await sessionsOf(call.backOffice.people, operator.id, deps.clock.now())
    return { data: open.map((session) => listedSession(session, undefined)) }
  },
})

const endSession = endpoint({
  route: 'DELETE /admin/people/:id/sessions/:session',
  role: 'ADMIN',
  stepUp: true,
  summary: 'Sign a person out of a browser',
  guide: 'people.md',
  params: { id, session: Type.String({ description: 'The ID in the list of sessions.' }) },
  answers: { 204: Type.Null({ description: 'Signed out.' }) },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { database, deps } = call.backOffice.gateway
    const { operator } = await personOf(call.backOffice, call.params.id)
    const open = await sessionsOf(call.backOffice.people, operator.id, deps.clock.now())
    const wanted = open.find((session) => session.id === call.params.session)
    if (!wanted) throw notFound('session')
    const line = call.audit({
      action: 'session.end',
      subject: `operator ${operator.name}`,
      detail: { ended: wanted.id },
    })
    await changeAndNote(database, endSessionCall(operator.id, wanted.id), auditCall(line))
    return null
  },
})

export const PEOPLE_ENDPOINTS = [list, change, remove, sessions, endSession]
