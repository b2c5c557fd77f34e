/**
 * Operators: the people and programs that run the gateway. A program has a token; a person has none and signs in (`people/`).
 *
 * A token is random and shown once; only its SHA-256 is kept. It holds until its operator is revoked, from the next request
 * on. Names are unique among those in force, because the audit log and the history of payments speak of them by name.
 */
import { timingSafeEqual } from 'node:crypto'
import { hashSecret } from '../access/secrets.ts'
import { changeAndNote } from '../database/noted.ts'
import type { Database, Row, SqlCall, SqlStatement } from '../database/port.ts'
import type { Deps, Instant } from '../foundation/deps.ts'
import { isoTime } from '../foundation/instants.ts'
import { fail, type Result, succeed } from '../foundation/result.ts'
import { type AuditLine, auditCall } from './audit.ts'
import { lastChangeOf } from './changes.ts'
import {
  isNarrowed,
  mayAct,
  type OperatorRole,
  type Rights,
  ROLES,
  rightsFrom,
  storedRights,
} from './rights.ts'

export interface GatewayOperator {
  readonly id: string
  readonly name: string
  readonly role: OperatorRole
  /** What narrows the role. */
  readonly rights: Rights
  /** Signs in, and has no token. */
  readonly isPerson: boolean
  readonly createdAt: Instant
  readonly revokedAt: Instant | undefined
}

export const BOOTSTRAP = 'bootstrap'
const TOKEN_BYTES = 32

/** Room for a person, a team or a program; nothing that would make a line of the audit log read as another. */
export const OPERATOR_NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._@-]{0,62}[\p{L}\p{N}])?$/u

const COLUMNS = 'id, name, role, rights, token_hash is null as is_person, created_at, revoked_at'
const BY_TOKEN: SqlStatement = {
  name: 'operator_by_token',
  text: `select ${COLUMNS}, token_hash from operator where token_hash = $1 and revoked_at is null`,
}
const LIST: SqlStatement = {
  name: 'operator_list',
  text: `select ${COLUMNS} from operator order by revoked_at is not null, name, id limit $1`,
}
const INSERT: SqlStatement = {
  name: 'operator_insert',
  text: `insert into operator (id, name, role, token_hash, created_at, rights) values ($1, $2, $3, $4, $5, $6::text::jsonb)
    on conflict do nothing returning id`,
}
const INSERT_PERSON: SqlStatement = {
  name: 'operator_insert_person',
  text: `insert into operator (id, name, role, token_hash, created_at, rights) values ($1, $2, $3, $4, $5, $6::text::jsonb)`,
}
const LOCK_ALL: SqlStatement = {
  name: 'operator_lock_all',
  text: 'lock table operator in share row exclusive mode',
}
/** For the first trip of a transaction: nobody else makes, changes or ends an operator meanwhile. */
export const LOCK_OPERATORS: SqlCall = { statement: LOCK_ALL, values: [] }
const IN_FORCE: SqlStatement = {
  name: 'operator_in_force',
  text: `select ${COLUMNS}, token_hash from operator where revoked_at is null`,
}
const BY_NAME_OR_HASH: SqlStatement = {
  name: 'operator_by_name_or_hash',
  text: `select ${COLUMNS}, token_hash from operator where (name = $1 and revoked_at is null) or token_hash = $2`,
}
const SET_TOKEN: SqlStatement = {
  name: 'operator_set_token',
  text: 'update operator set token_hash = $2 where id = $1',
}
const CHANGE: SqlStatement = {
  name: 'operator_change',
  text: 'update operator set role = $2, rights = $3::text::jsonb where id = $1',
}
const REVOKE: SqlStatement = {
  name: 'operator_revoke',
  text: 'update operator set revoked_at = $2 where id = $1 and revoked_at is null',
}
const MAX_LISTED = 1_000

const rowToOperator = (row: Row): GatewayOperator => ({
  id: row.id as string,
  name: row.name as string,
  role: row.role as OperatorRole,
  rights: rightsFrom(row.rights),
  isPerson: row.is_person === true,
  createdAt: row.created_at as Instant,
  revokedAt: (row.revoked_at ?? undefined) as Instant | undefined,
})

const hashOf = (token: string): string => Buffer.from(hashSecret(token)).toString('hex')

/** Whose token this is, if anybody's. What is looked up is the token's hash, so its time tells nothing of the tokens. */
export async function operatorOf(database: Database, token: string): Promise<GatewayOperator | undefined> {
  const hash = hashOf(token)
  const [row] = await database.run(BY_TOKEN, [hash])
  if (!row || !timingSafeEqual(Buffer.from(String(row.token_hash)), Buffer.from(hash))) return undefined
  return rowToOperator(row)
}

/**
 * For the transaction of a room in which persons must stay in force until it ends: those whom `which` chooses, in words of the
 * asker's own tables and of `o.id`. With id, name, and since when they are what they are.
 */
