/** Tracing into memory, for tests. */
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  InMemorySpanExporter,
  type ReadableSpan,
  type Sampler,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace'
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { idsOf } from '@sluice/core/foundation/tracing.ts'
import { type TelemetrySettings, tracingInto } from './telemetry.ts'

export const settingsOf = (endpoint: string): TelemetrySettings => ({
  endpoint,
  headers: { authorization: 'Bearer abc' },
  serviceName: 'sluice',
  sampler: { type: 'always_on' },
  resource: { 'deployment.environment.name': 'test' },
})

export class Spans {
  readonly #exporter = new InMemorySpanExporter()
  readonly #sampler: Sampler

  constructor(sampler: Sampler = new AlwaysOnSampler()) {
    this.#sampler = sampler
  }

  tracing({ clock, randomness }: Pick<Deps, 'clock' | 'randomness'>) {
    return tracingInto({
      nowMs: () => clock.now(),
      randomness,
      sampler: this.#sampler,
      resource: resourceFromAttributes({ 'service.name': 'test' }),
      processor: new SimpleSpanProcessor({ exporter: this.#exporter }),
    })
  }

  /** In the order in which they ended. */
  all(): readonly ReadableSpan[] {
    return this.#exporter.getFinishedSpans()
  }

  /** Those in the trace of the payment with this key. */
  of(key: string): readonly ReadableSpan[] {
    const { traceId } = idsOf(key)
    return this.all().filter((span) => span.spanContext().traceId === traceId)
  }

  named(name: string): readonly ReadableSpan[] {
    return this.all().filter((span) => span.name === name)
  }

  forget(): void {
    this.#exporter.reset()
  }
}

/** The spans as a tree of their names: each with those that it is the parent of. */
export interface SpanTree {
  readonly [name: string]: SpanTree
}

/** @param below the ID of a span; undefined: what has no parent */
export function treeOf(spans: readonly ReadableSpan[], below?: string): SpanTree {
  const here = spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === below)
  return Object.fromEntries(here.map((span) => [span.name, treeOf(spans, span.spanContext().spanId)]))
}
