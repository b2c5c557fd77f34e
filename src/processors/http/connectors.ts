/**
 * The connectors that this node has: read from the database, put among the processors, and looked after.
 *
 * Every node reads them every few seconds, so one that an operator adds, changes or takes away is so everywhere soon, and at
 * once on the node that did it (`load`). Every node asks each connector from time to time what it serves: that is how it
 * knows that a connector is back. One whose row is gone stays while calls to it are under way, and is not asked anew.
 */
import type { AddressPolicy } from '../../foundation/deps.ts'
import { Loop } from '../../foundation/loop.ts'
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
  readonly probing: Loop
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
  readonly #reading: Loop
  #loading: Promise<void> = Promise.resolve()

  constructor(context: ConnectorContext) {
    this.#context = context
    this.#reading = new Loop(context.deps, {
      everyMs: READ_EVERY_MS,
      round: () => this.load(),
      failed: 'connectors could not be read',
    })
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
      void kept.probing.stop()
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
    for (const kept of this.#kept.values()) beginProbing(kept)
    this.#reading.start()
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    for (const { probing } of this.#kept.values()) void probing.stop()
    await this.#reading.stop()
    await this.#loading
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
    void before?.probing.stop()
    const kept: Kept = { record, connector, secrets, probing: this.#probingOf(connector) }
    this.#kept.set(record.name, kept)
    processors.set(record.name, connector)
    if (this.#isRunning) beginProbing(kept)
  }

  #probingOf(connector: Connector): Loop {
    return new Loop(this.#context.deps, {
      everyMs: PROBE_EVERY_MS,
      round: async () => {
        await connector.probe()
        return connector.health().healthy ? PROBE_EVERY_MS : PROBE_AGAIN_MS
      },
      failed: 'a connector could not be probed',
      about: { processor: connector.name },
    })
  }
}

/** Now, and from then on again and again. */
function beginProbing({ probing }: Kept): void {
  probing.start()
  probing.wake()
}
