/**
 * The part of the tar format (POSIX ustar) that a backup needs: files and folders with names of up to 100 characters.
 *
 * Any `tar` can list what is written. Reading refuses names that could lead out of the target folder, wrong checksums, and
 * anything but files and folders.
 */

const BLOCK_BYTES = 512
const NAME_BYTES = 100
/** Eleven octal digits. */
const MOST_BYTES = 8 ** 11 - 1

export interface TarEntry {
  /** With `/` between folders, none at its ends. */
  readonly name: string
  readonly kind: 'file' | 'folder'
  /** 0 for a folder. */
  readonly bytes: number
}

/** Whether the name stays within the folder that it is unpacked into. */
export const isSafeName = (name: string): boolean =>
  name.length <= NAME_BYTES && /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/.test(name)

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`

const checksum = (header: Uint8Array): number =>
  header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0)

/** @throws Error for a name or size that the format cannot hold, which is a bug */
export function tarHeader({ name, kind, bytes }: TarEntry, modifiedSecs: number): Buffer {
  if (!isSafeName(name) || bytes > MOST_BYTES) throw new Error(`${name} does not fit into a tar file`)
  const header = Buffer.alloc(BLOCK_BYTES)
  header.write(name, 0, 'latin1')
  header.write(octal(kind === 'file' ? 0o600 : 0o700, 7), 100, 'latin1')
  header.write(octal(0, 7), 108, 'latin1')
  header.write(octal(0, 7), 116, 'latin1')
  header.write(octal(bytes, 11), 124, 'latin1')
  header.write(octal(modifiedSecs, 11), 136, 'latin1')
  header.write(kind === 'file' ? '0' : '5', 156, 'latin1')
  header.write('ustar\u000000', 257, 'latin1')
  header.write(`${octal(checksum(header), 6)} `, 148, 'latin1')
  return header
}

/** Fills the last block of a file's content. */
export const tarPadding = (bytes: number): Buffer =>
  Buffer.alloc((BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES)

/** The end of the archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK_BYTES)

/** The archive is damaged, or is not one of ours. */
export class NotATar extends Error {
  override readonly name = 'NotATar'
}

/** @returns undefined at the archive's end @throws NotATar */
export function readTarHeader(header: Buffer): TarEntry | undefined {
  if (header.every((byte) => byte === 0)) return undefined
  const text = (from: number, length: number) =>
    header.toString('latin1', from, from + length).replace(/\0[\s\S]*$/, '')
  if (Number.parseInt(text(148, 8), 8) !== checksum(header)) throw new NotATar('a header is damaged')
  const name = text(0, NAME_BYTES)
  const bytes = text(124, 12)
  const kind = text(156, 1)
  if (!isSafeName(name) || !/^[0-7]{11}$/.test(bytes))
    throw new NotATar('it holds a name or a size that no backup has')
  if (kind === '0') return { name, kind: 'file', bytes: Number.parseInt(bytes, 8) }
  if (kind === '5' && Number.parseInt(bytes, 8) === 0) return { name, kind: 'folder', bytes: 0 }
  throw new NotATar('it holds what is neither a file nor a folder')
}

/** Cuts a stream of chunks into the blocks of the format. */
export class TarReader {
  readonly #chunks: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** The next entry's header. Its content must be read completely before the next call. @throws NotATar */
  async next(): Promise<{ readonly header: Buffer; readonly entry: TarEntry | undefined }> {
    const slices: Buffer[] = []
    for await (const slice of this.#take(BLOCK_BYTES)) slices.push(slice)
    const header = Buffer.concat(slices)
    return { header, entry: readTarHeader(header) }
  }

  /** The content of an entry, followed by the padding of its last block. @throws NotATar if it ends too early */
  async *content({ bytes }: TarEntry): AsyncGenerator<Buffer> {
    yield* this.#take(bytes)
  }

  async padding({ bytes }: TarEntry): Promise<Buffer> {
    const slices: Buffer[] = []
    for await (const slice of this.#take(tarPadding(bytes).length)) slices.push(slice)
    return Buffer.concat(slices)
  }

  /** Reads to the end of the input, so that a damaged end is found too. */
  async drain(): Promise<void> {
    for (let next = await this.#chunks.next(); next.done !== true; ) next = await this.#chunks.next()
  }

  async *#take(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#chunks.next()
        if (done === true) throw new NotATar('it ends too early')
        this.#rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
      }
      const slice = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(slice.length)
      left -= slice.length
      yield slice
    }
  }
}
