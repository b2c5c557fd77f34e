/**
 * The embedded database's folder on disk:
 *
 * - `cluster/`: PostgreSQL's data directory.
 * - `initialising`: present while `cluster/` is created for the first time. No request was ever answered from such a cluster, so
 *   after a crash it is deleted and created again.
 * - `lock/`, `owner`: who has it open; see `folder-lock.ts`.
 */
import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fsyncPath, fsyncTree } from './fsync.ts'

export const clusterIn = (folder: string): string => join(folder, 'cluster')
const markIn = (folder: string): string => join(folder, 'initialising')

/** Prepares the folder. @returns whether the cluster has to be created. */
export const beginCluster = (folder: string): boolean => {
  if (existsSync(markIn(folder))) rmSync(clusterIn(folder), { recursive: true, force: true })
  else if (existsSync(join(clusterIn(folder), 'PG_VERSION'))) return false
  closeSync(openSync(markIn(folder), 'w'))
  fsyncPath(folder)
  mkdirSync(clusterIn(folder), { recursive: true, mode: 0o700 })
  return true
}

/** The new cluster is complete: syncs all of it to disk (it was copied without fsync), then removes the mark. */
export const sealCluster = (folder: string): void => {
  fsyncTree(clusterIn(folder))
  rmSync(markIn(folder))
  fsyncPath(folder)
}
