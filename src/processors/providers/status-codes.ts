/** Reading a provider's words by tables of ours. Pure. */

/**
 * What a table says of a word. Only its own words count: `constructor` stands in every object, and a provider, or who pretends to be one,
 * may send it.
 * @returns undefined where the table does not list it
 */
export const listed = <Meaning>(
  table: Readonly<Record<string | number, Meaning>>,
  statusCode: string | number | undefined,
): Meaning | undefined =>
  statusCode !== undefined && Object.hasOwn(table, statusCode) ? table[statusCode] : undefined
