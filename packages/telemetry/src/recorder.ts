/** OpenTelemetry's tracer, as Sluice uses it: IDs and times are given to it, and it samples by a trace's ID alone. */
import {
  type Context,
  createContextKey,
  ROOT_CONTEXT,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import {
  type IdGenerator,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  type SpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Randomness } from '@sluice/core/foundation/deps.ts'
import { idsOf, type SpanContext } from '@sluice/core/foundation/tracing.ts'

export interface RecorderOptions {
  readonly nowMs: () => number
  readonly randomness: Pick<Randomness, 'bytes'>
  /** Must decide by the trace's ID alone. */
  readonly sampler: Sampler
  readonly resource: Resource
  readonly processor: SpanProcessor
}

export interface Recorder {
  readonly nowMs: () => number
  readonly tracer: Tracer
  /** Below the first span of the payment with this key, which may have been recorded by another node. */
  below(key: string): Context
  /** Runs `start` so that the span that it starts is the first one of the payment with this key. */
  asFirst<Started>(key: string, start: () => Started): Started
  shutdown(): Promise<void>
}

/** In a context: recorded without asking the sampler. */
const SAMPLED = createContextKey('sampled')
export const SAMPLED_CONTEXT: Context = ROOT_CONTEXT.setValue(SAMPLED, true)

/** Of a batch of commits: each may have its own trace. */
const MOST_LINKS = 256

export function recorder({ nowMs, randomness, sampler, resource, processor }: RecorderOptions): Recorder {
  const ids = new Ids(randomness)
  const root: Sampler = {
    shouldSample: (context, ...of) =>
      context.getValue(SAMPLED) === true
        ? { decision: SamplingDecision.RECORD_AND_SAMPLED }
        : sampler.shouldSample(context, ...of),
  }
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root }),
    idGenerator: ids,
    spanLimits: { linkCountLimit: MOST_LINKS },
    spanProcessors: [processor],
  })
  return {
    nowMs,
    tracer: provider.getTracer('sluice'),
    below(key) {
      const first = idsOf(key)
      const { decision } = sampler.shouldSample(ROOT_CONTEXT, first.traceId, '', 0, {}, [])
      const isSampled = decision === SamplingDecision.RECORD_AND_SAMPLED
      return trace.setSpanContext(ROOT_CONTEXT, { ...apiContext({ ...first, isSampled }), isRemote: true })
    },
    asFirst: (key, start) => ids.give(key, start),
    shutdown: () => provider.shutdown(),
  }
}

export const apiContext = ({ traceId, spanId, isSampled }: SpanContext) => ({
  traceId,
  spanId,
  traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
})

class Ids implements IdGenerator {
  readonly #randomness: Pick<Randomness, 'bytes'>
  #given: Pick<SpanContext, 'traceId' | 'spanId'> | undefined

  constructor(randomness: Pick<Randomness, 'bytes'>) {
    this.#randomness = randomness
  }

  give<Started>(key: string, start: () => Started): Started {
    this.#given = idsOf(key)
    try {
      return start()
    } finally {
      this.#given = undefined
    }
  }

  generateTraceId(): string {
    return this.#given?.traceId ?? this.#random(16)
  }

  generateSpanId(): string {
    return this.#given?.spanId ?? this.#random(8)
  }

  #random(bytes: number): string {
    return Buffer.from(this.#randomness.bytes(bytes)).toString('hex')
  }
}
