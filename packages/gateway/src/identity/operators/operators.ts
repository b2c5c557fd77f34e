/**
 * Operators: the people and programs that run the gateway. A program has a token. A person has none and signs in (`people/`).
 *
 * A token is random and shown once; only its SHA-256 is stored. It is valid until its operator is revoked, and fails from the
 * next request on. Names of active operators are unique, because the audit log and the history of payments use them.
 */
import { timingSafeEqual } from 'node:crypto'
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { changeAndNote } from '@sluice/database/noted.ts'
import {
  asDescribed,
  type Database,
  type Row,
  type RowOf,
  type SqlCall,
  sqlStatement,
} from '@sluice/database/port.ts'
import { hashSecret } from '../access/secrets.ts'
import { type AuditLine, auditCall } from './audit.ts'
import { lastChangeOf } from './changes.ts'
import { isNarrowed, type OperatorRole, type Rights, rightsFrom, storedRights } from './rights.ts'
import { isInvitedByRevoked, peopleBehind, peopleOf } from './separate.ts'

export interface GatewayOperator {
  readonly id: string
  readonly name: string
  readonly role: OperatorRole
  /** What restricts the role. */
  readonly rights: Rights
  /** Signs in, and has no token. */
  readonly isPerson: boolean
  readonly createdAt: Instant
  readonly revokedAt: Instant | undefined
  /** Replaced with each change of role or rights; undefined if never changed. */
  readonly revision: string | undefined
  /** Nobody invited them by a link, or someone has confirmed them since (`second-person.ts`). */
  readonly isConfirmed: boolean
}

export const BOOTSTRAP = 'bootstrap'
const TOKEN_BYTES = 32

/** Long enough for a person, a team or a program. Cannot make a line of the audit log look like another. */
export const OPERATOR_NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._@-]{0,62}[\p{L}\p{N}])?$/u

const COLUMNS = `id, name, role, rights, token_hash is null as is_person, created_at, revoked_at, revision,
  ((coalesce(brought_by, '{}') = '{}' and vouched is not true) or confirmed_at is not null) as is_confirmed`
const BY_TOKEN = sqlStatement({
  name: 'operator_by_token',
  text: `select ${COLUMNS}, token_hash from operator where token_hash = $1 and revoked_at is null`,
})
const LIST = sqlStatement({
  name: 'operator_list',
  text: `select ${COLUMNS} from operator order by revoked_at is not null, name, id limit $1`,
})
const NEW = `insert into operator (id, name, role, token_hash, created_at, rights, brought_by, vouched)
  values ($1, $2, $3, $4, $5, $6::text::jsonb, ${peopleBehind('$7::uuid[]')}, $8)`
const INSERT = sqlStatement({
  name: 'operator_insert',
  text: `${NEW} on conflict do nothing returning id`,
})
const INSERT_PERSON = sqlStatement({
  name: 'operator_insert_person',
  text: NEW,
})
const LOCK_ALL = sqlStatement({
  name: 'operator_lock_all',
  text: 'lock table operator in share row exclusive mode',
})
/** For the first round trip of a transaction: nobody else can create, change or end an operator before it is over. */
export const LOCK_OPERATORS: SqlCall = { statement: LOCK_ALL, values: [] }
const IN_FORCE = sqlStatement({
  name: 'operator_in_force',
  text: `select ${COLUMNS}, token_hash from operator where revoked_at is null`,
})
const BY_NAME_OR_HASH = sqlStatement({
  name: 'operator_by_name_or_hash',
  text: `select ${COLUMNS}, token_hash from operator where (name = $1 and revoked_at is null) or token_hash = $2`,
})
const SET_TOKEN = sqlStatement({
  name: 'operator_set_token',
  text: 'update operator set token_hash = $2 where id = $1',
})
const CHANGE = sqlStatement({
  name: 'operator_change',
  text: 'update operator set role = $2, rights = $3::text::jsonb, revision = $4 where id = $1',
})
const REVOKE = sqlStatement({
  name: 'operator_revoke',
  text: 'update operator set revoked_at = $2 where id = $1 and revoked_at is null',
})
const MAX_LISTED = 1_000

const rowToOperator = (row: RowOf<'operator_list'>): GatewayOperator => ({
  id: row.id,
  name: row.name,
  role: row.role,
  rights: rightsFrom(row.rights),
  isPerson: row.is_person === true,
  createdAt: row.created_at,
  revokedAt: row.revoked_at ?? undefined,
  revision: row.revision ?? undefined,
  isConfirmed: row.is_confirmed === true,
})

const hashOf = (token: string): string => Buffer.from(hashSecret(token)).toString('hex')

/** The operator with this token, if there is one. It is looked up by its hash, so the time reveals nothing about tokens. */
export async function operatorOf(database: Database, token: string): Promise<GatewayOperator | undefined> {
  const hash = hashOf(token)
  const [row] = await database.run(BY_TOKEN, [hash])
  if (!row || !timingSafeEqual(Buffer.from(String(row.token_hash)), Buffer.from(hash))) return undefined
  return rowToOperator(row)
}

