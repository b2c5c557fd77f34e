/**
 * The connectors that this node has: see `RemoteProcessors`. The gateway learns that a connector is back by reading its
 * services.
 */
import type { AddressPolicy } from '@sluice/core/foundation/deps.ts'
import type { Processor } from '@sluice/core/processor/port.ts'
import type { ProcessorContext } from '../../processing/context.ts'
import { RemoteProcessors } from '../../processing/remote.ts'
import { Client } from './client.ts'
import { Connector } from './connector.ts'
import { type ConnectorRecord, openSecrets, readConnectors } from './store.ts'

export interface ConnectorContext extends ProcessorContext {
  /** All of the gateway's processors; some of them are connectors. */
  readonly processors: Map<string, Processor>
  /** The addresses that connectors of test or live merchants may have. */
  readonly policyOf: (account: { readonly isTest: boolean }) => AddressPolicy
}

export class Connectors {
  readonly #kept: RemoteProcessors<ConnectorRecord, Connector>
  readonly #secretsOf: (record: ConnectorRecord) => readonly string[]

  constructor({ database, deps, masterKey, processors, policyOf, acceptStatusUpdate }: ConnectorContext) {
    this.#secretsOf = (record) => openSecrets(record, masterKey)
    this.#kept = new RemoteProcessors({
      noun: 'connector',
      deps,
      processors,
      read: () => readConnectors(database),
      make: (record, before) => {
        const secrets = this.#secretsOf(record)
        const { name, baseUrl } = record
        const client = new Client({ deps, name, baseUrl, secrets, policy: policyOf(record) })
        const connector = new Connector({
          name: record.name,
          isTest: record.isTest,
          isPaused: record.status === 'PAUSED',
          services: record.services,
          client,
          deps,
          acceptStatusUpdate,
        })
        if (before?.record.baseUrl === record.baseUrl) connector.learn(before.processor.manifest)
        return connector
      },
    })
  }

  load(): Promise<void> {
    return this.#kept.load()
  }

  find(name: string): { readonly record: ConnectorRecord; readonly connector: Connector } | undefined {
    const kept = this.#kept.find(name)
    return kept && { record: kept.record, connector: kept.processor }
  }

  /** In the order of their creation. */
  all(): readonly ConnectorRecord[] {
    return this.#kept.all()
  }

  /** The secrets that verify this connector's messages; empty: there is no such connector. */
  secretsOf(name: string): readonly string[] {
    const record = this.#kept.find(name)?.record
    return record ? this.#secretsOf(record) : []
  }

  start(): void {
    this.#kept.start()
  }

  stop(): Promise<void> {
    return this.#kept.stop()
  }
}
