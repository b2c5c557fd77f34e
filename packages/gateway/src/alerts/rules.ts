/**
 * The alert rules. All are on by default; an operator can change them.
 *
 * A rule measures nothing itself: the program passes a measure for each (`Measures`), and a missing one does not
 * compile. A new rule needs a row here, its measure, and its line on the operators' page.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { namesOf } from '@sluice/core/foundation/names.ts'

export interface RuleFacts {
  /** What the alert reports. */
  readonly means: string
  /** How long a problem must last before it is reported, for rules where that can be set. */
  readonly afterMinutes?: number
  /** How often the rule is checked. */
  readonly everyMs: number
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export const ALERT_RULES = {
  'doctor-broken': { means: 'a check of the doctor is broken', everyMs: MINUTE_MS },
  'invariant-broken': {
    means: 'an invariant of the books does not hold; checked once a day, because all rows are read',
    everyMs: DAY_MS,
  },
  'processor-ill': { means: 'a processor is unhealthy', afterMinutes: 5, everyMs: MINUTE_MS },
  'callbacks-failing': {
    means: "a merchant's callbacks fail",
    afterMinutes: 60,
    everyMs: MINUTE_MS,
  },
  'case-old': { means: 'a case is still open', afterMinutes: 24 * 60, everyMs: MINUTE_MS },
  'feed-silent': {
    means: 'an own account that had bank entries before has no new one',
    afterMinutes: 4 * 24 * 60,
    everyMs: MINUTE_MS,
  },
  'approval-waiting': {
    means: "an operation waits for another operator's approval",
    afterMinutes: 60,
    everyMs: MINUTE_MS,
  },
  'settlement-stopped': { means: 'a settlement run has stopped before its end', everyMs: MINUTE_MS },
  'balance-below': { means: "a merchant's available balance is below its limit", everyMs: MINUTE_MS },
} as const satisfies Readonly<Record<string, RuleFacts>>

export type AlertRuleName = keyof typeof ALERT_RULES
export const ALERT_RULE_NAMES = namesOf(ALERT_RULES)

/** Of `balance-below`. */
export interface BalanceLimit {
  readonly merchantCode: string
  readonly currencyCode: string
  /** In major units, as decimal text. */
  readonly amount: string
}

export interface AlertRule {
  readonly rule: AlertRuleName
  readonly enabled: boolean
  readonly afterMinutes: number | undefined
  readonly limits: readonly BalanceLimit[]
}

/** The default of a rule. */
export function usualRule(rule: AlertRuleName): AlertRule {
  const facts: RuleFacts = ALERT_RULES[rule]
  return { rule, enabled: true, afterMinutes: facts.afterMinutes, limits: [] }
}

/** Whether the change makes the rule report less, or later. A changed limit counts as a removed one. */
export function isQuieter(before: AlertRule, after: AlertRule): boolean {
  if (!before.enabled) return false
  const isKept = (limit: BalanceLimit) =>
    after.limits.some(
      ({ merchantCode, currencyCode, amount }) =>
        merchantCode === limit.merchantCode && currencyCode === limit.currencyCode && amount === limit.amount,
    )
  return (
    !after.enabled || (after.afterMinutes ?? 0) > (before.afterMinutes ?? 0) || !before.limits.every(isKept)
  )
}

/** A current problem. Contains no secret and no payer data. */
export interface Wrong {
  /** What the problem is about; constant for as long as it lasts. */
  readonly subject: string
  readonly detail: string
}

/** @returns all current problems of this rule. @param since problems that began later are too new to report */
export type Measure = (rule: AlertRule, since: Instant) => Promise<readonly Wrong[]>
export type Measures = Readonly<Record<AlertRuleName, Measure>>
