/** Whether what was made of files is older than they are. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of what was made. */
export const BUILT = 'dist'

/** When the youngest of what is there was written; a folder is when a name in it comes or goes. In milliseconds. */
export function youngestMs(path: string): number {
  const written = statSync(path)
  if (!written.isDirectory()) return written.mtimeMs
  const names = readdirSync(path).filter((name) => name !== BUILT)
  return Math.max(written.mtimeMs, ...names.map((name) => youngestMs(join(path, name))))
}
