/** Whether build output is older than its sources. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of build output. */
export const BUILT = 'dist'

/** When the newest file below was written, in milliseconds; a folder counts when a name in it was added or removed. */
export function youngestMs(path: string): number {
  const written = statSync(path)
  if (!written.isDirectory()) return written.mtimeMs
  const names = readdirSync(path).filter((name) => name !== BUILT)
  return Math.max(written.mtimeMs, ...names.map((name) => youngestMs(join(path, name))))
}
