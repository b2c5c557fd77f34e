/** Operators and the audit log. */
import { Type } from 'typebox'
import { isoTime } from '../../foundation/instants.ts'
import { type Fault, validationFailed } from '../../http/problems.ts'
import {
  BY_KEY,
  NextCursor,
  PAGE_PARAMETERS,
  pageOf,
  type Query,
  readPageRequest,
} from '../../intake/pages.ts'
import { readAudit } from '../../operators/audit.ts'
import {
  createOperator,
  type GatewayOperator,
  listOperators,
  OPERATOR_NAME,
  type OperatorRole,
  ROLES,
  revokeOperator,
} from '../../operators/operators.ts'
import { type AdminContext, auditLine, described, instant, notFound, objectOf, refuse } from '../context.ts'
import { adminProblem } from '../problems.ts'

const RoleSchema = Type.Union(ROLES.map((role) => Type.Literal(role)))
const OPERATOR = {
  id: Type.String(),
  name: Type.String(),
  role: RoleSchema,
  createdAt: instant(),
  revokedAt: Type.Optional(instant()),
}
const OperatorSchema = Type.Object(OPERATOR)

const operatorBody = ({ id, name, role, createdAt, revokedAt }: GatewayOperator) => ({
  id,
  name,
  role,
  createdAt: isoTime(createdAt),
  ...(revokedAt !== undefined && { revokedAt: isoTime(revokedAt) }),
})

const isRole = (value: unknown): value is OperatorRole => ROLES.some((role) => role === value)

function readOperator(value: unknown): { name: string; role: OperatorRole } {
  const { name, role } = objectOf(value)
  const faults: Fault[] = []
  const isName = typeof name === 'string' && OPERATOR_NAME.test(name)
  if (!isName) {
    const message =
      'must be 1 to 64 letters, digits, spaces and . _ @ -, beginning and ending with a letter or digit'
    faults.push({ path: '/name', code: name === undefined ? 'REQUIRED' : 'INVALID_FORMAT', message })
  }
  if (!isRole(role)) {
    const message = `must be one of ${ROLES.join(', ')}`
    faults.push({ path: '/role', code: role === undefined ? 'REQUIRED' : 'UNKNOWN_VALUE', message })
  }
  if (!isName || !isRole(role)) throw refuse(validationFailed(faults))
  return { name, role }
}

export function registerOperatorRoutes(context: AdminContext): void {
  const { app, gateway } = context
  const { database, deps } = gateway

  app.post<{ Body: unknown; Reply: unknown }>(
    '/admin/operators',
    described(context, {
      role: 'ADMIN',
      summary: 'Make an operator; the token is shown once',
      body: Type.Object({ name: Type.String({ maxLength: 64 }), role: RoleSchema }),
      answers: { 201: Type.Object({ ...OPERATOR, token: Type.String({ description: 'Shown once.' }) }) },
      problems: ['ALREADY_EXISTS'],
    }),
    async (request, reply) => {
      const wanted = readOperator(request.body)
      const made = await createOperator(database, deps, wanted, ({ name, role, id }) =>
        auditLine(gateway, request, {
          action: 'operator.create',
          subject: `operator ${name}`,
          detail: { id, role, before: null, after: { role, status: 'IN_FORCE' } },
        }),
      )
      if (!made.ok) throw refuse(adminProblem('ALREADY_EXISTS', 'An operator in force has this name.'))
      reply.code(201)
      return { ...operatorBody(made.value.operator), token: made.value.token }
    },
  )

  app.get(
    '/admin/operators',
    described(context, {
      role: 'VIEWER',
      summary: 'List the operators, those in force first',
      answers: { 200: Type.Object({ data: Type.Array(OperatorSchema) }) },
    }),
    async () => ({ data: (await listOperators(database)).map(operatorBody) }),
  )

  app.delete<{ Params: { id: string }; Reply: unknown }>(
    '/admin/operators/:id',
    described(context, {
      role: 'ADMIN',
      summary: 'Revoke an operator: its token ends at once',
      params: { id: Type.String() },
      answers: { 204: Type.Null({ description: 'Revoked.' }) },
      problems: ['NOT_FOUND', 'INVALID_STATE'],
    }),
    async (request, reply) => {
      const { id } = request.params
      const revoked = await revokeOperator(database, id, deps.clock.now(), ({ name, role }) =>
        auditLine(gateway, request, {
          action: 'operator.revoke',
          subject: `operator ${name}`,
          detail: { id, role, before: { role, status: 'IN_FORCE' }, after: { role, status: 'REVOKED' } },
        }),
      )
      if (revoked.ok) return reply.code(204).send()
      if (revoked.failure === 'NOT_FOUND') throw notFound('operator in force')
      throw refuse(adminProblem('INVALID_STATE', 'The last operator with the role ADMIN cannot be revoked.'))
    },
  )

  registerAuditRoute(context)
}

function registerAuditRoute(context: AdminContext): void {
  context.app.get<{ Querystring: Query; Reply: unknown }>(
    '/admin/audit',
    described(context, {
      role: 'VIEWER',
      summary: 'Read the audit log, newest first',
      query: { operator: Type.Optional(Type.String()), ...PAGE_PARAMETERS },
      answers: {
        200: Type.Object({
          data: Type.Array(
            Type.Object({
              id: Type.String(),
              at: instant(),
              operator: Type.String(),
              action: Type.String(),
              subject: Type.String(),
              detail: Type.Object({}),
            }),
          ),
          nextCursor: NextCursor,
        }),
      },
      problems: ['VALIDATION_FAILED'],
    }),
    async ({ query }) => {
      const { from, to, after, limit } = readPageRequest(query, BY_KEY)
      const { operator } = query
      const isName = typeof operator === 'string' && OPERATOR_NAME.test(operator)
      if (operator !== undefined && !isName) return { data: [] }
      const lines = await readAudit(context.gateway.database, {
        operator: isName ? operator : undefined,
        from,
        to,
        after: after?.[0],
        limit: limit + 1,
      })
      return pageOf(
        lines,
        limit,
        (last) => [last.id],
        (line) => ({ ...line, at: isoTime(line.at) }),
      )
    },
  )
}
