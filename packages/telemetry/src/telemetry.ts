/**
 * Traces by OpenTelemetry: what `Deps.tracing` does, and where the spans go. Read `foundation/tracing.ts` of `@sluice/core` first.
 *
 * Finished spans wait in memory, at most 2,048 of them, and are sent by OTLP over HTTP every five seconds. If the receiver is slow
 * or gone, further spans are dropped: no request waits for it, and none fails. The log says so once in a while.
 *
 * Which traces are recorded is decided by the sampler from the trace's ID alone, never by a caller. So a trace is recorded as a
 * whole, by all nodes, if all have the same sampler.
 *
 * Nothing is registered globally and no module is patched: all spans are made by Sluice's own code.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { ExportResultCode } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { LastingFailure } from '@sluice/core/foundation/lasting-failure.ts'
import type { Tracing } from '@sluice/core/foundation/tracing.ts'
import { RecordedSpan } from './recorded-span.ts'
import { type Recorder, type RecorderOptions, recorder } from './recorder.ts'

export type SamplerSettings =
  | { readonly type: 'always_on' | 'always_off' }
  /** A share of all traces, from 0 to 1. */
  | { readonly type: 'traceidratio'; readonly ratio: number }

export interface TelemetrySettings {
  /** The base of an OTLP receiver's addresses: `/v1/traces` is added. */
  readonly endpoint: string
  /** Sent with each request. They may be secrets. */
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly sampler: SamplerSettings
  /** What else describes this installation: `deployment.environment.name`. */
  readonly resource: Readonly<Record<string, string>>
}

export interface Telemetry {
  readonly tracing: Tracing
  /** Sends what waits, as long as that takes no more than some seconds. Never rejects. */
  stop(): Promise<void>
}

/** What it needs of `Deps`. */
export type TelemetryDeps = Pick<Deps, 'clock' | 'timers' | 'randomness' | 'log'> & {
  /** With fractions: most commits take less than a millisecond. */
  readonly nowMs: () => number
}

const STOP_WITHIN_MS = 5_000
const SEND_WITHIN_MS = 10_000

/** @param version of Sluice */
export function startTelemetry(settings: TelemetrySettings, deps: TelemetryDeps, version: string): Telemetry {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: { ...settings.headers },
    timeoutMillis: SEND_WITHIN_MS,
  })
  const made = recorder({
    nowMs: deps.nowMs,
    randomness: deps.randomness,
    sampler: samplerOf(settings.sampler),
    resource: defaultResource().merge(
      resourceFromAttributes({
        ...settings.resource,
        'service.name': settings.serviceName,
        'service.version': version,
        'service.instance.id': deps.randomness.uuidV7(deps.clock.now()),
      }),
    ),
    processor: new BatchSpanProcessor({
      exporter: reporting(exporter, new LastingFailure(deps, 'traces could not be sent')),
    }),
  })
  return {
    tracing: tracingOf(made),
    async stop() {
      await new Promise<void>((resolve) => {
        const cancel = deps.timers.after(STOP_WITHIN_MS, resolve)
        made
          .shutdown()
          .then(resolve, () => resolve())
          .finally(cancel)
      })
    },
  }
}

/** Spans that go to a processor of the caller's: for tests. */
export const tracingInto = (options: RecorderOptions): Tracing => tracingOf(recorder(options))

function tracingOf(made: Recorder): Tracing {
  const running = new AsyncLocalStorage<RecordedSpan | undefined>()
  const current = (): RecordedSpan | undefined => running.getStore()
  return {
    nowMs: made.nowMs,
    current,
    start: (name, how) => new RecordedSpan(made, name, how, how.isApart ? undefined : current()),
    run(span, work) {
      if (span !== undefined && !(span instanceof RecordedSpan)) throw new Error('a span of another tracing')
      return running.run(span, work)
    },
  }
}

function samplerOf(settings: SamplerSettings): Sampler {
  switch (settings.type) {
    case 'always_on':
      return new AlwaysOnSampler()
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(settings.ratio)
  }
}

/** The library drops what could not be sent, and says nothing. */
function reporting(exporter: SpanExporter, failure: LastingFailure): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code === ExportResultCode.SUCCESS) failure.worked()
        else failure.failed(result.error ?? new Error('the receiver did not accept them'))
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
