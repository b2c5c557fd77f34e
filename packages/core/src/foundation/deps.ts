/**
 * Everything that has an effect or differs from run to run, in one object.
 *
 * Rules, fees, transitions, QR payloads and matching are pure functions. Everything else (time, timers, randomness, the network,
 * the log) comes in through `Deps`, which is built once: `realDeps`, or the simulated ones of `simulated-deps.ts`. Nothing else
 * in `src/` may call `Date.now`, `setTimeout`, `Math.random` or `crypto.random*`, or open a socket. So a whole gateway can run
 * from a seed.
 */

import type { Tracing } from './tracing.ts'

/** Milliseconds since the Unix epoch, UTC, a whole number. */
export type Instant = number & { readonly __brand?: 'Instant' }

export interface Clock {
  now(): Instant
}

/** Cancels a timer. Calling it again, or after the timer has run, does nothing. */
export type Cancel = () => void

export interface Timers {
  /** Runs `action` once, after `delayMs` or a little later. Does not keep the process alive. */
  after(delayMs: number, action: () => void): Cancel
  /** Runs `action` at the next turn of the event loop, after everything that is already waiting. */
  soon(action: () => void): void
}

export interface Randomness {
  bytes(count: number): Uint8Array
  /**
   * A UUID version 7 (RFC 9562) whose time part is `at`. IDs of the same millisecond differ, and sort in the order they were
   * made.
   */
  uuidV7(at: Instant): string
  /** Uniform in [0, 1): for jitter, never for secrets. */
  fraction(): number
}

/** The log: structured, one entry per line. Never log secrets or personal data; redaction is only the second line of defence. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  /** A log that adds `fields` to every line. */
  child(fields: object): Log
}

/** One HTTP request to another party's server. */
export interface OutgoingRequest {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers: Record<string, string>
  body?: string
  /**
   * The client certificate, shown if the server asks for one (mTLS). Connections are kept apart by this object, so keep one for
   * each account.
   */
  identity?: ClientIdentity
  /** For the whole exchange: DNS, connecting and answer. */
  timeoutMs: number
  /** No more than this is read of the answer's body. */
  maxAnswerBytes: number
  /** Which addresses may be connected to; see `outbound/guard.ts`. */
  guard: AddressPolicy
  /** Left out: it has no span. */
  purpose?: OutgoingPurpose
}

/** What a request is for, as its span says it: see `tracing.ts`. */
export interface OutgoingPurpose {
  readonly to: 'provider' | 'connector'
  /** One of our own names for it: `create`, `status`. */
  readonly operation: string
  /** The processor, as its operator has named it. */
  readonly processor?: string
  /** The key of the payment it is about. */
  readonly key?: string | undefined
}

/** A client certificate and its key, in PEM. */
export interface ClientIdentity {
  readonly certificate: string
  readonly privateKey: string
  /** Certificate authorities trusted for this server in addition to the public ones. */
  readonly authorities?: string
}

/** Decides whether an address may be connected to, after DNS and at the time of connecting. Pure. */
export interface AddressPolicy {
  /** @returns the reason for a refusal, or undefined. `address` is a textual IPv4 or IPv6 address. */
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
  /** Never throws: an error is part of the answer. Does not follow redirects. */
  request(request: OutgoingRequest): Promise<OutgoingAnswer>
}

export interface Deps {
  readonly clock: Clock
  readonly timers: Timers
  readonly randomness: Randomness
  readonly network: OutboundNetwork
  readonly log: Log
  /** Left out: nothing is traced. */
  readonly tracing?: Tracing | undefined
}
