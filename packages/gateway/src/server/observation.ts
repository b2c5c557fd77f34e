/**
 * What operators can watch besides requests: how much waits for the database, how many nodes answer, the outcomes of
 * callbacks.
 *
 * As in `http/metrics.ts`, labels come from a closed list of ours or of the operator's, never from a caller.
 */
import type { Processor } from '@sluice/core/processor/port.ts'
import type { Aggregator, Registry } from 'prom-client'
import { Counter, Gauge } from '../http/prometheus.ts'

export interface Observed {
  /** Changes waiting for the database. */
  readonly queueLength: () => number
  /** The length at which requests are refused. */
  readonly queueLimit: number
  readonly liveNodes: () => number
  /** As this node saw it last; 0 on a node without the role `worker`. */
  readonly merchantsWithUnmatchedClaims: () => number
  readonly processors: () => Iterable<Pick<Processor, 'name' | 'health' | 'unlistedStatusCodes'>>
  /** Receiving accounts that recognise payers by amounts: the share of the amounts near the busiest price that is held. */
  readonly accounts: () => Promise<Iterable<{ readonly id: string; readonly fullness: number }>>
}

/** @returns the function to call after each attempt of a callback */
export function observe(registry: Registry, observed: Observed): { attempted(outcome: string): void } {
  // If several processes share one page, numbers that each sees of the same thing are not added up.
  const gauge = (name: string, help: string, read: () => number, aggregator: Aggregator = 'sum') =>
    new Gauge({
      name,
      help,
      aggregator,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('sluice_journal_queue_length', 'Changes waiting for the database', observed.queueLength)
  gauge(
    'sluice_journal_queue_limit',
    'The queue length at which requests are refused',
    () => observed.queueLimit,
  )
  gauge('sluice_live_nodes', 'Nodes that answer requests, as seen by this node', observed.liveNodes, 'max')
  gauge(
    'sluice_merchants_with_unmatched_claims',
    'Merchants whose payers enter many external references that match no money',
    observed.merchantsWithUnmatchedClaims,
    'max',
  )
  new Gauge({
    name: 'sluice_processor_healthy',
    help: 'Whether a processor is healthy, as seen by this node: 1 or 0',
    labelNames: ['processor'],
    aggregator: 'min',
    registers: [registry],
    collect() {
      this.reset()
      for (const each of observed.processors())
        this.set({ processor: each.name }, each.health().healthy ? 1 : 0)
    },
  })
  new Counter({
    name: 'sluice_provider_unlisted_status_codes_total',
    help: 'Statuses and codes of a provider that are not in its specification; they settle nothing',
    labelNames: ['processor'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { name, unlistedStatusCodes } of observed.processors())
        if (unlistedStatusCodes !== undefined) this.inc({ processor: name }, unlistedStatusCodes)
    },
  })
  new Gauge({
    name: 'sluice_account_fullness',
    help: "Share of a receiving account's unique amounts near its busiest price that is in use: from 0 to 1",
    labelNames: ['account'],
    aggregator: 'max',
    registers: [registry],
    async collect() {
      // If they cannot be read this metric has no value, and the others are still reported.
      const accounts = await observed.accounts().catch(() => [])
      this.reset()
      for (const { id, fullness } of accounts) this.set({ account: id }, fullness)
    },
  })
  const attempts = new Counter({
    name: 'sluice_callback_attempts_total',
    help: 'Attempts to deliver a callback, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return { attempted: (outcome) => attempts.inc({ outcome }) }
}
