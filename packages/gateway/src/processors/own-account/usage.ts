/**
 * What accounts with a daily limit have accepted today: payins since the day began in the account's time zone that are
 * open or paid. A payin that expired unpaid, failed or was refused frees its capacity.
 *
 * An open payin has not been paid and costs its merchant nothing. So one merchant's open payins may use only its share
 * of the day's capacity. Paid payins do not count against the share.
 *
 * One node alone never exceeds a limit, however many creates run at the same time, because an accepted payin counts
 * from that moment. Several nodes read each other's payins at most once a second each, so together they can exceed it
 * by what the others accept within a second. So set the limit a little below the bank's own.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode, PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Database } from '@sluice/database/port.ts'
import { readAccepted } from '../../payments/account-payins.ts'
import type { OneIn } from '../../payments/amount-claims.ts'
import { claimOwner, type ReceivingAccount } from './account.ts'
import { dayStart } from './hours.ts'

const FRESH_MS = 1_000
/** By then a create is committed and is read like those of other nodes, or it was not committed. */
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

/** The merchant that wants capacity. Its share is one part in `share`. */
export interface WantsCapacity {
  readonly merchantId: MerchantCode
  readonly money: Money
  readonly share: OneIn
}

interface Known {
  day: Instant
  readAt: Instant
  /** Without this node's latest payins. */
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

  /** Reads again what is older than a second. Call it before `take`. */
  async freshen(account: ReceivingAccount, at: Instant): Promise<void> {
    if (!isLimited(account)) return
    const known = this.#of(account, at)
    if (at - known.readAt < FRESH_MS) return
    known.reading ??= this.#read(account, known, at).finally(() => {
      known.reading = undefined
    })
    await known.reading
  }

  /** As far as is known without reading: old data refuses nothing. */
  mayHaveCapacity(account: ReceivingAccount, wants: WantsCapacity, at: Instant): boolean {
    if (!isLimited(account) || at - this.#of(account, at).readAt >= FRESH_MS) return true
    return this.#hasCapacity(account, wants, at)
  }

  #hasCapacity(account: ReceivingAccount, { merchantId, money, share }: WantsCapacity, at: Instant): boolean {
    const more = { count: 1, amountMinor: money.amountMinor }
    const { all, open } = this.#sums(account, merchantId, at)
    if (!isWithin(plus(all, more), account, 1)) return false
    // The first payin always fits in a share, however small the share is.
    return open.count === 0 || isWithin(plus(open, more), account, share)
  }

  /** Counts the payment from now on, unless there is no capacity for it. */
  take(account: ReceivingAccount, payment: Payment, share: OneIn, at: Instant): boolean {
    if (!isLimited(account)) return true
    const { own } = this.#of(account, at)
    if (own.has(payment.key)) return true
    const { key, merchantId, money } = payment
    if (!this.#hasCapacity(account, { merchantId, money, share }, at)) return false
    own.set(key, { at, merchantId, amountMinor: money.amountMinor })
    return true
  }

  /** The payment was not committed: what it took of any account is free again. */
  release(key: PaymentKey): void {
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

  /** A new day begins at zero. */
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
    // Those that are counted already. What is accepted during this read is not in it either.
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
    // What was accepted during the read may be in it, and counts twice until the next one: too much, never too little.
  }
}
