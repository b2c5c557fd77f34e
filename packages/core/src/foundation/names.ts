/** The names of a table that the program declares, as its type has them. */

/** In the order in which they are declared. Only of a table that is written out: another object may have more names than its type. */
export const namesOf = <Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] =>
  Object.keys(table) as Name[]
