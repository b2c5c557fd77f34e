/**
 * Makes PGlite's node file system durable.
 *
 * As shipped, PGlite never syncs to disk: it starts with `-F` (fsync off), and its node file system has no `fsync`, so
 * PostgreSQL's calls succeed without doing anything. Here the start parameters turn fsync on, and the stream operations get an
 * `fsync` that calls the real one. Both depend on private details of the version that package.json pins; `durability.test.ts`
 * counts the fsyncs and fails if they stop.
 */
import { fsyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

interface Stream {
  readonly nfd?: number
}

/** The part of emscripten's module that is used. It has no types, so its shape is checked. */
const streamOperations = (module: object): object => {
  const nodefs: unknown = Reflect.get(module, 'NODEFS')
  const operations: unknown =
    typeof nodefs === 'object' && nodefs !== null ? Reflect.get(nodefs, 'stream_ops') : undefined
  if (typeof operations !== 'object' || operations === null || !('write' in operations)) {
    throw new Error('this version of PGlite keeps its file system elsewhere: it would not be durable')
  }
  return operations
}

/** With `wal_sync_method=fsync`, because the default, fdatasync, does not pass through the stream operations. */
export const durableStartParameters = (): string[] => [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...[
    '-c',
    'fsync=on',
    '-c',
    'wal_sync_method=fsync',
    '-c',
    'synchronous_commit=on',
    '-c',
    'full_page_writes=on',
    // Half of PostgreSQL's default: the buffers are filled with zeros at each start, which took 50 ms of CPU and 68 MB more.
    // 160,000 rows by random keys cost the same with both sizes, and a fifth more with a quarter.
    '-c',
    'shared_buffers=64MB',
  ],
]

export class DurableFiles extends NodeFS {
  #fsyncs = 0
  readonly #onFailure: () => void

  /**
   * @param onFailure called if the disk fails an fsync. It must not return to PostgreSQL, because the page cache can no longer be
   * trusted.
   */
  constructor(folder: string, onFailure: () => void) {
    super(folder)
    this.#onFailure = onFailure
  }

  /** The number of fsyncs since the start. */
  get fsyncs(): number {
    return this.#fsyncs
  }

  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const prepared = await super.init(pg, options)
    const install = (module: object) => {
      Reflect.set(streamOperations(module), 'fsync', (stream: Stream) => this.#fsync(stream))
    }
    const preRun = prepared.emscriptenOpts.preRun
    const before = Array.isArray(preRun) ? preRun : preRun === undefined ? [] : [preRun]
    return { emscriptenOpts: { ...prepared.emscriptenOpts, preRun: [...before, install] } }
  }

  #fsync(stream: Stream): number {
    if (stream.nfd === undefined) throw new Error('a stream without a file descriptor')
    try {
      fsyncSync(stream.nfd)
    } catch {
      this.#onFailure()
    }
    this.#fsyncs += 1
    return 0
  }
}
