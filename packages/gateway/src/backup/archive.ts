/**
 * A backup's file: a tar archive, compressed with Zstandard, that can be checked for completeness.
 *
 * It begins with `manifest.json`, which describes it, and ends with `sha256`, the hash of every byte before it. At most 256 KiB
 * are in memory at a time. The file is written under a temporary name and renamed once it is on disk, readable only by its owner
 * (0600), so a file with the final name is complete. It is read in one pass: what was unpacked must not be used until `sha256`
 * was verified.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { errorCode } from '@sluice/core/foundation/errors.ts'
import { timeOnly } from '@sluice/core/foundation/instants.ts'
import { fsyncPath } from '@sluice/database/fsync.ts'
import { NotATar, TAR_END, type TarEntry, TarReader, tarHeader, tarPadding } from './tar.ts'

const FORMAT = 1
const MANIFEST = 'manifest.json'
const SEAL = 'sha256'
const MOST_MANIFEST_BYTES = 1024 * 1024
export const CHUNK_BYTES = 256 * 1024

/** What a backup says about itself before anything is unpacked. */
export interface BackupManifest {
  readonly format: number
  readonly madeAt: string
  /** The version of the program that made it. */
  readonly version: string
  readonly migrations: readonly { readonly number: number; readonly name: string }[]
}

export interface ArchiveEntry extends TarEntry {
  /** Exactly `bytes` bytes. */
  content(): AsyncIterable<Uint8Array>
}

export interface Written {
  readonly bytes: number
  /** Of the file, as `sha256sum` prints it. */
  readonly sha256: string
}

async function* unsealed(
  manifest: Omit<BackupManifest, 'format'>,
  entries: AsyncIterable<ArchiveEntry>,
  secs: number,
) {
  const text = Buffer.from(`${JSON.stringify({ format: FORMAT, ...manifest }, undefined, 2)}\n`)
  yield tarHeader({ name: MANIFEST, kind: 'file', bytes: text.length }, secs)
  yield text
  yield tarPadding(text.length)
  for await (const entry of entries) {
    yield tarHeader(entry, secs)
    yield* entry.content()
    yield tarPadding(entry.bytes)
  }
}

async function* sealed(chunks: AsyncIterable<Uint8Array>, secs: number): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
  const text = Buffer.from(`${hash.digest('hex')}\n`)
  yield tarHeader({ name: SEAL, kind: 'file', bytes: text.length }, secs)
  yield text
  yield tarPadding(text.length)
  yield TAR_END
}

/** Writes the archive to `path`, which must not exist. @throws Error if the disk fails, or an entry cannot be read */
export async function writeArchive(
  path: string,
  manifest: Omit<BackupManifest, 'format'>,
  entries: AsyncIterable<ArchiveEntry>,
  signal: AbortSignal,
): Promise<Written> {
  const unfinished = `${path}.unfinished`
  const secs = Math.floor((timeOnly(manifest.madeAt) ?? 0) / 1000)
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } })
  try {
    await rm(unfinished, { force: true })
    const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(sealed(unsealed(manifest, entries, secs), secs), compress, counted, file, { signal })
    await rename(unfinished, path)
    fsyncPath(dirname(path))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** The file is not a backup, or not a complete one. The message says which. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive'
}

export interface Unpacking {
  /** Called first. Throws if this program cannot use the backup. */
  manifest(manifest: BackupManifest): void
  /** `content` must be read to its end. */
  entry(entry: TarEntry, content: AsyncIterable<Uint8Array>): Promise<void>
}

/**
 * Reads the whole archive. The unpacked files are only valid once this resolves.
 * @throws BadArchive, and whatever `unpacking` throws
 */
export async function readArchive(path: string, unpacking: Unpacking): Promise<BackupManifest> {
  const raw = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  const plain = createZstdDecompress()
  raw.once('error', (error) => plain.destroy(error))
  const reader = new TarReader(raw.pipe(plain))
  try {
    return await readEntries(reader, unpacking)
  } catch (error) {
    if (error instanceof NotATar) throw new BadArchive(error.message)
    if (isZstdError(error)) throw new BadArchive('it is damaged, or not the whole file')
    throw error
  } finally {
    raw.destroy()
    plain.destroy()
  }
}

const isZstdError = (error: unknown): boolean => /^(ZSTD_|Z_|ERR_STREAM_PREMATURE)/.test(errorCode(error))

async function readEntries(reader: TarReader, unpacking: Unpacking): Promise<BackupManifest> {
  const hash = createHash('sha256')
  async function* hashed(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  let manifest: BackupManifest | undefined
  for (;;) {
    const { header, entry } = await reader.next()
    if (entry === undefined) throw new BadArchive('it ends without its checksum')
    if (manifest !== undefined && entry.name === SEAL) {
      const reported = (await textOf(entry, reader.content(entry))).trim()
      if (reported !== hash.digest('hex'))
        throw new BadArchive('its checksum does not hold: it was changed or damaged')
      await reader.drain()
      return manifest
    }
    hash.update(header)
    if (manifest === undefined) {
      manifest = readManifest(entry, await textOf(entry, hashed(reader.content(entry))))
      unpacking.manifest(manifest)
    } else await unpacking.entry(entry, hashed(reader.content(entry)))
    hash.update(await reader.padding(entry))
  }
}

async function textOf({ bytes }: TarEntry, content: AsyncIterable<Uint8Array>): Promise<string> {
  if (bytes > MOST_MANIFEST_BYTES) throw new BadArchive('it is not a backup of Sluice')
  const slices: Uint8Array[] = []
  for await (const slice of content) slices.push(slice)
  return Buffer.concat(slices).toString('utf8')
}

function readManifest({ name }: TarEntry, text: string): BackupManifest {
  const read = name === MANIFEST ? parsed(text) : undefined
  if (!isManifest(read)) throw new BadArchive('it is not a backup of Sluice')
  if (read.format !== FORMAT)
    throw new BadArchive('its format is newer than this program: take a newer version of it')
  return read
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isManifest(value: unknown): value is BackupManifest {
  if (typeof value !== 'object' || value === null) return false
  const { format, madeAt, version, migrations } = {
    format: 0,
    madeAt: '',
    version: '',
    migrations: null,
    ...value,
  }
  const wholes: readonly unknown[] = Array.isArray(migrations) ? migrations : [undefined]
  return (
    typeof format === 'number' &&
    typeof madeAt === 'string' &&
    timeOnly(madeAt) !== undefined &&
    typeof version === 'string' &&
    wholes.every(
      (each) =>
        typeof each === 'object' &&
        each !== null &&
        'number' in each &&
        Number.isInteger(each.number) &&
        'name' in each &&
        typeof each.name === 'string',
    )
  )
}

/** @returns undefined if the file was deleted in the meantime; recovery deletes it again */
async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * The first `bytes` bytes of a file that may be in use: a shorter file is filled with zeros, and what was appended is left out.
 */
export async function* fileOf(path: string, bytes: number): AsyncGenerator<Uint8Array> {
  const file = await openIfThere(path)
  try {
    for (let at = 0; at < bytes; ) {
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, bytes - at))
      const { bytesRead } = (await file?.read(chunk, 0, chunk.length, at)) ?? { bytesRead: 0 }
      // Truncated in the meantime: recovery truncates it again, from the log.
      yield bytesRead === 0 ? chunk : chunk.subarray(0, bytesRead)
      at += bytesRead === 0 ? chunk.length : bytesRead
    }
  } finally {
    await file?.close()
  }
}
