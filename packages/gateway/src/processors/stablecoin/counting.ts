/**
 * What final transfers to one address add up to: pure, transfer by transfer in the chain's own order, so that it does
 * not matter when or in how many batches the chain was read.
 *
 *   exactly the amount in one transfer              EXACT: it pays the payin, whatever came before
 *   several that add up to exactly the amount       EXACT
 *   together more than that                         OVER: all of it is a case
 *   less, and the time is over                      SHORT: a case; for very many small transfers, one for each thousand of them
 *   anything after it was paid                      AGAIN: a case
 *   another token, or on another network            WRONG_TOKEN, WRONG_NETWORK: a case, each transfer alone
 *
 * Nothing is dropped: each transfer ends in one receipt, and a receipt's amount and remainder are the sum of its
 * transfers.
 */
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'

export type Why = 'EXACT' | 'OVER' | 'SHORT' | 'AGAIN' | 'WRONG_TOKEN' | 'WRONG_NETWORK'

/** A transfer that is final, in the chain's order. */
export interface Arrived {
  readonly name: string
  readonly chainId: number
  readonly currency: CurrencyCode
  /** Of the token, above zero. */
  readonly units: bigint
}

export interface Expected {
  readonly chainId: number
  readonly currency: CurrencyCode
  readonly amountMinor: bigint
  /** Whether a receipt has paid it already. */
  readonly paid: boolean
  /** Its time is over, and nothing is on its way that could complete it. */
  readonly over: boolean
}

export interface Counted<Transfer extends Arrived> {
  readonly why: Why
  readonly transfers: readonly Transfer[]
  readonly currency: CurrencyCode
  readonly amountMinor: bigint
  /** Of the token: finer than the ledger. */
  readonly remainingUnits: bigint
}

/** Units of a token in the ledger's units, rounded down. @param decimals of the token on its network, not below the ledger's */
export function toLedger(
  units: bigint,
  decimals: number,
  ledgerDigits: number,
): { readonly amountMinor: bigint; readonly remainingUnits: bigint } {
  const unit = 10n ** BigInt(decimals - ledgerDigits)
  return { amountMinor: units / unit, remainingUnits: units % unit }
}

/**
 * More parts than these are dust: everything that is held is read again with every round, and a case names each of its
 * transfers.
 */
const MOST_PARTS = 1_000

/**
 * @param arrived what was not counted yet: on the payin's own network or on one other
 * @param amountOf the ledger's amount of so many units of that currency on that network
 * @returns receipts in order; transfers in no receipt are held until more comes
 */
export function count<Transfer extends Arrived>(
  arrived: readonly Transfer[],
  expected: Expected,
  amountOf: (of: Pick<Arrived, 'chainId' | 'currency' | 'units'>) => ReturnType<typeof toLedger>,
): readonly Counted<Transfer>[] {
  const receipts: Counted<Transfer>[] = []
  let held: Transfer[] = []
  let heldUnits = 0n
  let paid = expected.paid

  const receive = (why: Why, transfers: readonly Transfer[]): void => {
    const [first] = transfers
    if (!first) return
    const units = transfers.reduce((total, transfer) => total + transfer.units, 0n)
    receipts.push({ why, transfers, currency: first.currency, ...amountOf({ ...first, units }) })
  }
  /** For what is held, when it cannot become the amount any more. */
  const giveUp = (why: Why): void => {
    receive(why, held)
    held = []
    heldUnits = 0n
  }
  /** Adds it to what is held, and returns what that makes of it. */
  const hold = (transfer: Transfer): Why | undefined => {
    held.push(transfer)
    heldUnits += transfer.units
    const { amountMinor } = amountOf({ ...transfer, units: heldUnits })
    if (amountMinor === expected.amountMinor) return 'EXACT'
    if (amountMinor > expected.amountMinor) return 'OVER'
    return held.length < MOST_PARTS ? undefined : 'SHORT'
  }

  for (const transfer of arrived) {
    if (transfer.chainId !== expected.chainId) receive('WRONG_NETWORK', [transfer])
    else if (transfer.currency !== expected.currency) receive('WRONG_TOKEN', [transfer])
    else if (paid) receive('AGAIN', [transfer])
    else if (amountOf(transfer).amountMinor === expected.amountMinor) {
      receive('EXACT', [transfer])
      paid = true
      giveUp('AGAIN')
    } else {
      const why = hold(transfer)
      if (why) giveUp(why)
      paid = why === 'EXACT'
    }
  }
  if (expected.over) giveUp('SHORT')
  return receipts
}
