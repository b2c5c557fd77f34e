/**
 * Two operators are two people. In SQL, for the statements of any room.
 *
 * Whoever makes a link can open it themselves. So an operator who came by a link, or a program with a token, counts as the same person
 * as those who asked for it and approved it, and as those behind them, until another operator has confirmed them face to face
 * (`second-person.ts`). Two operators are separate where nobody stands behind both.
 */

/** Everybody whom an operator `o` of the table may be: an array of ids. */
export const peopleOf = (o: string): string =>
  `(array[${o}.id] || case when ${o}.confirmed_at is null then coalesce(${o}.brought_by, '{}') else '{}'::uuid[] end)`

/** Whoever stands behind somebody that the operators of `ids` (an array, in SQL) bring in. */
export const peopleBehind = (ids: string): string =>
  `(select coalesce(array_agg(distinct behind.id), '{}'::uuid[])
    from operator o cross join lateral unnest(${peopleOf('o')}) as behind(id) where o.id = any(${ids}))`

/** Whether the operators of these two ids (in SQL) are two people. */
export const areSeparate = (one: string, other: string): string =>
  `exists (select from operator x, operator y where x.id = ${one} and y.id = ${other} and not ${peopleOf('x')} && ${peopleOf('y')})`