/**
 * For a transaction of another module in which operators must stay active until it ends. `which` is a condition on the module's
 * own tables and `o.id`. Returns ID, name, role, when they last changed, and from `separate.ts` `behind`: the IDs of all
 * operators they may be, and whether someone behind them has left.
 */
export const personsInForce = (which: string): string =>
  `select o.id, o.name, o.role, greatest(o.created_at, ${lastChangeOf('o.id')}) as created_at, ${peopleOf('o')} as behind,
      ${isInvitedByRevoked('o')} as stands_on_gone, coalesce(o.vouched, false) as vouched, o.confirmed_at is not null as confirmed
    from operator o where o.revoked_at is null and (${which}) for share of o`

/** Active ones first, by name. */
export const listOperators = async (database: Database): Promise<readonly GatewayOperator[]> =>
  (await database.run(LIST, [MAX_LISTED])).map(rowToOperator)

const TAKE_OVER = sqlStatement({
  name: 'operator_take_over',
  text: 'update operator set brought_by = array_replace(brought_by, $1::uuid, $2::uuid) where $1::uuid = any(brought_by)',
})

/** In the commit in which an operator comes back under a new ID: those invited by the old one count as invited by the new one. */
export const takeOverCall = (before: string, after: string): SqlCall => ({
  statement: TAKE_OVER,
  values: [before, after],
})

const CONFIRM = sqlStatement({
  name: 'operator_confirm',
  text: 'update operator set confirmed_at = $2, confirmed_by = $3 where id = $1',
})

/**
 * For a transaction that has checked who may confirm (`identity/people/confirming.ts`).
 * @param by the name of the operator who met them
 */
export const confirmCall = (id: string, at: Instant, by: string): SqlCall => ({
  statement: CONFIRM,
  values: [id, isoTime(at), by],
})

type NewRow = Pick<GatewayOperator, 'id' | 'name' | 'role' | 'rights' | 'createdAt'>

/** @param broughtBy the IDs of those who invited and approved it */
const insertCall = (
  operator: NewRow,
  broughtBy: readonly string[] | 'PROVIDER',
  token?: string,
): SqlCall => ({
  statement: INSERT,
  values: [
    operator.id,
    operator.name,
    operator.role,
    token === undefined ? null : hashOf(token),
    isoTime(operator.createdAt),
    storedRights(operator.rights),
    broughtBy === 'PROVIDER' ? [] : broughtBy,
    broughtBy === 'PROVIDER',
  ],
})

/**
 * Creates an operator who signs in, in the caller's transaction. Violates the unique key of names if the name is in use.
 * @param broughtBy the IDs of those who invited and approved them, empty if the gateway itself let them in; or an identity
 * provider
 */
export const insertPerson = (person: NewRow, broughtBy: readonly string[] | 'PROVIDER'): SqlCall => ({
  ...insertCall(person, broughtBy),
  statement: INSERT_PERSON,
})

/** Changes an operator's role in the caller's transaction; restrictions stay. @param revision the new revision */
export const changeRoleCall = (
  { id, rights }: GatewayOperator,
  role: OperatorRole,
  revision: string,
): SqlCall => ({
  statement: CHANGE,
  values: [id, role, storedRights(rights), revision],
})

/** Ends an operator in the caller's transaction, which creates another of the same role. */
export const revokeCall = (id: string, at: Instant): SqlCall => ({
  statement: REVOKE,
  values: [id, isoTime(at)],
})

const OPERATOR_PARTS = [
  'id',
  'name',
  'role',
  'rights',
  'is_person',
  'created_at',
  'revoked_at',
  'revision',
  'is_confirmed',
] as const

/** For a statement of a module that has operators' IDs: `join ${OPERATORS_IN_FORCE} o on o.id = …`. */
export const OPERATORS_IN_FORCE = `(select ${COLUMNS} from operator where revoked_at is null)`
/** The columns that `operatorIn` reads from such an `o`. */
export const OPERATOR_COLUMNS = OPERATOR_PARTS.map((part) => `o.${part} as operator_${part}`).join(', ')

export const operatorIn = (row: Row): GatewayOperator =>
  rowToOperator(
    asDescribed(Object.fromEntries(OPERATOR_PARTS.map((part) => [part, row[`operator_${part}`]]))),
  )

export interface NewOperator {
  readonly operator: GatewayOperator
  /** Shown once. */
  readonly token: string
}

export interface WantedOperator extends Pick<GatewayOperator, 'name' | 'role'> {
  /** The IDs of those who requested it and approved it. */
  readonly broughtBy: readonly string[]
}

