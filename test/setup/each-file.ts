/** Runs before each test file: notes what processor time the file takes, for `time-report.ts`. */
import { afterAll, beforeEach, type RunnerTestFile } from 'vitest'
import { sinceLastFile } from './processor-time.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Of a test file: what it took, with the processes that it started and that have ended. */
    processorMs?: number
  }
}

let file: RunnerTestFile | undefined
beforeEach(({ task }) => {
  file = task.file
})

// The first hook to be set is the last to run.
afterAll(() => {
  if (file) file.meta.processorMs = sinceLastFile()
})
