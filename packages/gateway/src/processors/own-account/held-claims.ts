/**
 * Which claims of receiving accounts are held: by others, from the database, and by creates of this node that may not
 * be committed yet. So concurrent creates on one node do not choose the same claim as long as there is another. Those
 * of two nodes may, and then the second one's commit reports it. What is known here is only a help: the claim's primary
 * key decides.
 */
import type { Clock, Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode, PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import type { Claim } from '@sluice/core/payment/claims.ts'
import { GatheredLookups } from '@sluice/database/gathered.ts'
import type { Database } from '@sluice/database/port.ts'
import { isOrderedBy, whichAreHeld } from '../../payments/account-payins.ts'
import { claimName } from '../../payments/decide.ts'

/** About as long as a create may wait for its commit; after that it is in the database, or was not committed. */
const GIVEN_OUT_MS = 10_000
const MAX_GIVEN_OUT = 100_000
const LOOKUPS = { concurrency: 2, atMost: 50 }

interface Requested {
  readonly claims: readonly Claim[]
  /** Payins that hold them or were ordered with them; or only open payins that hold them. */
  readonly by: 'anybody' | 'open holders'
}

export class HeldClaims {
  readonly #database: Database
  readonly #clock: Clock
  readonly #lookups: GatheredLookups<Requested, ReadonlySet<string>>
  readonly #givenOut = new Map<string, { readonly key: PaymentKey; readonly at: Instant }>()

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
    this.#lookups = new GatheredLookups((requested) => held(database, requested), LOOKUPS)
  }

  /** The names of those claims that are held, and of those amounts that a payin was ordered with. */
  among(claims: readonly Claim[]): Promise<ReadonlySet<string>> {
    return claims.length === 0 ? Promise.resolve(new Set()) : this.#lookups.find({ claims, by: 'anybody' })
  }

  /** Whether no open payin holds any of them. */
  async areFree(claims: readonly Claim[]): Promise<boolean> {
    return claims.length === 0 || (await this.#lookups.find({ claims, by: 'open holders' })).size === 0
  }

  /** Whether a payin of this merchant already keeps that amount from others. */
  isOrderedBy(ordered: Claim, merchantId: MerchantCode): Promise<boolean> {
    return isOrderedBy(this.#database, ordered, merchantId)
  }

  /** Whether no other payment has just got one of them. */
  mayGiveOut(claims: readonly Claim[], key: PaymentKey): boolean {
    const now = this.#clock.now()
    return claims.every((claim) => {
      const holder = this.#givenOut.get(claimName(claim))
      return !holder || holder.key === key || now - holder.at >= GIVEN_OUT_MS
    })
  }

  /** Gives all of them to this payment, unless another one has just got one. */
  giveOut(claims: readonly Claim[], key: PaymentKey): boolean {
    const now = this.#clock.now()
    if (!this.mayGiveOut(claims, key)) return false
    for (const name of claims.map(claimName)) {
      this.#givenOut.delete(name)
      this.#givenOut.set(name, { key, at: now })
    }
    // In the order in which they were given out, so the oldest come first.
    for (const [oldest, { at }] of this.#givenOut) {
      if (now - at < GIVEN_OUT_MS && this.#givenOut.size <= MAX_GIVEN_OUT) break
      this.#givenOut.delete(oldest)
    }
    return true
  }
}

async function held(
  database: Database,
  requested: readonly Requested[],
): Promise<readonly ReadonlySet<string>[]> {
  const all = requested.flatMap(({ claims, by }, index) =>
    claims.map((claim) => ({
      index,
      claim,
      ordered: by === 'anybody' && claim.scope === 'money-required',
      open: by === 'open holders',
    })),
  )
  const places = await whichAreHeld(database, all)
  const found = requested.map(() => new Set<string>())
  for (const place of places) {
    const one = all[place]
    if (one) found[one.index]?.add(claimName(one.claim))
  }
  return found
}
