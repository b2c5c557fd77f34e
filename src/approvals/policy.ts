/**
 * The policy: which acts need an approval. Pure.
 *
 * An act that the policy does not name follows the default of its row in `operations.ts`. Whether anybody is asked at all is not its
 * matter: where nobody else may approve, nobody is (`approvals.ts`).
 */
import { type CurrencyCode, type Minor, type Money, minor } from '../foundation/money.ts'
import { ACTION_NAMES, type ApprovableOperation, factsOfOperation } from './operations.ts'

export type ApprovalRule =
  | { readonly rule: 'NONE' }
  | { readonly rule: 'ALWAYS' }
  /** Up to these amounts, all of a day together, nobody is asked; in any other currency, always. */
  | { readonly rule: 'ABOVE'; readonly above: ReadonlyMap<CurrencyCode, Minor> }

export interface ApprovalPolicy {
  /** 0: nobody has said anything yet. */
  readonly version: number
  /** Of every act. */
  readonly rules: ReadonlyMap<ApprovableOperation, ApprovalRule>
}

const usualRule = (operation: ApprovableOperation): ApprovalRule => ({
  rule: factsOfOperation(operation).usual,
})

/** What is not named follows the default, and what is fixed stays. */
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

/** What the rule says of this money: nobody need be asked, somebody must, or it depends on what the day has brought. */
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
      // Nothing at all is no money to be below a limit with.
      if (amountMinor === 0n || amountMinor > limitMinor) return 'ASK'
      return { limitMinor, amountMinor }
    }
  }
}
