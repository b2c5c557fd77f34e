/** Files and folders onto the disk. Apart from `durable-files.ts`, which reads the whole of PGlite: only its own thread needs that. */
import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** One file or folder onto the disk. */
export const fsyncPath = (path: string): void => {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Everything below `folder`, and itself, onto the disk: a new cluster is copied in without a single fsync. */
export const fsyncTree = (folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) fsyncTree(path)
    else if (entry.isFile()) fsyncPath(path)
  }
  fsyncPath(folder)
}
