/** For tests of what requests backups: files that are not databases, in a folder that is removed with the test. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BackupsOptions } from './backups.ts'

export interface StandIn extends Pick<BackupsOptions, 'files' | 'folder' | 'version'> {
  remove(): void
}

/** For the setting `backups` of a gateway in the same process. */
export function standInBackups(): StandIn {
  const base = mkdtempSync(join(tmpdir(), 'sluice-stand-in-'))
  const folder = join(base, 'cluster')
  mkdirSync(folder)
  writeFileSync(join(folder, 'PG_VERSION'), '18\n')
  return {
    folder: join(base, 'backups'),
    version: '0.0.0',
    files: { folder, copied: (copy) => copy(async () => ({ label: 'none', segments: [] })) },
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
}
