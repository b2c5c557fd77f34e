/**
 * The booked balances of one camt.053 statement. It opens with `OPBD` or the previous closing balance `PRCD` and closes
 * with `CLBD`. A page within a longer statement has interim balances (`ITBD`) in their place: the first opens it and
 * the last closes it. Other balances are ignored: available and forward ones are not booked, and those with a credit
 * line are not the account's own money. Pure.
 */
import type { Currency } from '@sluice/core/catalogue/currencies.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { all, attributeOf, first, textAt, type XmlNode } from '@sluice/core/foundation/xml.ts'
import { amountOf, dayOf } from './entry.ts'

export interface BankBalance {
  readonly node: XmlNode
  readonly amountMinor: bigint
  readonly day: string | undefined
}

interface Fault {
  readonly node: XmlNode
  readonly message: string
}

export function balancesOf(
  part: XmlNode,
  currency: Currency,
): Result<{ readonly opening: BankBalance; readonly closing: BankBalance }, Fault> {
  const nodes = all(part, 'Bal').filter((node) => !countsCredit(node))
  const of = (code: string) => nodes.filter((node) => textAt(node, 'Tp', 'CdOrPrtry', 'Cd') === code)
  const interim = of('ITBD')
  const [openings, previous, closings] = [of('OPBD'), of('PRCD'), of('CLBD')]
  for (const list of [openings, previous, closings]) {
    if (list.length > 1)
      return fail({ node: list[1], message: 'is a balance that appears twice in the statement' })
  }
  const opening = openings[0] ?? previous[0] ?? interim[0]
  const closing = closings[0] ?? interim.findLast((node) => node !== opening)
  if (opening === undefined) return fail({ node: part, message: 'has no opening balance (OPBD or PRCD)' })
  if (closing === undefined) return fail({ node: part, message: 'has no closing balance (CLBD)' })
  const [opened, closed] = [balanceOf(opening, currency), balanceOf(closing, currency)]
  if (!opened.ok) return opened
  if (!closed.ok) return closed
  const before =
    openings[0] !== undefined && previous[0] !== undefined ? balanceOf(previous[0], currency) : opened
  if (!before.ok) return before
  if (before.value.amountMinor !== opened.value.amountMinor)
    return fail({
      node: opening,
      message: 'is an opening balance (OPBD) that differs from the previous closing balance (PRCD)',
    })
  return succeed({ opening: opened.value, closing: closed.value })
}

const countsCredit = (node: XmlNode): boolean =>
  all(node, 'CdtLine').some((line) => ['true', '1'].includes(textAt(line, 'Incl') ?? ''))

function balanceOf(node: XmlNode, { code, ledgerDigits }: Currency): Result<BankBalance, Fault> {
  const amount = first(node, 'Amt')
  const found = attributeOf(amount, 'Ccy')
  if (found !== code)
    return fail({
      node,
      message: `is a balance in ${found ?? 'no currency'}, but the account is in ${code}`,
    })
  const read = amountOf(textAt(amount) ?? '', ledgerDigits)
  if (!read.ok) return fail({ node, message: `is a balance whose amount ${read.failure}` })
  const sign = textAt(node, 'CdtDbtInd')
  if (sign !== 'CRDT' && sign !== 'DBIT')
    return fail({ node, message: 'is a balance without a CdtDbtInd of CRDT or DBIT' })
  const day = (textAt(node, 'Dt', 'Dt') ?? textAt(node, 'Dt', 'DtTm'))?.slice(0, 10)
  return succeed({
    node,
    amountMinor: sign === 'CRDT' ? read.value : -read.value,
    day: day !== undefined && dayOf(day) !== undefined ? day : undefined,
  })
}
