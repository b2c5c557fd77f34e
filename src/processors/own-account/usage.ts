/**
 * What accounts with a daily limit have taken on today: payins accepted since the day began in the account's time zone that
 * are open or paid. One that expired unpaid, failed or was refused gives its place back.
 *
 * Promised: one node alone never exceeds a limit, however many creates run at once, for what it takes on counts from that
 * very moment. Several nodes read each other's payins at most once a second each, so together they can exceed it by what the
 * others take on within a second. A bank's own limit is therefore better set with a little room.
 */
import type { Database, Statement } from '../../database/port.ts'
import type { Instant } from '../../foundation/deps.ts'
import type { PaymentKey } from '../../foundation/identifiers.ts'
import type { Payment } from '../../payments/model.ts'
import { isoTime } from '../../payments/rows.ts'
import { claimOwner, type ReceivingAccount } from './account.ts'
import { dayStart } from './hours.ts'

const FRESH_MS = 1_000
/** By then a create is committed, and is read like those of other nodes, or has come to nothing. */
const KEEP_OWN_MS = 60_000

const READ: Statement = {
  name: 'own_account_usage',
  text: `select count(*)::integer as count, coalesce(sum(p.amount), 0)::bigint as amount
    from claim c join payment p on p.merchant_id = c.merchant_id and p.key = c.key
    where c.owner = $1 and c.scope = 'reference' and c.at >= $2 and p.status in ('NEW', 'PENDING', 'SUCCESS')
      and not (p.key = any($3::uuid[]))`,
}

interface Own {
  readonly at: Instant
  readonly amountMinor: bigint
}

interface Known {
  day: Instant
  readAt: Instant
  /** Without our own latest. */
  count: number
  amountMinor: bigint
  own: Map<PaymentKey, Own>
  reading: Promise<void> | undefined
}

const isLimited = ({ dayCount, dayAmountMinor }: ReceivingAccount): boolean =>
  dayCount !== undefined || dayAmountMinor !== undefined

export class Usage {
  readonly #database: Database
  readonly #known = new Map<string, Known>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Reads what is older than a second. Call it before `take`. */
  async freshen(account: ReceivingAccount, at: Instant): Promise<void> {
    if (!isLimited(account)) return
    const known = this.#of(account, at)
    if (at - known.readAt < FRESH_MS) return
    known.reading ??= this.#read(account, known, at).finally(() => {
      known.reading = undefined
    })
    await known.reading
  }

  /** As far as is known without asking: what is old is not held against it. */
  mayHaveRoom(account: ReceivingAccount, amountMinor: bigint, at: Instant): boolean {
    if (!isLimited(account) || at - this.#of(account, at).readAt >= FRESH_MS) return true
    return this.#hasRoom(account, amountMinor, at)
  }

  #hasRoom(account: ReceivingAccount, amountMinor: bigint, at: Instant): boolean {
    const { count, amountMinor: taken } = this.#sum(account, at)
    const { dayCount, dayAmountMinor } = account
    if (dayCount !== undefined && count + 1 > dayCount) return false
    return dayAmountMinor === undefined || taken + amountMinor <= dayAmountMinor
  }

  /** Counts the payment from now on, unless there is no room for it. */
  take(account: ReceivingAccount, payment: Payment, at: Instant): boolean {
    if (!isLimited(account)) return true
    const { own } = this.#of(account, at)
    if (own.has(payment.key)) return true
    if (!this.#hasRoom(account, payment.money.amountMinor, at)) return false
    own.set(payment.key, { at, amountMinor: payment.money.amountMinor })
    return true
  }

  /** The payment came to nothing: what it took of any account is free at once. */
  giveBack(key: PaymentKey): void {
    for (const { own } of this.#known.values()) own.delete(key)
  }

  #sum(account: ReceivingAccount, at: Instant): { count: number; amountMinor: bigint } {
    const known = this.#of(account, at)
    let { amountMinor } = known
    for (const own of known.own.values()) amountMinor += own.amountMinor
    return { count: known.count + known.own.size, amountMinor }
  }

  /** A new day begins at nothing. */
  #of(account: ReceivingAccount, at: Instant): Known {
    const day = dayStart(account.timeZone, at)
    const known = this.#known.get(account.id)
    if (known?.day === day) return known
    const fresh: Known = { day, readAt: 0, count: 0, amountMinor: 0n, own: new Map(), reading: undefined }
    this.#known.set(account.id, fresh)
    return fresh
  }

  async #read(account: ReceivingAccount, known: Known, at: Instant): Promise<void> {
    for (const [key, own] of known.own) if (own.at < at - KEEP_OWN_MS) known.own.delete(key)
    // Those that are counted already; what is taken on while this is under way is not in it either.
    const own = [...known.own.keys()]
    const [row] = await this.#database.run(READ, [claimOwner(account.id), isoTime(known.day), own])
    known.count = (row?.count as number | undefined) ?? 0
    known.amountMinor = (row?.amount as bigint | undefined) ?? 0n
    known.readAt = at
    // What was taken on during the read may be in it, and is counted twice until the next one: too much, never too little.
  }
}
