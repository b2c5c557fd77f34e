/**
 * How many addresses wait for money, and how many may.
 *
 * An unpaid address is watched until thirty days after its expiry, and every round queries the nodes for all watched
 * addresses, while payins cost their creator nothing. So there is a limit for all merchants of a kind (test, or live).
 * At most half of it is for one merchant, and at most a thousandth for payers at one network address with checkouts'
 * tokens. Beyond that a payin is refused before anything is stored, and the method is not offered.
 *
 * What one node gives out counts from that moment. It knows the addresses of other nodes from the database, a second
 * old, so together they may exceed a limit by what they accept within a second.
 */
import type { Clock, Instant } from '@sluice/core/foundation/deps.ts'
import type { PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { WantedPayment } from '@sluice/core/processor/port.ts'
import { type Database, type SqlStatement, sqlStatement } from '@sluice/database/port.ts'

export const MAX_OPEN_ADDRESSES = 100_000
const FRESH_MS = 1_000
/** By then a payin has its address, or was not committed. */
const KEEP_OWN_MS = 60_000
const MAX_KNOWN = 10_000

type Asking = Pick<WantedPayment, 'merchantId' | 'payer'>

/** Never counts further than the limit. */
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

  /** Reads again what is older than a second. */
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

  /** As far as is known: what was never read refuses nothing. */
  mayHaveCapacity(asking: Asking): boolean {
    return this.#boundsOf(asking).every(({ name, most }) => this.#openOf(name) < most)
  }

  /** Counts the payment from now on, unless the limit is reached. Call `freshen` before. */
  take(key: PaymentKey, asking: Asking): boolean {
    if (this.#own.has(key)) return true
    if (!this.mayHaveCapacity(asking)) return false
    this.#own.set(key, { at: this.#clock.now(), names: this.#boundsOf(asking).map(({ name }) => name) })
    return true
  }

  /** Nothing was stored of it. */
  release(key: PaymentKey): void {
    this.#own.delete(key)
  }

  #openOf(name: string): number {
    const known = this.#known.get(name)
    if (!known) return 0
    // What is in the database by now may count twice until the next read but one: too much, never too little.
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
