/** The program's version, from its package. */
import { readFileSync } from 'node:fs'

export function packageVersion(): string {
  const read: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return typeof read === 'object' && read !== null && 'version' in read ? String(read.version) : 'unknown'
}
