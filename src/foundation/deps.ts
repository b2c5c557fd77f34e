/**
 * Everything that has an effect or differs from run to run, in one object.
 *
 * Rules, fees, transitions, QR payloads and matching are pure functions. What is left — time, timers,
 * randomness, the network, the log — comes in through `Deps`, built once (`realDeps`, or the simulated ones of
 * `simulated-deps.ts`). Nothing else in `src/` may call `Date.now`, `setTimeout`, `Math.random`, `crypto.random*`
 * or open a socket: that is what lets a whole gateway run from a seed.
 */

/** Milliseconds since the Unix epoch, UTC, a whole number. */
export type Instant = number & { readonly __brand?: 'Instant' }

export interface Clock {
  now(): Instant
}

/** Ends a timer; calling it again, or after the timer has run, does nothing. */
export type Cancel = () => void

export interface Timers {
  /** Runs `action` once, `delayMs` from now or a little later. Never keeps the process alive by itself. */
  after(delayMs: number, action: () => void): Cancel
  /** Runs `action` at the next turn of the event loop, after what is already waiting. */
  soon(action: () => void): void
}

export interface Randomness {
  bytes(count: number): Uint8Array
  /** A UUID version 7 (RFC 9562) whose time part is `at`; two of one millisecond still differ, and sort in order of making. */
  uuidV7(at: Instant): string
  /** Uniform in [0, 1): for jitter, never for secrets. */
  fraction(): number
}

/** The log: structured, one line an entry. Secrets and personal data never go in; redaction is the second line of defence. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  /** A log whose every line carries `fields` too. */
  child(fields: object): Log
}

/** One HTTP call to somebody else's server. */
export interface OutgoingRequest {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers: Record<string, string>
  body?: string
  /** Shown where the other side asks who connects (mTLS). Connections are kept apart by the object itself: keep one for each account. */
  identity?: ClientIdentity
  /** For the whole exchange: lookup, connect, answer. */
  timeoutMs: number
  /** Only this much of the answer's body is read. */
  maxAnswerBytes: number
  /** Which addresses may be connected to: see `outbound/guard.ts`. */
  guard: AddressPolicy
}

/** Who we are to somebody who asks for a client certificate, in PEM. */
export interface ClientIdentity {
  readonly certificate: string
  readonly privateKey: string
  /** By whom the other side's certificate may be signed besides those whom everybody trusts. */
  readonly authorities?: string
}

/** Decides, after DNS and at connect time, whether an address may be talked to. Pure. */
export interface AddressPolicy {
  /** @returns why not, or undefined where it may. `address` is a textual IPv4 or IPv6 address. */
  refuses(address: string): string | undefined
}

export type OutgoingAnswer =
  | { ok: true; status: number; headers: Record<string, string>; body: string; durationMs: number }
  | {
      ok: false
      reason: 'TIMEOUT' | 'REFUSED_ADDRESS' | 'BAD_URL' | 'UNREACHABLE'
      detail: string
      durationMs: number
    }

export interface OutboundNetwork {
  /** Never throws: what went wrong is in the answer. Follows no redirects. */
  request(request: OutgoingRequest): Promise<OutgoingAnswer>
}

export interface Deps {
  readonly clock: Clock
  readonly timers: Timers
  readonly randomness: Randomness
  readonly network: OutboundNetwork
  readonly log: Log
}
