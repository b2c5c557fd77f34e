/**
 * What accounts with a daily limit have taken on today: payins accepted since the day began in the account's time zone that
 * are open or paid. One that expired unpaid, failed or was refused gives its place back.
 *
 * What is open was paid by nobody yet and costs its merchant nothing: of the day's room, one merchant's open payins take no more than
 * its share of the account. What was paid does not count against its share.
 *
 * Promised: one node alone never exceeds a limit, however many creates run at once, for what it takes on counts from that
 * very moment. Several nodes read each other's payins at most once a second each, so together they can exceed it by what the
 * others take on within a second. A bank's own limit is therefore better set with a little room.
 */
import type { Database } from '../../database/port.ts'
import type { Instant } from '../../foundation/deps.ts'
import type { MerchantCode, PaymentKey } from '../../foundation/identifiers.ts'
import type { Money } from '../../foundation/money.ts'
import { readAccepted } from '../../payments/account-payins.ts'
import type { OneIn } from '../../payments/amount-claims.ts'
import type { Payment } from '../../payments/model.ts'
import { claimOwner, type ReceivingAccount } from './account.ts'
import { dayStart } from './hours.ts'

const FRESH_MS = 1_000
/** By then a create is committed, and is read like those of other nodes, or has come to nothing. */
const KEEP_OWN_MS = 60_000

interface Own {
  readonly at: Instant
  readonly merchantId: MerchantCode
  readonly amountMinor: bigint
}

interface Sum {
  readonly count: number
  readonly amountMinor: bigint
}
const NOTHING: Sum = { count: 0, amountMinor: 0n }
const plus = (one: Sum, other: Sum): Sum => ({
  count: one.count + other.count,
  amountMinor: one.amountMinor + other.amountMinor,
})

/** Who wants room, and one part in how many is that merchant's. */
export interface WantsCapacity {
  readonly merchantId: MerchantCode
  readonly money: Money
  readonly share: OneIn
}

interface Known {
  day: Instant
  readAt: Instant
  /** Without our own latest. */
  all: Sum
  open: ReadonlyMap<MerchantCode, Sum>
  own: Map<PaymentKey, Own>
  reading: Promise<void> | undefined
}

const isWithin = ({ count, amountMinor }: Sum, limits: ReceivingAccount, share: OneIn): boolean =>
  (limits.dayCount === undefined || count * share <= limits.dayCount) &&
  (limits.dayAmountMinor === undefined || amountMinor * BigInt(share) <= limits.dayAmountMinor)

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
  mayHaveRoom(account: ReceivingAccount, wants: WantsCapacity, at: Instant): boolean {
    if (!isLimited(account) || at - this.#of(account, at).readAt >= FRESH_MS) return true
    return this.#hasRoom(account, wants, at)
  }

  #hasRoom(account: ReceivingAccount, { merchantId, money, share }: WantsCapacity, at: Instant): boolean {
    const more = { count: 1, amountMinor: money.amountMinor }
    const { all, open } = this.#sums(account, merchantId, at)
    if (!isWithin(plus(all, more), account, 1)) return false
    // The first one is never more than a share, however small that is.
    return open.count === 0 || isWithin(plus(open, more), account, share)
  }

  /** Counts the payment from now on, unless there is no room for it. */
  take(account: ReceivingAccount, payment: Payment, share: OneIn, at: Instant): boolean {
    if (!isLimited(account)) return true
    const { own } = this.#of(account, at)
    if (own.has(payment.key)) return true
    const { key, merchantId, money } = payment
    if (!this.#hasRoom(account, { merchantId, money, share }, at)) return false
    own.set(key, { at, merchantId, amountMinor: money.amountMinor })
    return true
  }

  /** The payment came to nothing: what it took of any account is free at once. */
  makeRefund(key: PaymentKey): void {
    for (const { own } of this.#known.values()) own.delete(key)
  }

  #sums(account: ReceivingAccount, merchantId: MerchantCode, at: Instant): { all: Sum; open: Sum } {
    const known = this.#of(account, at)
    let all = known.all
    let open = known.open.get(merchantId) ?? NOTHING
    for (const { amountMinor, merchantId: owner } of known.own.values()) {
      all = plus(all, { count: 1, amountMinor })
      if (owner === merchantId) open = plus(open, { count: 1, amountMinor })
    }
    return { all, open }
  }

  /** A new day begins at nothing. */
  #of(account: ReceivingAccount, at: Instant): Known {
    const day = dayStart(account.timeZone, at)
    const known = this.#known.get(account.id)
    if (known?.day === day) return known
    const nothing = { all: NOTHING, open: new Map<MerchantCode, Sum>(), own: new Map<PaymentKey, Own>() }
    const fresh: Known = { day, readAt: 0, ...nothing, reading: undefined }
    this.#known.set(account.id, fresh)
    return fresh
  }

  async #read(account: ReceivingAccount, known: Known, at: Instant): Promise<void> {
    for (const [key, own] of known.own) if (own.at < at - KEEP_OWN_MS) known.own.delete(key)
    // Those that are counted already; what is taken on while this is under way is not in it either.
    const own = [...known.own.keys()]
    const taken = await readAccepted(this.#database, {
      owner: claimOwner(account.id),
      since: known.day,
      except: own,
    })
    const open = new Map<MerchantCode, Sum>()
    let all = NOTHING
    for (const { merchantId, isOpen, ...sum } of taken) {
      all = plus(all, sum)
      if (isOpen) open.set(merchantId, sum)
    }
    known.all = all
    known.open = open
    known.readAt = at
    // What was taken on during the read may be in it, and is counted twice until the next one: too much, never too little.
  }
}
