/**
 * Parses an uploaded file outside the event loop: a megabyte of XML takes a quarter of a second, in which no payment would be
 * answered.
 *
 * Two files are parsed at a time and a few more wait. If a file takes too long or too much memory, its thread ends, not the
 * gateway. The result is what the thread's module posts.
 */
import type { Timers } from '@sluice/core/foundation/deps.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { startThread } from '@sluice/core/foundation/threads.ts'
import { httpProblem, type Problem } from './problems.ts'

/**
 * Smaller files are parsed before a thread would have started: the worst of them, with one character per row, in a third of a
 * second.
 */
export const PARSE_IN_WORKER_FROM_BYTES = 32 * 1024
/** The largest accepted file needs a tenth of this. */
const WITHIN_MS = 60_000
const LIMITS = { maxOldGenerationSizeMb: 1_536 } as const
const AT_ONCE = 2
/** Each holds its file in memory. */
const MAX_WAITING = 8

/** `TOO_MUCH`: aborted because of its time or memory. `BUSY`: others are being parsed; try again. */
export type NotRead = 'TOO_MUCH' | 'BUSY'

let running = 0
const waiting: (() => void)[] = []

/** Per process, as threads belong to a process. */
async function inTurn<Outcome>(work: () => Promise<Outcome>): Promise<Result<Outcome, 'BUSY'>> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) return fail('BUSY')
    // The one that ends passes its place on.
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return succeed(await work())
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** @param module posts its result once; gets `given` as `workerData` @throws Error if the module fails */
export async function parseInWorker<Read>(
  module: URL,
  given: unknown,
  timers: Timers,
): Promise<Result<Read, NotRead>> {
  const read = await inTurn(() => inThread<Read>(module, given, timers))
  return read.ok ? read.value : read
}

function inThread<Read>(module: URL, given: unknown, timers: Timers): Promise<Result<Read, 'TOO_MUCH'>> {
  return new Promise((resolve, reject) => {
    const thread = startThread(module, { workerData: given, resourceLimits: LIMITS })
    const end = (outcome: Result<Read, 'TOO_MUCH'>) => {
      cancel()
      resolve(outcome)
      void thread.terminate()
    }
    const cancel = timers.after(WITHIN_MS, () => end(fail('TOO_MUCH')))
    thread.once('message', (read: Read) => end(succeed(read)))
    thread.once('error', (error: Error & { readonly code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return end(fail('TOO_MUCH'))
      cancel()
      reject(error)
    })
    thread.once('exit', () => {
      cancel()
      reject(new Error('the thread that reads a file has ended without a word'))
    })
  })
}

export const notRead = (why: NotRead): Problem =>
  why === 'BUSY'
    ? httpProblem('UNAVAILABLE', 'Other files are being read. Nothing was stored. Send it again later.', {
        headers: { 'retry-after': '10' },
      })
    : httpProblem('BODY_TOO_LARGE', 'the file takes too long or too much memory to read: split it')
