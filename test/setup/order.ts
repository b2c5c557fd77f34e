/**
 * The order of the files of a run. Long tests come first, beside those that only wait; the many short files come last and fill the
 * remaining time of each core, so that no core is idle at the end.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { placeAt } from './kinds.ts'

export default class Order extends BaseSequencer {
  /** Within a kind, the longest first, if an earlier run has measured them. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => placeAt(a.moduleId) - placeAt(b.moduleId))
  }
}
