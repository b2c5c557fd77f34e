/** Sums of amounts, digit for digit, without floats. Pure. */
import type { MoneyText } from './money.tsx'

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/** Sums by currency. If an amount is no decimal text, its currency has no sum. */
export function totalsOf(amounts: readonly MoneyText[]): readonly MoneyText[] {
  const codes = [...new Set(amounts.map(({ currencyCode }) => currencyCode))].sort()
  return codes.flatMap((currencyCode) => {
    const parts = amounts
      .filter((money) => money.currencyCode === currencyCode)
      .map(({ amount }) => DECIMAL.exec(amount))
    const scale = Math.max(0, ...parts.map((part) => part?.[3]?.length ?? 0))
    let sum = 0n
    for (const part of parts) {
      if (!part) return []
      const [, sign = '', whole = '', fraction = ''] = part
      const minor = BigInt(whole + fraction.padEnd(scale, '0'))
      sum += sign === '-' ? -minor : minor
    }
    const digits = String(sum < 0n ? -sum : sum).padStart(scale + 1, '0')
    const cut = digits.length - scale
    const text = scale === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`
    return [{ amount: `${sum < 0n ? '-' : ''}${text}`, currencyCode }]
  })
}
