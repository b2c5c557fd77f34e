/**
 * How full receiving accounts are: of the amounts near the price of most open and held payins of an account, how many
 * are held, and by whom. For `doctor` and for metrics; nothing is decided by it.
 */
import type { Clock, Instant } from '@sluice/core/foundation/deps.ts'
import type { Minor, Money } from '@sluice/core/foundation/money.ts'
import type { Database } from '@sluice/database/port.ts'
import { readBusiestPrices, readHolders } from '../../payments/account-payins.ts'
import { amountClaim, type OneIn, shareClaim } from '../../payments/amount-claims.ts'
import { claimOwner, type ReceivingAccount } from './account.ts'
import type { ReceivingAccounts } from './directory.ts'
import { rangesByAmount } from './eligible.ts'
import { slotsOf } from './slots.ts'

export interface Fullness {
  readonly account: ReceivingAccount
  /** The price of most of its payins. */
  readonly price: Money
  /** Amounts near it, and how many are held. */
  readonly amounts: number
  readonly held: number
  /** Merchants that have used up their share, counting paid payins, which count in no share. */
  readonly merchants: readonly string[]
}

/** @param shareOf one merchant may have one part in so many of the account */
export async function readFullness(
  database: Database,
  accounts: readonly ReceivingAccount[],
  shareOf: (account: ReceivingAccount) => OneIn,
): Promise<readonly Fullness[]> {
  if (accounts.length === 0) return []
  const byOwner = new Map(accounts.map((account) => [claimOwner(account.id), account]))
  const prices = await readBusiestPrices(database, [...byOwner.keys()])
  const looked = prices.flatMap(({ owner, priceMinor }) => {
    const account = byOwner.get(owner)
    const price = account && { currency: account.currency, amountMinor: priceMinor }
    const slots = account && price ? nearby(account, price) : []
    return account && price && slots.length > 0 ? [{ account, price, slots }] : []
  })
  const requested = looked.flatMap(({ account, slots }) => slots.map((slot) => amountClaim(account.id, slot)))
  if (requested.length === 0) return []
  const holders = await readHolders(database, requested)
  return looked.map(({ account, price, slots }) => {
    const own = holders.filter(({ owner }) => owner === claimOwner(account.id))
    const share = shareOf(account)
    const most = new Set(slots.map((slot) => shareClaim(account.id, '', share, slot).value)).size
    return {
      account,
      price,
      amounts: slots.length,
      held: own.reduce((sum, row) => sum + row.amounts, 0),
      merchants: own.filter(({ amounts }) => amounts >= most).map(({ merchantId }) => merchantId),
    }
  })
}

/** Of the method with the most of them. */
function nearby(account: ReceivingAccount, price: Money): readonly Money[] {
  const { currency } = price
  const all = rangesByAmount(account, price).map((range) => slotsOf(price, range))
  const most = all.reduce((one: readonly Minor[], other) => (other.length > one.length ? other : one), [])
  return most.map((amountMinor) => ({ currency, amountMinor }))
}

const SELDOM_MS = 15_000

/** For frequent readers: reads again only after a quarter of a minute. */
export function fullnessSeldom(database: Database, clock: Clock, accounts: ReceivingAccounts) {
  let known: { readonly at: Instant; readonly all: readonly { id: string; fullness: number }[] } | undefined
  return async () => {
    const now = clock.now()
    if (known && now - known.at < SELDOM_MS) return known.all
    const all = await readFullness(database, accounts.byAmount, (account) => accounts.shareOf(account))
    known = {
      at: now,
      all: all.map(({ account, held, amounts }) => ({ id: account.id, fullness: held / amounts })),
    }
    return known.all
  }
}
