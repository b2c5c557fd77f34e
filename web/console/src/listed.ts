/** What a view says of how its list is shown, and what the amounts of a list come to. */
import type { MoneyText } from '../../kit/money.tsx'
import type { Column } from '../../kit/table.tsx'
import type { View } from '../../kit/view.ts'

/** The columns that are not shown, in the address. */
export const HIDDEN = 'hidden'

export const hiddenIn = (view: View): readonly string[] => (view[HIDDEN] ?? '').split(',').filter(Boolean)

/** What of a view is asked of the gateway: how it is shown is no matter of its. */
export function filtersIn(view: View): View {
  const { [HIDDEN]: _, ...filters } = view
  return filters
}

/** The first column is the row's name, and always there. */
export const shownOf = <Row>(columns: readonly Column<Row>[], view: View): readonly Column<Row>[] =>
  columns.filter(({ name }, index) => index === 0 || !hiddenIn(view).includes(name))

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/** Sums by currency, digit for digit. What is no decimal text makes a sum that cannot be told, and so none. */
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
