/**
 * In which order the files of a run begin. What takes long comes first, beside what only waits; the many short files come last and
 * fill what is left of each core, so that at the end none stands idle.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The projects of `vitest.config.ts`. One that is not named here begins before them. */
const FIRST_TO_LAST = [
  'long',
  'processes',
  'browser',
  'on PostgreSQL',
  'on disk',
  'rooms',
  'pages',
  'measured',
]

const place = ({ project }: TestSpecification): number => FIRST_TO_LAST.indexOf(project.name)

export default class Order extends BaseSequencer {
  /** Within a project as ever: the longest first, where a run before has told how long they take. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}
