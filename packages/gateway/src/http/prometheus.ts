/**
 * The parts of `prom-client` that a start needs. The package's own entry also loads what its default metrics need, including all
 * of OpenTelemetry's interface: 85 files, 26 ms of a start.
 */
import { createRequire } from 'node:module'
import { atFirstUse } from '@sluice/core/foundation/at-first-use.ts'
import type * as client from 'prom-client'

const require = createRequire(import.meta.url)

export const Registry: typeof client.Registry = require('prom-client/lib/registry')
export const Counter: typeof client.Counter = require('prom-client/lib/counter')
export const Gauge: typeof client.Gauge = require('prom-client/lib/gauge')
export const Histogram: typeof client.Histogram = require('prom-client/lib/histogram')

const wholeClient = atFirstUse((require): typeof client => require('prom-client'))

/** Also reports the process's use of its machine, counted from `countProcess` on, or from the first read if that comes first. */
export class ProcessRegistry extends Registry {
  #isCounted = false

  countProcess(): void {
    if (this.#isCounted) return
    this.#isCounted = true
    wholeClient().collectDefaultMetrics({ register: this })
  }

  override metrics(): Promise<string> {
    this.countProcess()
    return super.metrics()
  }

  override getMetricsAsJSON(): Promise<client.MetricObjectWithValues<client.MetricValue<string>>[]> {
    this.countProcess()
    return super.getMetricsAsJSON()
  }
}
