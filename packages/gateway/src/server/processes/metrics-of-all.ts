/**
 * One metrics page for several processes.
 *
 * Counters, histograms and values that the processes share out are added up. If a sum would be wrong (the number of
 * nodes, whether a processor is healthy), the metric's `aggregator` says what to report instead. A counter never falls
 * because a process has ended: its last count stays in the sum, or Prometheus would take everything that the others
 * have counted for new.
 */
import { type Aggregator, AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client'
import type { Snapshot } from './messages.ts'

/** prom-client's own metrics of a process that would be left out, or added up although a sum makes no sense. */
const OWN_AGGREGATORS: Readonly<Record<string, Aggregator>> = {
  process_start_time_seconds: 'min',
  process_max_fds: 'min',
}

/** These grow for as long as their process lives. */
const GROWING = ['counter', 'histogram', 'summary']

export class MetricsOfAll {
  readonly #last = new Map<number, Snapshot>()
  /** The counts of ended processes; more than one only until the next page. */
  #ended: readonly Snapshot[] = []
  readonly #own = new Registry()
  readonly #restarts: Counter

  /** @param serving how many processes serve right now */
  constructor(serving: () => number) {
    new Gauge({
      name: 'sluice_processes',
      help: 'Processes that answer on this port',
      registers: [this.#own],
      collect() {
        this.set(serving())
      },
    })
    this.#restarts = new Counter({
      name: 'sluice_process_restarts_total',
      help: 'Processes that ended unexpectedly and were restarted',
      registers: [this.#own],
    })
  }

  read(process: number, snapshot: Snapshot): void {
    const reported = snapshot.map((metric) => ({
      ...metric,
      aggregator: OWN_AGGREGATORS[metric.name] ?? metric.aggregator,
    }))
    this.#last.set(process, reported)
  }

  ended(process: number): void {
    this.#restarts.inc()
    const last = this.#last.get(process)
    if (last === undefined) return
    this.#last.delete(process)
    this.#ended = [...this.#ended, last.filter(({ type }) => GROWING.includes(String(type)))]
  }

  async page(): Promise<string> {
    const ended = this.#ended
    if (ended.length > 1) {
      const together = await AggregatorRegistry.aggregate([...ended]).getMetricsAsJSON()
      // Another process may have ended meanwhile, or another page have done the same.
      if (this.#ended[0] === ended[0]) this.#ended = [together, ...this.#ended.slice(ended.length)]
    }
    const own = await this.#own.getMetricsAsJSON()
    return AggregatorRegistry.aggregate([...this.#last.values(), ...this.#ended, own]).metrics()
  }
}
