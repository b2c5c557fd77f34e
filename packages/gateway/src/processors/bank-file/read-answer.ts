/** Reads a large answer of a bank in another thread: see `http/parse-in-worker.ts`. */
import type { Timers } from '@sluice/core/foundation/deps.ts'
import { type Result, succeed } from '@sluice/core/foundation/result.ts'
import { type NotRead, PARSE_IN_WORKER_FROM_BYTES, parseInWorker } from '../../http/parse-in-worker.ts'
import { readStatusReport, type StatusReport } from './pain002.ts'

export async function readAnswerApart(
  bytes: Uint8Array,
  timers: Timers,
): Promise<Result<Result<StatusReport, string>, NotRead>> {
  if (bytes.length < PARSE_IN_WORKER_FROM_BYTES) return succeed(readStatusReport(xmlText(bytes)))
  return parseInWorker(new URL('./reading-thread.ts', import.meta.url), bytes, timers)
}

/** UTF-8, or Latin-1 if it is not valid UTF-8: what matters in an answer is ASCII. */
export function xmlText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}
