/** Alerts: current and past ones, the rules, and a test of the channels. */
import { currency } from '@sluice/core/catalogue/currencies.ts'
import { isMerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { Database } from '@sluice/database/port.ts'
import { type Static, Type } from 'typebox'
import {
  ALERT_RULE_NAMES,
  ALERT_RULES,
  type AlertRule,
  type AlertRuleName,
  isQuieter,
  type RuleFacts,
  usualRule,
} from '../../alerts/rules.ts'
import { ALERT_CHANNELS, type ListedAlert, putRuleCall, readAlerts, readRules } from '../../alerts/store.ts'
import { BY_KEY, NextCursor, pageOf } from '../../api/pages.ts'
import { type Fault, validationFailed } from '../../http/problems.ts'
import { auditCall } from '../../identity/operators/audit.ts'
import { fingerprintOf } from '../approval-requests.ts'
import { instant, refuse } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { choice, formed } from '../fields.ts'

const MessageSchema = Type.Object({
  notice: choice(['BEGAN', 'ENDED']),
  channel: choice(ALERT_CHANNELS),
  state: choice(['WAITING', 'SENT', 'ABANDONED'], {
    description: 'WAITING: it is retried automatically. ABANDONED: not delivered within three days.',
  }),
  attempts: Type.Integer(),
  failure: Type.Optional(Type.String({ description: 'Why the last attempt failed.' })),
})
const AlertSchema = Type.Object({
  id: Type.String(),
  rule: Type.String(),
  subject: Type.String({ description: 'What the alert is about.' }),
  detail: Type.String(),
  beganAt: instant(),
  endedAt: Type.Optional(instant('When it ended. Absent while it is open.')),
  messages: Type.Array(MessageSchema, { description: 'The notifications that were sent.' }),
})

const alertBody = ({ beganAt, endedAt, messages, ...alert }: ListedAlert) => ({
  ...alert,
  beganAt: isoTime(beganAt),
  ...(endedAt !== undefined && { endedAt: isoTime(endedAt) }),
  messages: messages.map(({ failure, ...each }) => ({ ...each, ...(failure !== null && { failure }) })),
})

const list = endpoint({
  route: 'GET /admin/alerts',
  role: 'VIEWER',
  summary: 'List alerts, newest first, with their notifications',
  guide: 'alerts.md',
  query: {
    open: Type.Optional(Type.Boolean({ description: 'Only open or only ended alerts. Default: both.' })),
  },
  pages: 'by time',
  answers: { 200: Type.Object({ data: Type.Array(AlertSchema), nextCursor: NextCursor }) },
  async handle(call) {
    const { from, to, after, limit } = call.page(BY_KEY)
    const requested = { open: call.query.open, from, to, after: after?.[0], limit: limit + 1 }
    const alerts = await readAlerts(call.backOffice.gateway.database, requested)
    return pageOf(alerts, limit, ({ id }) => [id], alertBody)
  },
})

const LimitSchema = Type.Object(
  {
    merchantCode: Type.String(),
    currencyCode: Type.String(),
    amount: formed(/^\d{1,15}(?:\.\d{1,6})?$/, 'must be a decimal number as text, such as "1000.50"', {
      description: 'As decimal text. The alert begins when the balance is below it.',
    }),
  },
  { additionalProperties: false },
)
const RuleSchema = Type.Object({
  rule: choice(ALERT_RULE_NAMES),
  means: Type.String(),
  enabled: Type.Boolean(),
  afterMinutes: Type.Optional(
    Type.Integer({ description: 'How long the condition must last. Absent: the alert is sent immediately.' }),
  ),
  limits: Type.Array(LimitSchema, { description: 'The limits for balance-below.' }),
})

const ruleBody = ({ afterMinutes, ...rule }: AlertRule) => ({
  ...rule,
  means: ALERT_RULES[rule.rule].means,
  ...(afterMinutes !== undefined && { afterMinutes }),
})

const rules = endpoint({
  route: 'GET /admin/alerts/rules',
  role: 'VIEWER',
  summary: 'List the alert rules',
  guide: 'alerts.md',
  answers: { 200: Type.Object({ data: Type.Array(RuleSchema) }) },
  handle: async ({ backOffice }) => ({ data: (await readRules(backOffice.gateway.database)).map(ruleBody) }),
})

const MAX_LIMITS = 1_000
const MAX_MINUTES = 60 * 24 * 366

const RuleBody = Type.Object(
  {
    enabled: Type.Boolean(),
    afterMinutes: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_MINUTES })),
    limits: Type.Optional(Type.Array(LimitSchema, { maxItems: MAX_LIMITS })),
  },
  { additionalProperties: false },
)

