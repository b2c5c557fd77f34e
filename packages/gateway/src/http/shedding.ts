/**
 * Load shedding: refuses early what could not be served well, and stops in an orderly way.
 *
 * A refusal here is a 503 with `Retry-After`, and nothing of the request was stored. A node stops in two stages: first readiness
 * fails while everything is still served (`leave`), then new requests are refused and accepted ones are finished (`drain`). In
 * both stages every answer closes its connection. `overloaded` decides what is too much.
 */
import type { Timers } from '@sluice/core/foundation/deps.ts'
import type { FastifyInstance } from 'fastify'
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

  /** Load balancers should send nothing here any more. Requests that still come are served, and their connections closed. */
  get leaving(): boolean {
    return this.#leaving
  }

  /** Readiness fails from now on, so that load balancers send requests elsewhere. Irreversible. */
  leave(): void {
    this.#leaving = true
  }

  /** New requests are refused from now on. Irreversible. */
  drain(): void {
    this.#leaving = true
    this.#draining = true
  }

  /** @returns why a request must be refused now, or undefined */
  problem(): Problem | undefined {
    if (this.#draining) return unavailable('this node is shutting down')
    if (this.#overloaded()) return unavailable('too many requests are waiting already')
    return undefined
  }
}

/** 503: nothing of the request was stored, and repeating it may succeed. */
export const unavailable = (why: string): Problem =>
  httpProblem('UNAVAILABLE', `${why}; nothing was stored; repeat the same request`, {
    headers: { 'retry-after': String(RETRY_AFTER_SECS) },
  })

export interface Shutdown {
  readonly shedding: Shedding
  readonly timers: Timers
  /** How long accepted requests may take before their connections are cut. */
  readonly graceMs: number
  /** How long everything is still served while readiness already fails. */
  readonly drainMs?: number
}

/** Stops accepting, finishes accepted requests, closes the server. Resolves when the last connection is closed. */
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