export const personsInForce = (which: string): string =>
  `select o.id, o.name, greatest(o.created_at, ${lastChangeOf('o.id')}) as created_at from operator o where o.revoked_at is null and (${which}) for share of o`

/** For a statement of a room: whether the operator of this id is in force, and has this role or one above it. */
export const isInForce = (id: string, role: string): string =>
  `exists (select from operator o where o.id = ${id} and o.revoked_at is null
     and array_position(array['VIEWER', 'OPERATOR', 'ADMIN'], o.role) >= array_position(array['VIEWER', 'OPERATOR', 'ADMIN'], ${role}))`

/**
 * How long one who was revoked still counts as a second pair of eyes: as long as they were an operator, and at most three days.
 * Otherwise whoever revokes all others would be alone at once, and asked nothing any more.
 */
const COUNTS_AFTER = "interval '72 hours'"
/**
 * Once an ADMIN whom nothing narrows signs in, the token of the installation is a key in a drawer of theirs, and no second person: else
 * whoever opened the first link would be two, or would wait for themselves.
 */
const ADMIN_SIGNS_IN = `exists (select from operator p where p.token_hash is null and p.role = 'ADMIN' and p.rights is null
      and p.revoked_at is null)`
const OTHERS: SqlStatement = {
  name: 'operator_others',
  text: `select name, revoked_at is null as in_force from operator
    where not (name = '${BOOTSTRAP}' and token_hash is not null and ${ADMIN_SIGNS_IN}) and ($1::uuid is null or (id <> $1::uuid and lower(name) <> lower($2))) and role = any($3::text[])
      and (revoked_at is null or revoked_at + least(${COUNTS_AFTER}, revoked_at - created_at) > $4::timestamptz)
    order by revoked_at is not null, name limit 1000`,
}

export interface OtherEyes {
  /** Names of those who may do it now. */
  readonly inForce: readonly string[]
  /** Whether there is, or was until lately, anybody at all. */
  readonly areAny: boolean
}

/** Who else may do what takes this role. */
export async function othersWith(
  database: Database,
  role: OperatorRole,
  /** Who asks: an operator, or somebody who is none and has no id. */
  but: { readonly id: string | undefined; readonly name: string },
  now: Instant,
): Promise<OtherEyes> {
  const roles = ROLES.filter((each) => mayAct(each, role))
  const rows = await database.run(OTHERS, [but.id ?? null, but.name, roles, isoTime(now)])
  const inForce = rows.flatMap((row) => (row.in_force === true ? [String(row.name)] : []))
  return { inForce, areAny: rows.length > 0 }
}

const NO_SECOND: SqlStatement = {
  name: 'operator_no_second',
  text: `select id from operator where id = $1 and name = '${BOOTSTRAP}' and token_hash is not null and ${ADMIN_SIGNS_IN}`,
}

/** Whether this is the token of the installation, and the ADMIN who signs in has it in a drawer. */
export const isNoSecond = async (database: Database, id: string): Promise<boolean> =>
  (await database.run(NO_SECOND, [id])).length > 0

const STILL_THERE: SqlStatement = {
  name: 'operator_still_there',
  text: 'select id from operator where id = $1 and revoked_at is null',
}

export const isStillOperator = async (database: Database, id: string): Promise<boolean> =>
  (await database.run(STILL_THERE, [id])).length > 0

/** Those in force first, by name. */
export const listOperators = async (database: Database): Promise<readonly GatewayOperator[]> =>
  (await database.run(LIST, [MAX_LISTED])).map(rowToOperator)

const insertCall = (operator: GatewayOperator, token?: string): SqlCall => ({
  statement: INSERT,
  values: [
    operator.id,
    operator.name,
    operator.role,
    token === undefined ? null : hashOf(token),
    isoTime(operator.createdAt),
    storedRights(operator.rights),
  ],
})

/** Makes an operator who signs in, in a transaction of the caller's. It breaks the unique key of names where the name is taken. */
export const insertPerson = (
  person: Pick<GatewayOperator, 'id' | 'name' | 'role' | 'rights' | 'createdAt'>,
): SqlCall => ({
  ...insertCall({ ...person, isPerson: true, revokedAt: undefined }),
  statement: INSERT_PERSON,
})

/** Gives an operator another role in a transaction of the caller's; what narrows it stays. */
export const changeRoleCall = ({ id, rights }: GatewayOperator, role: OperatorRole): SqlCall => ({
  statement: CHANGE,
  values: [id, role, storedRights(rights)],
})

/** Ends an operator in a transaction of the caller's, in which another of the same role begins. */
export const revokeCall = (id: string, at: Instant): SqlCall => ({
  statement: REVOKE,
  values: [id, isoTime(at)],
})

const OPERATOR_PARTS = ['id', 'name', 'role', 'rights', 'is_person', 'created_at', 'revoked_at'] as const

/** For a statement of a room that has the ids of operators: `join ${OPERATORS_IN_FORCE} o on o.id = …`. */
export const OPERATORS_IN_FORCE = `(select ${COLUMNS} from operator where revoked_at is null)`
/** What `operatorIn` reads, of an `o` so joined. */
export const OPERATOR_COLUMNS = OPERATOR_PARTS.map((part) => `o.${part} as operator_${part}`).join(', ')

