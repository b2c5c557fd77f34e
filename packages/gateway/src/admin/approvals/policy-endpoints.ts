/** The approval policy: read, and replaced as a whole. Changing it is itself an operation under the policy. */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import { pointerTo } from '@sluice/core/foundation/json-document.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { type Static, Type } from 'typebox'
import { moneyBody } from '../../api/views.ts'
import { type ApprovableOperation, factsOfOperation } from '../../approvals/operations.ts'
import { type ApprovalPolicy, type ApprovalRule, policyOf } from '../../approvals/policy.ts'
import { changePolicy, readPolicy } from '../../approvals/store.ts'
import { type Given, type Terms, worded } from '../../http/reading.ts'
import { fingerprintOf } from '../approval-requests.ts'
import { MoneySchema } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { choice, money } from '../fields.ts'
import { OperationSchema } from './views.ts'

const guide = 'approvals.md#set-the-policy'
const MAX_CURRENCIES = 50
const RULES = ['NONE', 'ABOVE', 'ALWAYS'] as const

const RuleSchema = choice(RULES, {
  description:
    'NONE: runs immediately. ABOVE: needs an approval if it exceeds an amount in `above`, alone or together with what the same operator moved by this operation within 24 hours; in other currencies always. ALWAYS: always needs an approval.',
})

const PolicySchema = Type.Object({
  isDefault: Type.Boolean({ description: 'The default rule, which was not changed.' }),
  data: Type.Array(
    Type.Object({
      operation: OperationSchema,
      words: Type.String(),
      rule: RuleSchema,
      above: Type.Optional(Type.Array(MoneySchema)),
    }),
  ),
})

const PolicyRequested = Type.Object(
  {
    data: worded(
      Type.Array(
        worded(
          Type.Object(
            {
              operation: OperationSchema,
              rule: RuleSchema,
              above: Type.Optional(
                worded(
                  Type.Array(money('ledger'), { minItems: 1, maxItems: MAX_CURRENCIES }),
                  'WRONG_TYPE',
                  `must be a list of 1 to ${MAX_CURRENCIES} amounts, one in each currency`,
                  { whole: false },
                ),
              ),
            },
            { additionalProperties: false },
          ),
          'WRONG_TYPE',
          'must be an object with act and rule',
          { whole: false },
        ),
        { maxItems: 100 },
      ),
      'WRONG_TYPE',
      'must be a list of rules, each with act and rule',
      { whole: false },
    ),
  },
  {
    additionalProperties: false,
    description: 'The whole policy. An operation that is not named follows the default.',
    examples: [
      {
        data: [
          { operation: 'balance.credit', rule: 'ABOVE', above: [{ amount: 10000, currencyCode: 'THB' }] },
          { operation: 'case.write-off', rule: 'ABOVE', above: [{ amount: 50, currencyCode: 'THB' }] },
          { operation: 'balance.debit', rule: 'ALWAYS' },
        ],
      },
    ],
  },
)
type PolicyRequested = Static<typeof PolicyRequested>

const show = endpoint({
  route: 'GET /admin/approval-policy',
  role: 'VIEWER',
  summary: 'Read which operations need an approval',
  guide,
  answers: { 200: PolicySchema },
  async handle(call) {
    return policyBody(await readPolicy(call.backOffice.gateway.database))
  },
})

const put = endpoint({
  route: 'PUT /admin/approval-policy',
  role: 'ADMIN',
  stepUp: true,
  summary: 'Set which operations need an approval; operations left out follow the default',
  guide,
  body: PolicyRequested,
  example: {
    data: [
      { operation: 'refund', rule: 'ABOVE', above: [{ amount: 10000, currencyCode: 'THB' }] },
      { operation: 'case.write-off', rule: 'ALWAYS' },
    ],
  },
  answers: { 200: PolicySchema },
  operations: ['approval-policy.change'],
  async operation(call) {
    const said = call.check(rulesOf)
    const before = await readPolicy(call.backOffice.gateway.database)
    const after = policyOf(0, said).rules
    const changed = [...after].filter(
      ([operation, rule]) => ruleText(rule) !== ruleText(before.rules.get(operation)),
    )
    const list = changed.map(([operation, rule]) => `${operation} ${ruleText(rule)}`).join(', ')
    const summary = `Change the approval policy: ${list === '' ? 'nothing' : list}`
    return { operation: 'approval-policy.change', summary, about: aboutPolicy(before) }
  },
  async handle(call) {
    const said = call.check(rulesOf)
    const line = call.audit({ action: 'approval-policy.change', subject: 'approval policy' })
    const { database } = call.backOffice.gateway
    return policyBody(await changePolicy(database, said, line, (before) => call.still(aboutPolicy(before))))
  },
})

const aboutPolicy = ({ version }: ApprovalPolicy): string => fingerprintOf(version)

const ruleText = (rule: ApprovalRule | undefined): string =>
  rule?.rule === 'ABOVE'
    ? `ABOVE ${Array.from(rule.above, ([currency, amountMinor]) => moneyWords({ currency, amountMinor })).join(' or ')}`
    : (rule?.rule ?? '')

const amountsOf = ({ above }: Extract<ApprovalRule, { rule: 'ABOVE' }>) =>
  Array.from(above, ([currency, amountMinor]) => moneyBody({ currency, amountMinor }))

function rulesOf(
  { data = [] }: Given<PolicyRequested>,
  { say }: Terms,
): ReadonlyMap<ApprovableOperation, ApprovalRule> {
  const rules = new Map<ApprovableOperation, ApprovalRule>()
  for (const [index, each] of data.entries()) {
    if (!each?.operation || !each.rule) continue
    const { operation, rule, above } = each
    const path = pointerTo('/data', index)
    if (rules.has(operation)) say(path, 'CONFLICT', `${operation} is in the list twice`)
    if (factsOfOperation(operation).isFixed && rule !== factsOfOperation(operation).usual)
      say(
        pointerTo(path, 'rule'),
        'NOT_ALLOWED',
        `${operation} is always ${factsOfOperation(operation).usual}`,
      )
    if (rule === 'ABOVE') {
      const amounts = above?.filter((some) => some !== undefined) ?? []
      const limits = new Map(amounts.map(({ currency, amountMinor }) => [currency, amountMinor]))
      if (amounts.length === 0) say(pointerTo(path, 'above'), 'REQUIRED', 'is mandatory if the rule is ABOVE')
      if (limits.size < amounts.length) say(pointerTo(path, 'above'), 'CONFLICT', 'contains a currency twice')
      rules.set(operation, { rule, above: limits })
    } else {
      if (above) say(pointerTo(path, 'above'), 'CONFLICT', 'is only for the rule ABOVE')
      rules.set(operation, { rule })
    }
  }
  return rules
}

function policyBody({ version, rules }: ApprovalPolicy) {
  assert(rules.size > 0, 'a policy says something of every act')
  return {
    isDefault: version === 0,
    data: Array.from(rules, ([operation, rule]) => ({
      operation,
      words: factsOfOperation(operation).words,
      rule: rule.rule,
      ...(rule.rule === 'ABOVE' && { above: amountsOf(rule) }),
    })),
  }
}

export const APPROVAL_POLICY_ENDPOINTS = [show, put]
