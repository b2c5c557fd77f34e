/**
 * Which new callbacks this process sends as soon as they are committed (`payments/first-callbacks.ts`), without looking for them in the table.
 *
 * Only a payment's first: it has no earlier one to wait for, and no receiver that is gone. Not of refunds, which wait for what is told of
 * their payin. Never more than find a place soon. What already waits in the table is not overtaken for ever by what is new: a merchant who
 * has enough waiting here, or had some put back, is left to the table for a while, and all are while nobody can look there.
 */
import type { Deps, Instant } from '../foundation/deps.ts'
import { errorText } from '../foundation/errors.ts'
import type { MerchantCode } from '../foundation/identifiers.ts'
import { isoTime } from '../foundation/instants.ts'
import type { CallbackRow, CallbackSender, OfferedCallbacks } from '../payments/first-callbacks.ts'
import { CLAIM_AT_ONCE } from './waiting.ts'

/** Longer than what was put back waits in the table. */
const LEFT_MS = 10_000

export interface Room {
  /** Free, besides what was leased here and has not come yet. */
  readonly places: number
  /** Merchants with enough here. */
  readonly full: readonly string[]
}

export interface AtOnceContext {
  readonly deps: Pick<Deps, 'clock' | 'randomness' | 'log'>
  /** From the time at which its transaction is still open. */
  readonly leaseMs: number
  readonly room: () => Room
  /** They are there, under their lease. Resolves once each has its place, or was given back. */
  readonly begin: (callbacks: readonly CallbackRow[]) => Promise<void>
  /** They may be there, and are not to be sent from here. */
  readonly makeRefund: (callbacks: readonly CallbackRow[]) => Promise<void>
}

export class AtOnce implements CallbackSender {
  readonly #context: AtOnceContext
  readonly #leftUntil = new Map<MerchantCode, Instant>()
  #allLeftUntil: Instant = Number.NEGATIVE_INFINITY
  /** Leased, and not come yet. */
  #promised = 0
  readonly #coming = new Set<Promise<void>>()

  constructor(context: AtOnceContext) {
    this.#context = context
  }

  offer(offered: readonly CallbackRow[]): OfferedCallbacks {
    const { begin, makeRefund } = this.#context
    const callbacks = this.#lease(offered)
    const leased = callbacks.filter(({ lease }) => lease !== null)
    this.#promised += leased.length
    return {
      callbacks,
      leased: leased.length,
      committed: () => this.#come(leased, begin),
      rolledBack: () => this.#kept(leased),
      doubted: () => this.#come(leased, makeRefund),
    }
  }

  /** Resolves once all have come whose commit was told. */
  async settled(): Promise<void> {
    await Promise.all(this.#coming)
  }

  /** Some that the merchant has wait in the table now. */
  leaveToTable(merchantId: MerchantCode): void {
    this.#leftUntil.set(merchantId, this.#context.deps.clock.now() + LEFT_MS)
  }

  leaveAllToTable(): void {
    this.#allLeftUntil = this.#context.deps.clock.now() + LEFT_MS
  }

  /** @returns all of them in their order, some with a lease */
  #lease(callbacks: readonly CallbackRow[]): readonly CallbackRow[] {
    const { deps, leaseMs, room } = this.#context
    const now = deps.clock.now()
    if (now < this.#allLeftUntil) return callbacks
    const { places, full } = room()
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
