/**
 * Tracing: what belonged together, and how long each part of it took. A trace is what happened for one payment or one request, a
 * span is one part of it.
 *
 * It is off unless an operator sets an address for traces. Then `Deps` has no `tracing`, and code that would record a span tests
 * that one value and does nothing else. The package `@sluice/telemetry` implements it with OpenTelemetry.
 *
 * A payment's trace has the payment's key as its ID, and its first span the last eight bytes of the key. So the context of a
 * trace is kept with every row of a payment without a column: whichever node runs a step or sends a callback, and however much
 * later, its spans are in the trace of the create. Which traces are recorded follows from their IDs, so all nodes agree on that,
 * too.
 *
 * A span says only what `SpanAttributes` has. No value comes from a caller, a payer or a provider, so no span has personal data,
 * secrets or amounts.
 */

/** All that a span may say about its work. Values are of our own lists, or names that operators have chosen. */
export const SPAN_ATTRIBUTES = [
  'http.request.method',
  // The template, never the path.
  'http.route',
  'http.response.status_code',
  // The code of a problem, or a reason of the network; never an error's message.
  'error.type',
  // The ID that the answer has in `X-Request-Id`.
  'sluice.request_id',
  // `create`, `move` or `fund`.
  'sluice.change',
  // How many changes were committed together.
  'sluice.changes',
  // What became of a commit or a callback.
  'sluice.outcome',
  // The processor, as its operator has named it.
  'sluice.processor',
  // What the processor was called for: `accept`, `status`.
  'sluice.operation',
  // What the step is for: `expire`.
  'sluice.step',
  // Of a step or a callback: counts from 1.
  'sluice.attempt',
] as const

export type SpanAttributes = { readonly [Name in (typeof SPAN_ATTRIBUTES)[number]]?: string | number }

export interface SpanContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  /** Whether the span is recorded. */
  readonly isSampled: boolean
}

export interface SpanStart {
  /** `server`: a request that came in. `client`: one that goes out. `consumer`: work that waited in a queue. */
  readonly kind: 'server' | 'client' | 'consumer' | 'internal'
  /** The key of the payment it is about: it belongs to that payment's trace. Left out: to the trace of the current span. */
  readonly key?: string | undefined
  /** It begins the payment's trace, unless the current span is in it already. */
  readonly isFirst?: boolean
  /** It has nothing to do with the current span. */
  readonly isApart?: boolean
  /** Recorded although no sampler was asked. */
  readonly isSampled?: boolean
  readonly links?: readonly SpanContext[]
  /** By `Tracing.nowMs`; left out: now. */
  readonly startedAtMs?: number | undefined
  readonly attributes?: SpanAttributes
}

export interface TraceSpan {
  /** Reading it decides which trace the span is in. */
  readonly context: SpanContext
  /** Begins the trace of the payment with this key, or joins it. Does nothing if the trace is decided already. */
  belongTo(key: string, as: { readonly isFirst: boolean }): void
  set(attributes: SpanAttributes): void
  /** Points at another trace that has to do with this one. */
  link(context: SpanContext): void
  end(how?: { readonly hasFailed: boolean }): void
}

export interface Tracing {
  /** Milliseconds since the Unix epoch, with fractions. */
  nowMs(): number
  /** The span in which the calling code runs. */
  current(): TraceSpan | undefined
  /** Begins a span. It does not become the current one: `run` makes it that. */
  start(name: string, how: SpanStart): TraceSpan
  /** Runs `work`, and whatever it awaits, in this span; undefined: in none. */
  run<Value>(span: TraceSpan | undefined, work: () => Value): Value
}

/** Does the work in a span, and ends the span with it. An error that is thrown makes the span a failed one. */
export async function inSpan<Value>(
  tracing: Tracing,
  name: string,
  how: SpanStart,
  work: (span: TraceSpan) => Promise<Value>,
): Promise<Value> {
  const span = tracing.start(name, how)
  let hasFailed = true
  try {
    const value = await tracing.run(span, () => work(span))
    hasFailed = false
    return value
  } finally {
    span.end({ hasFailed })
  }
}

/** Runs work that belongs to no request, although the code of one has begun it. */
export const apart = <Value>(tracing: Tracing | undefined, work: () => Value): Value =>
  tracing ? tracing.run(undefined, work) : work()

/** The header of W3C's Trace Context, by which another program's spans can join the trace. */
export const TRACEPARENT = 'traceparent'

export const traceparent = ({ traceId, spanId, isSampled }: SpanContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

const WRITTEN =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-[\x20-\x7e]*)?$/

/** @returns undefined if the header is not as the standard prescribes; a later version may have more at its end */
export function readTraceparent(text: string): SpanContext | undefined {
  const [, version, traceId, spanId, flags = '', more] = text.length <= 512 ? (WRITTEN.exec(text) ?? []) : []
  if (traceId === undefined || spanId === undefined) return undefined
  if (version === '00' && more !== undefined) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** The trace of the payment with this key, and its first span. */
export function idsOf(key: string): Pick<SpanContext, 'traceId' | 'spanId'> {
  const traceId = key.replaceAll('-', '')
  return { traceId, spanId: traceId.slice(16) }
}
