/**
 * The connectors that this node has: read from the database, put among the processors, and looked after.
 *
 * Every node reads them every few seconds, so one that an operator adds, changes or takes away is so everywhere soon, and at
 * once on the node that did it (`load`). Every node asks each connector from time to time what it serves: that is how it
 * knows that a connector is back. One whose row is gone stays while calls to it are under way, and is not asked anew.
 */
import type { AddressPolicy, Cancel } from '../../foundation/deps.ts'
import { errorText } from '../../foundation/errors.ts'
import type { ProcessorContext } from '../context.ts'
import type { Processor } from '../port.ts'
import { Client } from './client.ts'
import { Connector } from './connector.ts'
import { type ConnectorRecord, openSecrets, readConnectors } from './store.ts'

const READ_EVERY_MS = 5_000
const PROBE_EVERY_MS = 30_000
/** While it does not answer. */
const PROBE_AGAIN_MS = 5_000

interface Kept {
  readonly record: ConnectorRecord
  readonly connector: Connector
  readonly secrets: readonly string[]
  stopProbing: Cancel
}

export interface ConnectorContext extends ProcessorContext {
  /** The gateway's, of which connectors are some. */
  readonly processors: Map<string, Processor>
  /** Which addresses connectors of test or live merchants may be at. */
  readonly policyOf: (isTest: boolean) => AddressPolicy
}

export class Connectors {
  readonly #context: ConnectorContext
  readonly #kept = new Map<string, Kept>()
  #isRunning = false
  #cancel: Cancel = () => undefined
  #loading: Promise<void> = Promise.resolve()

  constructor(context: ConnectorContext) {
    this.#context = context
  }

  /** Those of the database now, and nobody else. One after the other: what was read earlier must not undo what is newer. */
  load(): Promise<void> {
    const loaded = this.#loading.then(() => this.#load())
    this.#loading = loaded.catch(() => undefined)
    return loaded
  }

  async #load(): Promise<void> {
    const records = await readConnectors(this.#context.database)
    for (const record of records) this.#keep(record)
    const names = new Set(records.map(({ name }) => name))
    for (const [name, kept] of this.#kept) {
      if (names.has(name)) continue
      kept.stopProbing()
      this.#kept.delete(name)
      this.#context.processors.delete(name)
    }
  }

  find(name: string): { readonly record: ConnectorRecord; readonly connector: Connector } | undefined {
    return this.#kept.get(name)
  }

  /** In the order in which they were made. */
  all(): readonly ConnectorRecord[] {
    return Array.from(this.#kept.values(), ({ record }) => record)
  }

  /** By which messages of this connector are known; none: there is no such connector. */
  secretsOf(name: string): readonly string[] {
    return this.#kept.get(name)?.secrets ?? []
  }

  start(): void {
    this.#isRunning = true
    for (const kept of this.#kept.values()) this.#probe(kept)
    this.#readLater()
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    this.#cancel()
    for (const kept of this.#kept.values()) kept.stopProbing()
    await this.#loading
  }

  #readLater(): void {
    this.#cancel = this.#context.deps.timers.after(READ_EVERY_MS, () => {
      void this.load()
        .catch((error: unknown) => {
          this.#context.deps.log.warn({ error: errorText(error) }, 'connectors could not be read')
        })
        .finally(() => {
          if (this.#isRunning) this.#readLater()
        })
    })
  }

  #keep(record: ConnectorRecord): void {
    const { deps, masterKey, processors, policyOf, takeReport } = this.#context
    const before = this.#kept.get(record.name)
    const isSame = before?.record.version === record.version && before.record.createdAt === record.createdAt
    if (isSame) return
    const secrets = openSecrets(record, masterKey)
    const client = new Client({ deps, baseUrl: record.baseUrl, secrets, policy: policyOf(record.isTest) })
    const connector = new Connector({
      name: record.name,
      isTest: record.isTest,
      isPaused: record.status === 'PAUSED',
      services: record.services,
      client,
      deps,
      takeReport,
    })
    if (before?.record.baseUrl === record.baseUrl) connector.learn(before.connector.manifest)
    before?.stopProbing()
    const kept: Kept = { record, connector, secrets, stopProbing: () => undefined }
    this.#kept.set(record.name, kept)
    processors.set(record.name, connector)
    if (this.#isRunning) this.#probe(kept)
  }

  /** Now, and from then on again and again. */
  #probe(kept: Kept): void {
    const { timers, log } = this.#context.deps
    let isOver = false
    kept.stopProbing = () => {
      isOver = true
    }
    const probed = kept.connector.probe().catch((error: unknown) => {
      log.error({ processor: kept.record.name, error: errorText(error) }, 'a connector could not be probed')
    })
    void probed.then(() => {
      if (isOver || !this.#isRunning) return
      const { healthy } = kept.connector.health()
      kept.stopProbing = timers.after(healthy ? PROBE_EVERY_MS : PROBE_AGAIN_MS, () => this.#probe(kept))
    })
  }
}
