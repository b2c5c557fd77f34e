/**
 * The rules of unique amounts. If only the amount identifies payers, each open payin of an account gets a unique
 * amount: at most 99 of the smallest payable units and at most 0.5 % from the order's, above or below, within what the
 * rail allows. The merchant is credited the order's amount in full; the gateway bears the gap (`differences`). Pure.
 *
 * Payers type. One who was asked for 499.99 and types the 500 of the order must not pay another payin. So no payin gets
 * an amount that somebody might type without being asked:
 *
 *   - never the order's own;
 *   - never what looks like a price: a multiple of five units (500, 500.05, 499.90; 1,250 yen), nor the unit below a hundred (499.99).
 *
 * An order's own amount that does not look like a price (123.46) is kept from others by its claim
 * (`payments/amount-claims.ts`), while the payin is open or in its hold period, as far as its merchant's share allows.
 * That no two payins of an account have the same amount is not ensured here either, but by the claim, which lasts
 * through the hold period of 72 h.
 *
 * An order so small that no other amount is within 0.5 % cannot be recognised by its amount at all.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { AmountRange } from '@sluice/core/catalogue/limits.ts'
import { type Minor, type Money, minor } from '@sluice/core/foundation/money.ts'
import { looksLikeAPrice } from '../../payments/amount-claims.ts'

const MAX_UNITS_OFF = 99n
/** One part in 200: 0.5 %. */
const SHARE_OFF = 200n

/** The smallest payable unit of the order's currency, and by how many of them the amount may differ. */
function boundsOf({ currency, amountMinor }: Money): { readonly unit: bigint; readonly most: bigint } {
  const { ledgerDigits, practiceDigits } = offered(currency)
  const unit = 10n ** BigInt(ledgerDigits - practiceDigits)
  const share = amountMinor / SHARE_OFF / unit
  return { unit, most: share < MAX_UNITS_OFF ? share : MAX_UNITS_OFF }
}

/**
 * Whether this order may be paid with that amount: the merchant is credited the order's amount in full, so the gap must
 * be small.
 */
export function mayBeRequired(ordered: Money, required: Money): boolean {
  const { unit, most } = boundsOf(ordered)
  const off = required.amountMinor - ordered.amountMinor
  return required.currency === ordered.currency && (off < 0n ? -off : off) <= most * unit
}

/** The amounts that this order may get, the nearest first; none if it is too small. */
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