export const operatorIn = (row: Row): GatewayOperator =>
  rowToOperator(Object.fromEntries(OPERATOR_PARTS.map((part) => [part, row[`operator_${part}`]])))

export interface NewOperator {
  readonly operator: GatewayOperator
  /** To be shown once. */
  readonly token: string
}

/** The name may be taken by an operator in force. */
export async function createOperator(
  database: Database,
  deps: Pick<Deps, 'clock' | 'randomness'>,
  wanted: Pick<GatewayOperator, 'name' | 'role'>,
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
  }
  const isNew = await changeAndNote(database, insertCall(operator, token), auditCall(audit(operator)))
  return isNew ? succeed({ operator, token }) : fail('ALREADY_EXISTS')
}

/** Ends an operator. The last ADMIN in force whom nothing narrows stays, or nobody could make another. */
export function revokeOperator(
  database: Database,
  id: string,
  at: Instant,
  audit: (operator: GatewayOperator) => AuditLine,
): Promise<Result<GatewayOperator, 'NOT_FOUND' | 'LAST_ADMIN'>> {
  const reads = [LOCK_OPERATORS, { statement: IN_FORCE, values: [] }]
  return database.transact<Result<GatewayOperator, 'NOT_FOUND' | 'LAST_ADMIN'>>(reads, ([, rows = []]) => {
    const inForce = rows.map(rowToOperator)
    const operator = inForce.find((each) => each.id === id)
    if (!operator) return { calls: [], outcome: fail('NOT_FOUND') }
    if (!inForce.some((each) => each.id !== id && isWholeAdmin(each)))
      return { calls: [], outcome: fail('LAST_ADMIN') }
    const calls = [{ statement: REVOKE, values: [id, isoTime(at)] }, auditCall(audit(operator))]
    return { calls, outcome: succeed(operator) }
  })
}

/**
 * Changes what an operator may do, from its next request on. The last ADMIN in force whom nothing narrows stays so. `audit` is told
 * how it was before.
 */
export function changeOperator(
  database: Database,
  id: string,
  change: Partial<Pick<GatewayOperator, 'role' | 'rights'>>,
  audit: (before: GatewayOperator, after: GatewayOperator) => AuditLine,
): Promise<Result<GatewayOperator, 'NOT_FOUND' | 'LAST_ADMIN'>> {
  const reads = [LOCK_OPERATORS, { statement: IN_FORCE, values: [] }]
  return database.transact<Result<GatewayOperator, 'NOT_FOUND' | 'LAST_ADMIN'>>(reads, ([, rows = []]) => {
    const inForce = rows.map(rowToOperator)
    const before = inForce.find((each) => each.id === id)
    if (!before) return { calls: [], outcome: fail('NOT_FOUND') }
    const after = { ...before, ...change }
    if (![...inForce.filter((each) => each.id !== id), after].some(isWholeAdmin))
      return { calls: [], outcome: fail('LAST_ADMIN') }
    const values = [id, after.role, storedRights(after.rights)]
    return {
      calls: [{ statement: CHANGE, values }, auditCall(audit(before, after))],
      outcome: succeed(after),
    }
  })
}

const isWholeAdmin = ({ role, rights }: GatewayOperator): boolean => role === 'ADMIN' && !isNarrowed(rights)

/**
 * The operator `bootstrap` (ADMIN) with this token: made once, and given the new token where it has changed. Under a lock,
 * so that nodes that start together agree. A token that was revoked stays revoked.
 */
export function ensureBootstrapOperator(
  database: Database,
  deps: Pick<Deps, 'clock' | 'randomness'>,
  token: string,
): Promise<'MADE' | 'CHANGED' | 'UNCHANGED' | 'REVOKED'> {
  const at = deps.clock.now()
  const hash = hashOf(token)
  const operator: GatewayOperator = {
    id: deps.randomness.uuidV7(at),
    name: BOOTSTRAP,
    role: 'ADMIN',
    rights: {},
    isPerson: false,
    createdAt: at,
    revokedAt: undefined,
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
  const reads = [LOCK_OPERATORS, { statement: BY_NAME_OR_HASH, values: [BOOTSTRAP, hash] }]
  return database.transact<'MADE' | 'CHANGED' | 'UNCHANGED' | 'REVOKED'>(reads, ([, rows = []]) => {
    const holder = rows.find((row) => row.token_hash === hash)
    if (holder) return { calls: [], outcome: holder.revoked_at === null ? 'UNCHANGED' : 'REVOKED' }
    const known = rows[0]
    if (!known) {
      return { calls: [insertCall(operator, token), audit('operator.create')], outcome: 'MADE' }
    }
    const change = { statement: SET_TOKEN, values: [known.id as string, hash] }
    return { calls: [change, audit('operator.change-token')], outcome: 'CHANGED' }
  })
}
