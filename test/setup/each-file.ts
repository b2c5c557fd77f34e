/**
 * Runs before each test file: chooses its engine, and records its time and its statements for `test/setup/time-report.ts` and
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
    /** The processor time of a test file; if it has a process of its own, including child processes that have ended. */
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

// The first hook registered runs last.
afterAll(() => {
  if (!file) return
  file.meta.processorMs = sinceLastFile()
  file.meta.statements = newlyRan()
  // A thread that is terminated from outside would not write its compile cache.
  flushCompileCache()
})
