/** Which accounts would accept a payin, from memory; and how near the others came. Pure. */
import { chooseVariant, payinMethods } from '@sluice/core/catalogue/all-methods.ts'
import { type AmountRange, amountRange } from '@sluice/core/catalogue/limits.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { Fault } from '@sluice/core/foundation/faults.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import { unreachable } from '@sluice/core/foundation/result.ts'
import type { Declined, DeclineReason, WantedPayment } from '@sluice/core/processor/port.ts'
import type { ReceivingAccount, ServedMethod } from './account.ts'
import { outOfBounds, recognisable } from './amount-bounds.ts'
import { isOpenAt } from './hours.ts'
import { methodServed } from './rails.ts'
import { slotsOf } from './slots.ts'

/** An account that would accept it, with the method and the amounts that the rail allows. */
export interface EligibleAccount {
  readonly account: ReceivingAccount
  readonly served: ServedMethod
  readonly range: AmountRange
}

/** From the farthest miss to the nearest. */
const STAGES: readonly DeclineReason[] = ['METHOD', 'OPERATOR', 'AMOUNT', 'HOURS', 'LIMIT']

/** What an account lacks, and for the amount the range that it would accept, if any. */
interface Miss {
  readonly reason: DeclineReason
  readonly takes?: AmountRange | undefined
}

export interface Eligible {
  readonly candidates: readonly EligibleAccount[]
  /** If there is none: what the account that came nearest lacked. */
  readonly miss: DeclineReason
  /** For the amount: the limits within which it would be accepted. */
  readonly fault?: Fault | undefined
}

/** @param hasCapacity whether the account has capacity for it, as far as is known */
export function eligible(
  accounts: readonly ReceivingAccount[],
  wanted: Pick<WantedPayment, 'method' | 'operator' | 'money'>,
  at: Instant,
  hasCapacity: (candidate: EligibleAccount) => boolean,
): Eligible {
  const candidates: EligibleAccount[] = []
  const taken: AmountRange[] = []
  let nearest = 0
  for (const account of accounts) {
    const judged = judge(account, wanted, at, hasCapacity)
    if ('account' in judged) candidates.push(judged)
    else {
      nearest = Math.max(nearest, STAGES.indexOf(judged.reason))
      if (judged.takes) taken.push(judged.takes)
    }
  }
  const miss = STAGES[nearest] ?? 'METHOD'
  return { candidates, miss, fault: miss === 'AMOUNT' ? outOfBounds(wanted.money, taken) : undefined }
}

function judge(
  account: ReceivingAccount,
  { method: code, operator, money }: Pick<WantedPayment, 'method' | 'operator' | 'money'>,
  at: Instant,
  hasCapacity: (candidate: EligibleAccount) => boolean,
): EligibleAccount | Miss {
  if (account.status !== 'ACTIVE' || account.currency !== money.currency) return { reason: 'METHOD' }
  const method = chooseVariant(payinMethods(code), operator)
  const rules = method?.currencies.get(money.currency)
  const ofMethod = account.methods.filter((each) => each.code === code && methodServed(each) === method)
  if (!rules || ofMethod.length === 0) return { reason: 'METHOD' }
  const served = ofMethod.find(
    ({ operators }) => operators === undefined || operator === undefined || operators.includes(operator),
  )
  if (!served) return { reason: 'OPERATOR' }
  const range = narrowed(amountRange(rules, rules.operatorByCode.get(operator ?? '')), account)
  const isByAmount = served.recognisedBy === 'amount'
  const isWithin = money.amountMinor >= range.minMinor && money.amountMinor <= range.maxMinor
  // So small that no other amount is near enough: nothing would identify its payer.
  if (!isWithin || (isByAmount && slotsOf(money, range).length === 0)) {
    return { reason: 'AMOUNT', takes: isByAmount ? recognisable(money.currency, range) : range }
  }
  if (!isOpenAt(account, at)) return { reason: 'HOURS' }
  const candidate = { account, served, range }
  return hasCapacity(candidate) ? candidate : { reason: 'LIMIT' }
}

/** The account's ranges for this money when it is recognised by its amount. */
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

export const declined = (reason: DeclineReason, fault?: Fault): Declined => ({
  type: 'declined',
  reason,
  detail: fault ? `${detailOf(reason)}: it ${fault.message}` : detailOf(reason),
  ...(fault && { faults: [fault] }),
})

function detailOf(reason: DeclineReason): string {
  switch (reason) {
    case 'METHOD':
      return 'no active receiving account serves this method and currency'
    case 'OPERATOR':
      return 'no receiving account serves this operator'
    case 'AMOUNT':
      return 'no receiving account accepts this amount'
    case 'HOURS':
      return 'every receiving account for this is closed now'
    case 'LIMIT':
      return 'every receiving account for this has reached its daily limit, or has no free amount or number for this merchant or payer'
    case 'UNHEALTHY':
      return 'receiving accounts cannot be read'
    default:
      return unreachable(reason)
  }
}
