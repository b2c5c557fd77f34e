/**
 * Which claims of receiving accounts are held: what others have, from the database, and what this node has given out a moment ago
 * and may not be committed yet. So creates that run at once on one node do not choose the same while there is another; those of two nodes may, and
 * the second one's commit then says so. What is known here is only a help: what decides is the claim's primary key.
 */
import { Gathered } from '../../database/gathered.ts'
import type { Database, Statement } from '../../database/port.ts'
import type { Clock, Instant } from '../../foundation/deps.ts'
import type { PaymentKey } from '../../foundation/identifiers.ts'
import type { Claim } from '../../payments/change.ts'

/** About as long as a create may wait for its commit; after that it is in the database, or is not. */
const GIVEN_OUT_MS = 10_000
const MAX_GIVEN_OUT = 100_000
const LOOKUPS = { atOnce: 2, atMost: 50 }

const HELD: Statement = {
  name: 'own_account_claims_held',
  text: `select r.n, c.value from unnest($1::integer[], $2::text[], $3::text[], $4::text[]) as r(n, owner, scope, value)
    join claim c on c.owner = r.owner and c.scope = r.scope and c.value = r.value`,
}

export class HeldClaims {
  readonly #clock: Clock
  readonly #lookups: Gathered<readonly Claim[], ReadonlySet<string>>
  readonly #givenOut = new Map<string, { readonly key: PaymentKey; readonly at: Instant }>()

  constructor(database: Database, clock: Clock) {
    this.#clock = clock
    this.#lookups = new Gathered((asked) => held(database, asked), LOOKUPS)
  }

  /** The values of those claims that somebody holds. All have one owner and scope. */
  among(claims: readonly Claim[]): Promise<ReadonlySet<string>> {
    return claims.length === 0 ? Promise.resolve(new Set<string>()) : this.#lookups.find(claims)
  }

  /** Gives it out for this payment, unless another one has just got it. */
  giveOut(claim: Claim, key: PaymentKey): boolean {
    const now = this.#clock.now()
    const name = JSON.stringify([claim.owner, claim.scope, claim.value])
    const holder = this.#givenOut.get(name)
    if (holder && holder.key !== key && now - holder.at < GIVEN_OUT_MS) return false
    this.#givenOut.delete(name)
    this.#givenOut.set(name, { key, at: now })
    // In the order of their giving out, so the oldest come first.
    for (const [oldest, { at }] of this.#givenOut) {
      if (now - at < GIVEN_OUT_MS && this.#givenOut.size <= MAX_GIVEN_OUT) break
      this.#givenOut.delete(oldest)
    }
    return true
  }
}

async function held(
  database: Database,
  asked: readonly (readonly Claim[])[],
): Promise<readonly ReadonlySet<string>[]> {
  const all = asked.flatMap((claims, index) => claims.map((claim) => ({ index, claim })))
  const rows = await database.run(HELD, [
    all.map(({ index }) => String(index)),
    all.map(({ claim }) => claim.owner),
    all.map(({ claim }) => claim.scope),
    all.map(({ claim }) => claim.value),
  ])
  const found = asked.map(() => new Set<string>())
  for (const row of rows) found[row.n as number]?.add(row.value as string)
  return found
}
