/**
 * Whether two operators are two different people, as SQL for the statements of other modules.
 *
 * The person who makes a link can open it themselves. So an operator who joined by a link, or a program with a token, counts as
 * the same person as those who requested and approved it, and those behind them, until another operator has confirmed them face
 * to face (`identity/people/confirming.ts`). Two operators are separate if there is nobody who may be both.
 *
 * A person whom an identity provider let in may also have joined by a link. An unconfirmed one is therefore not separate from
 * people who joined by links. Two people whom the provider let in are separate.
 *
 * Someone who leaves and returns by another invitation is a new operator. So an unconfirmed operator who was invited by someone
 * who has left is separate from nobody.
 */

/** All operators that an operator `o` may be: an array of IDs. */
export const peopleOf = (o: string): string =>
  `(array[${o}.id] || case when ${o}.confirmed_at is null then coalesce(${o}.brought_by, '{}') else '{}'::uuid[] end)`

/** All people behind someone whom the operators of `ids` (an array, in SQL) invite. */
export const peopleBehind = (ids: string): string =>
  `(select coalesce(array_agg(distinct behind.id), '{}'::uuid[])
    from operator o cross join lateral unnest(${peopleOf('o')}) as behind(id) where o.id = any(${ids}))`

/** Whether an operator `o` is unconfirmed and was invited by someone who has left. */
export const isInvitedByRevoked = (o: string): string =>
  `(${o}.confirmed_at is null and exists (select from operator g where g.id = any(${o}.brought_by) and g.revoked_at is not null))`

/** One was let in by an identity provider and not confirmed, the other joined by a link: they may be the same person. */
const isMixed = (one: string, other: string): string =>
  `(${one}.vouched and ${one}.confirmed_at is null and ${other}.vouched is not true and ${other}.token_hash is null)`

/** Whether the operators of these two IDs (in SQL) are two people. */
export const areSeparate = (one: string, other: string): string =>
  `exists (select from operator x, operator y where x.id = ${one} and y.id = ${other} and not ${peopleOf('x')} && ${peopleOf('y')}
    and not ${isInvitedByRevoked('x')} and not ${isInvitedByRevoked('y')}
    and ${isMixed('x', 'y')} is not true and ${isMixed('y', 'x')} is not true)`
