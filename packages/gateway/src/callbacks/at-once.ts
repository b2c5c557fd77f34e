/**
 * Which new callbacks this process sends right after their commit (`payments/first-callbacks.ts`), without reading them
 * from the table.
 *
 * Only a payment's first callback: it has no earlier one to wait for, and the receiver cannot have ended them. Refunds
 * are excluded, because they wait for the callbacks of their payin. No more are leased than soon find a place. New
 * callbacks must not overtake waiting ones for ever: after a merchant had enough waiting here, or had some returned to
 * the table, all its callbacks go through the table for a while. So do those of all merchants while the table cannot be
 * read.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { errorText } from '@sluice/core/foundation/errors.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { CallbackRow, CallbackSender, OfferedCallbacks } from '../payments/first-callbacks.ts'
import { CLAIM_AT_ONCE } from './waiting.ts'

/** Longer than returned callbacks wait in the table. */
const LEFT_MS = 10_000

export interface Capacity {
  /** Free places. Those leased here for commits that are still open are not subtracted yet. */
  readonly places: number
  /** Merchants with enough here. */
  readonly full: readonly string[]
}

export interface AtOnceContext {
  readonly deps: Pick<Deps, 'clock' | 'randomness' | 'log'>
  /** Counts from when its transaction is still open. */
  readonly leaseMs: number
  readonly capacity: () => Capacity
  /** They are committed, under their lease. Resolves once each has its place or was returned to the table. */
  readonly begin: (callbacks: readonly CallbackRow[]) => Promise<void>
  /** Returns callbacks to the table: they may be there, and must not be sent from here. */
  readonly returnToTable: (callbacks: readonly CallbackRow[]) => Promise<void>
}

export class AtOnce implements CallbackSender {
  readonly #context: AtOnceContext
  readonly #leftUntil = new Map<MerchantCode, Instant>()
  #allLeftUntil: Instant = Number.NEGATIVE_INFINITY
  /** Leased, but their commit is still open. */
  #promised = 0
  readonly #coming = new Set<Promise<void>>()

  constructor(context: AtOnceContext) {
    this.#context = context
  }

  offer(offered: readonly CallbackRow[]): OfferedCallbacks {
    const { begin, returnToTable } = this.#context
    const callbacks = this.#lease(offered)
    const leased = callbacks.filter(({ lease }) => lease !== null)
    this.#promised += leased.length
    return {
      callbacks,
      leased: leased.length,
      committed: () => this.#come(leased, begin),
      rolledBack: () => this.#kept(leased),
      doubted: () => this.#come(leased, returnToTable),
    }
  }

  /** Resolves once all committed callbacks have been handled. */
  async settled(): Promise<void> {
    await Promise.all(this.#coming)
  }

  /** Some of the merchant's callbacks wait in the table now. */
  leaveToTable(merchantId: MerchantCode): void {
    this.#leftUntil.set(merchantId, this.#context.deps.clock.now() + LEFT_MS)
  }

  leaveAllToTable(): void {
    this.#allLeftUntil = this.#context.deps.clock.now() + LEFT_MS
  }

  /** @returns all of them in their order, some with a lease */
  #lease(callbacks: readonly CallbackRow[]): readonly CallbackRow[] {
    const { deps, leaseMs, capacity } = this.#context
    const now = deps.clock.now()
    if (now < this.#allLeftUntil) return callbacks
    const { places, full } = capacity()
    const lease = deps.randomness.uuidV7(now)
    const next_at = isoTime(now + leaseMs)
    const taken = new Map<MerchantCode, number>()
    let left = places - this.#promised
    return callbacks.map((callback) => {
      const { merchant_id: merchantId, seq, kind } = callback
      if (seq > 1 || kind === 'refund' || this.#isLeft(merchantId, now)) return callback
      const count = (taken.get(merchantId) ?? 0) + 1
      if (left <= 0) this.leaveAllToTable()
      else if (full.includes(merchantId) || count > CLAIM_AT_ONCE) this.leaveToTable(merchantId)
      else {
        left -= 1
        taken.set(merchantId, count)
        return { ...callback, lease, next_at }
      }
      return callback
    })
  }

  #isLeft(merchantId: MerchantCode, now: Instant): boolean {
    const until = this.#leftUntil.get(merchantId)
    if (until === undefined) return false
    if (now < until) return true
    this.#leftUntil.delete(merchantId)
    return false
  }

  /** What fails here is sent when the lease runs out. */
  #come(leased: readonly CallbackRow[], work: (leased: readonly CallbackRow[]) => Promise<void>): void {
    if (leased.length === 0) return
    const coming = work(leased)
      .catch((error: unknown) => {
        this.#context.deps.log.warn(
          { callbacks: leased.length, error: errorText(error) },
          'new callbacks could not be handled',
        )
      })
      .finally(() => {
        this.#kept(leased)
        this.#coming.delete(coming)
      })
    this.#coming.add(coming)
  }

  #kept(leased: readonly CallbackRow[]): void {
    this.#promised -= leased.length
  }
}