const change = endpoint({
  route: 'PUT /admin/alerts/rules/:rule',
  role: 'ADMIN',
  summary: 'Change an alert rule or switch it off; its open alerts end',
  guide: 'alerts.md',
  params: { rule: choice(ALERT_RULE_NAMES) },
  body: RuleBody,
  example: { enabled: true, afterMinutes: 60 },
  answers: { 200: RuleSchema },
  problems: ['NOT_FOUND'],
  operations: ['alert.silence'],
  // A theft would begin by silencing alerts.
  async operation(call) {
    const after = wantedRule(call.params.rule, call.body())
    const before = await ruleNow(call.backOffice.gateway.database, call.params.rule)
    if (!isQuieter(before, after)) return undefined
    const summary = `${after.enabled ? 'Limit or delay' : 'Switch off'}: the alert ${after.rule}`
    return { operation: 'alert.silence', summary, about: fingerprintOf(before) }
  },
  async handle(call) {
    const { database, deps } = call.backOffice.gateway
    const { rule } = call.params
    const changed = wantedRule(rule, call.body())
    const before = await ruleNow(database, rule)
    call.still(fingerprintOf(before))
    const line = call.audit({
      action: 'alert-rule.change',
      subject: `alert rule ${rule}`,
      detail: { before, after: changed },
    })
    await database.batch([putRuleCall(changed, deps.clock.now()), auditCall(line)])
    return ruleBody(changed)
  },
})

/** @throws ProblemError 400 */
function wantedRule(rule: AlertRuleName, wanted: Static<typeof RuleBody>): AlertRule {
  const usual: RuleFacts = ALERT_RULES[rule]
  const { enabled, limits = [] } = wanted
  const faults: Fault[] = limits.flatMap((limit, index) => limitFaults(limit, `/limits/${index}`))
  if (wanted.afterMinutes !== undefined && usual.afterMinutes === undefined)
    faults.push({ path: '/afterMinutes', code: 'NOT_ALLOWED', message: 'this rule has no delay' })
  if (limits.length > 0 && rule !== 'balance-below')
    faults.push({ path: '/limits', code: 'NOT_ALLOWED', message: 'only balance-below has limits' })
  if (faults.length > 0) throw refuse(validationFailed(faults))
  return { rule, enabled, afterMinutes: wanted.afterMinutes ?? usual.afterMinutes, limits }
}

const ruleNow = async (database: Database, rule: AlertRuleName): Promise<AlertRule> =>
  (await readRules(database)).find((each) => each.rule === rule) ?? usualRule(rule)

function limitFaults(
  limit: { readonly merchantCode: string; readonly currencyCode: string; readonly amount: string },
  path: string,
): readonly Fault[] {
  if (!isMerchantCode(limit.merchantCode))
    return [
      { path: `${path}/merchantCode`, code: 'INVALID_FORMAT', message: 'is not a possible merchant code' },
    ]
  const known = currency(limit.currencyCode)
  if (!known)
    return [{ path: `${path}/currencyCode`, code: 'UNKNOWN_VALUE', message: 'is not an offered currency' }]
  const [, fraction = ''] = limit.amount.split('.')
  if (fraction.length <= known.ledgerDigits) return []
  return [
    { path: `${path}/amount`, code: 'TOO_MANY_DECIMALS', message: 'has more decimals than the currency' },
  ]
}

const test = endpoint({
  route: 'POST /admin/alerts/!test',
  role: 'OPERATOR',
  summary: 'Send a test alert on each configured channel and report the result',
  guide: 'alerts.md',
  answers: {
    200: Type.Object({
      channels: Type.Array(
        Type.Object({
          channel: choice(ALERT_CHANNELS),
          to: Type.String(),
          taken: Type.Boolean(),
          problem: Type.Optional(
            Type.String({ description: 'Why it was not delivered, and what to check.' }),
          ),
        }),
        {
          description: 'Empty if no channel is configured: set SLUICE_SMTP_HOST or SLUICE_ALERT_WEBHOOK_URL.',
        },
      ),
    }),
  },
  async handle(call) {
    const tested = await call.backOffice.alerts.test()
    const taken = tested.flatMap(({ channel, outcome }) => (outcome.ok ? [channel.name] : []))
    await call.note({ action: 'alert.test', subject: 'alerts', detail: { sent: tested.length, taken } })
    return {
      channels: tested.map(({ channel, outcome }) => ({
        channel: channel.name,
        to: channel.to,
        taken: outcome.ok,
        ...(!outcome.ok && { problem: outcome.failure }),
      })),
    }
  },
})

export const ALERT_ENDPOINTS = [list, rules, change, test]