/** The name may be in use by an active operator. */
export async function createOperator(
  database: Database,
  deps: Pick<Deps, 'clock' | 'randomness'>,
  { broughtBy, ...wanted }: WantedOperator,
  audit: (operator: GatewayOperator) => AuditLine,
): Promise<Result<NewOperator, 'ALREADY_EXISTS'>> {
  const at = deps.clock.now()
  const token = `op_${Buffer.from(deps.randomness.bytes(TOKEN_BYTES)).toString('base64url')}`
  const operator = {
    id: deps.randomness.uuidV7(at),
    ...wanted,
    rights: {},
    isPerson: false,
    createdAt: at,
    revokedAt: undefined,
    revision: undefined,
    isConfirmed: false,
  }
  const made = insertCall(operator, broughtBy, token)
  const isNew = await changeAndNote(database, made, auditCall(audit(operator)))
  return isNew ? succeed({ operator, token }) : fail('ALREADY_EXISTS')
}

/** Ends an operator. The last active ADMIN without restrictions stays, because nobody else could create another. */
export function revokeOperator(
  database: Database,
  id: string,
  at: Instant,
  audit: (operator: GatewayOperator) => AuditLine,
): Promise<Result<GatewayOperator, 'NOT_FOUND' | 'LAST_ADMIN'>> {
  const reads = [LOCK_OPERATORS, { statement: IN_FORCE, values: [] }] as const
  return database.transact<Result<GatewayOperator, 'NOT_FOUND' | 'LAST_ADMIN'>, typeof reads>(
    reads,
    ([, rows = []]) => {
      const inForce = rows.map(rowToOperator)
      const operator = inForce.find((each) => each.id === id)
      if (!operator) return { calls: [], outcome: fail('NOT_FOUND') }
      if (!inForce.some((each) => each.id !== id && isWholeAdmin(each)))
        return { calls: [], outcome: fail('LAST_ADMIN') }
      const calls = [{ statement: REVOKE, values: [id, isoTime(at)] }, auditCall(audit(operator))]
      return { calls, outcome: succeed(operator) }
    },
  )
}

/**
 * Changes an operator's rights from the next request on. The last active ADMIN without restrictions stays so. `audit` gets the
 * previous state. The new revision ends all their links and approval requests.
 */
export function changeOperator(
  database: Database,
  id: string,
  { revision, ...change }: Partial<Pick<GatewayOperator, 'role' | 'rights'>> & { readonly revision: string },
  audit: (before: GatewayOperator, after: GatewayOperator) => AuditLine,
): Promise<Result<GatewayOperator, 'NOT_FOUND' | 'LAST_ADMIN'>> {
  const reads = [LOCK_OPERATORS, { statement: IN_FORCE, values: [] }] as const
  return database.transact<Result<GatewayOperator, 'NOT_FOUND' | 'LAST_ADMIN'>, typeof reads>(
    reads,
    ([, rows = []]) => {
      const inForce = rows.map(rowToOperator)
      const before = inForce.find((each) => each.id === id)
      if (!before) return { calls: [], outcome: fail('NOT_FOUND') }
      const after = { ...before, ...change, revision }
      if (![...inForce.filter((each) => each.id !== id), after].some(isWholeAdmin))
        return { calls: [], outcome: fail('LAST_ADMIN') }
      const values = [id, after.role, storedRights(after.rights), revision]
      return {
        calls: [{ statement: CHANGE, values }, auditCall(audit(before, after))],
        outcome: succeed(after),
      }
    },
  )
}

const isWholeAdmin = ({ role, rights }: GatewayOperator): boolean => role === 'ADMIN' && !isNarrowed(rights)

/**
 * Ensures that the operator `bootstrap` (ADMIN) exists with this token, and updates a changed token. A lock makes nodes that
 * start together agree. A revoked token stays revoked.
 */
export function ensureBootstrapOperator(
  database: Database,
  deps: Pick<Deps, 'clock' | 'randomness'>,
  token: string,
): Promise<'MADE' | 'CHANGED' | 'UNCHANGED' | 'REVOKED'> {
  const at = deps.clock.now()
  const hash = hashOf(token)
  const operator: NewRow = {
    id: deps.randomness.uuidV7(at),
    name: BOOTSTRAP,
    role: 'ADMIN',
    rights: {},
    createdAt: at,
  }
  const audit = (action: string) =>
    auditCall({
      id: deps.randomness.uuidV7(at),
      at,
      operator: 'gateway',
      action,
      subject: `operator ${BOOTSTRAP}`,
      detail: {},
    })
  const reads = [LOCK_OPERATORS, { statement: BY_NAME_OR_HASH, values: [BOOTSTRAP, hash] }] as const
  return database.transact<'MADE' | 'CHANGED' | 'UNCHANGED' | 'REVOKED', typeof reads>(
    reads,
    ([, rows = []]) => {
      const holder = rows.find((row) => row.token_hash === hash)
      if (holder) return { calls: [], outcome: holder.revoked_at === null ? 'UNCHANGED' : 'REVOKED' }
      const known = rows[0]
      if (!known) {
        return { calls: [insertCall(operator, [], token), audit('operator.create')], outcome: 'MADE' }
      }
      const change = { statement: SET_TOKEN, values: [known.id, hash] }
      return { calls: [change, audit('operator.change-token')], outcome: 'CHANGED' }
    },
  )
}
