/**
 * How many addresses wait for money, and how many may.
 *
 * An address that nobody has paid is watched until thirty days after its expiry, and each that is watched is asked about with every
 * round. Payins cost whoever makes them nothing. So there are at most so many for all merchants of a kind (test, or live), at
 * most half of them are one merchant's, and a thousandth is what payers at one network address may make with checkouts' tokens.
 * Whoever has no more left is refused before anything is kept, and is not offered the method.
 *
 * What one node gives out counts from that moment. Of other nodes it knows what is in the database, a second old, so together they
 * may exceed a bound by what they take on within a second.
 */
import { type Database, type SqlStatement, sqlStatement } from '../../database/port.ts'
import type { Clock, Instant } from '../../foundation/deps.ts'
import type { PaymentKey } from '../../foundation/identifiers.ts'
import { isoTime } from '../../foundation/instants.ts'
import type { WantedPayment } from '../../processing/port.ts'

export const MAX_OPEN_ADDRESSES = 100_000
const FRESH_MS = 1_000
/** By then a payin has its address, or has come to nothing. */
const KEEP_OWN_MS = 60_000
const MAX_KNOWN = 10_000

type Asking = Pick<WantedPayment, 'merchantId' | 'payer'>

/** Never counts further than the bound. */
const OF_ALL = sqlStatement({
  name: 'chain_address_open_all',
  text: `select count(*)::integer as open from (select from chain_address a join chain_wallet w on w.id = a.wallet_id
    where w.is_test = $1 and a.paid_by is null and a.watch_until > $2 limit $3) as counted`,
})
const OF_MERCHANT = sqlStatement({
  name: 'chain_address_open_merchant',
  text: `select count(*)::integer as open from (select from chain_address
    where merchant_id = $1 and paid_by is null and watch_until > $2 limit $3) as counted`,
})
const OF_PAYER = sqlStatement({
  name: 'chain_address_open_payer',
  text: `select count(*)::integer as open from (select from chain_address
    where payer = $1 and paid_by is null and watch_until > $2 limit $3) as counted`,
})

interface Bound {
  readonly name: string
  readonly statement: SqlStatement
  readonly of: string | boolean
  readonly most: number
}

interface Known {
  readonly at: Instant
  readonly open: number
}

export class OpenAddresses {
  readonly #database: Database
  readonly #clock: Clock
  readonly #forTests: boolean
  readonly #most: number
  readonly #known = new Map<string, Known>()
  /** Given out by this node, perhaps not in the database yet. */
  readonly #own = new Map<PaymentKey, { readonly at: Instant; readonly names: readonly string[] }>()

  /** @param most for all merchants */
  constructor(database: Database, clock: Clock, { forTests, most }: { forTests: boolean; most: number }) {
    this.#database = database
    this.#clock = clock
    this.#forTests = forTests
    this.#most = most
  }

  /** Reads what is older than a second. */
  async freshen(asking: Asking): Promise<void> {
    const now = this.#clock.now()
    for (const { name, statement, of, most } of this.#boundsOf(asking)) {
      const known = this.#known.get(name)
      if (known && now - known.at < FRESH_MS) continue
      const [row] = await this.#database.run(statement, [of, isoTime(now), most])
      this.#known.delete(name)
      this.#known.set(name, { at: now, open: Number(row?.open ?? 0) })
    }
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MAX_KNOWN) break
      this.#known.delete(oldest)
    }
    for (const [key, { at }] of this.#own) if (now - at > KEEP_OWN_MS) this.#own.delete(key)
  }

  /** As far as is known: what was never read is not held against anybody. */
  mayHaveRoom(asking: Asking): boolean {
    return this.#boundsOf(asking).every(({ name, most }) => this.#openOf(name) < most)
  }

  /** Counts the payment from now on, unless there is no room for it. Call `freshen` before. */
  take(key: PaymentKey, asking: Asking): boolean {
    if (this.#own.has(key)) return true
    if (!this.mayHaveRoom(asking)) return false
    this.#own.set(key, { at: this.#clock.now(), names: this.#boundsOf(asking).map(({ name }) => name) })
    return true
  }

  /** Nothing was stored of it. */
  makeRefund(key: PaymentKey): void {
    this.#own.delete(key)
  }

  #openOf(name: string): number {
    const known = this.#known.get(name)
    if (!known) return 0
    // What is in the database by now may be counted twice until the next read but one: too much, never too little.
    let open = known.open
    for (const { at, names } of this.#own.values())
      if (at >= known.at - FRESH_MS && names.includes(name)) open += 1
    return open
  }

  #boundsOf({ merchantId, payer }: Asking): readonly Bound[] {
    const most = this.#most
    return [
      { name: 'all', statement: OF_ALL, of: this.#forTests, most },
      { name: `merchant ${merchantId}`, statement: OF_MERCHANT, of: merchantId, most: Math.ceil(most / 2) },
      ...(payer === undefined
        ? []
        : [{ name: `payer ${payer}`, statement: OF_PAYER, of: payer, most: Math.ceil(most / 1_000) }]),
    ]
  }
}
