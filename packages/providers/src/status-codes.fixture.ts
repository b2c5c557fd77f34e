/** Compares the tables of a provider with its own lists in `samples/`. */
import { expect } from 'vitest'

/** @param file of the list, in the provider's folder: a new code must be added there, too */
export function expectListed(
  table: Readonly<Record<string, unknown>>,
  statusCodes: readonly (string | number)[],
  file: string,
): void {
  const message = `a table's words, and those that ${file} lists: write a new one in both, with where it is from in the file's source`
  expect(Object.keys(table).toSorted(), message).toEqual(statusCodes.map(String).toSorted())
}
