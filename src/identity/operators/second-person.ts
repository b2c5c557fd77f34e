/**
 * Who counts as a second person: for an approval, for the release of a bank file, for confirming that somebody is a person of their own.
 *
 * A second person is an operator in force with the role that the act takes, under another name, and separate from the first
 * (`separate.ts`). The token of the installation is none where an ADMIN signs in.
 */
import { type Database, sqlStatement } from '../../database/port.ts'
import type { Instant } from '../../foundation/deps.ts'
import { isoTime } from '../../foundation/instants.ts'
import { BOOTSTRAP } from './operators.ts'
import { mayAct, type OperatorRole, ROLES } from './rights.ts'
import { areSeparate } from './separate.ts'

/** For a statement of a room: whether the operator of this id is in force, and has this role or one above it. */
export const isInForce = (id: string, role: string): string =>
  `exists (select from operator o where o.id = ${id} and o.revoked_at is null
     and array_position(array['VIEWER', 'OPERATOR', 'ADMIN'], o.role) >= array_position(array['VIEWER', 'OPERATOR', 'ADMIN'], ${role})
     for share of o)`

/**
 * For a statement of a room: whether the operator of this id is in force, with the role and rights that they had at this revision.
 * Nobody changes or ends them before the transaction is over.
 */
export const isUnchanged = (id: string, revision: string): string =>
  `exists (select from operator o where o.id = ${id} and o.revoked_at is null and o.revision is not distinct from ${revision}
     for share of o)`

/**
 * How long one who was revoked still counts as a second person: as long as they were an operator, and at most three days.
 * Otherwise whoever revokes all others would be alone at once, and asked nothing any more.
 */
const COUNTS_AFTER = "interval '72 hours'"
/**
 * Once an ADMIN whom nothing narrows signs in, the token of the installation is a key in a drawer of theirs, and no second person: else
 * whoever opened the first link would be two, or would wait for themselves.
 */
const ADMIN_SIGNS_IN = `exists (select from operator p where p.token_hash is null and p.role = 'ADMIN' and p.rights is null
      and p.revoked_at is null)`
const isSpareToken = (o: string): string =>
  `(${o}.name = '${BOOTSTRAP}' and ${o}.token_hash is not null and ${ADMIN_SIGNS_IN})`
/** The same of an `o` of `OPERATORS_IN_FORCE`, which knows no tokens. */
const isSpareOperator = (o: string): string =>
  `(${o}.name = '${BOOTSTRAP}' and not ${o}.is_person and ${ADMIN_SIGNS_IN})`
const isLately = (o: string, now: string): string =>
  `(${o}.revoked_at is null or ${o}.revoked_at + least(${COUNTS_AFTER}, ${o}.revoked_at - ${o}.created_at) > ${now}::timestamptz)`

const OTHERS = sqlStatement({
  name: 'operator_others',
  text: `select o.name, o.revoked_at is null as in_force, ($1::uuid is null or ${areSeparate('o.id', '$1::uuid')}) as is_separate
    from operator o
    where not ${isSpareToken('o')} and ($1::uuid is null or (o.id <> $1::uuid and lower(o.name) <> lower($2)))
      and o.role = any($3::text[]) and ${isLately('o', '$4')}
    order by o.revoked_at is not null, o.name limit 1000`,
})

export interface Others {
  /** Names of those who may approve it now. */
  readonly inForce: readonly string[]
  /** Names of those who could, once somebody has confirmed that they are not the one who asks. */
  readonly unconfirmed: readonly string[]
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
): Promise<Others> {
  const roles = ROLES.filter((each) => mayAct(each, role))
  const rows = await database.run(OTHERS, [but.id ?? null, but.name, roles, isoTime(now)])
  const named = (isSeparate: boolean) =>
    rows.flatMap((row) => (row.in_force === true && row.is_separate === isSeparate ? [String(row.name)] : []))
  return { inForce: named(true), unconfirmed: named(false), areAny: rows.length > 0 }
}

const WHY_NOT = sqlStatement({
  name: 'operator_why_no_second',
  text: `select ${isSpareToken('o')} as is_spare, ($2::uuid is null or ${areSeparate('o.id', '$2::uuid')}) as is_separate
    from operator o where o.id = $1`,
})

export type NoSecondPerson =
  /** The token of the installation, and an ADMIN signs in. */
  | 'SPARE_TOKEN'
  /** One of the two brought the other, and nobody has confirmed that they are two. */
  | 'NOT_SEPARATE'

/** Why this operator is no second person for who asked. @param requestedBy undefined: a merchant */
export async function whyNoSecondPerson(
  database: Database,
  id: string,
  requestedBy: string | undefined,
): Promise<NoSecondPerson | undefined> {
  const [row] = await database.run(WHY_NOT, [id, requestedBy ?? null])
  if (row?.is_spare === true) return 'SPARE_TOKEN'
  return row?.is_separate === false ? 'NOT_SEPARATE' : undefined
}

const UNCHANGED = sqlStatement({
  name: 'operator_unchanged',
  text: 'select id from operator where id = $1 and revoked_at is null and revision is not distinct from $2::uuid',
})

/** Whether an operator is in force as they were at this revision. */
export const isStillAsBefore = async (
  database: Database,
  id: string,
  revision: string | undefined,
): Promise<boolean> => (await database.run(UNCHANGED, [id, revision ?? null])).length > 0

/** For a statement of another room: whether this operator (in SQL) may say that somebody else is a person of their own. */
export const SECOND_PERSON = {
  isSpareOperator,
  /** Nobody else could: no ADMIN who is separate from them, in force or lately. */
  isAlone: (id: string, now: string): string =>
    `not exists (select from operator o where o.id <> ${id} and o.role = 'ADMIN' and not ${isSpareToken('o')}
      and ${isLately('o', now)} and ${areSeparate('o.id', id)})`,
} as const
