/** Finds the decimal sign of a sample's amounts with the server's own statement reader. Pure. */
import { signedAmount } from '@sluice/gateway/reconciliation/csv-amount.ts'

const MAX_LOOKED_AT = 500
const SIGNS = ['.', ','] as const

/**
 * @param ledgerDigits of the account's currency
 * @returns the signs with which most of these are amounts: one; both, if they would be different amounts (1.234 in a currency with three
 * decimals); or none that reads more than half. Amounts without either sign read the same with both: a point
 */
export function decimalSignsOf(
  cells: readonly string[],
  ledgerDigits: number,
): readonly (typeof SIGNS)[number][] {
  const values = cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '' && !/^[-\u2013]$/.test(cell))
    .slice(0, MAX_LOOKED_AT)
  const readings = SIGNS.map((sign) => {
    const amounts = values.flatMap((value) => {
      const amount = signedAmount(value, sign, ledgerDigits)
      return amount.ok ? [`${amount.value.direction} ${amount.value.amountMinor}`] : []
    })
    return { sign, many: amounts.length, read: amounts.join() }
  })
  const most = Math.max(...readings.map(({ many }) => many))
  const best = readings.filter(({ many }) => many === most && many * 2 > values.length)
  const [one, other] = best
  const areAlike = one !== undefined && one.read === other?.read
  return (areAlike ? [one] : best).map(({ sign }) => sign)
}

/** True for a cell that can hardly be anything but an amount: it has decimals or a sign. */
export const looksLikeAmount = (cell: string, ledgerDigits: number): boolean =>
  /[.,+()\u2212-]/.test(cell) && SIGNS.some((sign) => signedAmount(cell, sign, ledgerDigits).ok)
