/**
 * Who counts as a second person: for an approval, for releasing a bank file, and for confirming that someone is a separate
 * person.
 *
 * A second person is an active operator with the required role, under another name, and separate from the first (`separate.ts`).
 * The installation's own token is no second person once an ADMIN signs in.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'
import { BOOTSTRAP } from './operators.ts'
import { mayAct, type OperatorRole, ROLES } from './rights.ts'
import { areSeparate } from './separate.ts'

/** For statements of other modules: whether the operator of this ID is active, with this role or a higher one. */
export const isInForce = (id: string, role: string): string =>
  `exists (select from operator o where o.id = ${id} and o.revoked_at is null
     and array_position(array['VIEWER', 'OPERATOR', 'ADMIN'], o.role) >= array_position(array['VIEWER', 'OPERATOR', 'ADMIN'], ${role})
     for share of o)`

/**
 * For statements of other modules: whether the operator of this ID is active and unchanged since this revision. Locks the
 * operator until the transaction is over.
 */
export const isUnchanged = (id: string, revision: string): string =>
  `exists (select from operator o where o.id = ${id} and o.revoked_at is null and o.revision is not distinct from ${revision}
     for share of o)`

/**
 * How long a revoked operator still counts as a second person: as long as they were an operator, at most three days. Otherwise an
 * operator could revoke all others and need no approval any more.
 */
const COUNTS_AFTER = "interval '72 hours'"
/**
 * Once an ADMIN without restrictions signs in, the installation's own token is only their spare key, and no second person.
 * Otherwise the operator who opened the first link would count as two people, or would wait for their own approval.
 */
const ADMIN_SIGNS_IN = `exists (select from operator p where p.token_hash is null and p.role = 'ADMIN' and p.rights is null
      and p.revoked_at is null)`
const isSpareToken = (o: string): string =>
  `(${o}.name = '${BOOTSTRAP}' and ${o}.token_hash is not null and ${ADMIN_SIGNS_IN})`
/** The same for an `o` of `OPERATORS_IN_FORCE`, which has no token. */
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
  /** Names of those who could, once someone has confirmed that they are not the requester. */
  readonly unconfirmed: readonly string[]
  /** Whether there is anyone at all, or was until recently. */
  readonly areAny: boolean
}

/** The other operators who may do what needs this role. */
export async function othersWith(
  database: Database,
  role: OperatorRole,
  /** The requester: an operator, or someone who is none and has no ID. */
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
  /** It is the installation's own token, and an ADMIN signs in. */
  | 'SPARE_TOKEN'
  /** One of the two invited the other, and nobody has confirmed that they are two people. */
  | 'NOT_SEPARATE'

/** Why this operator is no second person for the requester. @param requestedBy undefined for a merchant */
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

/** Whether an operator is active and unchanged since this revision. */
export const isStillAsBefore = async (
  database: Database,
  id: string,
  revision: string | undefined,
): Promise<boolean> => (await database.run(UNCHANGED, [id, revision ?? null])).length > 0

/** For statements of other modules: whether this operator (in SQL) may confirm someone else as a separate person. */
export const SECOND_PERSON = {
  isSpareOperator,
  /** Nobody else could: there is no separate ADMIN, active or recently so. */
  isAlone: (id: string, now: string): string =>
    `not exists (select from operator o where o.id <> ${id} and o.role = 'ADMIN' and not ${isSpareToken('o')}
      and ${isLately('o', now)} and ${areSeparate('o.id', id)})`,
} as const
