/**
 * Failures to prove who one is, counted by purpose and address.
 *
 * An address may be that of many: an office, a provider's customers, a proxy that nobody named in TRUST_PROXY. So one's failures
 * lock out no other whose proof is right: beyond `MAX_FAILURES_PER_SECOND` whatever is wrong is a 429, and what is right passes as
 * before. Only an address that floods, with ten times as many failures, is refused before anything is computed for it. Neither
 * bound depends on whom somebody claims to be, so neither tells who exists. Purposes share nothing: whoever makes up addresses of
 * pages spends nobody's requests for tokens.
 */
import { addressKey } from './addresses.ts'
import type { Problem } from './problems.ts'
import { rateLimited } from './rate-limit.ts'
import type { LocalLimiter } from './rate-limit-shared.ts'

export const MAX_FAILURES_PER_SECOND = 20
/** What a token request costs that fails, 0.2 ms for keys as most are, so often: a twentieth of a core for an address. */
export const FLOOD_PER_SECOND = 10 * MAX_FAILURES_PER_SECOND

export class Failures {
  readonly #counted: LocalLimiter

  /** @param counted the node's share, because it must be asked without waiting */
  constructor(counted: LocalLimiter) {
    this.#counted = counted
  }

  /** The refusal of an address that floods; undefined where a proof is looked at. */
  flood(purpose: string, ip: string): Problem | undefined {
    const decision = this.#counted.look(floodKey(purpose, ip), FLOOD_PER_SECOND)
    return decision.allowed ? undefined : rateLimited(decision)
  }

  /** Counts a failure. @returns how it is answered: `problem`, or 429 where the address has failed too often already */
  failed(purpose: string, ip: string, problem: Problem): Problem {
    this.#counted.take(floodKey(purpose, ip), FLOOD_PER_SECOND)
    const decision = this.#counted.take(key(purpose, ip), MAX_FAILURES_PER_SECOND)
    return decision.allowed ? problem : rateLimited(decision)
  }

  /** For questions that prove nothing: has the address failed less often than it may? */
  mayAsk(purpose: string, ip: string): boolean {
    return this.#counted.look(key(purpose, ip), MAX_FAILURES_PER_SECOND).allowed
  }

  count(purpose: string, ip: string): void {
    this.#counted.take(key(purpose, ip), MAX_FAILURES_PER_SECOND)
  }
}

const key = (purpose: string, ip: string): string => `${purpose} ${addressKey(ip)}`
const floodKey = (purpose: string, ip: string): string => `flood ${key(purpose, ip)}`
