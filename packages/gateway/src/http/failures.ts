/**
 * Failed authentications, counted by purpose and address.
 *
 * Many clients may share an address: an office, a provider's customers, a proxy missing in TRUST_PROXY. So one client's failures
 * must not lock out others. Above `MAX_FAILURES_PER_SECOND`, wrong requests get a 429 and right ones still pass. Only an address
 * that floods, with ten times as many failures, is refused before any computation. Neither limit depends on the claimed identity,
 * so neither reveals who exists. Purposes are counted separately: guessing page addresses uses up nobody's token requests.
 */
import { addressKey } from './addresses.ts'
import type { Problem } from './problems.ts'
import { rateLimited } from './rate-limit.ts'
import type { LocalLimiter } from './rate-limit-shared.ts'

export const MAX_FAILURES_PER_SECOND = 20
/** A failed token request costs 0.2 ms for usual keys; at this rate an address uses a twentieth of a core. */
export const FLOOD_PER_SECOND = 10 * MAX_FAILURES_PER_SECOND

export class Failures {
  readonly #counted: LocalLimiter

  /** @param counted the node's share, because it must answer synchronously */
  constructor(counted: LocalLimiter) {
    this.#counted = counted
  }

  /** The refusal for an address that floods; undefined if it may try. */
  flood(purpose: string, ip: string): Problem | undefined {
    const decision = this.#counted.look(floodKey(purpose, ip), FLOOD_PER_SECOND)
    return decision.allowed ? undefined : rateLimited(decision)
  }

  /** Counts a failure. @returns the answer: `problem`, or 429 if the address has failed too often */
  failed(purpose: string, ip: string, problem: Problem): Problem {
    this.#counted.take(floodKey(purpose, ip), FLOOD_PER_SECOND)
    const decision = this.#counted.take(key(purpose, ip), MAX_FAILURES_PER_SECOND)
    return decision.allowed ? problem : rateLimited(decision)
  }

  /** For requests without authentication: whether the address is below the failure limit. */
  mayAsk(purpose: string, ip: string): boolean {
    return this.#counted.look(key(purpose, ip), MAX_FAILURES_PER_SECOND).allowed
  }

  count(purpose: string, ip: string): void {
    this.#counted.take(key(purpose, ip), MAX_FAILURES_PER_SECOND)
  }
}

const key = (purpose: string, ip: string): string => `${purpose} ${addressKey(ip)}`
const floodKey = (purpose: string, ip: string): string => `flood ${key(purpose, ip)}`
