/** Reads a statement beside the event loop where it is large: see `http/apart.ts`. */
import type { Timers } from '../foundation/deps.ts'
import { type Result, succeed } from '../foundation/result.ts'
import type { FileFault } from '../foundation/xml.ts'
import { APART_FROM_BYTES, type NotRead, readApart } from '../http/apart.ts'
import type { Statement } from './entry.ts'
import { type FileFacts, readStatement } from './read-file.ts'

export async function readStatementApart(
  bytes: Uint8Array,
  facts: FileFacts,
  timers: Timers,
): Promise<Result<Result<Statement, readonly FileFault[]>, NotRead>> {
  if (bytes.length < APART_FROM_BYTES) return succeed(readStatement(bytes, facts))
  return readApart(new URL('./reading-thread.ts', import.meta.url), { bytes, facts }, timers)
}
