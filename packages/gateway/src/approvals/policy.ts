/**
 * The policy: which operations need approval. Pure.
 *
 * An operation without a rule of its own follows the default in `operations.ts`. Whether there is a second operator who could
 * approve at all is checked in `approvals.ts`.
 */
import { type CurrencyCode, type Minor, type Money, minor } from '@sluice/core/foundation/money.ts'
import { ACTION_NAMES, type ApprovableOperation, factsOfOperation } from './operations.ts'

export type ApprovalRule =
  | { readonly rule: 'NONE' }
  | { readonly rule: 'ALWAYS' }
  /** No approval is needed while the day's total stays within these amounts. In any other currency it always is. */
  | { readonly rule: 'ABOVE'; readonly above: ReadonlyMap<CurrencyCode, Minor> }

export interface ApprovalPolicy {
  /** 0 if no policy has been saved yet. */
  readonly version: number
  /** One for every operation. */
  readonly rules: ReadonlyMap<ApprovableOperation, ApprovalRule>
}

const usualRule = (operation: ApprovableOperation): ApprovalRule => ({
  rule: factsOfOperation(operation).usual,
})

/** Fills in the defaults, and keeps fixed rules. */
export const policyOf = (
  version: number,
  said: ReadonlyMap<ApprovableOperation, ApprovalRule>,
): ApprovalPolicy => ({
  version,
  rules: new Map(
    ACTION_NAMES.map((operation) => [
      operation,
      (factsOfOperation(operation).isFixed ? undefined : said.get(operation)) ?? usualRule(operation),
    ]),
  ),
})

export const DEFAULT_POLICY = policyOf(0, new Map())

export const ruleFor = ({ rules }: ApprovalPolicy, operation: ApprovableOperation): ApprovalRule =>
  rules.get(operation) ?? usualRule(operation)

/** What the rule says about this amount: no approval, approval, or it depends on the day's total so far. */
export function saidOf(
  rule: ApprovalRule,
  money: Money | undefined,
): 'FREE' | 'ASK' | { readonly limitMinor: Minor; readonly amountMinor: Minor } {
  switch (rule.rule) {
    case 'NONE':
      return 'FREE'
    case 'ALWAYS':
      return 'ASK'
    case 'ABOVE': {
      const limitMinor = money && rule.above.get(money.currency)
      if (!money || limitMinor === undefined) return 'ASK'
      const amountMinor = minor(money.amountMinor < 0n ? -money.amountMinor : money.amountMinor)
      // Zero does not count as an amount below the limit.
      if (amountMinor === 0n || amountMinor > limitMinor) return 'ASK'
      return { limitMinor, amountMinor }
    }
  }
}
