/**
 * People from an identity provider: created as operators at their first sign-in, and given the role of their groups at each one.
 *
 * Only issuer and subject identify a person. Nobody gets the name of another operator or of someone who is invited, whatever name
 * the provider sends. A person whom an operator has ended stays ended. A person who has lost the groups that granted a role loses
 * access everywhere immediately. The provider's groups decide even about the last ADMIN; otherwise someone who has left the
 * company would keep the highest role.
 */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { PERSON_CHANGE } from '../operators/changes.ts'
import {
  changeRoleCall,
  type GatewayOperator,
  insertPerson,
  LOCK_OPERATORS,
  OPERATOR_COLUMNS,
  OPERATORS_IN_FORCE,
  operatorIn,
} from '../operators/operators.ts'
import type { OperatorRole } from '../operators/rights.ts'
import type { PeopleContext } from './context.ts'
import type { Vouched } from './identity-provider.ts'
import { arrive, insertPersonRow, type Visitor } from './people.ts'
import type { NOT_VOUCHED } from './protocol.ts'
import { endSessionsCall, type NewSession } from './sessions.ts'

/** Why a person whom the provider may well know is not let in. */
export type NotVouched = (typeof NOT_VOUCHED)[number]

export interface NotLetIn {
  readonly why: NotVouched
  /** The name, if they are known here. */
  readonly who?: string | undefined
}

const FIND = sqlStatement({
  name: 'person_by_subject',
  text: `select p.id as person, ${OPERATOR_COLUMNS} from person p left join ${OPERATORS_IN_FORCE} o on o.id = p.id
    where p.issuer = $1 and p.subject = $2`,
})
const SAME_NAME = sqlStatement({
  name: 'person_same_name',
  text: `select o.id from ${OPERATORS_IN_FORCE} o where lower(o.name) = lower($1)
    union all select l.person from sign_in_link l
      where lower(l.name) = lower($1) and l.used_at is null and l.expires_at > $2`,
})
/** The gateway's own name in the audit log. */
const GATEWAY = 'gateway'
/** The lowest role, for people whose groups grant none. They keep their name, and cannot approve for anyone. */
const LEAST: OperatorRole = 'VIEWER'

/** For a step-up: the person's ID, and when it was requested. */
export interface ProofRequested {
  readonly person: string
  readonly requestedAt: number
}

/** How far the provider's clock may be behind ours. */
const CLOCKS_DIFFER_MS = 60_000

/** @param requested for a step-up of someone who is signed in */
export function signInVouched(
  context: PeopleContext,
  vouched: Vouched,
  visitor: Visitor,
  requested: ProofRequested | undefined,
): Promise<Result<NewSession, NotLetIn>> {
  const { database, deps } = context
  const { issuer, subject, name = '', role, provedAt } = vouched
  const now = deps.clock.now()
  const reads = [
    // Prevents anyone from taking the name or changing the role in the meantime.
    LOCK_OPERATORS,
    { statement: FIND, values: [issuer, subject] },
    { statement: SAME_NAME, values: [name, isoTime(now)] },
  ] as const
  return database.transact<Result<NewSession, NotLetIn>, typeof reads>(reads, ([, found, sameName]) => {
    const [row] = found ?? []
    const refused = (why: NotVouched, who?: string, calls: readonly SqlCall[] = []) => ({
      calls,
      outcome: fail<NotLetIn>({ why, who }),
    })
    if (row && row.operator_id === null) return refused('ENDED')
    const known = row && operatorIn(row)
    if (requested && known?.id !== requested.person) return refused('ANOTHER', known?.name)
    if (role === undefined) return refused('NO_ROLE', known?.name, known ? outCalls(context, known) : [])
    if (requested && (provedAt === undefined || provedAt < requested.requestedAt - CLOCKS_DIFFER_MS))
      return refused('NOT_ANEW', known?.name, known ? changeCalls(context, known, role) : [])
    if (!known && name === '') return refused('NO_NAME')
    if (!known && (sameName?.length !== 0 || name.toLowerCase() === GATEWAY)) return refused('NAME_TAKEN')
    const operator = known ? { ...known, role } : newOperator(deps.randomness.uuidV7(now), name, role, now)
    const begun = arrive(context, operator, 'OIDC', visitor, provedAt)
    const first = known ? changeCalls(context, known, role) : joinCalls(context, operator, vouched)
    return { calls: [...first, ...begun.calls], outcome: succeed(begun) }
  })
}

const newOperator = (id: string, name: string, role: OperatorRole, createdAt: number): GatewayOperator => ({
  id,
  name,
  role,
  rights: {},
  isPerson: true,
  createdAt,
  revokedAt: undefined,
  revision: undefined,
  isConfirmed: false,
})

const joinCalls = (
  { deps, realm }: PeopleContext,
  operator: GatewayOperator,
  { issuer, subject }: Vouched,
): readonly SqlCall[] => [
  insertPerson(operator, 'PROVIDER'),
  insertPersonRow(operator, { issuer, subject }),
  realm.note(deps, {
    action: 'person.join',
    by: operator,
    about: operator.name,
    detail: { id: operator.id, role: operator.role, purpose: 'OIDC', issuer },
  }),
]

/** Logged under the gateway's name, as no operator made the change. */
function changeCalls(
  { deps, realm }: PeopleContext,
  operator: GatewayOperator,
  role: OperatorRole,
): readonly SqlCall[] {
  if (operator.role === role) return []
  const { id, name } = operator
  const note = realm.note(deps, {
    action: PERSON_CHANGE,
    by: undefined,
    about: name,
    detail: { id, by: 'groups of the identity provider', before: { role: operator.role }, after: { role } },
  })
  return [changeRoleCall(operator, role, deps.randomness.uuidV7(deps.clock.now())), note]
}

const outCalls = (context: PeopleContext, operator: GatewayOperator): readonly SqlCall[] => [
  ...changeCalls(context, operator, LEAST),
  endSessionsCall(operator.id),
]
