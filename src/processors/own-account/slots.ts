/**
 * The law of unique amounts. Where nothing but the amount tells payers apart, each open payin of an account is given an amount of
 * its own: at most 99 of the smallest payable units and at most 0.5 % from the order's, both ways, within what the rail
 * takes. The merchant is credited the order's amount in full; the gap is the gateway's (`differences`). Pure.
 *
 * That no two payins of an account have the same amount is not promised here but by the claim that each takes
 * (`amountClaim`): it is held while the payin is open, and rests with it for 72 h after that.
 */
import { offered } from '../../catalogue/currencies.ts'
import type { AmountRange } from '../../catalogue/limits.ts'
import { type Minor, type Money, minor } from '../../foundation/money.ts'

const MAX_UNITS_OFF = 99n
/** One part in 200: 0.5 %. */
const SHARE_OFF = 200n

/** The smallest payable unit of the order's currency, and how many of them another amount may be off. */
function boundsOf({ currency, amountMinor }: Money): { readonly unit: bigint; readonly most: bigint } {
  const { ledgerDigits, practiceDigits } = offered(currency)
  const unit = 10n ** BigInt(ledgerDigits - practiceDigits)
  const share = amountMinor / SHARE_OFF / unit
  return { unit, most: share < MAX_UNITS_OFF ? share : MAX_UNITS_OFF }
}

/** Whether this order may be paid with that amount: the merchant is credited the order's in full, so no more than a little is at stake. */
export function mayBeRequired(ordered: Money, required: Money): boolean {
  const { unit, most } = boundsOf(ordered)
  const off = required.amountMinor - ordered.amountMinor
  return required.currency === ordered.currency && (off < 0n ? -off : off) <= most * unit
}

/** The amounts that this order may be paid with, the order's own first, then the nearest. */
export function slotsOf(ordered: Money, range: AmountRange): readonly Minor[] {
  const { amountMinor } = ordered
  const { unit, most } = boundsOf(ordered)
  const slots: Minor[] = [amountMinor]
  for (let off = 1n; off <= most; off += 1n) {
    slots.push(minor(amountMinor - off * unit), minor(amountMinor + off * unit))
  }
  return slots.filter((slot) => slot > 0n && slot >= range.minMinor && slot <= range.maxMinor)
}
