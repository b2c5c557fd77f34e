/**
 * A whole cluster as one archive, and how a new database is created from it, on disk or in memory. The archive is a tar written
 * by PGlite (`dumpDataDir`) on this installation, as trusted as the installed packages.
 *
 * PGlite's own `loadDataDir` passes each of some 1,300 files through its emulated file system as a Blob. That took half of the
 * time of a new database in memory, and two more seconds of CPU for one on disk than opening an existing one.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { EmscriptenBuiltinFilesystem } from '@electric-sql/pglite/basefs'

const BLOCK_BYTES = 512
const [NAME_BYTES, SIZE_AT, SIZE_BYTES, TYPE_AT, PREFIX_AT] = [100, 124, 12, 156, 345]
const [FILE, FOLDER] = ['0', '5']
/** Where PGlite expects the cluster in its file system. */
const DATA = '/pglite/data'
const [FOLDER_MODE, FILE_MODE] = [0o700, 0o600]

export interface ClusterFile {
  /** Relative to the cluster's folder: `global/pg_control`. */
  readonly path: string
  /** Undefined for a folder. */
  readonly bytes: Uint8Array | undefined
}

/** @throws Error if it is no such archive, or is truncated */
export function filesOf(image: Uint8Array): readonly ClusterFile[] {
  const archive = Buffer.from(image.buffer, image.byteOffset, image.byteLength)
  const files: ClusterFile[] = []
  for (let at = 0; at + BLOCK_BYTES <= archive.length && archive[at] !== 0; ) {
    const size = Number.parseInt(textAt(archive, at + SIZE_AT, SIZE_BYTES), 8)
    const type = textAt(archive, at + TYPE_AT, 1)
    const path = textAt(archive, at, NAME_BYTES).replace(/^\//, '').replace(/\/$/, '')
    const begin = at + BLOCK_BYTES
    const isWhole = begin + size <= archive.length && archive[at + PREFIX_AT] === 0
    if (!isWhole || (type !== FILE && type !== FOLDER) || path.split('/').includes('..'))
      throw new Error('the prepared cluster is not as PGlite writes it')
    files.push({ path, bytes: type === FILE ? archive.subarray(begin, begin + size) : undefined })
    at = begin + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES
  }
  if (!files.some(({ path }) => path === 'PG_VERSION')) throw new Error('the prepared cluster is not whole')
  return files
}

const textAt = (archive: Buffer, from: number, length: number): string => {
  const text = archive.toString('latin1', from, from + length)
  const end = text.indexOf('\0')
  return end === -1 ? text : text.slice(0, end)
}

/** Writes it into an empty folder. `embedded-cluster.ts` syncs it to disk. */
export function layOut(image: Uint8Array, folder: string): void {
  const files = filesOf(image)
  for (const path of foldersOf(files)) mkdirSync(join(folder, path), { recursive: true, mode: FOLDER_MODE })
  for (const { path, bytes } of files)
    if (bytes) writeFileSync(join(folder, path), bytes, { mode: FILE_MODE })
}

const foldersOf = (files: readonly ClusterFile[]): ReadonlySet<string> =>
  new Set(files.map(({ path, bytes }) => (bytes ? dirname(path) : path)))

/** PGlite's file system in memory, with a cluster in it. The image is not modified. */
export class FilledMemory extends EmscriptenBuiltinFilesystem {
  readonly #files: readonly ClusterFile[]

  constructor(files: readonly ClusterFile[]) {
    super()
    this.#files = files
  }

  override async initialSyncFs(): Promise<void> {
    const files = this.pg?.Module.FS
    if (!files) throw new Error('PGlite has no file system yet')
    for (const path of foldersOf(this.#files)) files.mkdirTree(`${DATA}/${path}`, FOLDER_MODE)
    for (const { path, bytes } of this.#files) if (bytes) files.writeFile(`${DATA}/${path}`, bytes)
  }

  override async closeFs(): Promise<void> {
    this.pg?.Module.FS.quit()
  }
}
