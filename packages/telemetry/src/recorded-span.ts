/**
 * A span, which OpenTelemetry is given only when its trace is decided.
 *
 * The request of a create is received before its payment has a key, and the change of a payment is waiting before the payment has
 * been read. So a span notes when it began, and begins with OpenTelemetry as soon as its context is needed: by a span in it, by a
 * link to it, by a log line, or at its end. Until then it can still join the trace of a payment.
 */
import {
  type Span as ApiSpan,
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import {
  idsOf,
  type SpanAttributes,
  type SpanContext,
  type SpanStart,
  type TraceSpan,
} from '@sluice/core/foundation/tracing.ts'
import { apiContext, type Recorder, SAMPLED_CONTEXT } from './recorder.ts'

const KINDS: Readonly<Record<SpanStart['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

export class RecordedSpan implements TraceSpan {
  readonly #recorder: Recorder
  readonly #name: string
  readonly #kind: SpanKind
  readonly #startedAtMs: number
  readonly #isSampled: boolean
  /** The span in which it was started. */
  readonly #around: RecordedSpan | undefined
  readonly #links: SpanContext[]
  #attributes: SpanAttributes
  #key: string | undefined
  #isFirst: boolean
  #begun: { readonly span: ApiSpan; readonly context: SpanContext } | undefined
  #hasEnded = false

  constructor(recorder: Recorder, name: string, how: SpanStart, around: RecordedSpan | undefined) {
    this.#recorder = recorder
    this.#name = name
    this.#kind = KINDS[how.kind]
    this.#startedAtMs = how.startedAtMs ?? recorder.nowMs()
    this.#isSampled = how.isSampled ?? false
    // A worker that a request has woken still runs in that request's context, long after it.
    this.#around = around?.hasEnded ? undefined : around
    this.#links = [...(how.links ?? [])]
    this.#attributes = { ...how.attributes }
    this.#key = how.key
    this.#isFirst = how.isFirst ?? false
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  get context(): SpanContext {
    return this.#begin().context
  }

  belongTo(key: string, { isFirst }: { readonly isFirst: boolean }): void {
    if (this.#begun || this.#key !== undefined) return
    this.#key = key
    this.#isFirst = isFirst
  }

  set(attributes: SpanAttributes): void {
    if (this.#begun) this.#begun.span.setAttributes({ ...attributes })
    else this.#attributes = { ...this.#attributes, ...attributes }
  }

  link(context: SpanContext): void {
    if (this.#begun) this.#begun.span.addLink({ context: apiContext(context) })
    else this.#links.push(context)
  }

  end(how?: { readonly hasFailed: boolean }): void {
    if (this.#hasEnded) return
    const { span } = this.#begin()
    this.#hasEnded = true
    if (how?.hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(hrTime(this.#recorder.nowMs()))
  }

  #begin(): { readonly span: ApiSpan; readonly context: SpanContext } {
    this.#begun ??= this.#began()
    return this.#begun
  }

  #began() {
    const { parent, first } = this.#place()
    const start = () =>
      this.#recorder.tracer.startSpan(
        this.#name,
        {
          kind: this.#kind,
          startTime: hrTime(this.#startedAtMs),
          attributes: { ...this.#attributes },
          links: this.#links.map((context) => ({ context: apiContext(context) })),
        },
        parent,
      )
    const span = first === undefined ? start() : this.#recorder.asFirst(first, start)
    const { traceId, spanId, traceFlags } = span.spanContext()
    return { span, context: { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 } }
  }

  /** @returns what it is below, or the key of the payment whose trace it begins */
  #place(): { readonly parent: Context; readonly first?: string } {
    const around = this.#around?.context
    const key = this.#key
    if (around && (key === undefined || around.traceId === idsOf(key).traceId))
      return { parent: trace.setSpanContext(ROOT_CONTEXT, apiContext(around)) }
    if (around?.isSampled) this.#links.push(around)
    if (key === undefined) return { parent: this.#isSampled ? SAMPLED_CONTEXT : ROOT_CONTEXT }
    return this.#isFirst ? { parent: ROOT_CONTEXT, first: key } : { parent: this.#recorder.below(key) }
  }
}

const hrTime = (ms: number): [number, number] => {
  const seconds = Math.floor(ms / 1_000)
  return [seconds, Math.floor((ms - seconds * 1_000) * 1_000_000)]
}
