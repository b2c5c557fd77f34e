/** Which accounts would take a payin, from memory; and of those that would not, how near they came. Pure. */
import { type AmountRange, amountRange } from '../../catalogue/limits.ts'
import { chooseVariant, payinMethods } from '../../catalogue/methods.ts'
import type { Instant } from '../../foundation/deps.ts'
import type { Money } from '../../foundation/money.ts'
import { unreachable } from '../../foundation/result.ts'
import type { Declined, DeclineReason, Wanted } from '../port.ts'
import type { ReceivingAccount, ServedMethod } from './account.ts'
import { isOpenAt } from './hours.ts'
import { methodServed } from './rails.ts'
import { slotsOf } from './slots.ts'

/** An account that would take it, by which of its methods, and which amounts the rail takes. */
export interface Candidate {
  readonly account: ReceivingAccount
  readonly served: ServedMethod
  readonly range: AmountRange
}

/** From the farthest miss to the nearest. */
const STAGES: readonly DeclineReason[] = ['METHOD', 'OPERATOR', 'AMOUNT', 'HOURS', 'LIMIT']

export interface Eligible {
  readonly candidates: readonly Candidate[]
  /** Where there is none: what the account that came nearest lacked. */
  readonly miss: DeclineReason
}

/** @param hasRoom whether the account has room for it, as far as is known */
export function eligible(
  accounts: readonly ReceivingAccount[],
  wanted: Pick<Wanted, 'method' | 'operator' | 'money'>,
  at: Instant,
  hasRoom: (candidate: Candidate) => boolean,
): Eligible {
  const candidates: Candidate[] = []
  let nearest = 0
  for (const account of accounts) {
    const judged = judge(account, wanted, at, hasRoom)
    if (typeof judged === 'string') nearest = Math.max(nearest, STAGES.indexOf(judged))
    else candidates.push(judged)
  }
  return { candidates, miss: STAGES[nearest] ?? 'METHOD' }
}

function judge(
  account: ReceivingAccount,
  { method: code, operator, money }: Pick<Wanted, 'method' | 'operator' | 'money'>,
  at: Instant,
  hasRoom: (candidate: Candidate) => boolean,
): Candidate | DeclineReason {
  if (account.status !== 'ACTIVE' || account.currency !== money.currency) return 'METHOD'
  const method = chooseVariant(payinMethods(code), operator)
  const rules = method?.currencies.get(money.currency)
  const ofMethod = account.methods.filter((each) => each.code === code && methodServed(each) === method)
  if (!rules || ofMethod.length === 0) return 'METHOD'
  const served = ofMethod.find(
    ({ operators }) => operators === undefined || operator === undefined || operators.includes(operator),
  )
  if (!served) return 'OPERATOR'
  const range = narrowed(amountRange(rules, rules.operatorByCode.get(operator ?? '')), account)
  if (money.amountMinor < range.minMinor || money.amountMinor > range.maxMinor) return 'AMOUNT'
  // So small that no other amount is near enough: nothing would tell its payer apart.
  if (served.recognisedBy === 'amount' && slotsOf(money, range).length === 0) return 'AMOUNT'
  if (!isOpenAt(account, at)) return 'HOURS'
  const candidate = { account, served, range }
  return hasRoom(candidate) ? candidate : 'LIMIT'
}

/** The ranges that an account has for this money where it is recognised by its amount. */
export function rangesByAmount(account: ReceivingAccount, { currency, amountMinor }: Money): AmountRange[] {
  const byAmount = account.methods.filter(({ recognisedBy }) => recognisedBy === 'amount')
  return byAmount.flatMap((served) => {
    const rules = methodServed(served)?.currencies.get(currency)
    if (!rules) return []
    const range = narrowed(amountRange(rules), account)
    return amountMinor < range.minMinor || amountMinor > range.maxMinor ? [] : [range]
  })
}

function narrowed(range: AmountRange, { minMinor, maxMinor }: ReceivingAccount): AmountRange {
  return {
    minMinor: minMinor !== undefined && minMinor > range.minMinor ? minMinor : range.minMinor,
    maxMinor: maxMinor !== undefined && maxMinor < range.maxMinor ? maxMinor : range.maxMinor,
  }
}

export const declined = (reason: DeclineReason): Declined => ({
  type: 'declined',
  reason,
  detail: detailOf(reason),
})

function detailOf(reason: DeclineReason): string {
  switch (reason) {
    case 'METHOD':
      return 'no receiving account in force serves this method and currency'
    case 'OPERATOR':
      return 'no receiving account serves this operator'
    case 'AMOUNT':
      return 'no receiving account takes this amount'
    case 'HOURS':
      return 'every receiving account for this is closed now'
    case 'LIMIT':
      return 'every receiving account for this has reached its limit of today, or has nothing left for this merchant or payer to be recognised by'
    case 'UNHEALTHY':
      return 'receiving accounts can not be read'
    default:
      return unreachable(reason)
  }
}
