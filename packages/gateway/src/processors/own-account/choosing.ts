/**
 * Chooses a free offer of an account and gives it to a payin. It looks up a few first, because one of them is usually
 * free, and then the others.
 */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import type { PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import type { Claim } from '@sluice/core/payment/claims.ts'
import type { Database } from '@sluice/database/port.ts'
import { claimName } from '../../payments/decide.ts'
import { HeldClaims } from './held-claims.ts'
import type { AccountOffer, OwnAmount } from './offers.ts'

const LOOKED_UP_FIRST = 24

export class Choosing {
  readonly #held: HeldClaims
  readonly #deps: Deps

  constructor(database: Database, deps: Deps) {
    this.#held = new HeldClaims(database, deps.clock)
    this.#deps = deps
  }

  /** Whether no open payin holds any of them. */
  areFree(claims: readonly Claim[]): Promise<boolean> {
    return this.#held.areFree(claims)
  }

  /** @returns the claims that keep the order's own amount from others; none if its merchant's share is used up */
  async kept(own: OwnAmount | undefined, taken: readonly Claim[]): Promise<readonly Claim[]> {
    if (!own) return []
    const { ordered, shared, amount, merchantId } = own
    if (!shared) return [ordered]
    const lost = new Set(taken.map(claimName))
    const isHeld = lost.has(claimName(shared)) || (await this.#held.among([shared])).size > 0
    if (!isHeld) return [ordered, shared]
    // Of several payins with the same order, only the first one has it counted.
    return (await this.#held.isOrderedBy(amount, merchantId)) ? [ordered] : []
  }

  async isAnyFree(offers: readonly AccountOffer[]): Promise<boolean> {
    return (await this.#free(offers, []).next()).done !== true
  }

  /**
   * The first offer that is free, given to this payment.
   * @param taken claims that turned out to be held by others
   */
  async choose<Kind extends AccountOffer>(
    offers: readonly Kind[],
    key: PaymentKey,
    taken: readonly Claim[],
  ): Promise<Kind | undefined> {
    const all: Kind[] = []
    // What others have just got will be in the database in a moment, and is not looked up first.
    const inSight = offers.filter(({ claims }) => this.#held.mayGiveOut(claims, key))
    const justGone = offers.filter((offer) => !inSight.includes(offer))
    for await (const free of this.#free([...inSight, ...justGone], taken)) {
      // After losing a race with another node, a payin would meet it again at the next offer in the row.
      const skip = taken.length === 0 ? 0 : this.#below(free.length)
      const inTurn = [...free.slice(skip), ...free.slice(0, skip)]
      const offer = inTurn.find(({ claims }) => this.#held.giveOut(claims, key))
      if (offer) return offer
      all.push(...free)
    }
    // What was given out a moment ago may not have been committed. The claim's key decides, so no payin is refused
    // because of a guess.
    return all[this.#below(all.length)]
  }

  async *#free<Kind extends AccountOffer>(
    offers: readonly Kind[],
    taken: readonly Claim[],
  ): AsyncGenerator<readonly Kind[], undefined> {
    const lost = new Set(taken.map(claimName))
    for (const some of [offers.slice(0, LOOKED_UP_FIRST), offers.slice(LOOKED_UP_FIRST)]) {
      if (some.length === 0) continue
      const held = await this.#held.among(some.flatMap(({ claims }) => claims))
      const free = some.filter(({ claims }) =>
        claims.every((claim) => !held.has(claimName(claim)) && !lost.has(claimName(claim))),
      )
      if (free.length > 0) yield free
    }
  }

  #below(count: number): number {
    return Math.floor(this.#deps.randomness.fraction() * count)
  }
}
