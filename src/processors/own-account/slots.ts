/**
 * The law of unique amounts. Where nothing but the amount tells payers apart, each open payin of an account is given an amount of
 * its own: at most 99 of the smallest payable units and at most 0.5 % from the order's, both ways, within what the rail
 * takes. The merchant is credited the order's amount in full; the gap is the gateway's (`differences`). Pure.
 *
 * Payers type. One who was told 499.99 and types the 500 of his order must pay nobody else's payin, so an amount that somebody would
 * type of himself is given to nobody:
 *
 *   - never the order's own;
 *   - never what looks like a price: a multiple of five units (500, 500.05, 499.90; 1,250 yen), nor the unit below a hundred (499.99).
 *
 * What is an order's own amount and looks like no price (123.46) is kept from others by its claim (`payments/amount-claims.ts`), while
 * the payin is open or rests, as far as its merchant's share goes. Nor is it promised here that no two payins of an account have the same amount: that, too, is the
 * claim's, which rests with the payin for 72 h.
 *
 * An order so small that no other amount is within 0.5 % can not be told apart by its amount at all.
 */
import { offered } from '../../catalogue/currencies.ts'
import type { AmountRange } from '../../catalogue/limits.ts'
import { type Minor, type Money, minor } from '../../foundation/money.ts'
import { looksLikeAPrice } from '../../payments/amount-claims.ts'

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

/** The amounts that this order may be given, the nearest first; none where it is too small. */
export function slotsOf(ordered: Money, range: AmountRange): readonly Minor[] {
  const { currency, amountMinor } = ordered
  const { unit, most } = boundsOf(ordered)
  const slots: Minor[] = []
  for (let off = 1n; off <= most; off += 1n) {
    slots.push(minor(amountMinor - off * unit), minor(amountMinor + off * unit))
  }
  return slots.filter(
    (slot) =>
      slot >= range.minMinor && slot <= range.maxMinor && !looksLikeAPrice({ currency, amountMinor: slot }),
  )
}
