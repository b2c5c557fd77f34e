/**
 * In which order the files of a run begin. What takes long comes first, beside what only waits; the many short files come last and
 * fill what is left of each core, so that at the end none stands idle.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { placeAt } from './kinds.ts'

export default class Order extends BaseSequencer {
  /** Of a kind as ever: the longest first, where a run before has told how long they take. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => placeAt(a.moduleId) - placeAt(b.moduleId))
  }
}
