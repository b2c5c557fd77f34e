/**
 * Shedding: refusing early what could not be served well, and leaving in order.
 *
 * Promises: a refusal here is 503 with `Retry-After`, and nothing of the request was stored. A node leaves in two stages: first
 * readiness says no while everything is still served (`leave`), then new requests are refused and what was accepted is
 * finished (`drain`). In both every answer closes its connection. Never decides by itself what too much is: `overloaded` is given.
 */
import type { FastifyInstance } from 'fastify'
import type { Timers } from '../foundation/deps.ts'
import { httpProblem, type Problem } from './problems.ts'

const RETRY_AFTER_SECS = 1

export class Shedding {
  readonly #overloaded: () => boolean
  #draining = false
  #leaving = false

  constructor(overloaded: () => boolean = () => false) {
    this.#overloaded = overloaded
  }

  get draining(): boolean {
    return this.#draining
  }

  /** From then on no balancer should send anything here; what still comes is served, and its connection closed. */
  get leaving(): boolean {
    return this.#leaving
  }

  /** Readiness says no from now on, so that balancers look elsewhere. There is no way back. */
  leave(): void {
    this.#leaving = true
  }

  /** From now on new requests are refused. There is no way back. */
  drain(): void {
    this.#leaving = true
    this.#draining = true
  }

  /** @returns why a request must be refused now, or undefined */
  problem(): Problem | undefined {
    if (this.#draining) return unavailable('this node is shutting down')
    if (this.#overloaded()) return unavailable('too much is waiting already')
    return undefined
  }
}

/** 503: nothing of the request was stored, and the same again may succeed. */
export const unavailable = (why: string): Problem =>
  httpProblem('UNAVAILABLE', `${why}; nothing was stored, try the same request again`, {
    headers: { 'retry-after': String(RETRY_AFTER_SECS) },
  })

export interface Shutdown {
  readonly shedding: Shedding
  readonly timers: Timers
  /** How long accepted requests may take before their connections are cut. */
  readonly graceMs: number
  /** How long it still serves everything while readiness already says no. */
  readonly drainMs?: number
}

/** Stops accepting, lets finish what was accepted, closes the server. Resolves when the last connection is gone. */
export async function shutDown(
  app: FastifyInstance,
  { shedding, timers, graceMs, drainMs = 0 }: Shutdown,
): Promise<void> {
  if (drainMs > 0) {
    shedding.leave()
    await new Promise<void>((resolve) => void timers.after(drainMs, resolve))
  }
  shedding.drain()
  const cancel = timers.after(graceMs, () => app.server.closeAllConnections())
  try {
    await app.close()
  } finally {
    cancel()
  }
}
