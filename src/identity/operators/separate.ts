/**
 * Two operators are two people. In SQL, for the statements of any room.
 *
 * Whoever makes a link can open it themselves. So an operator who came by a link, or a program with a token, counts as the same person
 * as those who asked for it and approved it, and as those behind them, until another operator has confirmed them face to face
 * (`identity/people/confirming.ts`). Two operators are separate where nobody stands behind both.
 *
 * Whom an identity provider let in may be somebody who came by a link as well, so the two are not separate until somebody has confirmed
 * the first. Two whom it let in are two.
 *
 * Who has left and comes back by another invitation is another operator to us. So whoever stands on somebody who has left is separate from
 * nobody, until they are confirmed.
 */

/** Everybody whom an operator `o` of the table may be: an array of ids. */
export const peopleOf = (o: string): string =>
  `(array[${o}.id] || case when ${o}.confirmed_at is null then coalesce(${o}.brought_by, '{}') else '{}'::uuid[] end)`

/** Whoever stands behind somebody that the operators of `ids` (an array, in SQL) bring in. */
export const peopleBehind = (ids: string): string =>
  `(select coalesce(array_agg(distinct behind.id), '{}'::uuid[])
    from operator o cross join lateral unnest(${peopleOf('o')}) as behind(id) where o.id = any(${ids}))`

/** Whether an operator `o` stands on somebody who has left, and is not confirmed. */
export const standsOnGone = (o: string): string =>
  `(${o}.confirmed_at is null and exists (select from operator g where g.id = any(${o}.brought_by) and g.revoked_at is not null))`

/** A person of an identity provider whom nobody has confirmed, and a person by a link: the same human may be both. */
const isMixed = (one: string, other: string): string =>
  `(${one}.vouched and ${one}.confirmed_at is null and ${other}.vouched is not true and ${other}.token_hash is null)`

/** Whether the operators of these two ids (in SQL) are two people. */
export const areSeparate = (one: string, other: string): string =>
  `exists (select from operator x, operator y where x.id = ${one} and y.id = ${other} and not ${peopleOf('x')} && ${peopleOf('y')}
    and not ${standsOnGone('x')} and not ${standsOnGone('y')}
    and ${isMixed('x', 'y')} is not true and ${isMixed('y', 'x')} is not true)`
