/** Operators and the audit log. */
import { isMerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { Type } from 'typebox'
import { BY_KEY, NextCursor, pageOf } from '../../api/pages.ts'
import { isLine } from '../../http/texts.ts'
import { auditReader } from '../../identity/operators/audit.ts'
import { NEW_OPERATOR_NAME, NEW_OPERATOR_NAME_WANTED } from '../../identity/operators/new-names.ts'
import {
  createOperator,
  type GatewayOperator,
  listOperators,
  OPERATOR_NAME,
  revokeOperator,
} from '../../identity/operators/operators.ts'
import { ROLES } from '../../identity/operators/rights.ts'
import { confirmOperator } from '../../identity/people/confirming.ts'
import { isCaseIn } from '../../payments/sql-parts.ts'
import { idsOf } from '../call.ts'
import { instant, notFound, refuse } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { ConfirmedSchema, choice, formed } from '../fields.ts'
import { adminProblem } from '../problems.ts'

const RoleSchema = choice(ROLES)
const OPERATOR = {
  id: Type.String(),
  name: Type.String(),
  kind: choice(['PERSON', 'PROGRAM'], { description: 'PERSON signs in; PROGRAM has a token.' }),
  role: RoleSchema,
  isConfirmed: ConfirmedSchema,
  createdAt: instant(),
  revokedAt: Type.Optional(instant()),
}
const OperatorSchema = Type.Object(OPERATOR)

const kindOf = ({ isPerson }: GatewayOperator): 'PERSON' | 'PROGRAM' => (isPerson ? 'PERSON' : 'PROGRAM')

const operatorBody = (operator: GatewayOperator) => {
  const { id, name, role, isConfirmed, createdAt, revokedAt } = operator
  return {
    id,
    name,
    kind: kindOf(operator),
    role,
    isConfirmed,
    createdAt: isoTime(createdAt),
    ...(revokedAt !== undefined && { revokedAt: isoTime(revokedAt) }),
  }
}

const NewOperator = Type.Object({
  name: formed(NEW_OPERATOR_NAME, NEW_OPERATOR_NAME_WANTED, { maxLength: 64 }),
  role: RoleSchema,
})

const create = endpoint({
  route: 'POST /admin/operators',
  role: 'ADMIN',
  stepUp: true,
  summary: 'Create an operator for a program; the token is shown once',
  body: NewOperator,
  example: { name: 'reporting', role: 'VIEWER' },
  answerFor: 'asker',
  answers: { 201: Type.Object({ ...OPERATOR, token: Type.String({ description: 'Shown once.' }) }) },
  problems: ['ALREADY_EXISTS'],
  operations: ['operator.create'],
  operation(call) {
    const { name, role } = call.body()
    return {
      operation: 'operator.create',
      summary: `Create the operator ${name} with the role ${role}`,
      about: '',
    }
  },
  async handle(call) {
    const { database, deps } = call.backOffice.gateway
    const wanted = { ...call.body(), broughtBy: idsOf(call) }
    const made = await createOperator(database, deps, wanted, ({ name, role, id }) =>
      call.audit({
        action: 'operator.create',
        subject: `operator ${name}`,
        detail: { id, role, before: null, after: { role, status: 'IN_FORCE' } },
      }),
    )
    if (!made.ok) throw refuse(adminProblem('ALREADY_EXISTS', 'An active operator already has this name.'))
    return { ...operatorBody(made.value.operator), token: made.value.token }
  },
})

const list = endpoint({
  route: 'GET /admin/operators',
  role: 'VIEWER',
  summary: 'List the operators (people and programs), active ones first',
  answers: { 200: Type.Object({ data: Type.Array(OperatorSchema) }) },
  async handle(call) {
    const { database } = call.backOffice.gateway
    return { data: (await listOperators(database)).map(operatorBody) }
  },
})

const revoke = endpoint({
  route: 'DELETE /admin/operators/:id',
  role: 'ADMIN',
  stepUp: true,
  summary:
    "Revoke an operator: a program's token, or a person's sessions and sign-in methods, end immediately",
  params: { id: Type.String() },
  answers: { 204: Type.Null({ description: 'Revoked.' }) },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  async handle(call) {
    const { database, deps } = call.backOffice.gateway
    const { id } = call.params
    const revoked = await revokeOperator(database, id, deps.clock.now(), ({ name, role }) =>
      call.audit({
        action: 'operator.revoke',
        subject: `operator ${name}`,
        detail: { id, role, before: { role, status: 'IN_FORCE' }, after: { role, status: 'REVOKED' } },
      }),
    )
    if (revoked.ok) return null
    if (revoked.failure === 'NOT_FOUND') throw notFound('active operator')
    throw refuse(adminProblem('INVALID_STATE', 'The last operator with the role ADMIN cannot be revoked.'))
  },
})

const confirm = endpoint({
  route: 'POST /admin/operators/:id/!confirm',
  role: 'ADMIN',
  stepUp: true,
  summary:
    'Confirm face to face that an operator is a separate person, so that they count as a second person for those who brought them in',
  guide: 'approvals.md#two-people',
  params: { id: Type.String({ description: 'The ID in the list of operators or people.' }) },
  answers: { 200: OperatorSchema },
  problems: ['NOT_FOUND', 'INVALID_STATE', 'FOUR_EYES'],
  async handle(call) {
    const { database, deps } = call.backOffice.gateway
    const { id } = call.params
    const line = ({ name }: GatewayOperator) =>
      call.audit({ action: 'operator.confirm', subject: `operator ${name}`, detail: { id } })
    const confirmed = await confirmOperator(database, id, call.operator, deps.clock.now(), line)
    if (confirmed.ok) return operatorBody(confirmed.value)
    switch (confirmed.failure) {
      case 'NOT_FOUND':
        throw notFound('active operator')
      case 'CONFIRMED_BEFORE':
        throw refuse(adminProblem('INVALID_STATE', 'This operator already counts as a separate person.'))
      case 'SAME_PERSON':
        throw refuse(
          adminProblem(
            'FOUR_EYES',
            'An operator cannot be confirmed by themselves or by those who invited or approved them. Another ADMIN or the first operator must do it.',
          ),
        )
    }
  },
})

const MOST_REQUESTED = 200
const readAudit = auditReader(isCaseIn)

const audit = endpoint({
  route: 'GET /admin/audit',
  role: 'VIEWER',
  summary: 'Read the audit log, newest first',
  query: {
    operator: Type.Optional(Type.String({ description: 'Name of the operator.' })),
    action: Type.Optional(
      Type.String({
        description: 'The operation, such as `merchant.change`, or its beginning, `merchant`.',
      }),
    ),
    subject: Type.Optional(
      Type.String({
        description: 'Any part of the target, such as an ID.',
      }),
    ),
    merchantCode: Type.Optional(
      Type.String({ description: 'Only about this merchant or its payments, refunds and cases.' }),
    ),
  },
  pages: 'by time',
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
          approval: Type.Optional(
            Type.String({ description: 'The approval request that this line decides.' }),
          ),
        }),
      ),
      nextCursor: NextCursor,
    }),
  },
  async handle(call) {
    const { from, to, after, limit } = call.page(BY_KEY)
    const { operator, action, subject, merchantCode } = call.query
    // A name that no operator can have is not looked up, because not every text may be sent to a database.
    if (operator !== undefined && !OPERATOR_NAME.test(operator)) return { data: [] }
    if (merchantCode !== undefined && !isMerchantCode(merchantCode)) return { data: [] }
    if ([action, subject].some((text) => text !== undefined && !isLine(text, MOST_REQUESTED)))
      return { data: [] }
    const lines = await readAudit(call.backOffice.gateway.database, {
      operator,
      action,
      subject,
      merchantCode,
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
})

export const OPERATOR_ENDPOINTS = [create, list, revoke, confirm, audit]
