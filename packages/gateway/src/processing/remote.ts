/**
 * Processors that operators add, change and delete while the gateway runs: read from the database, added to the
 * processors, and probed.
 *
 * Every node reads them every few seconds, so a change is soon in force everywhere, and immediately on the node that
 * made it (`load`). Every node probes each of them from time to time. One whose row is gone stays while calls to it are
 * under way, and gets no new ones.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { Loop } from '@sluice/core/foundation/loop.ts'
import type { Processor } from '@sluice/core/processor/port.ts'

const READ_EVERY_MS = 5_000
const PROBE_EVERY_MS = 30_000
/** While it does not answer. */
const PROBE_AGAIN_MS = 5_000

export interface RemoteRecord {
  /** The processor's. */
  readonly name: string
  /** Counts its changes. */
  readonly version: number
  readonly createdAt: Instant
}

export interface RemoteProcessor extends Processor {
  /** Checks whether it answers. Never throws because it does not. */
  probe(): Promise<void>
}

export interface RemoteOptions<Row extends RemoteRecord, Made extends RemoteProcessor> {
  /** What one is called: `connector`. */
  readonly noun: string
  readonly deps: Deps
  /** All of the gateway's processors; these are some of them. */
  readonly processors: Map<string, Processor>
  read(): Promise<readonly Row[]>
  /** @param before the one that it replaces */
  make(record: Row, before: Kept<Row, Made> | undefined): Made
  /** While it is healthy; left out: every 30 s. */
  readonly probeEveryMs?: number
}

export interface Kept<Row, Made> {
  readonly record: Row
  readonly processor: Made
}

interface Looked<Row, Made> extends Kept<Row, Made> {
  readonly probing: Loop
}

export class RemoteProcessors<Row extends RemoteRecord, Made extends RemoteProcessor> {
  readonly #options: RemoteOptions<Row, Made>
  readonly #kept = new Map<string, Looked<Row, Made>>()
  #isRunning = false
  readonly #reading: Loop
  #loading: Promise<void> = Promise.resolve()

  constructor(options: RemoteOptions<Row, Made>) {
    this.#options = options
    this.#reading = new Loop(options.deps, {
      everyMs: READ_EVERY_MS,
      round: () => this.load(),
      failed: `${options.noun}s could not be read`,
    })
  }

  /**
   * Loads those in the database, and no others. Loads run one after the other, so that an older read never undoes a
   * newer one.
   */
  load(): Promise<void> {
    const loaded = this.#loading.then(() => this.#load())
    this.#loading = loaded.catch(() => undefined)
    return loaded
  }

  async #load(): Promise<void> {
    const records = await this.#options.read()
    for (const record of records) this.#keep(record)
    const names = new Set(records.map(({ name }) => name))
    for (const [name, kept] of this.#kept) {
      if (names.has(name)) continue
      void kept.probing.stop()
      this.#kept.delete(name)
      this.#options.processors.delete(name)
    }
  }

  find(name: string): Kept<Row, Made> | undefined {
    return this.#kept.get(name)
  }

  /** In the order of their creation. */
  all(): readonly Row[] {
    return Array.from(this.#kept.values(), ({ record }) => record)
  }

  start(): void {
    this.#isRunning = true
    for (const kept of this.#kept.values()) beginProbing(kept)
    this.#reading.start()
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    for (const { probing } of this.#kept.values()) void probing.stop()
    await this.#reading.stop()
    await this.#loading
  }

  #keep(record: Row): void {
    const { processors, make } = this.#options
    const before = this.#kept.get(record.name)
    const isSame = before?.record.version === record.version && before.record.createdAt === record.createdAt
    if (isSame) return
    const processor = make(record, before)
    void before?.probing.stop()
    const kept = { record, processor, probing: this.#probingOf(processor) }
    this.#kept.set(record.name, kept)
    processors.set(record.name, processor)
    if (this.#isRunning) beginProbing(kept)
  }

  #probingOf(processor: Made): Loop {
    const { deps, noun, probeEveryMs = PROBE_EVERY_MS } = this.#options
    return new Loop(deps, {
      everyMs: probeEveryMs,
      round: async () => {
        await processor.probe()
        return processor.health().healthy ? probeEveryMs : PROBE_AGAIN_MS
      },
      failed: `a ${noun} could not be probed`,
      about: { processor: processor.name },
    })
  }
}

/** Probes now, and from then on regularly. */
function beginProbing({ probing }: { readonly probing: Loop }): void {
  probing.start()
  probing.wake()
}
