/** Reads large statements outside of the event loop; see `http/parse-in-worker.ts`. */
import type { Timers } from '@sluice/core/foundation/deps.ts'
import { type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { FileFault } from '@sluice/core/foundation/xml.ts'
import { type NotRead, PARSE_IN_WORKER_FROM_BYTES, parseInWorker } from '../http/parse-in-worker.ts'
import type { BankStatement } from './entry.ts'
import { type FileFacts, readStatement } from './read-file.ts'

export async function readStatementApart(
  bytes: Uint8Array,
  facts: FileFacts,
  timers: Timers,
): Promise<Result<Result<BankStatement, readonly FileFault[]>, NotRead>> {
  if (bytes.length < PARSE_IN_WORKER_FROM_BYTES) return succeed(readStatement(bytes, facts))
  return parseInWorker(new URL('./reading-thread.ts', import.meta.url), { bytes, facts }, timers)
}
