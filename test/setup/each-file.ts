/**
 * Runs before each test file: chooses its engine, and notes what it takes and what it runs, for `test/setup/time-report.ts` and
 * `test/setup/statement-report.ts`.
 */
import { flushCompileCache } from 'node:module'
import { afterAll, beforeEach, expect, type RunnerTestFile } from 'vitest'
import { chooseEngine } from './engine.ts'
import { kindAt } from './kinds.ts'
import { sinceLastFile } from './processor-time.ts'
import { newlyRan, type Ran } from './statements.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Of a test file: what it took; where it has a process for itself, with those that it started and that have ended. */
    processorMs?: number
    /** The named statements that its process had not run before. */
    statements?: Ran
  }
}

chooseEngine(kindAt(expect.getState().testPath ?? '') === 'on PostgreSQL' ? 'postgres' : 'memory')

let file: RunnerTestFile | undefined
beforeEach(({ task }) => {
  file = task.file
})

// The first hook to be set is the last to run.
afterAll(() => {
  if (!file) return
  file.meta.processorMs = sinceLastFile()
  file.meta.statements = newlyRan()
  // A thread that is ended from outside would keep nothing of what was compiled for it.
  flushCompileCache()
})
