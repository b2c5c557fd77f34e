/**
 * The parts of `prom-client` that a start needs. The package's own entry reads what its default metrics need with them, OpenTelemetry's
 * whole interface: 85 files, 26 ms of a start.
 */
import { createRequire } from 'node:module'
import type * as client from 'prom-client'
import { atFirstUse } from '../foundation/at-first-use.ts'

const require = createRequire(import.meta.url)

export const Registry: typeof client.Registry = require('prom-client/lib/registry')
export const Counter: typeof client.Counter = require('prom-client/lib/counter')
export const Gauge: typeof client.Gauge = require('prom-client/lib/gauge')
export const Histogram: typeof client.Histogram = require('prom-client/lib/histogram')

const wholeClient = atFirstUse((require): typeof client => require('prom-client'))

/** What the process takes of its machine, from now on. */
export function countProcess(registry: client.Registry): void {
  wholeClient().collectDefaultMetrics({ register: registry })
}
